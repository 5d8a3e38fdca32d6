"""Computes the hash of a bill with every deviation, and with every two of different steps.

A deviation is (mistake, with, change); with may be None. Each step has a table of deviations, the likeliest
first, and a place of a table is None if the bill does not know the deviation or if it changes nothing. The
usual deviations are the first ones of each table, and the candidates; two usual ones make a pair. A pair's
place is the sum of its two places.
"""

import base64
import binascii
import calendar
import codecs
import hashlib
import hmac
import html
import itertools
import json
import re
import string
import struct
import unicodedata
import urllib.parse
from datetime import timedelta
from functools import lru_cache, partial

from decimals import plain, product
from instants import Instant, offset
from json_text import compact, quoted
from request_bodies import SETTLEMENT, in_order, settlement
from signature import signing_string

FIELDS = ["ref_id", "date", "currency", "total_amount", "customer_sync_code", "settlement_to"]
CODES = ["ref_id", "customer_sync_code", "settlement_to"]
NO_CANDIDATES = {"zones": [], "separators": [], "destinations": []}
# How many deviations of a table are usual.
USUAL = 30
STEPS = ["zone", "date", "amount", "currency", "codes", "join", "encoding", "key", "method", "output"]


def right_digest(bill, key, signing_offset):
    return hmac.digest(key.encode(), signing_string(bill, signing_offset).encode(), "sha512")


def written(digest):
    return base64.b64encode(digest).decode()


class Oracle:
    """All hashes of a bill, right and wrong."""

    def __init__(self, bill, key, signing_offset, candidates=None):
        self.bill, self.key, self.signing_offset = bill, key, signing_offset
        self.candidates = {**NO_CANDIDATES, **(candidates or {})}
        self.right = right_digest(bill, key, signing_offset)
        known = lambda right, rows: list(changing(right, rows))
        instant, amount, currency = Instant(bill["date"]), str(bill["total_amount"]), bill["currency"]
        self.start = {
            "zone": (instant, signing_offset),
            "date": digits,
            "amount": amount,
            "currency": currency,
            "codes": tuple(bill[code] for code in CODES),
            "join": "".join,
            "encoding": str.encode,
            "key": key.encode(),
            "method": lambda key, text: hmac.digest(key, text, "sha512"),
            "output": written,
        }
        self.tables = {
            "zone": known(moment_key(self.start["zone"]), zones(self, instant)),
            "date": list(dates(signing_offset)),
            "amount": known(amount, amounts(bill)),
            "currency": known(currency, currencies(currency)),
            "codes": known(self.start["codes"], codes(self)),
            "join": list(joins(self)),
            "encoding": list(encodings()),
            "key": known(key.encode(), keys(key)),
            "method": list(methods()),
            "output": list(outputs()),
        }

    def digest(self, *deviations):
        """The digest under some deviations, each (step, change); None if this bill cannot have them."""
        steps = dict(self.start)
        steps.update(deviations)
        names = [step for step, _ in deviations]
        key, encode = steps["key"], steps["encoding"]
        if isinstance(encode, Both):
            if "key" in names:
                return None
            key, encode = encode(self.key), encode
        date = steps["date"](*steps["zone"])
        if None in (date, steps["amount"]):
            return None
        ref_id, customer, destination = steps["codes"]
        text = steps["join"]([ref_id, date, steps["currency"], steps["amount"], customer, destination])
        return None if text is None else steps["method"](key, encode(text))

    def rows(self, step):
        """(place, mistake, with, change) of a table."""
        return ((place, *row[:3]) for place, row in enumerate(self.tables[step]) if row is not None)

    def is_usual(self, step, place):
        """Whether the deviation is one of a pair. A candidate has a fourth member."""
        before = [row for row in self.tables[step][:place] if row is not None]
        return len(before) < USUAL or len(self.tables[step][place]) > 3

    def singles(self):
        """{(mistake, with): output} of each deviation alone; None if this bill cannot have it."""
        found = {}
        for step in STEPS[:-1]:
            for _, mistake, given, change in self.rows(step):
                digest = self.digest((step, change))
                found.setdefault((mistake, given), digest and written(digest))
        return found | {
            (mistake, given): write(self.right) for _, mistake, given, write in self.rows("output")
        }

    def output(self, *deviations):
        """The output of some deviations, each (mistake, with); None if this bill cannot have them."""
        rows = {
            (mistake, given): (step, change)
            for step in reversed(STEPS)
            for _, mistake, given, change in self.rows(step)
        }
        if any(deviation not in rows for deviation in deviations):
            return None
        steps = [rows[deviation] for deviation in deviations]
        digest = self.digest(*(one for one in steps if one[0] != "output"))
        return digest and dict(steps).get("output", written)(digest)

    def causes(self, observed):
        """The fewest deviations that produce an observed hash, the likeliest first: each a tuple of (mistake, with)."""
        if observed == written(self.right):
            return []
        found = self.ones().get(observed) or self.with_outputs().get(observed)
        if not found and len(observed) in [88, 64, 44, 28]:
            found = self.pairs().get(observed)
        return [names for _, names in sorted(found or [], key=lambda one: one[0])]

    @lru_cache
    def digests(self):
        """[(order, deviation, digest)] of each deviation that gives a hash."""
        rows = (
            ((place, at), (mistake, given), self.digest((step, change)))
            for at, step in enumerate(STEPS[:-1])
            for place, mistake, given, change in self.rows(step)
        )
        return [row for row in rows if row[2] is not None]

    @lru_cache
    def ones(self):
        """{output: [(place, one deviation)]}."""
        found = {}
        for order, name, digest in self.digests():
            found.setdefault(written(digest), []).append((order, [name]))
        for place, mistake, given, write in self.rows("output"):
            found.setdefault(write(self.right), []).append(((place, len(STEPS)), [(mistake, given)]))
        return found

    @lru_cache
    def with_outputs(self):
        """{output: [(place, one deviation and an output)]}."""
        found = {}
        for (place, at), name, digest in self.digests():
            for behind, mistake, given, write in self.rows("output"):
                order = (place + behind, place, at, behind)
                found.setdefault(write(digest), []).append((order, [name, (mistake, given)]))
        return found

    @lru_cache
    def pairs(self):
        """{output: [(place, two deviations)]}."""
        found = {}
        paired = {
            step: [row for row in self.rows(step) if self.is_usual(step, row[0])] for step in STEPS[:-1]
        }
        for step, second in itertools.combinations(STEPS[:-1], 2):
            for place, mistake, given, change in paired[step]:
                for behind, name, detail, other in paired[second]:
                    digest = self.digest((step, change), (second, other))
                    if digest is not None:
                        pair = [(mistake, given), (name, detail)]
                        order = (place + behind, STEPS.index(step), place, STEPS.index(second))
                        found.setdefault(written(digest), []).append((order, pair))
        return found


@lru_cache(maxsize=64)
def known_oracle(text):
    return Oracle(*json.loads(text))


def oracle(bill, key, signing_offset, candidates=None):
    """The same for the same bill: its pairs are many."""
    return known_oracle(json.dumps([bill, key, signing_offset, candidates]))


class Both:
    """An encoding of text and key."""

    def __init__(self, codec):
        self.codec = codec

    def __call__(self, text):
        return text.encode(self.codec)


def moment_key(moment):
    instant, zone = moment
    return instant.unix_millis(), offset(zone)


def changing(right, rows):
    """Rows whose value is neither the right one nor one that their name had before."""
    seen = set()
    for row in rows:
        value = row[2]
        compared = moment_key(value) if isinstance(value, tuple) and isinstance(value[0], Instant) else value
        is_new = value is not None and compared != right and (row[0], compared) not in seen
        seen.add((row[0], compared))
        yield row if is_new else None


# The date.

LIKELY_ZONES = "+07:00 +00:00 +08:00 +09:00 +05:30 +06:30".split()
OTHER_ZONES = (
    "+01:00 +02:00 +03:00 +04:00 +05:00 +06:00 +10:00 +11:00 +12:00 +13:00 +14:00 -01:00 -02:00 -03:00 -04:00 -05:00 "
    "-06:00 -07:00 -08:00 -09:00 -10:00 -11:00 +03:30 +04:30 +05:45 +08:45 +09:30 +10:30 +12:45 +13:45 -02:30 -03:30 "
    "-09:30"
).split()
ZONES = [
    f"{'-' if half < 0 else '+'}{abs(half) // 2:02d}:{abs(half) % 2 * 30:02d}" for half in range(-24, 29)
]


def zones(self, instant):
    own = self.signing_offset
    moved = lambda delta: (shifted(instant, delta), own)
    both = lambda zone: (("zone", zone, (instant, zone)), ("zone_dropped", zone, moved(-offset(zone))))
    for zone in LIKELY_ZONES:
        yield from both(zone)
    yield "due_date", None, (Instant(self.bill["due_date"]), own) if "due_date" in self.bill else None
    yield "hour_off", "+1 h", moved(timedelta(hours=1))
    yield "hour_off", "-1 h", moved(timedelta(hours=-1))
    fraction = instant.unix_millis() % 1000
    up = 1000 - fraction if fraction >= 500 else -fraction
    yield "date_rounded", None, moved(timedelta(milliseconds=up))
    others = [both(zone) for zone in OTHER_ZONES]
    yield from (written_there for written_there, _ in others)
    yield from (read_there for _, read_there in others)
    for zone in ZONES:
        if zone not in LIKELY_ZONES + OTHER_ZONES:
            yield from both(zone)
    for zone in self.candidates["zones"]:
        yield from ((*row, "candidate") for row in both(zone))


def shifted(instant, delta):
    other = Instant("2000-01-01T00:00:00Z")
    other.moment, other.cycle = instant.moment + delta, instant.cycle
    return other


def local(instant, zone):
    """Year and the rest of the local time; None if the year has no four digits."""
    moment = instant.moment + offset(zone)
    year = moment.year - 2000 + 400 * instant.cycle
    return (year, moment) if 0 <= year <= 9999 else None


def by_letters(pattern, in_utc=False):
    """Writes a date by a pattern of Java's letters."""

    def write(instant, zone):
        found = local(instant, "+00:00" if in_utc else zone)
        if found is None:
            return None
        pieces = re.finditer(r"'([^']*)'|(([A-Za-z])\3*)|(.)", pattern)
        texts = [
            letters(run, instant, zone, *found) if run else quoted or other
            for quoted, run, _, other in (piece.groups() for piece in pieces)
        ]
        return None if None in texts else "".join(texts)

    return write


def letters(run, instant, zone, year, moment):
    letter, width = run[0], len(run)
    # The weeks of a cycle of 400 years repeat.
    shift = year - moment.year
    week_year = moment.isocalendar()[0] + shift
    sunday_year = (moment + timedelta(days=(5 - moment.weekday()) % 7)).year + shift
    years = {"y": year, "Y": week_year, "W": sunday_year, "B": year + 543}
    if run == "yy":
        return f"{year % 100:02d}"
    if letter in years:
        return f"{years[letter]:0{width}d}" if 0 <= years[letter] <= 9999 else None
    if run == "MMM":
        return calendar.month_abbr[moment.month]
    if letter == "E":
        return calendar.day_abbr[moment.weekday()]
    if letter == "a":
        return "AM" if moment.hour < 12 else "PM"
    if letter == "x":
        colon = ":" if width == 3 else ""
        return f"{zone[:3]}{colon}{zone[4:]}"
    millis = instant.unix_millis()
    if letter in "UV":
        return str(millis // 1000 if letter == "U" else millis)
    if letter == "S":
        return f"{millis % 1000:03d}000"[:width]
    numbers = {
        "M": moment.month,
        "L": moment.month - 1,
        "d": moment.day,
        "D": moment.timetuple().tm_yday,
        "H": moment.hour,
        "h": moment.hour % 12 or 12,
        "K": moment.hour % 12,
        "k": moment.hour or 24,
        "m": moment.minute,
        "s": moment.second,
    }
    return f"{numbers[letter]:0{width}d}"


digits = by_letters("yyyyMMddHHmmss")
SCRIPTS = {
    "Khmer": "KHMER",
    "Thai": "THAI",
    "Arabic": "ARABIC-INDIC",
    "Persian": "EXTENDED ARABIC-INDIC",
    "Burmese": "MYANMAR",
    "Devanagari": "DEVANAGARI",
    "full width": "FULLWIDTH",
}


def in_script(text, script):
    names = "ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE".split()
    table = {str(at): unicodedata.lookup(f"{SCRIPTS[script]} DIGIT {name}") for at, name in enumerate(names)}
    return text.translate(str.maketrans(table))


ISO = ["yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", "yyyy-MM-dd'T'HH:mm:ss'Z'"]
PATTERNS = """\
yyyy-MM-dd HH:mm:ss
yyyy-MM-dd'T'HH:mm:ss
yyyy-MM-dd'T'HH:mm:ssxxx
yyyy-MM-dd'T'HH:mm:ss.SSSxxx
yyyy-MM-dd'T'HH:mm:ss.SSS'Z'
yyyy-MM-dd'T'HH:mm:ss'Z'
yyyy-MM-dd'T'HH:mm:ss.SSS
yyyy-MM-dd HH:mm:ss.SSS
yyyy-MM-dd HH:mm:ssxxx
yyyy-MM-dd HH:mm:ss.SSSSSSxxx
yyyy-MM-dd'T'HH:mm:ss.SSSSSSxxx
yyyy-MM-dd'T'HH:mm:ssxx
yyyy-MM-dd
yyMMddHHmmss
yyyyMMDDHHmmss
YYYYMMDDHHmmss
yyyyMMddkkmmss
yyyyMMddKKmmss
yyyyMMddHHmmSS
yyyyMMddHHmm00
yyyyMMdd000000
yyyyMMdd235959
yyyyMMddHH
HHmmss
yyyyMMddHHmmssSS
yyyyMMddHHmmssSSSSSS
yyyyMMddHHmmss.SSS
yyyyMMddHHmmss'Z'
yyyyMMddHHmmssxx
yyyyMMdd'T'HHmmss
yyyyMMdd'T'HHmmss'Z'
yyyyMMdd HHmmss
yyyyMMdd_HHmmss
yyyyMMdd-HHmmss
yyyyMMddHH:mm:ss
yyyy/MM/dd HH:mm:ss
dd/MM/yyyy HH:mm:ss
MM/dd/yyyy HH:mm:ss
dd-MM-yyyy HH:mm:ss
dd/MM/yyyy
M/d/yyyy, h:mm:ss a
EEE, dd MMM yyyy HH:mm:ss 'GMT'
EEE MMM dd yyyy HH:mm:ss 'GMT'xx""".split("\n")


def dates(signing_offset):
    in_utc = offset(signing_offset) != timedelta()
    yield "iso_text", None, by_letters(ISO[0], in_utc)
    yield "iso_text_seconds", None, by_letters(ISO[1], in_utc)
    yield "twelve_hours", None, by_letters("yyyyMMddhhmmss")
    yield "millis", None, by_letters("yyyyMMddHHmmssSSS")
    yield "date_only", None, by_letters("yyyyMMdd")
    yield "seconds_missing", None, by_letters("yyyyMMddHHmm")
    for pattern in ["yyyymmddHHMMss", "yyyyMMddHHMMss", "yyyymmddHHmmss"]:
        yield "minutes_and_months", pattern, by_letters(pattern)
    yield "unix_seconds", None, by_letters("U")
    yield "unix_millis", None, by_letters("V")
    yield "week_year", "Monday", by_letters("YYYYMMddHHmmss")
    yield "week_year", "Sunday", by_letters("WWWWMMddHHmmss")
    yield "buddhist_year", None, by_letters("BBBBMMddHHmmss")
    yield "month_from_zero", None, by_letters("yyyyLLddHHmmss")
    for pattern in ["ddMMyyyyHHmmss", "yyyyddMMHHmmss", "MMddyyyyHHmmss"]:
        yield "date_order", pattern, by_letters(pattern)
    for script in SCRIPTS:
        yield "date_digits", script, scripted(script)
    for pattern in ["yyyyMdHms", *PATTERNS]:
        yield ("date_pattern", pattern, by_letters(pattern)) if in_utc or pattern not in ISO else None


def scripted(script):
    def write(instant, zone):
        text = digits(instant, zone)
        return text and in_script(text, script)

    return write


# The amount and the currency.

AMOUNT_FORMS = (
    "1,234.00|1.234|1.234,00|1 234|1 234,00|1\u00a0234|1\u202f234|1'234|1_234|1234,00|1234 ¤|¤ 1234|1234¤|¤1234|"
    "1,234 ¤|1234៛|$1234|+1234"
).split("|")


def amounts(bill):
    amount, text = bill["total_amount"], str(bill["total_amount"])
    in_64_bits = lambda other: str(other) if other < 2**63 else None
    yield "amount_decimals", "2", f"{amount}.00"
    yield "amount_decimals", "1", f"{amount}.0"
    yield "amount_thousands", None, f"{amount:,}"
    yield "amount_cents", None, in_64_bits(amount * 100)
    yield "amount_khr", None, in_khr(bill)
    for form, mantissa, exponent in [
        ("1E+3", "", "E+{}"),
        ("1e+3", "", "e+{}"),
        ("1.0E3", "0", "E{}"),
        ("1E3", "", "E{}"),
        ("1e3", "", "e{}"),
        ("1e+03", "", "e+{:02d}"),
        ("1E+03", "", "E+{:02d}"),
        ("1.000000e+03", "000000", "e+{:02d}"),
    ]:
        decimals = text.rstrip("0")[1:]
        decimals = decimals.ljust(6, "0") if len(mantissa) == 6 else decimals or mantissa
        fits = amount > 0 and not (len(mantissa) == 6 and len(decimals) > 6)
        number = f"{text[0]}.{decimals}" if decimals else text[0]
        yield "amount_scientific", form, number + exponent.format(len(text) - 1) if fits else None
    for script in SCRIPTS:
        yield "amount_digits", script, in_script(text, script)
    yield "amount_scaled", "/100", str(amount // 100) if amount % 100 == 0 else None
    yield "amount_scaled", "/100 with decimals", f"{amount // 100}.{amount % 100:02d}"
    yield "amount_scaled", "*1000", in_64_bits(amount * 1000)
    yield "amount_scaled", "*10", in_64_bits(amount * 10)
    yield "amount_decimals", "3", f"{amount}.000"
    yield "amount_decimals", "4", f"{amount}.0000"
    for form in AMOUNT_FORMS:
        separator = re.search("1(.?)234", form)[1]
        written_so = f"{amount:,}".replace(",", separator)
        yield "amount_form", form, re.sub("1.?234", written_so, form).replace("¤", bill["currency"])
    for width in [10, 12, 15]:
        yield "amount_padded", str(width), text.zfill(width)
    low = (amount % 2**32).to_bytes(4, "big")
    yield "amount_narrowed", "32 bits", str(int.from_bytes(low, "big", signed=True))
    yield "amount_narrowed", "32 bits, unsigned", str(int.from_bytes(low, "big"))
    yield "amount_narrowed", "float", str(int(struct.unpack("f", struct.pack("f", amount))[0]))


def in_khr(bill):
    if "total_amount_khr" in bill:
        return plain(bill["total_amount_khr"])
    if bill["currency"] == "KHR":
        return str(bill["total_amount"])
    return product(bill["total_amount"], bill["exchange_rate_khr"]) if "exchange_rate_khr" in bill else None


def currencies(code):
    yield "currency_lower_case", None, code.lower()
    title = code[:1] + code[1:].lower()
    yield "currency_form", title, title
    number, sign, other = {"KHR": ("116", "៛", "USD"), "USD": ("840", "$", "KHR")}.get(
        code, (None, None, "KHR")
    )
    yield "currency_form", number, number
    yield "currency_form", sign, sign
    yield "currency_other", other, other


# The codes.


def codes(self):
    right = self.start["codes"]
    changes = list(code_changes())
    for mistake, given, change in changes:
        yield mistake, given, tuple(map(change, right))
    for mistake, given, change in changes:
        for at, field in enumerate(CODES):
            with_field = field if given is None else f"{field}: {given}"
            yield mistake, with_field, (*right[:at], change(right[at]), *right[at + 1 :])
    for destination in self.candidates["destinations"]:
        yield "destination", destination, (*right[:2], destination), "candidate"


def code_changes():
    for form in ["NFC", "NFD"]:
        yield form.lower(), None, lambda text, form=form: unicodedata.normalize(form, text)
    for quotation, apostrophe in [
        ("&quot;", "&#39;"),
        ("&quot;", "&#039;"),
        ("&quot;", "&#x27;"),
        ("&quot;", "&apos;"),
        ("&quot;", "'"),
        ("&#34;", "&#39;"),
        ('"', "'"),
    ]:
        marks = str.maketrans({'"': quotation, "'": apostrophe})
        yield "html_entities", None, lambda text, marks=marks: html.escape(text, quote=False).translate(marks)
    entity = re.compile("&(amp|lt|gt|quot|apos|#39|#039|#34|#x27);")
    yield "html_decoded", None, lambda text: entity.sub(lambda found: html.unescape(found[0]), text)
    yield "text_upper_case", None, lambda text: re.sub("[a-z]", lambda letter: letter[0].upper(), text)
    yield "text_lower_case", None, lambda text: re.sub("[A-Z]", lambda letter: letter[0].lower(), text)
    yield "text_trimmed", None, str.strip
    yield "text_url_encoded", "%20", lambda text: urllib.parse.quote(text, safe="")
    yield "text_url_encoded", "+", lambda text: urllib.parse.quote_plus(text, safe="")
    yield "text_url_encoded", "%2f", lambda text: small_percents(urllib.parse.quote(text, safe=""))
    yield "text_url_decoded", None, urllib.parse.unquote
    yield "text_url_decoded", "+", urllib.parse.unquote_plus
    yield "invisible_removed", None, lambda text: re.sub("[\u200b-\u200d\u2060\ufeff\u00ad]", "", text)
    scripts = {in_script(digit, script): digit for script in SCRIPTS for digit in string.digits}
    yield "text_digits", "ASCII", lambda text: text.translate(str.maketrans(scripts))
    yield "text_digits", "Khmer", lambda text: in_script(text, "Khmer")
    yield "leading_zeros_removed", None, lambda text: str(int(text)) if re.fullmatch("[0-9]+", text) else text
    yield "characters_removed", " ", lambda text: text.replace(" ", "")
    yield "characters_removed", "-", lambda text: text.replace("-", "")
    marks = dict.fromkeys(map(ord, string.punctuation + " "))
    yield "characters_removed", "punctuation", lambda text: text.translate(marks)
    for other in "_-":
        yield "spaces_replaced", other, lambda text, other=other: text.replace(" ", other)
    yield "text_escaped", "\\'", lambda text: re.sub(r"""([\\'"])""", r"\\\1", text)
    yield "text_escaped", "''", lambda text: text.replace("'", "''")
    yield "text_escaped", "\\/", lambda text: text.replace("/", "\\/")
    for most in [10, 12, 15, 16, 20, 24, 25, 30, 32, 35, 36, 40, 50, 64, 100]:
        yield "text_cut", str(most), lambda text, most=most: text[:most]


def small_percents(text):
    return re.sub("%..", lambda byte: byte[0].lower(), text)


# The signing string.

SEPARATORS = ["|", ",", "&", " ", "\n", "-", ";", ":", "_", "\t"]
MORE_SEPARATORS = ["/", ".", "#", "+", "\r\n", "||", ", ", "=", "~", "^", "*"]


def joins(self):
    bill, signing_offset = self.bill, self.signing_offset
    order = lambda names: lambda parts: "".join(parts[FIELDS.index(name)] for name in names)
    inserted = lambda at, text: lambda parts: "".join([*parts[:at], text, *parts[at:]])
    added = lambda name, at, text: None if text is None else ("field_added", name, inserted(at, text))
    whole = lambda mistake, given, text: None if text is None else (mistake, given, lambda parts: text)
    around = lambda before, behind: lambda parts: before + "".join(parts) + behind
    swapped = lambda one, other: order([{one: other, other: one}.get(name, name) for name in FIELDS])
    without = lambda field: [name for name in FIELDS if name != field]
    yield "text_behind", "\n", around("", "\n")
    for separator in SEPARATORS:
        yield "separator", separator, separator.join
    for field in FIELDS:
        yield "field_missing", field, order(without(field))
    body = json_body(bill)
    yield whole("json_body", None, body)
    yield "order_alphabetical", None, order(sorted(FIELDS))
    yield "order_reversed", None, order(FIELDS[::-1])
    yield "text_behind", "\r\n", around("", "\r\n")
    yield "text_before", "\ufeff", around("\ufeff", "")
    due = digits(Instant(bill["due_date"]), signing_offset) if "due_date" in bill else None
    yield added("due_date", 2, due)
    yield added("due_date at the end", 6, due)
    yield added("total_amount_khr", 4, in_khr(bill))
    yield added("total_amount_khr at the end", 6, in_khr(bill))
    yield "values_quoted", None, lambda parts: "".join(map(quoted, parts))
    yield "texts_quoted", None, lambda parts: "".join(values(parts))
    named = lambda equals, between, names=FIELDS: (
        lambda parts: between.join(name + equals + parts[FIELDS.index(name)] for name in names)
    )
    yield "labelled", "name=value&", named("=", "&")
    yield "labelled", "name=value& in the order of the alphabet", named("=", "&", sorted(FIELDS))
    yield "labelled", "name=value|", named("=", "|")
    yield "labelled", "name=value,", named("=", ",")
    yield "labelled", "name:value,", named(":", ",")
    yield "labelled", "name=value", named("=", "")
    distance = lambda pair: FIELDS.index(pair[1]) - FIELDS.index(pair[0])
    for one, other in sorted(itertools.combinations(FIELDS, 2), key=distance):
        yield "order_swapped", f"{one},{other}", swapped(one, other)
    pairs = lambda parts: zip(map(quoted, FIELDS), values(parts))
    in_json = lambda pairs: "{" + ",".join(map(":".join, pairs)) + "}"
    yield "json_fields", None, lambda parts: in_json(pairs(parts))
    yield "json_fields", "in the order of the alphabet", lambda parts: in_json(sorted(pairs(parts)))
    yield "json_fields", "with spaces", lambda parts: "{" + ", ".join(map(": ".join, pairs(parts))) + "}"
    yield "json_fields", "list", lambda parts: "[" + ",".join(values(parts)) + "]"
    for given, indent in [("Python", None), ("2 spaces", 2), ("4 spaces", 4)]:
        spaced = body and json.dumps(json.loads(body), ensure_ascii=False, indent=indent)
        yield whole("json_body_spaced", given, spaced)
    for separator in MORE_SEPARATORS:
        yield "separator", separator, separator.join
    for text in ["|", "&", ",", "\n", ";", " "]:
        yield "separator_behind", text, lambda parts, text=text: "".join(part + text for part in parts)
    for text in [" ", "\0", "\r"]:
        yield "text_behind", text, around("", text)
    for text in [" ", "\n"]:
        yield "text_before", text, around(text, "")
    for given, before, behind in [('"', '"', '"'), ("'", "'", "'"), ("[]", "[", "]"), ("{}", "{", "}")]:
        yield "text_around", given, around(before, behind)
    yield "key_in_text", "first", inserted(0, self.key)
    yield "key_in_text", "last", inserted(6, self.key)
    for at, field in enumerate(FIELDS):
        yield ("order_moved", f"{field} last", order([*without(field), field])) if at < 4 else None
        yield ("order_moved", f"{field} first", order([field, *without(field)])) if at > 1 else None
    for text in ["undefined", "null", "None"]:
        for at, field in enumerate(FIELDS):
            instead = lambda parts, at=at, text=text: "".join([*parts[:at], text, *parts[at + 1 :]])
            yield "field_undefined", f"{field}: {text}", instead
    known = set(SEPARATORS + MORE_SEPARATORS)
    for separator in self.candidates["separators"]:
        yield None if separator in known else ("separator", separator or None, separator.join, "candidate")
        known.add(separator)


def values(parts):
    return [part if field == "total_amount" else quoted(part) for field, part in zip(FIELDS, parts)]


def json_body(bill):
    """Returns the body without its hash, or None if the bill is invalid."""
    in_riel = in_khr(bill)
    differs = bill["currency"] == "KHR" and in_riel != str(bill["total_amount"])
    if "due_date" not in bill or in_riel is None or differs:
        return None
    fields = settlement(bill, {})
    del fields["hash"]
    return compact(in_order(fields, SETTLEMENT, {}))


codecs.register_error("left out", lambda error: ("", error.end))
codecs.register_error("question", lambda error: ("?" * (error.end - error.start), error.end))


def encodings():
    yield "utf16", "LE", Both("utf-16-le")
    yield "utf16", "BE", Both("utf-16-be")
    yield "encoding", "ASCII", lambda text: text.encode("ascii", "question")
    yield "encoding", "ISO-8859-1", lambda text: text.encode("latin-1", "question")
    yield "utf16_string", "LE", lambda text: text.encode("utf-16-le")
    yield "utf16_string", "BE", lambda text: text.encode("utf-16-be")
    yield "encoding", "UTF-8 twice", lambda text: text.encode().decode("latin-1").encode()
    yield "encoding", "UTF-16LE with a byte order mark", lambda text: f"\ufeff{text}".encode("utf-16-le")
    yield "encoding", "ASCII, ? for each byte", lambda text: re.sub(b"[\x80-\xff]", b"?", text.encode())
    yield "encoding", "ASCII, others left out", lambda text: text.encode("ascii", "left out")
    yield "encoding", "low bytes of UTF-16", lambda text: text.encode("utf-16-le")[::2]
    in_ascii = lambda text: re.sub("[^\0-\x7f]+", lambda found: json.dumps(found[0])[1:-1], text)
    yield "text_encoded", "\\u1797", lambda text: in_ascii(text).encode()
    yield "text_encoded", "&#6039;", lambda text: text.encode("ascii", "xmlcharrefreplace")
    yield "text_encoded", "Base64", lambda text: base64.b64encode(text.encode())
    yield "text_encoded", "hex", lambda text: text.encode().hex().encode()
    yield "text_encoded", "URL", lambda text: urllib.parse.quote(text, safe="").encode()
    yield "string_lower_case", None, lambda text: text.encode().lower()
    yield "text_hashed", "SHA-512", lambda text: hashlib.sha512(text.encode()).digest()
    yield "text_hashed", "SHA-256", lambda text: hashlib.sha256(text.encode()).digest()
    yield "text_hashed", "SHA-512 in hex", lambda text: hashlib.sha512(text.encode()).hexdigest().encode()
    yield "text_hashed", "SHA-256 in hex", lambda text: hashlib.sha256(text.encode()).hexdigest().encode()


# The key.


def keys(key):
    secret = key.encode()
    around = lambda before, behind: f"{before}{key}{behind}".encode()
    partly = lambda text: None if text is None else text.encode()
    yield "key_quoted", '"', around('"', '"')
    yield "key_trailing_newline", None, around("", "\n")
    yield "key_trimmed", None, key.strip().encode()
    yield "key_hex_decoded", None, hex_decoded(key)
    yield "key_base64_decoded", None, base64_decoded(key)
    yield "key_trailing_crlf", None, around("", "\r\n")
    yield "key_quoted", "'", around("'", "'")
    yield "key_before", "\ufeff", around("\ufeff", "")
    inside = re.fullmatch(r"""(["'`])(.*)\1""", key, re.DOTALL)
    yield "key_unquoted", None, partly(inside and inside[2])
    yield "key_expanded", "$", re.sub(rb"\$(\{[^}]*\}|[0-9]|[A-Za-z0-9_]+)", b"", secret)
    yield "key_expanded", "$$", secret.replace(b"$$", b"$")
    yield "key_expanded", "%", re.sub(rb"%[A-Za-z0-9_]+%", b"", secret)
    for end in ["#", " ", "$", "=", ";", "&", ",", ":", "\n", "\\"]:
        yield "key_cut", end, partly(key.partition(end)[0] if end in key else None)
    for start in ["=", ":", " ", ","]:
        yield "key_begins_behind", start, partly(key.partition(start)[2] if start in key else None)
    signs = {b"n": b"\n", b"r": b"\r", b"t": b"\t"}
    unescaped = re.sub(rb"(?s)\\(.)", lambda found: signs.get(found[1], found[1]), secret)
    yield "key_unescaped", "\\", unescaped
    yield "key_encoded", "hex", secret.hex().encode()
    yield "key_encoded", "Base64", base64.b64encode(secret)
    yield "key_encoded", "HEX", secret.hex().upper().encode()
    yield "key_encoded", "URL", urllib.parse.quote(key, safe="").encode()
    yield "key_encoded", "&amp;", html.escape(key).replace("&#x27;", "&#39;").encode()
    yield "key_decoded", "URL", urllib.parse.unquote_to_bytes(key)
    yield "key_decoded", "+", secret.replace(b"+", b" ")
    yield "key_quoted", "`", around("`", "`")
    for text in [" ", "\r", "=", ";", ","]:
        yield "key_behind", text, around("", text)
    for text in [" ", "Bearer ", "\n", "="]:
        yield "key_before", text, around(text, "")
    for text in ["", "undefined", "null", "None", "[object Object]"]:
        yield "key_missing", text or None, text.encode()
    yield "utf16_key", "LE", key.encode("utf-16-le")
    yield "utf16_key", "BE", key.encode("utf-16-be")
    yield "key_encoding", "ASCII", key.encode("ascii", "question")
    yield "key_encoding", "ISO-8859-1", key.encode("latin-1", "question")
    yield "key_lower_case", None, secret.lower()
    yield "key_upper_case", None, secret.upper()
    for text in [" ", "-", "\\", '"', "="]:
        yield "key_without", text, key.replace(text, "").encode()
    yield "key_hashed", "SHA-512", hashlib.sha512(secret).digest()
    for most in [16, 24, 32, 48, 64]:
        yield "key_cut_to", str(most), secret[:most] if len(secret) >= most else None


def hex_decoded(key):
    try:
        return binascii.unhexlify(key) or None
    except ValueError:
        return None


def base64_decoded(key):
    """Decodes either alphabet, padded or not, and ignores left-over bits, like most decoders."""
    body = key.rstrip("=")
    padded = body + "=" * (-len(body) % 4)
    if len(body) % 4 == 1 or key not in (body, padded):
        return None
    letters_of_both = string.ascii_letters + string.digits
    if not set(body) - set(letters_of_both + "+/"):
        return base64.b64decode(padded)
    return None if set(body) - set(letters_of_both + "-_") else base64.urlsafe_b64decode(padded)


# The method and the output.


def methods():
    plainly = lambda *parts: hashlib.sha512(b"".join(parts)).digest()
    yield "hmac_sha256", None, lambda key, text: hmac.digest(key, text, "sha256")
    yield "key_and_message_swapped", None, lambda key, text: hmac.digest(text, key, "sha512")
    yield "plain_message_key", None, lambda key, text: plainly(text, key)
    yield "plain_key_message", None, lambda key, text: plainly(key, text)
    yield "hmac_sha1", None, lambda key, text: hmac.digest(key, text, "sha1")
    yield "hmac_sha384", None, lambda key, text: hmac.digest(key, text, "sha384")
    yield "plain_message", None, lambda key, text: plainly(text)
    yield "plain_key_message_key", None, lambda key, text: plainly(key, text, key)
    yield "hmac_twice", None, lambda key, text: hmac.digest(key, hmac.digest(key, text, "sha512"), "sha512")


def outputs():
    escaped = lambda marks: lambda digest: "".join(marks.get(letter, letter) for letter in written(digest))
    coded = lambda digest: urllib.parse.quote(written(digest), safe="")
    yield "hex", None, bytes.hex
    yield "upper_case_hex", None, lambda digest: digest.hex().upper()
    yield "base64_no_pad", None, lambda digest: written(digest).rstrip("=")
    yield "base64_url_safe", None, lambda digest: base64.urlsafe_b64encode(digest).decode()
    yield "base64_url_safe_no_pad", None, lambda digest: base64.urlsafe_b64encode(digest).decode().rstrip("=")
    yield "base64_of_hex", None, lambda digest: written(digest.hex().encode())
    yield "base64_twice", None, lambda digest: written(written(digest).encode())
    yield "url_encoded", None, coded
    yield "url_encoded_lower_case", None, lambda digest: small_percents(coded(digest))
    yield "plus_as_space", None, lambda digest: urllib.parse.unquote_plus(written(digest))
    for mistake, columns in [("mime_wrapped", 76), ("pem_wrapped", 64)]:
        for line_end in ["\r\n", "\n"]:
            yield mistake, line_end, partial(wrapped, columns=columns, line_end=line_end)
    yield "hash_lower_case", None, lambda digest: written(digest).lower()
    yield "hash_upper_case", None, lambda digest: written(digest).upper()
    yield "base64_of_upper_case_hex", None, lambda digest: written(digest.hex().upper().encode())
    yield "hex_of_base64", None, lambda digest: written(digest).encode().hex()
    yield "base64_of_text", "ISO-8859-1", lambda digest: written(digest.decode("latin-1").encode())
    yield "base64_of_text", "UTF-8", lambda digest: written(digest.decode(errors="replace").encode())
    yield "hex_grouped", "-", lambda digest: digest.hex("-").upper()
    yield "hex_grouped", ":", lambda digest: digest.hex(":")
    yield "hex_grouped", " ", lambda digest: digest.hex(" ")
    yield "hash_before", "0x", lambda digest: f"0x{digest.hex()}"
    yield "hash_before", "sha512=", lambda digest: f"sha512={digest.hex()}"
    yield "hash_before", "sha512=", lambda digest: f"sha512={written(digest)}"
    yield "hash_before", "HMAC ", lambda digest: f"HMAC {written(digest)}"
    for given, before, behind in [('"', '"', '"'), ("'", "'", "'"), ("b'", "b'", "'")]:
        quote = lambda digest, before=before, behind=behind: before + written(digest) + behind
        yield "hash_quoted", given, quote
    yield "hash_escaped", "\\/", escaped({"/": "\\/"})
    yield "hash_escaped", "\\u002B", escaped({"+": "\\u002B"})
    yield "hash_escaped", "\\u003d", escaped({"=": "\\u003d"})
    yield "hash_escaped", "&#x2B;", escaped({"+": "&#x2B;", "=": "&#x3D;"})
    yield "hash_escaped", "&#43;", escaped({"+": "&#43;", "=": "&#61;"})
    yield "hash_escaped", "%252B", lambda digest: urllib.parse.quote(coded(digest), safe="")
    yield "byte_list", "signed", lambda digest: str([byte - 256 if byte > 127 else byte for byte in digest])
    yield "byte_list", None, lambda digest: str(list(digest))
    for most in [32, 50, 64]:
        yield "hash_cut", str(most), lambda digest, most=most: written(digest)[:most]
    yield "hash_cut", "64 of hex", lambda digest: digest.hex()[:64]


def wrapped(digest, columns, line_end):
    text = written(digest)
    return line_end.join(text[at : at + columns] for at in range(0, len(text), columns))


# The settings that agree.


def setting(mistake, given, signing_offset):
    """Returns the setting that agrees with a deviation, in JavaScript's spelling, or None."""
    if mistake == "key_trimmed":
        return "hashToken without the white space around it"
    if mistake == "key_unquoted":
        return "hashToken without the quotes around it"
    if mistake not in ["zone", "zone_dropped"]:
        return None
    east = offset(given) if mistake == "zone" else offset(signing_offset) - offset(given)
    minutes = abs(east.days * 1440 + east.seconds // 60)
    sign = "-" if east.days < 0 else "+"
    return f'signingOffset: "{sign}{minutes // 60:02d}:{minutes % 60:02d}"' if minutes < 1440 else None
