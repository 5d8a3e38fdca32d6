//! Databases of merchants: a PostgreSQL server or a SQLite file, read by the same statements.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Stdio};

use ::postgres::{Client, SimpleQueryMessage};
use anyhow::{Context, Result, anyhow, bail};
use process_wrap::std::ChildWrapper;
use serde_json::{Value, json};

use crate::project::Project;
use crate::tools;

/// Each value as text, and a null as an empty one.
pub(crate) type Rows = Vec<Vec<String>>;

/// An open database.
pub(crate) trait Database {
    fn rows(&mut self, query: &str) -> Result<Rows>;
    /// Runs statements without a result.
    fn run(&mut self, script: &str) -> Result<()>;
}

impl Database for Client {
    fn rows(&mut self, query: &str) -> Result<Rows> {
        let messages = self.simple_query(query)?;
        let rows = messages.iter().filter_map(|message| match message {
            SimpleQueryMessage::Row(row) => Some(row),
            _ => None,
        });
        Ok(rows.map(|row| (0..row.len()).map(|at| row.get(at).unwrap_or_default().to_owned()).collect()).collect())
    }

    fn run(&mut self, script: &str) -> Result<()> {
        Ok(self.batch_execute(script)?)
    }
}

/// The columns of a row.
pub(crate) fn columns<const N: usize>(row: Vec<String>) -> Result<[String; N]> {
    row.try_into().map_err(|row: Vec<String>| anyhow!("{} columns instead of {N}", row.len()))
}

/// A SQLite file, by Python's SQLite: no crate here compiles a database for it.
pub(crate) struct Sqlite {
    python: Box<dyn ChildWrapper>,
    answers: BufReader<ChildStdout>,
    log: PathBuf,
}

impl Sqlite {
    /// Opens a file, which the first script makes.
    pub(crate) fn open(project: &Project, file: &Path) -> Result<Self> {
        let log = file.with_extension("python.log");
        let script = project.path("tests/proofs/scripts/sqlite.py");
        let mut python = tools::python()?.args([&script, file]).piped().start(Stdio::piped(), &log)?;
        let answers = BufReader::new(python.stdout().take().context("Python has no output")?);
        Ok(Self { python, answers, log })
    }

    fn ask(&mut self, question: &Value) -> Result<Rows> {
        let stdin = self.python.stdin().as_mut().context("Python has no input")?;
        writeln!(stdin, "{question}")?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer)?;
        let mut answer: Value = serde_json::from_str(&answer).with_context(|| format!("see {}", self.log.display()))?;
        match answer.get_mut("rows") {
            Some(rows) => Ok(serde_json::from_value(rows.take())?),
            None => bail!("SQLite: {answer}"),
        }
    }
}

impl Database for Sqlite {
    fn rows(&mut self, query: &str) -> Result<Rows> {
        self.ask(&json!({ "query": query }))
    }

    fn run(&mut self, script: &str) -> Result<()> {
        self.ask(&json!({ "script": script })).map(drop)
    }
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        if let Err(error) = self.python.kill() {
            eprintln!("Python (process {}) cannot be ended: {error}", self.python.id());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sqlite_file_is_changed_and_read() {
        let folder = tempfile::tempdir().unwrap();
        let project = Project::find().unwrap();
        let mut database = Sqlite::open(&project, &folder.path().join("books.sqlite")).unwrap();
        database.run("CREATE TABLE t (a bigint, b text); INSERT INTO t VALUES (7, 'x'), (8, NULL)").unwrap();
        assert_eq!(database.rows("SELECT a, b FROM t ORDER BY a").unwrap(), [["7", "x"], ["8", ""]]);
        assert!(database.rows("SELECT c FROM t").is_err());
        assert_eq!(database.rows("SELECT count(*) FROM t").unwrap(), [["2"]]);
    }
}
