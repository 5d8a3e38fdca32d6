"""Instants: RFC 3339 text in, the body's date and the signature's digits out."""

import re
from datetime import datetime, timedelta

RFC_3339 = re.compile(
    r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)T(?P<hour>\d\d):(?P<minute>\d\d):(?P<second>\d\d)"
    r"(\.(?P<fraction>\d{1,3}))?(?P<offset>Z|[+-]\d\d:\d\d)"
)
CYCLE = 400  # The Gregorian calendar repeats after 400 years.
DAYS_OF_CYCLE = 146_097


class Instant:
    """A moment in UTC. The year is kept modulo 400 beside its cycle, because datetime knows no year 0."""

    def __init__(self, text):
        found = RFC_3339.fullmatch(text)
        year = int(found["year"])
        local = datetime(
            2000 + year % CYCLE,
            *(int(found[part]) for part in ("month", "day", "hour", "minute", "second")),
            int((found["fraction"] or "").ljust(6, "0")),
        )
        self.moment = local - offset(found["offset"])
        self.cycle = year // CYCLE

    def body(self, style="millis"):
        fraction = f".{self.moment.microsecond // 1000:03d}" if style == "millis" else ""
        return f"{self.year(self.moment):04d}-{self.moment:%m-%dT%H:%M:%S}{fraction}Z"

    def digits(self, zone):
        """`yyyyMMddHHmmss` at a fixed offset, truncated to the second."""
        local = self.moment + offset(zone)
        return f"{self.year(local):04d}{local:%m%d%H%M%S}"

    def unix_millis(self):
        """Milliseconds since 1970, below zero before."""
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
