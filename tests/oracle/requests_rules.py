"""Requests with values that break a rule: text, integers, decimals, instants, depth."""

from request_cases import BASES, bill, bill_in_usd, needed_with, refused, supplier
from requests_accepted import LINE_TEXTS, TEXTS, nested
from requests_amounts import DIGITS_34

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
    yield refused("khr-of-khr", "settlement", bill(total_amount_khr="39999"), wrong)
    by_rate = bill(exchange_rate_khr="4100", total_amount_khr="164000000")
    yield refused("khr-of-khr-by-rate", "settlement", by_rate, wrong)


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
        yield refused(f"line-empty-{field}", "settlement", empty, [f"details[0].{field} empty"])
        control = bill(details=[{}, {}, {field: "\u0085"}])
        yield refused(f"line-control-{field}", "settlement", control, [f"details[2].{field} control_character"])
        if field not in LINES_ALLOWED:
            tab = bill(details=[{field: "a\tb"}])
            yield refused(f"line-tab-{field}", "settlement", tab, [f"details[0].{field} control_character"])


def control_characters():
    for code in [0x00, 0x01, 0x08, 0x0B, 0x0C, 0x0D, 0x1F, 0x7F, 0x80, 0x85, 0x9F]:
        text = f"a{chr(code)}b"
        request = supplier(address=text)
        yield refused(f"control-{code:02x}-address", "onboarding", request, ["address control_character"])
        request = bill(ref_id=text)
        yield refused(f"control-{code:02x}-ref_id", "settlement", request, ["ref_id control_character"])


def line_ends():
    """A carriage return is allowed only before a newline."""
    for name, text in {
        "alone": "a\rb", "at-the-end": "a\r", "first": "\ra", "twice": "a\r\r\nb", "after-a-newline": "a\n\rb",
        "before-a-tab": "a\r\tb",
    }.items():
        code = "control_character"
        yield refused(f"carriage-return-{name}-address", "onboarding", supplier(address=text), [f"address {code}"])
        request = bill(description=text, details=[{"description": text}])
        violations = [f"description {code}", f"details[0].description {code}"]
        yield refused(f"carriage-return-{name}-description", "settlement", request, violations)


def integers():
    for name, value, code in [
        ("fraction", 10.5, "not_an_integer"),
        ("small-fraction", 0.001, "not_an_integer"),
        ("negative", -1, "out_of_range"),
        ("above-largest", 2**53, "out_of_range"),
        ("far-above-largest", 10**18, "out_of_range"),
    ]:
        yield refused(f"total_amount-{name}", "settlement", bill(total_amount=value), [f"total_amount {code}"])
        yield refused(f"total_tax-{name}", "settlement", bill(total_tax=value), [f"total_tax {code}"])
        request = bill(details=[{"quantity": value}])
        yield refused(f"quantity-{name}", "settlement", request, [f"details[0].quantity {code}"])


def decimals():
    for name, value, code in [
        ("words", "many", "invalid_decimal"),
        ("plus", "+1", "invalid_decimal"),
        ("space-before", " 1", "invalid_decimal"),
        ("space-after", "1 ", "invalid_decimal"),
        ("separator", "1,000", "invalid_decimal"),
        ("decimal-comma", "1,5", "invalid_decimal"),
        ("underscore", "1_000", "invalid_decimal"),
        ("leading-zero", "01", "invalid_decimal"),
        ("no-digit-before-point", ".5", "invalid_decimal"),
        ("no-digit-after-point", "1.", "invalid_decimal"),
        ("no-exponent", "1e", "invalid_decimal"),
        ("fraction-of-exponent", "1e1.5", "invalid_decimal"),
        ("two-points", "1.2.3", "invalid_decimal"),
        ("sign-alone", "-", "invalid_decimal"),
        ("hexadecimal", "0x10", "invalid_decimal"),
        ("nan", "NaN", "invalid_decimal"),
        ("infinity", "Infinity", "invalid_decimal"),
        ("khmer-digits", "៤១០០", "invalid_decimal"),
        ("full-width-digits", "４１００", "invalid_decimal"),
        ("currency", "4100 KHR", "invalid_decimal"),
        ("newline", "1\n", "invalid_decimal"),
        ("35-digits", DIGITS_34 + "5", "too_many_digits"),
        ("35-digits-with-point", DIGITS_34 + ".5", "too_many_digits"),
        ("35-digits-with-zeros-after-the-point", "1." + "0" * 34, "too_many_digits"),
        ("35-digits-before-zeros", DIGITS_34 + "50", "too_many_digits"),
        ("69-digits-with-zeros", "1" + "0" * 68, "too_many_digits"),
        ("exponent-above", "1e35", "out_of_range"),
        ("exponent-below", "1e-35", "out_of_range"),
        ("huge-exponent", "1e999999999999", "out_of_range"),
        ("number-16-digits", 0.1234567890123456, "inexact_number"),
        ("number-17-digits", 0.30000000000000004, "inexact_number"),
    ]:
        rate = bill_in_usd(exchange_rate_khr=value)
        yield refused(f"exchange_rate_khr-{name}", "settlement", rate, [f"exchange_rate_khr {code}"])
        total = bill(total_amount_khr=value)
        yield refused(f"total_amount_khr-{name}", "settlement", total, [f"total_amount_khr {code}"])
        for field in ["price", "amount", "tax_amount"]:
            line = bill(details=[{field: value}])
            yield refused(f"{field}-{name}", "settlement", line, [f"details[0].{field} {code}"])


def ranges():
    for name, value in {"zero": "0", "zero-with-fraction": "0.00", "zero-number": 0, "negative": "-4100"}.items():
        request = bill_in_usd(exchange_rate_khr=value)
        yield refused(f"exchange_rate_khr-{name}", "settlement", request, ["exchange_rate_khr out_of_range"])
    for name, value in {"negative": "-1", "negative-fraction": "-0.01", "negative-number": -1}.items():
        request = bill(total_amount_khr=value)
        yield refused(f"total_amount_khr-{name}", "settlement", request, ["total_amount_khr out_of_range"])


def instants():
    for name, text, code in [
        ("no-offset", "2026-01-31T17:00:00", "missing_offset"),
        ("no-offset-with-fraction", "2026-01-31T17:00:00.123", "missing_offset"),
        ("words", "yesterday", "invalid_instant"),
        ("digits-of-the-signature", "20260131170000", "invalid_instant"),
        ("basic-format", "20260131T170000Z", "invalid_instant"),
        ("month-13", "2026-13-01T00:00:00Z", "invalid_instant"),
        ("month-0", "2026-00-01T00:00:00Z", "invalid_instant"),
        ("day-0", "2026-01-00T00:00:00Z", "invalid_instant"),
        ("day-32", "2026-01-32T00:00:00Z", "invalid_instant"),
        ("april-31", "2026-04-31T00:00:00Z", "invalid_instant"),
        ("february-30", "2024-02-30T00:00:00Z", "invalid_instant"),
        ("no-leap-year", "2025-02-29T00:00:00Z", "invalid_instant"),
        ("no-leap-century", "1900-02-29T00:00:00Z", "invalid_instant"),
        ("hour-24", "2026-01-31T24:00:00Z", "invalid_instant"),
        ("minute-60", "2026-01-31T23:60:00Z", "invalid_instant"),
        ("second-61", "2026-01-31T23:59:61Z", "invalid_instant"),
        ("offset-24", "2026-01-31T17:00:00+24:00", "invalid_instant"),
        ("offset-minute-60", "2026-01-31T17:00:00+07:60", "invalid_instant"),
        ("offset-without-minutes", "2026-01-31T17:00:00+07", "invalid_instant"),
        ("offset-without-colon", "2026-01-31T17:00:00+0700", "invalid_instant"),
        ("no-digit-after-point", "2026-01-31T17:00:00.Z", "invalid_instant"),
        ("comma", "2026-01-31T17:00:00,5Z", "invalid_instant"),
        ("short-year", "26-01-31T17:00:00Z", "invalid_instant"),
        ("one-digit-month", "2026-1-31T17:00:00Z", "invalid_instant"),
        ("khmer-digits", "២០២៦-01-31T17:00:00Z", "invalid_instant"),
        ("space-after", "2026-01-31T17:00:00Z ", "invalid_instant"),
        ("space-before", " 2026-01-31T17:00:00Z", "invalid_instant"),
        ("two-offsets", "2026-01-31T17:00:00Z+07:00", "invalid_instant"),
        ("four-digits", "2026-01-31T17:00:00.1234Z", "too_precise"),
        ("four-digits-with-zero", "2026-01-31T17:00:00.1230+07:00", "too_precise"),
        ("nine-digits", "2026-01-31T17:00:00.123456789Z", "too_precise"),
        ("second-60", "2016-12-31T23:59:60Z", "leap_second"),
        ("second-60-at-offset", "2017-01-01T06:59:60+07:00", "leap_second"),
        # Only a well-formed timestamp can have a leap second.
        ("second-60-without-offset", "2016-12-31T23:59:60", "missing_offset"),
        ("second-60-before-rubbish", "2016-12-31T23:59:60 or so", "invalid_instant"),
        ("second-60-at-bad-offset", "2016-12-31T23:59:60+7", "invalid_instant"),
        ("after-9999", "9999-12-31T23:59:59-01:00", "year_out_of_range"),
        ("before-0000", "0000-01-01T00:00:00+00:01", "year_out_of_range"),
    ]:
        yield refused(f"date-{name}", "settlement", bill(date=text), [f"date {code}"])
        yield refused(f"due_date-{name}", "settlement", bill(due_date=text), [f"due_date {code}"])
