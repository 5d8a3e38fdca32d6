//! The guide. `billwire-docs` builds the whole site into `target/site`; `billwire-docs FOLDER` writes the generated pages
//! below `FOLDER`, each at its path in the repository.

mod pages;
mod site;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};

fn main() -> ExitCode {
    let folder = std::env::args_os().nth(1);
    let done = match &folder {
        Some(folder) => write(Path::new(folder)),
        None => site::build(),
    };
    done.map_or_else(
        |error| {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        },
        |()| ExitCode::SUCCESS,
    )
}

fn write(folder: &Path) -> Result<()> {
    for (name, text) in pages::all()? {
        let path = folder.join("docs/guide/src").join(name);
        fs::create_dir_all(path.parent().context("a page without a folder")?)?;
        fs::write(path, text)?;
    }
    Ok(())
}
