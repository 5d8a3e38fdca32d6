//! Database of the killed merchants, and the changes that the campaign makes to it.

use std::fs;
use std::path::PathBuf;

use anyhow::Result;

use crate::database::{Database, Sqlite};
use crate::files;
use crate::postgres::{Postgres, Stop};
use crate::project::Project;

const NAME: &str = "merchant";

/// A random kill seldom hits the moment between the answer that money has moved and its entry in the database. So the
/// database refuses every 40th of these entries, which ends the service there.
const REFUSALS: &str = "
    CREATE SEQUENCE entries;
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF nextval('entries') % 40 = 0 THEN RAISE 'not now'; END IF;
            RETURN NEW;
        END
    $$;
    CREATE TRIGGER refuse BEFORE UPDATE OF state ON bills
        FOR EACH ROW WHEN (NEW.state = 'settled') EXECUTE FUNCTION refuse();
    CREATE TRIGGER refuse BEFORE UPDATE ON settlements
        FOR EACH ROW WHEN (NEW.record LIKE '%\"state\":\"settled\"%') EXECUTE FUNCTION refuse();
";
/// The same in SQLite, about every 40th: a refusal there also undoes what its trigger counts.
const REFUSALS_OF_SQLITE: &str = "
    CREATE TRIGGER refuse_ending BEFORE UPDATE OF state ON bills
        WHEN NEW.state = 'settled' AND random() % 40 = 0
        BEGIN SELECT RAISE(ABORT, 'not now'); END;
    CREATE TRIGGER refuse_record BEFORE UPDATE ON settlements
        WHEN NEW.record LIKE '%\"state\":\"settled\"%' AND random() % 40 = 0
        BEGIN SELECT RAISE(ABORT, 'not now'); END;
";
/// Stores records as if no attempt could be in doubt.
const FORGET: &str = r#"
    CREATE FUNCTION forget() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            NEW.record := regexp_replace(NEW.record, '"state":"in_doubt".*', '"state":"open"}');
            RETURN NEW;
        END
    $$;
    CREATE TRIGGER forget BEFORE INSERT OR UPDATE ON settlements FOR EACH ROW EXECUTE FUNCTION forget();
"#;
/// The same in SQLite, where a trigger cannot change the new row: an insertion causes an update, which causes another.
const FORGET_OF_SQLITE: &str = r#"
    CREATE TRIGGER forget_new AFTER INSERT ON settlements BEGIN
        UPDATE settlements SET record = NEW.record WHERE ref_id = NEW.ref_id;
    END;
    CREATE TRIGGER forget AFTER UPDATE ON settlements WHEN instr(NEW.record, '"state":"in_doubt"') > 0 BEGIN
        UPDATE settlements SET record = substr(record, 1, instr(record, '"state":"in_doubt"') - 1) || '"state":"open"}'
        WHERE ref_id = NEW.ref_id;
    END;
"#;

/// Whether an attempt is stored as in doubt before it is sent.
#[derive(Clone, Copy)]
pub(super) enum Memory {
    Kept,
    /// The control: after a crash this merchant does not know its attempts, and resends blindly.
    Lost,
}

/// Where the books are.
pub(super) enum Store {
    Server(Postgres),
    File(PathBuf),
}

/// Addresses of a database, in the forms that drivers take.
pub(super) struct Address {
    pub(super) url: String,
    pub(super) jdbc: String,
}

impl Store {
    pub(super) fn server(project: &Project, name: &str) -> Result<Self> {
        Ok(Self::Server(Postgres::start(project, name, &[NAME])?))
    }

    /// A file below `target`: a program in Swift's root sees no other folder.
    pub(super) fn file(project: &Project, name: &str) -> Result<Self> {
        let folder = project.target(format!("xtask/{name}-database"));
        files::remove(&folder)?;
        fs::create_dir_all(&folder)?;
        Ok(Self::File(folder.join("books.sqlite")))
    }

    pub(super) fn address(&self) -> Address {
        match self {
            Self::Server(postgres) => Address { url: postgres.url(NAME), jdbc: postgres.jdbc_url(NAME) },
            Self::File(file) => Address { url: file.display().to_string(), jdbc: String::new() },
        }
    }

    pub(super) fn connect(&self, project: &Project) -> Result<Box<dyn Database>> {
        Ok(match self {
            Self::Server(postgres) => Box::new(postgres.connect(NAME)?),
            Self::File(file) => Box::new(Sqlite::open(project, file)?),
        })
    }

    /// Restarts the server; false if there is none.
    pub(super) fn restart(&mut self, stop: Stop) -> Result<bool> {
        match self {
            Self::Server(postgres) => postgres.restart(stop).map(|()| true),
            Self::File(_) => Ok(false),
        }
    }

    /// Makes the tables, and changes them for this run.
    pub(super) fn prepare(&self, project: &Project, schema: &str, memory: Memory) -> Result<()> {
        let mut database = self.connect(project)?;
        let (refusals, forget) = match self {
            Self::Server(_) => (REFUSALS, FORGET),
            Self::File(_) => (REFUSALS_OF_SQLITE, FORGET_OF_SQLITE),
        };
        database.run(schema)?;
        database.run(refusals)?;
        match memory {
            Memory::Kept => Ok(()),
            Memory::Lost => database.run(forget),
        }
    }
}
