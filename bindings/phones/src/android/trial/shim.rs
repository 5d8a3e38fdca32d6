//! Libraries with the names of Android's, over glibc.
//!
//! Each name is a jump to glibc's function. That works for this library: it passes no structure whose layout differs, and
//! calls no function that exists in bionic alone.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::Result;
use goblin::elf::Elf;
use xtask::files;
use xtask::process::Run;
use xtask::project::Project;

use crate::android::abi::Abi;
use crate::android::system::{self, SystemLibrary};
use crate::elf::Names;

/// glibc's names of functions that it has under another name, or with another result.
const OTHER_NAMES: [(&str, &str); 2] = [("__errno", "__errno_location"), ("strerror_r", "__xpg_strerror_r")];
/// Names that are data.
const DATA: [&str; 3] = ["environ", "stderr", "stdout"];
const HEAD: &str = "\
#include <dlfcn.h>
struct entry { const char *name; void **address; int is_data; };
";
const TAIL: &str = "\
__attribute__((constructor)) static void connect(void) {
  void *libraries[] = { dlopen(\"libc.so.6\", RTLD_LAZY), dlopen(\"libm.so.6\", RTLD_LAZY) };
  for (const struct entry *entry = entries; entry->name; entry++) {
    void *found = dlsym(libraries[0], entry->name);
    if (!found) found = dlsym(libraries[1], entry->name);
    if (!found) __builtin_trap();
    *entry->address = entry->is_data ? *(void **)found : found;
  }
}
";

/// Builds a library for each of Android's, with the names that a library needs.
pub(super) fn build(project: &Project, library: &Path, folder: &Path) -> Result<()> {
    let needed = needed_names(library)?;
    let all = system::libraries(Abi::X86_64)?.into_iter().map(|library| only(library, &needed));
    all.filter(|library| !library.versions.is_empty()).try_for_each(|library| compile(project, &library, folder))
}

/// The library with the needed names alone, and their versions.
fn only(library: SystemLibrary, needed: &BTreeSet<String>) -> SystemLibrary {
    let kept = |names: Vec<String>| names.into_iter().filter(|name| needed.contains(name)).collect::<Vec<_>>();
    let versions = library.versions.into_iter().map(|(version, names)| (version, kept(names)));
    SystemLibrary { versions: versions.filter(|(_, names)| !names.is_empty()).collect(), ..library }
}

fn compile(project: &Project, library: &SystemLibrary, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    let name = format!("{}.so", library.name);
    let [source, script] = ["c", "map"].map(|kind| folder.join(&library.name).with_extension(kind));
    files::write(&source, source_of(library).as_bytes())?;
    files::write(&script, library.version_script().as_bytes())?;
    Run::new("cc")
        .args(["-shared", "-fPIC", "-O1", &format!("-Wl,-soname,{name}")])
        .args([format!("-Wl,--version-script={}", script.display())])
        .args(["-o".as_ref(), folder.join(&name).as_os_str(), source.as_os_str()])
        .args(["-ldl"])
        .logged(&project.log("android-shim"))?
        .successful()?;
    Ok(())
}

fn source_of(library: &SystemLibrary) -> String {
    let names: Vec<&str> = library.symbols().collect();
    let definitions: String = names.iter().map(|name| definition(name)).collect();
    let entries: String = names.iter().map(|name| entry(name)).collect();
    format!("{HEAD}{definitions}static const struct entry entries[] = {{\n{entries}  {{ 0, 0, 0 }}\n}};\n{TAIL}")
}

/// The exported name, and the place for glibc's address. A function's name is a jump to there, and a datum is the place.
fn definition(name: &str) -> String {
    let code = if DATA.contains(&name) {
        format!(
            ".data\\n.balign 8\\n.globl {name}\\n.type {name},@object\\n.size {name},8\\n{name}:\\nown_{name}: .quad 0\\n"
        )
    } else {
        format!(
            ".data\\n.balign 8\\nown_{name}: .quad 0\\n.text\\n.globl {name}\\n.type {name},@function\\n{name}: jmp *own_{name}(%rip)\\n"
        )
    };
    format!(
        "__asm__(\"{code}.text\\n.hidden own_{name}\\n\");\nextern void *own_{name} __attribute__((visibility(\"hidden\")));\n"
    )
}

fn entry(name: &str) -> String {
    let found = OTHER_NAMES.iter().find(|(bionic, _)| *bionic == name).map_or(name, |(_, glibc)| glibc);
    format!("  {{ \"{found}\", &own_{name}, {} }},\n", u8::from(DATA.contains(&name)))
}

/// Names that a library needs of the system.
fn needed_names(library: &Path) -> Result<BTreeSet<String>> {
    let bytes = fs::read(library)?;
    let Names { imports, weak, .. } = Names::of(&Elf::parse(&bytes)?);
    Ok(&imports | &weak)
}
