//! The rows of a PostgreSQL database, as text.

use ::postgres::{Client, SimpleQueryMessage};
use anyhow::{Result, anyhow};

/// Each value as text, and a null as an empty one.
pub(crate) type Rows = Vec<Vec<String>>;

pub(crate) fn rows(database: &mut Client, query: &str) -> Result<Rows> {
    let messages = database.simple_query(query)?;
    let rows = messages.iter().filter_map(|message| match message {
        SimpleQueryMessage::Row(row) => Some(row),
        _ => None,
    });
    Ok(rows.map(|row| (0..row.len()).map(|at| row.get(at).unwrap_or_default().to_owned()).collect()).collect())
}

/// The columns of a row.
pub(crate) fn columns<const N: usize>(row: Vec<String>) -> Result<[String; N]> {
    row.try_into().map_err(|row: Vec<String>| anyhow!("{} columns instead of {N}", row.len()))
}
