//! The jars, as Kotlin's own tools list them.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::files;
use crate::project::Project;
use crate::{kotlin, maven};

const SCRIPT: &str = "tests/proofs/scripts/KotlinSurface.java";
const LIBRARIES: &str = "tests/proofs/scripts/kotlin-surface.pom.xml";

pub(super) fn kotlin(project: &Project) -> Result<String> {
    let jars = [kotlin::PACKAGE.packed(project)?, kotlin::testing_jar(project)?];
    let dump = jars.iter().map(|jar| dump(project, jar)).collect::<Result<String>>()?;
    Ok(dump.lines().filter(|line| is_visible(line)).map(|line| format!("{line}\n")).collect())
}

/// Every public member of a jar of Kotlin, those of uniffi included.
pub(super) fn dump(project: &Project, jar: &Path) -> Result<String> {
    let libraries = libraries(project)?;
    let run = maven::jvm("java")
        .args(["-cp".as_ref(), libraries.join("*").as_path(), &project.path(SCRIPT), jar])
        .answer(&project.log("surface-kotlin"))?
        .successful()?;
    Ok(qualified(&run.answer))
}

/// Whether a line belongs to a package for programs, and not to uniffi's.
pub(super) fn is_visible(line: &str) -> bool {
    let name = name(line).replace('/', ".");
    !["io.github.billwire.ffi.", "io.github.billwire.testing.ffi."].iter().any(|package| name.starts_with(package))
}

/// Where the jars lie that the script stands on; another list of them is another folder.
fn libraries(project: &Project) -> Result<PathBuf> {
    let pom = project.path(LIBRARIES);
    let folder = project.target("tools/kotlin-surface").join(files::stamp(&[&pom])?);
    if !folder.is_dir() {
        let aside = folder.with_extension("new");
        files::remove(&aside)?;
        maven::on(project, &pom)?
            .args(["org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies"])
            .args([format!("-DoutputDirectory={}", aside.display())])
            .logged(&project.log("surface-kotlin-libraries"))?
            .successful()?;
        fs::rename(&aside, &folder)?;
    }
    Ok(folder)
}

/// Every member with the name of its class before it, so that a line says all by itself.
fn qualified(dump: &str) -> String {
    let mut class = "";
    let mut lines = String::new();
    for line in dump.lines().filter(|line| !matches!(line.trim(), "" | "}")) {
        let line = line.trim_end_matches(" {");
        if line.starts_with(char::is_whitespace) {
            lines.push_str(&format!("{class}: {}\n", line.trim()));
        } else {
            class = name(line);
            lines.push_str(&format!("{line}\n"));
        }
    }
    lines
}

/// Of the class that a line declares.
fn name(line: &str) -> &str {
    let is_ours = |word: &&str| ["io.github.billwire", "io/github/billwire"].iter().any(|ours| word.starts_with(ours));
    line.split([' ', '<']).find(is_ours).unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_says_whose_it_is() {
        let dump = "public final class io.github.billwire.Line extends java.lang.Record {\n  public int a();\n}\n\n\
                    public class io.github.billwire.B<T> {\n}\n";
        let lines = "public final class io.github.billwire.Line extends java.lang.Record\n\
                     io.github.billwire.Line: public int a();\npublic class io.github.billwire.B<T>\n";
        assert_eq!(qualified(dump), lines);
    }

    #[test]
    fn hides_what_is_of_uniffi() {
        for (line, visible) in [
            ("public class io/github/billwire/ffi/RustBuffer : com/sun/jna/Structure", false),
            ("io/github/billwire/ffi/RustBuffer: public fun a ()Lio/github/billwire/Biller;", false),
            ("public class io/github/billwire/testing/ffi/RustBuffer : com/sun/jna/Structure", false),
            ("io/github/billwire/testing/Simulator: public fun close ()V", true),
            ("io/github/billwire/Biller: public fun close ()V", true),
        ] {
            assert_eq!(is_visible(line), visible, "{line}");
        }
    }
}
