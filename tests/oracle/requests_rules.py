"""Requests with values that break a rule: text, integers, decimals, instants, depth."""

from request_cases import BASES, bill, bill_in_usd, bill_refused, needed_with, refused, supplier
from requests_accepted import LINE_TEXTS, TEXTS, nested
from requests_amounts import DIGITS_34
from samples import by_code

ALL_TEXTS = {
    "onboarding": [*TEXTS["onboarding"], "bank_id", "currency"],
    "settlement": [*TEXTS["settlement"], "currency"],
    "verification": TEXTS["verification"],
}
LINES_ALLOWED = ["address", "description"]


def cases():
    for operation, base in BASES.items():
        yield from texts(operation, base)
        deep = base(extra={"deep": nested(32)})
        yield refused("extra-33-levels", operation, deep, ["extra.deep too_deep"])
    deep = bill(details=[{}, {"extra": {"deep": nested(30)}}])
    yield bill_refused("line-extra-33-levels", deep, ["details[1].extra.deep too_deep"])
    yield from line_texts()
    yield from control_characters()
    yield from line_ends()
    yield from integers()
    yield from decimals()
    yield from ranges()
    yield from riel()
    yield from instants()


def riel():
    """A bill in KHR has its total as the total in KHR."""
    wrong = ["total_amount_khr khr_does_not_match"]
    yield bill_refused("khr-of-khr", bill(total_amount_khr="39999"), wrong)
    by_rate = bill(exchange_rate_khr="4100", total_amount_khr="164000000")
    yield bill_refused("khr-of-khr-by-rate", by_rate, wrong)


def texts(operation, base):
    for field in ALL_TEXTS[operation]:
        needed = needed_with(field)
        yield refused(f"empty-{field}", operation, base(**needed | {field: ""}), [f"{field} empty"])
        request = base(**needed | {field: "a\u0001b\u0002"})
        yield refused(f"control-{field}", operation, request, [f"{field} control_character"])
        if field not in LINES_ALLOWED:
            for name, character in {"tab": "\t", "newline": "\n", "crlf": "\r\n"}.items():
                request = base(**needed | {field: f"a{character}b"})
                yield refused(f"{name}-{field}", operation, request, [f"{field} control_character"])


def line_texts():
    for field in LINE_TEXTS:
        empty = bill(details=[{field: ""}])
        yield bill_refused(f"line-empty-{field}", empty, [f"details[0].{field} empty"])
        control = bill(details=[{}, {}, {field: "\u0085"}])
        yield bill_refused(f"line-control-{field}", control, [f"details[2].{field} control_character"])
        if field not in LINES_ALLOWED:
            tab = bill(details=[{field: "a\tb"}])
            yield bill_refused(f"line-tab-{field}", tab, [f"details[0].{field} control_character"])


def control_characters():
    for code in [0x00, 0x01, 0x08, 0x0B, 0x0C, 0x0D, 0x1F, 0x7F, 0x80, 0x85, 0x9F]:
        text = f"a{chr(code)}b"
        request = supplier(address=text)
        yield refused(f"control-{code:02x}-address", "onboarding", request, ["address control_character"])
        request = bill(ref_id=text)
        yield bill_refused(f"control-{code:02x}-ref_id", request, ["ref_id control_character"])


def line_ends():
    """A carriage return is allowed only before a newline."""
    for name, text in {
        "alone": "a\rb",
        "at-the-end": "a\r",
        "first": "\ra",
        "twice": "a\r\r\nb",
        "after-a-newline": "a\n\rb",
        "before-a-tab": "a\r\tb",
    }.items():
        code = "control_character"
        yield refused(
            f"carriage-return-{name}-address", "onboarding", supplier(address=text), [f"address {code}"]
        )
        request = bill(description=text, details=[{"description": text}])
        violations = [f"description {code}", f"details[0].description {code}"]
        yield bill_refused(f"carriage-return-{name}-description", request, violations)


def integers():
    for name, value, code in [
        ("fraction", 10.5, "not_an_integer"),
        ("small-fraction", 0.001, "not_an_integer"),
        ("negative", -1, "out_of_range"),
        ("above-largest", 2**53, "out_of_range"),
        ("far-above-largest", 10**18, "out_of_range"),
    ]:
        yield bill_refused(f"total_amount-{name}", bill(total_amount=value), [f"total_amount {code}"])
        yield bill_refused(f"total_tax-{name}", bill(total_tax=value), [f"total_tax {code}"])
        request = bill(details=[{"quantity": value}])
        yield bill_refused(f"quantity-{name}", request, [f"details[0].quantity {code}"])


# Refused texts and numbers, by their code.
DECIMALS = [
    (
        "invalid_decimal",
        {
            "words": "many",
            "plus": "+1",
            "space-before": " 1",
            "space-after": "1 ",
            "separator": "1,000",
            "decimal-comma": "1,5",
            "underscore": "1_000",
            "leading-zero": "01",
            "no-digit-before-point": ".5",
            "no-digit-after-point": "1.",
            "no-exponent": "1e",
            "fraction-of-exponent": "1e1.5",
            "two-points": "1.2.3",
            "sign-alone": "-",
            "hexadecimal": "0x10",
            "nan": "NaN",
            "infinity": "Infinity",
            "khmer-digits": "៤១០០",
            "full-width-digits": "４１００",
            "currency": "4100 KHR",
            "newline": "1\n",
        },
    ),
    (
        "too_many_digits",
        {
            "35-digits": DIGITS_34 + "5",
            "35-digits-with-point": DIGITS_34 + ".5",
            "35-digits-with-zeros-after-the-point": "1." + "0" * 34,
            "35-digits-before-zeros": DIGITS_34 + "50",
            "69-digits-with-zeros": "1" + "0" * 68,
        },
    ),
    (
        "out_of_range",
        {"exponent-above": "1e35", "exponent-below": "1e-35", "huge-exponent": "1e999999999999"},
    ),
    ("inexact_number", {"number-16-digits": 0.1234567890123456, "number-17-digits": 0.30000000000000004}),
]


def decimals():
    for name, value, code in by_code(DECIMALS):
        rate = bill_in_usd(exchange_rate_khr=value)
        yield bill_refused(f"exchange_rate_khr-{name}", rate, [f"exchange_rate_khr {code}"])
        total = bill(total_amount_khr=value)
        yield bill_refused(f"total_amount_khr-{name}", total, [f"total_amount_khr {code}"])
        for field in ["price", "amount", "tax_amount"]:
            line = bill(details=[{field: value}])
            yield bill_refused(f"{field}-{name}", line, [f"details[0].{field} {code}"])


def ranges():
    for name, value in {
        "zero": "0",
        "zero-with-fraction": "0.00",
        "zero-number": 0,
        "negative": "-4100",
    }.items():
        request = bill_in_usd(exchange_rate_khr=value)
        yield bill_refused(f"exchange_rate_khr-{name}", request, ["exchange_rate_khr out_of_range"])
    for name, value in {"negative": "-1", "negative-fraction": "-0.01", "negative-number": -1}.items():
        request = bill(total_amount_khr=value)
        yield bill_refused(f"total_amount_khr-{name}", request, ["total_amount_khr out_of_range"])


# Refused timestamps, by their code.
INSTANTS = [
    (
        "missing_offset",
        {"no-offset": "2026-01-31T17:00:00", "no-offset-with-fraction": "2026-01-31T17:00:00.123"},
    ),
    (
        "invalid_instant",
        {
            "words": "yesterday",
            "digits-of-the-signature": "20260131170000",
            "basic-format": "20260131T170000Z",
            "month-13": "2026-13-01T00:00:00Z",
            "month-0": "2026-00-01T00:00:00Z",
            "day-0": "2026-01-00T00:00:00Z",
            "day-32": "2026-01-32T00:00:00Z",
            "april-31": "2026-04-31T00:00:00Z",
            "february-30": "2024-02-30T00:00:00Z",
            "no-leap-year": "2025-02-29T00:00:00Z",
            "no-leap-century": "1900-02-29T00:00:00Z",
            "hour-24": "2026-01-31T24:00:00Z",
            "minute-60": "2026-01-31T23:60:00Z",
            "second-61": "2026-01-31T23:59:61Z",
            "offset-24": "2026-01-31T17:00:00+24:00",
            "offset-minute-60": "2026-01-31T17:00:00+07:60",
            "offset-without-minutes": "2026-01-31T17:00:00+07",
            "offset-without-colon": "2026-01-31T17:00:00+0700",
            "no-digit-after-point": "2026-01-31T17:00:00.Z",
            "comma": "2026-01-31T17:00:00,5Z",
            "short-year": "26-01-31T17:00:00Z",
            "one-digit-month": "2026-1-31T17:00:00Z",
            "khmer-digits": "២០២៦-01-31T17:00:00Z",
            "space-after": "2026-01-31T17:00:00Z ",
            "space-before": " 2026-01-31T17:00:00Z",
            "two-offsets": "2026-01-31T17:00:00Z+07:00",
        },
    ),
    (
        "too_precise",
        {
            "four-digits": "2026-01-31T17:00:00.1234Z",
            "four-digits-with-zero": "2026-01-31T17:00:00.1230+07:00",
            "nine-digits": "2026-01-31T17:00:00.123456789Z",
        },
    ),
    (
        "leap_second",
        {"second-60": "2016-12-31T23:59:60Z", "second-60-at-offset": "2017-01-01T06:59:60+07:00"},
    ),
    # Only a well-formed timestamp can have a leap second.
    ("missing_offset", {"second-60-without-offset": "2016-12-31T23:59:60"}),
    (
        "invalid_instant",
        {
            "second-60-before-rubbish": "2016-12-31T23:59:60 or so",
            "second-60-at-bad-offset": "2016-12-31T23:59:60+7",
        },
    ),
    (
        "year_out_of_range",
        {"after-9999": "9999-12-31T23:59:59-01:00", "before-0000": "0000-01-01T00:00:00+00:01"},
    ),
]


def instants():
    for name, text, code in by_code(INSTANTS):
        yield bill_refused(f"date-{name}", bill(date=text), [f"date {code}"])
        yield bill_refused(f"due_date-{name}", bill(due_date=text), [f"due_date {code}"])
