//! The date of a bill, in the zone and the pattern of another program.

use super::{
    deviation::{Step, Table, row, table, values},
    input::{Bill, Candidates},
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
const USED: [i32; 39] = [
    420, 0, 480, 540, 330, 390, 60, 120, 180, 240, 300, 360, 600, 660, 720, 780, 840, -60, -120, -180, -240, -300,
    -360, -420, -480, -540, -600, -660, 210, 270, 345, 525, 570, 630, 765, 825, -150, -210, -570,
];
/// Those in which programs of this region run.
const LIKELY: usize = 6;

const ZONE: &str = "the digits of the date are written in this zone";
const ZONE_ELSEWHERE: &str = "the digits of the date are written in this zone, which is not Cambodia's: a clock or summer time may be off instead";
const ZONE_UNUSED: &str = "the digits of the date are off by this much, but no country uses this zone: look for a clock \
                           or a calculation that is off";
const DROPPED: &str = "the Z is dropped, and the date is read in this zone";
const DROPPED_UNUSED: &str = "the date is off as if its Z were dropped and it were read in this zone, but no country \
                              uses it: look for a clock or a calculation that is off";

/// Zones, and other points in time.
pub(crate) fn zones<'a>(bill: &Bill<'_>, candidates: &Candidates) -> Table<'a> {
    let right = bill.moment();
    let shifted = |seconds: i64| {
        let millis = right.instant.unix_millis().checked_add(seconds * 1000)?;
        Some(Moment { instant: Instant::from_unix_millis(millis), ..right })
    };
    let zone = |zone: SigningOffset, words: [&'static str; 2], [is_rare, is_rarely_read]: [bool; 2]| {
        let written = row("zone", zone.to_string(), words[0], Moment { offset: zone, ..right });
        let read = row("zone_dropped", zone.to_string(), words[1], shifted(-i64::from(zone.seconds())));
        let written = written.setting(Some(format!("signingOffset: \"{zone}\""))).alone(is_rare);
        let agreeing = right.offset.west_by(zone).map(|zone| format!("signingOffset: \"{zone}\""));
        [written, read.setting(agreeing).alone(is_rarely_read)]
    };
    let used: Vec<_> = USED.iter().map(|minutes| SigningOffset::from_seconds(minutes * 60)).collect();
    let (likely, others) = used.split_at(LIKELY);
    let of_used = |offset: &SigningOffset, is_rarely_read| {
        let words = if [0, 420].contains(&(offset.seconds() / 60)) { ZONE } else { ZONE_ELSEWHERE };
        zone(*offset, [words, DROPPED], [false, is_rarely_read])
    };
    let mut rows: Vec<_> = likely.iter().flat_map(|offset| of_used(offset, false)).collect();
    let due = bill.unsigned.due_date.map(|instant| Moment { instant, ..right });
    rows.push(row("due_date", "", "due_date is signed instead of date", due));
    for (with, seconds) in [("+1 h", 3600), ("-1 h", -3600)] {
        let off = "the date is an hour off: summer time is applied, or a clock is wrong";
        rows.push(row("hour_off", with, off, shifted(seconds)));
    }
    let second = Instant::from_unix_millis((right.instant.unix_millis() + 500).div_euclid(1000) * 1000);
    let rounded = Moment { instant: second, ..right };
    rows.push(row("date_rounded", "", "the seconds of the date are rounded: cut the milliseconds off", rounded));
    rows.extend(others.iter().flat_map(|offset| of_used(offset, true)));
    let unused = SigningOffset::whole_and_half_hours().filter(|offset| !used.contains(offset));
    rows.extend(unused.flat_map(|offset| zone(offset, [ZONE_UNUSED, DROPPED_UNUSED], [true; 2])));
    rows.extend(candidates.zones.iter().flat_map(|offset| zone(*offset, [ZONE, DROPPED], [false; 2])));
    values(&right, rows, Step::Zone)
}

/// Letters of Java's `DateTimeFormatter`, and `B` for a Buddhist year, `L` for a month that counts from zero, `U` and `V`
/// for seconds and milliseconds since 1970, `W` for the year of a week that begins on Sunday.
#[derive(Clone, Copy)]
pub(crate) struct DatePattern {
    letters: &'static str,
    in_utc: bool,
    /// The digit zero.
    zero: char,
}

const ISO: &str = "the date is signed as the text of the body: the pattern is yyyyMMddHHmmss";
const ISO_SECONDS: &str = "the date is signed as ISO text without milliseconds: the pattern is yyyyMMddHHmmss";
const MINUTES: &str = "minutes and months are mixed up as in this pattern: MM is the month, and mm the minute";
const ORDER: &str = "the digits of the date are in the order of this pattern: the right one is yyyyMMddHHmmss";
const PATTERN: &str = "the date is written by this pattern: the right one is yyyyMMddHHmmss";
const WEEK_YEAR: &str = "the year is that of the week, whose weeks begin so: write yyyy, not YYYY";

const ISO_FORMS: [&str; 2] = ["yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", "yyyy-MM-dd'T'HH:mm:ss'Z'"];

/// Pattern, name, sentence.
const PATTERNS: [(&str, &str, &str); 17] = [
    ("yyyyMMddhhmmss", "twelve_hours", "the hours are counted to twelve: the pattern has hh where HH is due"),
    ("yyyyMMddHHmmssSSS", "millis", "the digits of the date carry milliseconds"),
    ("yyyyMMdd", "date_only", "the date is signed as its eight digits of the day"),
    ("yyyyMMddHHmm", "seconds_missing", "the digits of the date end with the minutes"),
    ("yyyymmddHHMMss", "minutes_and_months", MINUTES),
    ("yyyyMMddHHMMss", "minutes_and_months", MINUTES),
    ("yyyymmddHHmmss", "minutes_and_months", MINUTES),
    ("U", "unix_seconds", "the date is signed as seconds since 1970"),
    ("V", "unix_millis", "the date is signed as milliseconds since 1970"),
    ("YYYYMMddHHmmss", "week_year", WEEK_YEAR),
    ("WWWWMMddHHmmss", "week_year", WEEK_YEAR),
    ("BBBBMMddHHmmss", "buddhist_year", "the year of the date is one of the Buddhist calendar"),
    ("yyyyLLddHHmmss", "month_from_zero", "the months are counted from zero, as getMonth() does: add one"),
    ("ddMMyyyyHHmmss", "date_order", ORDER),
    ("yyyyddMMHHmmss", "date_order", ORDER),
    ("MMddyyyyHHmmss", "date_order", ORDER),
    ("yyyyMdHms", "date_pattern", "numbers of one digit have no zero before them: pad them to two digits"),
];

/// Patterns whose name says nothing.
const OTHERS: [&str; 43] = [
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

/// The digit zero of scripts whose locales write numbers with it.
pub(crate) const SCRIPTS: [(&str, char); 7] = [
    ("Khmer", '\u{17e0}'),
    ("Thai", '\u{e50}'),
    ("Arabic", '\u{660}'),
    ("Persian", '\u{6f0}'),
    ("Burmese", '\u{1040}'),
    ("Devanagari", '\u{966}'),
    ("full width", '\u{ff10}'),
];

/// Digits of a script for those of ASCII.
pub(crate) fn in_script(text: &str, zero: char) -> String {
    let digit = |c: char| c.to_digit(10).and_then(|digit| char::from_u32(u32::from(zero) + digit)).unwrap_or(c);
    text.chars().map(digit).collect()
}

/// Patterns of the date.
pub(crate) fn patterns<'a>(own: SigningOffset) -> Table<'a> {
    // In UTC, the text of the body and the digits with a Z behind are the same.
    let is_utc = own == SigningOffset::UTC;
    let of = |letters: &'static str| DatePattern { letters, ..DatePattern::RIGHT };
    let in_utc = |letters| DatePattern { in_utc: !is_utc, ..of(letters) };
    let mut rows = vec![
        row("iso_text", "", ISO, in_utc(ISO_FORMS[0])),
        row("iso_text_seconds", "", ISO_SECONDS, in_utc(ISO_FORMS[1])),
    ];
    rows.extend(PATTERNS.map(|(letters, name, words)| {
        let with = match (name, letters) {
            ("minutes_and_months" | "date_order" | "date_pattern", _) => letters,
            ("week_year", "YYYYMMddHHmmss") => "Monday",
            ("week_year", _) => "Sunday",
            _ => "",
        };
        row(name, with, words, of(letters))
    }));
    let others = OTHERS.into_iter().filter(|letters| !(is_utc && ISO_FORMS.contains(letters)));
    rows.extend(others.map(|letters| row("date_pattern", letters, PATTERN, of(letters))));
    let digits = "the digits of the date are those of this script: format it in the locale ROOT";
    rows.extend(
        SCRIPTS.map(|(with, zero)| row("date_digits", with, digits, DatePattern { zero, ..DatePattern::RIGHT })),
    );
    table(rows, Step::Date)
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
