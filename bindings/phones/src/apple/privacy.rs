//! The privacy manifest: it declares each API of Apple's list that the package uses, with a reason.

use std::collections::BTreeSet;

use anyhow::{Context, Result, ensure};
use plist::Value;

/// Path of the manifest in the package.
pub(crate) const MANIFEST: &str = "Sources/Billwire/PrivacyInfo.xcprivacy";
const CATEGORY: &str = "NSPrivacyAccessedAPICategory";

/// Apple's list of APIs that need a reason: the category, with its functions of C and its names in Swift.
const LISTED: [(&str, &[&str], &[&str]); 5] = [
    (
        "FileTimestamp",
        &["stat", "fstat", "fstatat", "lstat", "getattrlist", "getattrlistbulk", "fgetattrlist", "getattrlistat"],
        &["creationDate", "modificationDate", "ModificationDateKey", "creationDateKey"],
    ),
    ("SystemBootTime", &["mach_absolute_time"], &["systemUptime"]),
    (
        "DiskSpace",
        &["statfs", "statvfs", "fstatfs", "fstatvfs"],
        &["volumeAvailableCapacity", "volumeTotalCapacity", "systemFreeSize", "systemSize"],
    ),
    ("ActiveKeyboards", &[], &["activeInputModes"]),
    ("UserDefaults", &["OBJC_CLASS_$_NSUserDefaults"], &["UserDefaults"]),
];

/// Categories that a library uses, by the symbols that it takes from the system.
pub(crate) fn of_symbols<'a>(outside: impl IntoIterator<Item = &'a String>) -> BTreeSet<String> {
    let functions: BTreeSet<&str> = outside.into_iter().filter_map(|symbol| function(symbol)).collect();
    used(|(_, listed, _)| listed.iter().any(|function| functions.contains(function)))
}

/// Categories that Swift's sources use.
pub(crate) fn of_sources(sources: &str) -> BTreeSet<String> {
    used(|(_, _, listed)| listed.iter().any(|name| sources.contains(name)))
}

fn used(is_used: impl Fn(&(&str, &[&str], &[&str])) -> bool) -> BTreeSet<String> {
    LISTED.iter().filter(|listed| is_used(listed)).map(|(category, ..)| format!("{CATEGORY}{category}")).collect()
}

/// The function of a symbol. On x86_64, some have an ending: `_fstat$INODE64`.
fn function(symbol: &str) -> Option<&str> {
    let name = symbol.strip_prefix('_')?;
    Some(name.strip_suffix("$INODE64").unwrap_or(name))
}

/// Categories that the manifest declares. It must name a reason for each, and neither tracking nor collected data.
pub(crate) fn declared(manifest: &[u8]) -> Result<BTreeSet<String>> {
    let manifest = Value::from_reader(std::io::Cursor::new(manifest))?;
    let manifest = manifest.as_dictionary().context("the privacy manifest is no dictionary")?;
    let is_tracking = manifest.get("NSPrivacyTracking").and_then(Value::as_boolean);
    ensure!(is_tracking == Some(false), "the privacy manifest does not say that nothing is tracked");
    for empty in ["NSPrivacyTrackingDomains", "NSPrivacyCollectedDataTypes"] {
        let list = manifest.get(empty).and_then(Value::as_array);
        ensure!(list.is_some_and(Vec::is_empty), "{empty} of the privacy manifest is not an empty list");
    }
    let apis = manifest.get("NSPrivacyAccessedAPITypes").and_then(Value::as_array);
    apis.context("the privacy manifest lists no APIs")?.iter().map(category).collect()
}

fn category(api: &Value) -> Result<String> {
    let api = api.as_dictionary().context("an API of the privacy manifest is no dictionary")?;
    let reasons = api.get("NSPrivacyAccessedAPITypeReasons").and_then(Value::as_array);
    ensure!(reasons.is_some_and(|reasons| !reasons.is_empty()), "an API of the privacy manifest has no reason");
    let category = api.get("NSPrivacyAccessedAPIType").and_then(Value::as_string);
    Ok(category.context("an API of the privacy manifest has no type")?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_functions_of_the_list_are_found() {
        let outside = ["_fstat$INODE64", "_mach_absolute_time", "_open"].map(str::to_owned);
        let found = ["FileTimestamp", "SystemBootTime"].map(|category| format!("{CATEGORY}{category}"));
        assert_eq!(of_symbols(&outside), found.into());
        assert_eq!(of_sources("ProcessInfo.processInfo.systemUptime").len(), 1);
    }

    #[test]
    fn a_manifest_without_an_answer_is_refused() {
        assert!(declared(b"<plist version=\"1.0\"><dict/></plist>").is_err());
    }
}
