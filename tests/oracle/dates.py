"""Cases of dates.json: texts that services write as `tran_date`, and the instants that they mean.

Each text is written from a datetime, and the instant is computed from the same datetime.
"""

from datetime import UTC, datetime, timedelta, timezone
from itertools import chain, product

from samples import KHMER

ABOUT = (
    "A received tran_date, the offset of a date without one, and whether a date may put the day first. unix_ms is the "
    "instant in milliseconds since 1970: of a date alone the start of its day; null if it cannot be read."
)
MOMENT = datetime(2019, 1, 20, 8, 5, 9)
YEAR_FIRST = {"dashes": "%Y-%m-%d", "slashes": "%Y/%m/%d", "dots": "%Y.%m.%d", "compact": "%Y%m%d"}
DAY_FIRST = {"day-slashes": "%d/%m/%Y", "day-dashes": "%d-%m-%Y", "day-dots": "%d.%m.%Y"}
TIMES = {"t": "T%H:%M:%S", "space": " %H:%M:%S", "minutes": " %H:%M", "compact": "T%H%M%S"}
ZONES = {
    "none": "",
    "z": "Z",
    "utc": " UTC",
    "colon": "+07:00",
    "digits": "+0700",
    "hours": "+07",
    "space": " +0700",
    "west": "-03:30",
}
OFFSETS = {"": None, "Z": 0, "UTC": 0, "+07:00": 420, "+0700": 420, "+07": 420, "-03:30": -210}
FRACTIONS = {
    "1": (".5", 500),
    "3": (".123", 123),
    "7": (".1239999", 123),
    "9": (".000999999", 0),
    "comma": (",25", 250),
}
# Neither the interface nor the profile says what these mean.
UNREADABLE = {
    "word": "yesterday",
    "khmer": KHMER,
    "month-name": "20 Jan 2019 08:00:00",
    "rfc-2822": "Sun, 20 Jan 2019 08:00:00 +0700",
    "twelve-hours": "2019-01-20 08:00:00 AM",
    "month-first": "01/20/2019 08:00:00",
    "two-digit-year": "20/01/19",
    "one-digit-day": "2019-01-2",
    "one-digit-hour": "2019-01-20 8:00:00",
    "two-separators": "2019-01/20",
    "no-separator": "2019-01-20x08:00:00",
    "hour-alone": "2019-01-20 08",
    "colon-behind": "2019-01-20 08:00:",
    "month-13": "2019-13-20",
    "february-29": "2019-02-29",
    "day-0": "2019-01-00",
    "hour-24": "2019-01-20 24:00:00",
    "minute-60": "2019-01-20 08:60:00",
    "second-60": "2019-01-20 08:00:60",
    "fraction-empty": "2019-01-20 08:00:00.",
    "fraction-of-a-minute": "2019-01-20 08:00.5",
    "zone-24": "2019-01-20 08:00:00+24:00",
    "zone-minute-60": "2019-01-20 08:00:00+07:60",
    "zone-open": "2019-01-20 08:00:00+07:",
    "zone-one-digit": "2019-01-20 08:00:00+7",
    "zone-name": "2019-01-20 08:00:00 ICT",
    "zone-twice": "2019-01-20 08:00:00+07:00+07:00",
    "zone-of-a-day": "2019-01-20Z",
    "space-behind": "2019-01-20 08:00:00 ",
    "space-before": " 2019-01-20 08:00:00",
    "day-and-space": "2019-01-20 ",
    "compact-day-first": "20012019",
    "compact-day-first-time": "20012019080000",
    "compact-minutes": "201901200800",
    "digits-9": "154794600",
    "digits-11": "15479460000",
    "digits-12": "154794600000",
    "microseconds": "1547946000000000",
    "seconds-below-zero": "-1547946000",
    "seconds-exponent": "1.547946e9",
    "seconds-with-zone": "1547946000Z",
    "arabic-digits": "٢٠١٩-٠١-٢٠",
}


def cases():
    return chain(zones(), fractions(), days(), numbers(), calendar(), unreadable())


def instant(local, minutes, millis=0):
    """Returns milliseconds since 1970 of a local time at an offset of so many minutes."""
    moment = local.replace(tzinfo=timezone(timedelta(minutes=minutes)))
    return (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1) + millis


def case(name, text, unix_ms, assumed="+07:00", day_first=False):
    return {
        "id": f"dates/{name}",
        "text": text,
        "assumed_offset": assumed,
        "day_first": day_first,
        "unix_ms": unix_ms,
    }


def zones():
    for (date, date_format), (time, time_format), (zone, suffix) in product(
        (YEAR_FIRST | DAY_FIRST).items(), TIMES.items(), ZONES.items()
    ):
        local = MOMENT.replace(second=0) if time == "minutes" else MOMENT
        minutes = OFFSETS[suffix.strip()]
        text = MOMENT.strftime(date_format + time_format) + suffix
        meant = instant(local, 420 if minutes is None else minutes)
        name = f"{date}-{time}-{zone}"
        if date in DAY_FIRST:
            yield case(f"{name}-allowed", text, meant, day_first=True)
            yield case(name, text, None)
        else:
            yield case(name, text, meant)
    for assumed, minutes in {"+00:00": 0, "-09:30": -570, "+14:00": 840}.items():
        yield case(f"assumed-{assumed}", f"{MOMENT:%Y-%m-%d %H:%M:%S}", instant(MOMENT, minutes), assumed)
        yield case(f"assumed-{assumed}-named", f"{MOMENT:%Y-%m-%dT%H:%M:%S}Z", instant(MOMENT, 0), assumed)
    yield case("small-letters", f"{MOMENT:%Y-%m-%dt%H:%M:%S}z", instant(MOMENT, 0))
    yield case("year-first-whatever-the-setting", f"{MOMENT:%Y-%m-%d}", day(420), day_first=True)


def fractions():
    for name, (fraction, millis) in FRACTIONS.items():
        for form, date_format in {"t": "%Y-%m-%dT%H:%M:%S", "digits": "%Y%m%d%H%M%S"}.items():
            for zone in ["", "+0700", "Z"]:
                minutes = 0 if zone == "Z" else 420
                text = MOMENT.strftime(date_format) + fraction + zone
                yield case(f"fraction-{name}-{form}{zone}", text, instant(MOMENT, minutes, millis))


def day(minutes):
    return instant(MOMENT.replace(hour=0, minute=0, second=0), minutes)


def days():
    for name, date_format in (YEAR_FIRST | DAY_FIRST).items():
        text = MOMENT.strftime(date_format)
        for assumed, minutes in {"+00:00": 0, "+07:00": 420, "-03:30": -210}.items():
            meant = day(minutes)
            yield case(f"day-alone-{name}{assumed}", text, meant, assumed, day_first=name in DAY_FIRST)
        if name in DAY_FIRST:
            yield case(f"day-alone-{name}", text, None)
    yield case("compact-digits", f"{MOMENT:%Y%m%d%H%M%S}", instant(MOMENT, 420))


def numbers():
    """Seconds and milliseconds since 1970 need no zone."""
    for moment in [MOMENT, datetime(2001, 9, 9, 1, 46, 40), datetime(2026, 11, 28, 23, 59, 59)]:
        millis = instant(moment, 0)
        name = f"{moment:%Y}"
        yield case(f"seconds-{name}", str(millis // 1000), millis)
        yield case(f"milliseconds-{name}", str(millis + 7), millis + 7)
        yield case(f"seconds-with-a-fraction-{name}", f"{millis // 1000}.123456789", millis + 123)
        yield case(f"milliseconds-with-a-fraction-{name}", f"{millis}.0", millis, "-03:30")


def calendar():
    for local in [
        datetime(2000, 2, 29, 23, 59, 59),
        datetime(2024, 2, 29),
        datetime(1999, 12, 31, 23, 59, 59),
        datetime(1900, 1, 1),
        datetime(9999, 12, 31),
    ]:
        yield case(f"calendar-{local:%Y-%m-%d}", f"{local:%Y-%m-%d %H:%M:%S}", instant(local, 420))


def unreadable():
    for name, text in UNREADABLE.items():
        yield case(f"unreadable-{name}", text, None)
        yield case(f"unreadable-{name}-day-first", text, None, day_first=True)
