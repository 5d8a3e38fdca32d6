//! A vector for programs that sign.

use std::fs;

use anyhow::{Context, Result, bail};
use serde_json::Value;
use xtask::project::Project;

/// Fields and key of a vector, in the order of the programs' arguments, and the hash.
pub(crate) fn plain(project: &Project) -> Result<(Vec<String>, String)> {
    let file: Value = serde_json::from_str(&fs::read_to_string(project.path("tests/vectors/signing.json"))?)?;
    let cases = file.get("cases").and_then(Value::as_array).context("signing.json has no cases")?;
    let is_plain = |case: &&Value| case.get("id").is_some_and(|id| id == "signing/plain");
    let case = cases.iter().find(is_plain).context("there is no vector signing/plain")?;
    let text = |place: &str| match case.pointer(place) {
        Some(Value::String(text)) => Ok(text.clone()),
        Some(value) => Ok(value.to_string()),
        None => bail!("the vector has no {place}"),
    };
    let names = ["ref_id", "date", "currency", "total_amount", "customer_sync_code", "settlement_to"];
    let fields = names.iter().map(|name| text(&format!("/fields/{name}")));
    let arguments = fields.chain([text("/key")]).collect::<Result<Vec<_>>>()?;
    Ok((arguments, text("/hash")?))
}
