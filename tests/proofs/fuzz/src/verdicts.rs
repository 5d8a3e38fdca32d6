//! Verdicts of billwire on each input. `fuzz/verdicts.mjs` writes those of the npm package, for comparison.

use crate::billers::deployment;
use billwire::{Error, OperationName, WebhookReceiver};
use std::{collections::BTreeMap, ffi::OsString, fs, io, path::Path};

type Verdicts = BTreeMap<String, String>;

const SHAPED: [OperationName; 3] = [OperationName::Onboarding, OperationName::Settlement, OperationName::Verification];

/// Writes the verdicts on every file of the folders as JSON.
pub(crate) fn write(file: &Path, folders: impl Iterator<Item = OsString>) -> io::Result<()> {
    let (mut webhooks, mut answers) = (Verdicts::new(), Verdicts::new());
    for folder in folders {
        let folder = Path::new(&folder);
        for input in fs::read_dir(folder)? {
            let path = input?.path();
            let id = path.strip_prefix(folder.parent().unwrap_or(folder)).unwrap_or(&path).display().to_string();
            let input = fs::read(&path)?;
            webhooks.insert(id.clone(), webhook(&input));
            answers.insert(id, answer(&input));
        }
    }
    let all = BTreeMap::from([("fuzz", BTreeMap::from([("answers", answers), ("webhooks", webhooks)]))]);
    fs::write(file, serde_json::to_vec(&all)?)
}

/// Verdict on the bytes as the body of a webhook.
fn webhook(body: &[u8]) -> String {
    match WebhookReceiver::checkout().receive([], body) {
        Ok(event) => format!("accepted: {} {}", event.dedup_key().unwrap_or_default(), event.fingerprint()),
        Err(error) => refused(&error),
    }
}

/// Verdict on an answer as in `answers.rs`, for a biller that follows the interface.
fn answer(input: &[u8]) -> String {
    let Some(([_, operation, high, low], body)) = input.split_first_chunk() else {
        return "skipped: too short".to_owned();
    };
    let operation = SHAPED[usize::from(*operation) % SHAPED.len()];
    let status = u16::from_be_bytes([*high, *low]);
    match deployment(0).biller.decode(operation, status, body) {
        Ok(_) => "accepted".to_owned(),
        Err(error) => refused(&error),
    }
}

fn refused(error: &Error) -> String {
    let offset = error.violations().first().and_then(|finding| finding.offset);
    let offset = offset.map_or_else(|| "none".to_owned(), |offset| offset.to_string());
    format!("refused: {} {} at {offset}, {}", error.kind(), error.code(), error.next_step().as_str())
}
