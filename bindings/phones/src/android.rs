//! The AAR: a library for each processor, checked, with the Kotlin classes over it.

mod aar;
mod abi;
mod elf;
mod link;
mod system;
mod trial;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use xtask::files;
use xtask::project::Project;
use xtask::report;

pub use abi::Abi;
pub use elf::{Facts, aligned};
pub use trial::Trial;

use aar::{Extent, Folders};
use elf::PAGE;
use link::Linker;

#[derive(Default, clap::Args)]
pub struct Options {
    /// Only the library of this processor, in a folder of its own, without documentation
    #[arg(long, value_enum)]
    pub only: Option<Abi>,
    /// Also run the tests on the library for x86_64, and on shrunk classes
    #[arg(long)]
    pub trial: bool,
}

/// A packed AAR.
pub struct Package {
    pub aar: PathBuf,
    pub libraries: Vec<(Abi, Facts)>,
    /// Program that linked them.
    pub linker: &'static str,
    pub trial: Option<Trial>,
}

/// `cargo xtask android`.
pub fn build(project: &Project, options: &Options) -> Result<()> {
    let package = package(project, options)?;
    println!("{}", package.table());
    if let Some(trial) = &package.trial {
        println!("{trial}");
    }
    println!("{}", package.aar.display());
    Ok(())
}

/// Builds, checks and packs the libraries, and tries them if asked.
pub fn package(project: &Project, options: &Options) -> Result<Package> {
    let abis = options.only.map_or_else(|| Abi::ALL.to_vec(), |abi| vec![abi]);
    ensure!(!options.trial || abis.contains(&Abi::X86_64), "only the library for x86_64 runs on this machine");
    let place =
        Folders(project.target(options.only.map_or_else(|| "android".into(), |abi| format!("android/{}", abi.name()))));
    let linker = Linker::find(project)?;
    files::remove(&place.content())?;
    let mut libraries = Vec::new();
    let mut stamps = BTreeSet::new();
    for abi in &abis {
        let archive = link::compile(project, *abi)?;
        stamps.insert(aar::bindings(project, &archive, &place)?);
        libraries.push((*abi, library(project, &linker, *abi, &archive, &place)?));
    }
    ensure!(stamps.len() == 1, "the libraries do not export the same: one set of classes cannot fit them all");
    let extent = Extent { documentation: options.only.is_none(), tests: options.trial };
    aar::pack(project, &abis, &place, extent)?;
    let trial = options.trial.then(|| trial::run(project, &linker, &place)).transpose()?;
    Ok(Package { aar: place.aar(), libraries, linker: linker.name(), trial })
}

fn library(project: &Project, linker: &Linker, abi: Abi, archive: &Path, place: &Folders) -> Result<Facts> {
    let library = place.library(abi);
    linker.link(project, abi, archive, &library, PAGE)?;
    elf::check(&library, abi)
}

impl Package {
    pub fn table(&self) -> String {
        let heads = ["ABI", "bytes", "alignment", "needs", "names of the system", "linker"];
        let rows = self.libraries.iter().map(|(abi, facts)| {
            let (size, alignment) = (facts.size.to_string(), format!("{:#x}", facts.alignment));
            let imports = format!("{}, all of API {}", facts.imports.len(), abi::API);
            vec![abi.name().to_owned(), size, alignment, facts.needed.join(", "), imports, self.linker.to_owned()]
        });
        report::table(&heads, &[1], rows)
    }
}
