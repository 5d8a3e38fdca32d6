//! Pages of the guide that are generated: from core's declarations, and by driving core.

mod errors;
mod flow;
mod glossary;
mod http;
mod openapi;
mod profile;
mod samples;
mod source;
mod texts;

use anyhow::Result;

/// All generated pages: path below `docs/guide/src`, and text.
pub(crate) fn all() -> Result<Vec<(&'static str, String)>> {
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
