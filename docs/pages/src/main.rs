//! Pages of the guide that are generated: from core's declarations, and by driving core. `billwire-docs-pages FOLDER` writes
//! them below `FOLDER`, each at its path in the repository.

mod errors;
mod flow;
mod glossary;
mod http;
mod openapi;
mod profile;
mod samples;
mod source;
mod texts;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

fn main() -> Result<()> {
    let folder = std::env::args_os().nth(1).context("the folder to write to is missing")?;
    for (name, text) in pages()? {
        let path = Path::new(&folder).join("docs/guide/src").join(name);
        fs::create_dir_all(path.parent().context("a page without a folder")?)?;
        fs::write(path, text)?;
    }
    Ok(())
}

/// All generated pages: path below `docs/guide/src`, and text.
fn pages() -> Result<Vec<(&'static str, String)>> {
    Ok(vec![
        ("configure.md", profile::page()?),
        ("errors.md", errors::page(&texts::ENGLISH)?),
        ("km/errors.md", errors::page(&texts::KHMER)?),
        ("glossary.md", glossary::english()?),
        ("km/glossary.md", glossary::khmer()?),
        ("http.md", http::page()?),
        ("openapi.json", openapi::text()?),
        ("settlement-flow.dot", flow::settlement()?),
        ("credit-flow.dot", flow::credit()?),
    ])
}
