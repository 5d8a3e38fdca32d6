//! The date of a bill, in the zone and the pattern of another program.

use super::{
    change::{SCRIPTS, in_script},
    input::{Bill, Candidates},
    recipe::{Deviation, Row, Step, Table},
};
use crate::wire::{Instant, SigningOffset};
use chrono::{Datelike, Days, NaiveDateTime, Timelike};

/// A point in time, and the zone in which it is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Moment {
    pub(crate) instant: Instant,
    pub(crate) offset: SigningOffset,
}

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

/// Letters of Java's `DateTimeFormatter`, and `B` for a Buddhist year, `L` for a month that counts from zero, `U` and
/// `V` for seconds and milliseconds since 1970, `W` for the year of a week that begins on Sunday.
#[derive(Clone, Copy)]
pub(crate) struct DatePattern {
    letters: &'static str,
    in_utc: bool,
    /// The digit zero.
    zero: char,
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

const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

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

impl DatePattern {
    pub(crate) const RIGHT: DatePattern = DatePattern { letters: "yyyyMMddHHmmss", in_utc: false, zero: '0' };

    /// The text of a date; none if it cannot be written this way.
    pub(crate) fn of(self, moment: Moment) -> Option<String> {
        let zone = if self.in_utc { SigningOffset::UTC } else { moment.offset };
        let (local, mut text) = (moment.instant.local(zone)?, String::with_capacity(40));
        for (place, letters) in self.letters.split('\'').enumerate() {
            if place % 2 == 1 {
                text.push_str(letters);
                continue;
            }
            for run in letters.as_bytes().chunk_by(|one, next| one == next) {
                let letter = run.first().copied().unwrap_or_default();
                text.push_str(&piece(char::from(letter), run.len(), &local, moment)?);
            }
        }
        Some(if self.zero == '0' { text } else { in_script(&text, self.zero) })
    }
}

/// The text of letters of a pattern; none if a year has no four digits.
fn piece(letter: char, width: usize, local: &NaiveDateTime, moment: Moment) -> Option<String> {
    let padded = |number: u32| Some(format!("{number:0width$}"));
    let year = |year: i32| (0..=9999).contains(&year).then(|| format!("{year:0width$}"));
    let millis = moment.instant.unix_millis();
    match letter {
        'y' if width == 2 => padded(local.year().unsigned_abs() % 100),
        'y' => year(local.year()),
        'Y' => year(local.iso_week().year()),
        'W' => {
            let to_saturday = 6 - u64::from(local.weekday().num_days_from_sunday());
            year(local.checked_add_days(Days::new(to_saturday))?.year())
        }
        'B' => year(local.year() + 543),
        'M' if width == 3 => MONTHS.get(local.month0() as usize).map(|name| (*name).into()),
        'M' => padded(local.month()),
        'L' => padded(local.month0()),
        'd' => padded(local.day()),
        'D' => padded(local.ordinal()),
        'E' => DAYS.get(local.weekday().num_days_from_monday() as usize).map(|name| (*name).into()),
        'H' => padded(local.hour()),
        'h' => padded(local.hour12().1),
        'K' => padded(local.hour() % 12),
        'k' => padded((local.hour() + 23) % 24 + 1),
        'm' => padded(local.minute()),
        's' => padded(local.second()),
        'S' => Some(format!("{:03}000", millis.rem_euclid(1000)).chars().take(width).collect()),
        'a' => Some(if local.hour() < 12 { "AM" } else { "PM" }.into()),
        'x' if width == 2 => Some(moment.offset.to_string().replace(':', "")),
        'x' => Some(moment.offset.to_string()),
        'U' => Some(millis.div_euclid(1000).to_string()),
        'V' => Some(millis.to_string()),
        other => Some(other.to_string().repeat(width)),
    }
}
