//! The date of a bill, in the zone and the pattern of another program.

use super::{
    change::SCRIPTS,
    input::{Bill, Candidates},
    moment::{DatePattern, Moment},
    recipe::{Deviation, Row, Step, Table},
};
use crate::wire::{Instant, SigningOffset};

/// Minutes of the zones in use, the likeliest first.
const USED: &[i32] = &[
    420, 0, 480, 540, 330, 390, 60, 120, 180, 240, 300, 360, 600, 660, 720, 780, 840, -60, -120, -180, -240, -300,
    -360, -420, -480, -540, -600, -660, 210, 270, 345, 525, 570, 630, 765, 825, -150, -210, -570,
];
/// Those in which programs of this region run.
const LIKELY: usize = 6;
/// Seconds of Cambodia's zone.
const CAMBODIA: i32 = 420 * 60;

/// Zones, and other points in time.
pub(crate) fn zones<'a>(bill: &Bill<'_>, candidates: &Candidates) -> Table<'a> {
    let right = bill.moment();
    let mut table = Table::of(Step::Zone(right));
    let used: Vec<_> = USED.iter().map(|minutes| SigningOffset::from_seconds(minutes * 60)).collect();
    let (likely, others) = used.split_at_checked(LIKELY).unwrap_or_default();
    for offset in likely {
        let is_expected = [0, CAMBODIA].contains(&offset.seconds());
        zone(&mut table, right, *offset, if is_expected { "zone" } else { "zone_elsewhere" }, false);
        dropped(&mut table, right, *offset, "zone_dropped", false);
    }
    let due = bill.unsigned.due_date.map(|instant| Step::Zone(Moment { instant, ..right }));
    table.add("due_date", "", due);
    table.add("hour_off", "+1 h", shifted(right, 3600).map(Step::Zone));
    table.add("hour_off", "-1 h", shifted(right, -3600).map(Step::Zone));
    let second = Instant::from_unix_millis((right.instant.unix_millis() + 500).div_euclid(1000) * 1000);
    table.add("date_rounded", "", Some(Step::Zone(Moment { instant: second, ..right })));
    for offset in others {
        zone(&mut table, right, *offset, "zone_elsewhere", false);
    }
    for offset in others {
        dropped(&mut table, right, *offset, "zone_dropped", false);
    }
    for offset in SigningOffset::whole_and_half_hours().filter(|offset| !used.contains(offset)) {
        zone(&mut table, right, offset, "zone_unused", false);
        dropped(&mut table, right, offset, "zone_dropped_unused", false);
    }
    for offset in &candidates.zones {
        zone(&mut table, right, *offset, "zone", true);
        dropped(&mut table, right, *offset, "zone_dropped", true);
    }
    table
}

/// Adds the digits in another zone.
fn zone(table: &mut Table<'_>, right: Moment, offset: SigningOffset, about: &'static str, is_usual: bool) {
    let zone = Deviation::new("zone", &offset.to_string(), Step::Zone(Moment { offset, ..right }));
    table.push(Some(Deviation { about, is_usual, setting: setting(Some(offset)), ..zone }));
}

/// Adds the date read in another zone.
fn dropped(table: &mut Table<'_>, right: Moment, offset: SigningOffset, about: &'static str, is_usual: bool) {
    let step = shifted(right, -i64::from(offset.seconds())).map(Step::Zone);
    let dropped = step.map(|step| Deviation::new("zone_dropped", &offset.to_string(), step));
    let setting = setting(right.offset.west_by(offset));
    table.push(dropped.map(|dropped| Deviation { about, is_usual, setting, ..dropped }));
}

fn setting(offset: Option<SigningOffset>) -> Option<String> {
    offset.map(|offset| format!("signingOffset: \"{offset}\""))
}

fn shifted(right: Moment, seconds: i64) -> Option<Moment> {
    let millis = right.instant.unix_millis().checked_add(seconds * 1000)?;
    Some(Moment { instant: Instant::from_unix_millis(millis), ..right })
}

const ISO_FORMS: [&str; 2] = ["yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", "yyyy-MM-dd'T'HH:mm:ss'Z'"];

/// Patterns, which are `with` where they are empty.
const PATTERNS: &[Row<&str>] = &[
    ("twelve_hours", &[""], "yyyyMMddhhmmss"),
    ("millis", &[""], "yyyyMMddHHmmssSSS"),
    ("date_only", &[""], "yyyyMMdd"),
    ("seconds_missing", &[""], "yyyyMMddHHmm"),
    ("minutes_and_months", &["yyyymmddHHMMss", "yyyyMMddHHMMss", "yyyymmddHHmmss"], ""),
    ("unix_seconds", &[""], "U"),
    ("unix_millis", &[""], "V"),
    ("week_year", &["Monday"], "YYYYMMddHHmmss"),
    ("week_year", &["Sunday"], "WWWWMMddHHmmss"),
    ("buddhist_year", &[""], "BBBBMMddHHmmss"),
    ("month_from_zero", &[""], "yyyyLLddHHmmss"),
    ("date_order", &["ddMMyyyyHHmmss", "yyyyddMMHHmmss", "MMddyyyyHHmmss"], ""),
];

/// Patterns whose name says nothing.
const OTHERS: &[&str] = &[
    "yyyyMdHms",
    "yyyy-MM-dd HH:mm:ss",
    "yyyy-MM-dd'T'HH:mm:ss",
    "yyyy-MM-dd'T'HH:mm:ssxxx",
    "yyyy-MM-dd'T'HH:mm:ss.SSSxxx",
    "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'",
    "yyyy-MM-dd'T'HH:mm:ss'Z'",
    "yyyy-MM-dd'T'HH:mm:ss.SSS",
    "yyyy-MM-dd HH:mm:ss.SSS",
    "yyyy-MM-dd HH:mm:ssxxx",
    "yyyy-MM-dd HH:mm:ss.SSSSSSxxx",
    "yyyy-MM-dd'T'HH:mm:ss.SSSSSSxxx",
    "yyyy-MM-dd'T'HH:mm:ssxx",
    "yyyy-MM-dd",
    "yyMMddHHmmss",
    "yyyyMMDDHHmmss",
    "YYYYMMDDHHmmss",
    "yyyyMMddkkmmss",
    "yyyyMMddKKmmss",
    "yyyyMMddHHmmSS",
    "yyyyMMddHHmm00",
    "yyyyMMdd000000",
    "yyyyMMdd235959",
    "yyyyMMddHH",
    "HHmmss",
    "yyyyMMddHHmmssSS",
    "yyyyMMddHHmmssSSSSSS",
    "yyyyMMddHHmmss.SSS",
    "yyyyMMddHHmmss'Z'",
    "yyyyMMddHHmmssxx",
    "yyyyMMdd'T'HHmmss",
    "yyyyMMdd'T'HHmmss'Z'",
    "yyyyMMdd HHmmss",
    "yyyyMMdd_HHmmss",
    "yyyyMMdd-HHmmss",
    "yyyyMMddHH:mm:ss",
    "yyyy/MM/dd HH:mm:ss",
    "dd/MM/yyyy HH:mm:ss",
    "MM/dd/yyyy HH:mm:ss",
    "dd-MM-yyyy HH:mm:ss",
    "dd/MM/yyyy",
    "M/d/yyyy, h:mm:ss a",
    "EEE, dd MMM yyyy HH:mm:ss 'GMT'",
    "EEE MMM dd yyyy HH:mm:ss 'GMT'xx",
];

/// Patterns of the date.
pub(crate) fn patterns<'a>(own: SigningOffset) -> Table<'a> {
    let mut table = Table::of(Step::Date(DatePattern::RIGHT));
    let of = |letters, in_utc, zero| Some(Step::Date(DatePattern { letters, in_utc, zero }));
    // In UTC, the text of the body and the digits with a Z behind are the same.
    let is_utc = own == SigningOffset::UTC;
    table.add("iso_text", "", of(ISO_FORMS[0], !is_utc, '0'));
    table.add("iso_text_seconds", "", of(ISO_FORMS[1], !is_utc, '0'));
    table.rows(PATTERNS, |letters, with| of(if letters.is_empty() { with } else { letters }, false, '0'));
    for (script, zero) in SCRIPTS {
        table.add("date_digits", script, of(DatePattern::RIGHT.letters, false, *zero));
    }
    let is_iso = |letters: &str| is_utc && ISO_FORMS.contains(&letters);
    table.rows(&[("date_pattern", OTHERS, ())], |(), letters| of(letters, false, '0').filter(|_| !is_iso(letters)));
    table
}
