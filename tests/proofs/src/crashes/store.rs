//! Database of the killed merchant, and the changes that the campaign makes to it.

use ::postgres::Client;
use anyhow::Result;

use crate::database::rows;

/// Name of the database.
pub(super) const NAME: &str = "merchant";

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
/// Whether an attempt is stored as in doubt before it is sent.
#[derive(Clone, Copy)]
pub(super) enum Memory {
    Kept,
    /// The control: after a crash this merchant does not know its attempts, and resends blindly.
    Lost,
}

/// Makes the tables, and changes them for this run.
pub(super) fn prepare(database: &mut Client, schema: &str, memory: Memory) -> Result<()> {
    let forget = match memory {
        Memory::Kept => "",
        Memory::Lost => FORGET,
    };
    Ok(database.batch_execute(&format!("{schema};{REFUSALS};{forget}"))?)
}

/// Number of attempts in doubt.
pub(super) fn in_doubt(database: &mut Client) -> Result<usize> {
    let records = rows(
        database,
        "SELECT 1 FROM settlements JOIN bills ON bills.ref_id = settlements.ref_id
         WHERE record LIKE '%\"state\":\"in_doubt\"%' AND state = 'billed'",
    )?;
    Ok(records.len())
}
