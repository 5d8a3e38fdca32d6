"""Instants: parses RFC 3339 text, and writes the body's date and the signature's digits."""

import re
from datetime import datetime, timedelta

RFC_3339 = re.compile(
    r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)T(?P<hour>\d\d):(?P<minute>\d\d):(?P<second>\d\d)"
    r"(\.(?P<fraction>\d{1,3}))?(?P<offset>Z|[+-]\d\d:\d\d)"
)
CYCLE = 400  # The Gregorian calendar repeats after 400 years.
DAYS_OF_CYCLE = 146_097


class Instant:
    """An instant in UTC. The year is stored modulo 400 with its cycle, because datetime has no year 0."""

    def __init__(self, text):
        found = RFC_3339.fullmatch(text)
        year = int(found["year"])
        local = datetime(
            2000 + year % CYCLE,
            *(int(found[part]) for part in ("month", "day", "hour", "minute", "second")),
            int((found["fraction"] or "").ljust(6, "0")),
        )
        self.offset = offset(found["offset"])
        self.written_offset = found["offset"] if self.offset else "Z"
        self.moment = local - self.offset
        self.cycle = year // CYCLE

    def body(self, style="millis", zone="+00:00"):
        """Writes the date in the profile's dateStyle: in UTC with Z, with its own offset, or in `zone` without an
        offset.
        """
        kept, local = style.startswith("offset"), style.startswith("local") or style == "date"
        moment = self.moment + (self.offset if kept else offset(zone) if local else timedelta())
        text = f"{self.year(moment):04d}-{moment:%m-%d}"
        if style == "date":
            return text
        text += f"T{moment:%H:%M:%S}"
        if style.endswith("millis"):
            text += f".{moment.microsecond // 1000:03d}"
        if local:
            return text
        return text + (self.written_offset if kept else "Z")

    def formatted(self, date_format, zone):
        """Writes the date in a format of the letters yyyy, MM, dd, HH, mm and ss."""
        digits = self.digits(zone)
        text = date_format
        for letters, part in {
            "yyyy": digits[:4],
            "MM": digits[4:6],
            "dd": digits[6:8],
            "HH": digits[8:10],
            "mm": digits[10:12],
            "ss": digits[12:],
        }.items():
            text = text.replace(letters, part)
        return text

    def digits(self, zone):
        """Writes `yyyyMMddHHmmss` at a fixed offset, truncated to the second."""
        local = self.moment + offset(zone)
        return f"{self.year(local):04d}{local:%m%d%H%M%S}"

    def unix_millis(self):
        """Returns milliseconds since 1970, negative before."""
        days = DAYS_OF_CYCLE * (self.cycle - 2000 // CYCLE)
        return (self.moment - datetime(1970, 1, 1) + timedelta(days=days)) // timedelta(milliseconds=1)

    def year(self, moment):
        year = moment.year - 2000 + CYCLE * self.cycle
        if not 0 <= year <= 9999:
            raise AssertionError(f"year {year} has no four digits")
        return year


def offset(text):
    if text == "Z":
        return timedelta()
    size = timedelta(hours=int(text[1:3]), minutes=int(text[4:6]))
    return -size if text[0] == "-" else size
