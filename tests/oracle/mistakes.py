#!/usr/bin/env python3
"""Cases of mistakes.json: a bill, another system's hash, and the mistakes that produce it.

    python3 tests/oracle/mistakes.py --stream --seed 1 --per-mistake 1000

writes random cases, too many for a file: one JSON object per line, this many per mistake. The last line counts the
signed hashes of each mistake, and the bills skipped because the mistake does not change them.
"""

import argparse
import base64
import json
import random
import re
import sys
from collections import Counter
from itertools import chain

from any_bill import any_bill, any_candidates, any_key, any_signing_offset
from samples import KHMER
from wrong_hashes import ZONES, json_body, oracle, right_digest, setting, written

ABOUT = (
    "observed_hash is another system's hash of bill under key, with the digits of the date at "
    "signing_offset. White space around it is removed (trimmed). Either it matches, or causes are exactly the mistakes "
    "that produce it, the likeliest first: each alone or, if none does, each two of different steps. A cause names the "
    "settings that agree with it. code says the same in one word; not_a_hash means that no mistake produces it "
    "and that it is not 88 characters of Base64. candidates are further zones, separators and "
    "destinations to try. body is the bill as JSON without hash, if the bill is valid."
)
BILL = {
    "ref_id": "INV-0001",
    "date": "2026-01-31T17:00:00.123Z",
    "due_date": "2026-02-14T08:30:15Z",
    "currency": "USD",
    "total_amount": 40000,
    "customer_sync_code": "C-1",
    "settlement_to": "S-1",
    "exchange_rate_khr": "4100",
}
# Most mistakes about codes change these.
MARKED = BILL | {
    "ref_id": "វិក្កយបត្រ-៧ 'a' \"b\"",
    "customer_sync_code": "0017",
    "settlement_to": "A&B/&lt;%2F\u200b" + "x" * 20,
}
KEY = "test-hash-key"
MANY = (
    "zone zone_dropped minutes_and_months date_order order_swapped field_missing separator destination"
).split()
CANDIDATES = {"zones": ["+05:45", "-03:15"], "separators": ["/", "--"], "destinations": ["S-2", KHMER]}


def cases():
    return chain(
        [case("right", BILL)],
        every_mistake(),
        keys(),
        texts(),
        amounts(),
        dates(),
        bodies(),
        known_candidates(),
        pairs(),
        trimmed(),
        unexplained(),
    )


def every_mistake():
    """Each mistake in each of its forms, but for some zones; of those with many forms, the first."""
    far = "+00:30 +01:00 +05:30 +07:00 +08:00 +12:30 +14:00".split()
    far += "-12:00 -07:00 -03:30 -02:30 -06:00 -08:00 -09:00 -09:30 -10:00 -11:00".split()
    seen = Counter()
    for mistake, detail in oracle(BILL, KEY, "+00:00", CANDIDATES).singles():
        uncommon_zone = mistake.startswith("zone") and detail in ZONES and detail not in far
        if not uncommon_zone and output(BILL, mistake, detail, candidates=CANDIDATES):
            seen[mistake] += 1
            if seen[mistake] <= 2 or mistake in MANY:
                yield case(name_of(mistake, detail), BILL, mistake, detail, candidates=CANDIDATES)


def keys():
    some = bytes(range(190, 254))
    for name, key, mistake, detail in [
        ("in-quotes", "a-key", "key_quoted", '"'),
        ("quotes-stripped", '"a-key"', "key_unquoted", None),
        ("behind-byte-order-mark", "a-key", "key_before", "\ufeff"),
        ("variable-expanded", "a$key-1", "key_expanded", "$"),
        ("dollars-of-compose", "a$$key", "key_expanded", "$$"),
        ("variables-of-each-form", "a${KEY}b$1c-$-d", "key_expanded", "$"),
        ("variable-of-windows", "50% off %KEY%, %b-%%N%", "key_expanded", "%"),
        ("cut-at-comment", "a-key#1", "key_cut", "#"),
        ("cut-at-padding", "YS1rZXk=", "key_cut", "="),
        ("behind-colon", "base64:YS1rZXk", "key_begins_behind", ":"),
        ("backslash", "a\\key\\n", "key_unescaped", "\\"),
        ("percent", "a%20key", "key_decoded", "URL"),
        ("plus", "a+key", "key_decoded", "+"),
        ("not-set", "a-key", "key_missing", "undefined"),
        ("question-marks", KHMER, "key_encoding", "ASCII"),
        ("without-padding", "YS1rZXk==", "key_without", "="),
        ("lower-case", "A-Key", "key_lower_case", None),
        ("cut-to-32", "k" * 40, "key_cut_to", "32"),
    ]:
        yield case(f"key-{name}", BILL, mistake, detail, key=key)
    for name, key, mistake in [
        ("hex", some.hex(), "key_hex_decoded"),
        ("upper-case-hex", some.hex().upper(), "key_hex_decoded"),
        ("hex-that-is-base64-too", "00ff00ff", "key_base64_decoded"),
        ("base64", base64.b64encode(some).decode(), "key_base64_decoded"),
        ("base64-no-pad", base64.b64encode(some).decode().rstrip("="), "key_base64_decoded"),
        ("base64-url-safe", base64.urlsafe_b64encode(some).decode(), "key_base64_decoded"),
        ("base64-url-safe-no-pad", base64.urlsafe_b64encode(some).decode().rstrip("="), "key_base64_decoded"),
        ("base64-with-bits-left-over", "a-secret-key_of-22-char", "key_base64_decoded"),
        ("space-before", " a-key", "key_trimmed"),
        ("newline-behind", "a-key\n", "key_trimmed"),
        ("newline-behind-and-another", "a-key\n", "key_trailing_newline"),
        ("newline-behind-and-crlf", "a-key\n", "key_trailing_crlf"),
        ("crlf-behind", "a-key\r\n", "key_trimmed"),
        ("khmer", KHMER, "key_trailing_newline"),
        ("khmer-crlf", KHMER, "key_trailing_crlf"),
        ("beyond-utf16", "a-key-\U0001f600", "utf16_key"),
        ("longer-than-a-block", "k" * 300, "key_and_message_swapped"),
    ]:
        yield case(f"key-{name}", BILL, mistake, "LE" if mistake == "utf16_key" else None, key=key)
    yield case("key-newline-behind-right", BILL, key="a-key\n")


def texts():
    for name, text, mistake in [
        ("decomposed", "cafe\u0301", "nfc"),
        ("composed", "caf\u00e9", "nfd"),
        ("angstrom-sign", "\u212b", "nfc"),
        ("angstrom-sign", "\u212b", "nfd"),
        ("hangul-letters", "\u1100\u1161\u11a8", "nfc"),
        ("hangul-syllable", "\uac01", "nfd"),
        ("two-marks", "a\u0302\u0323", "nfc"),
        ("two-marks", "a\u0302\u0323", "nfd"),
    ]:
        yield case(f"text-{name}-{mistake}", BILL | {"ref_id": text}, mistake)
        yield case(f"text-{name}-{mistake}-hex", BILL | {"customer_sync_code": text}, f"{mistake}+hex")
    yield case("text-in-no-normal-form-is-right", BILL | {"ref_id": "a\u0302\u0323\u212b"})
    for mistake, detail in [
        ("html_entities", None),
        ("html_entities", "settlement_to"),
        ("html_decoded", None),
        ("text_url_encoded", "%20"),
        ("text_url_encoded", "+"),
        ("text_url_encoded", "customer_sync_code: %2f"),
        ("text_url_decoded", None),
        ("invisible_removed", None),
        ("text_digits", "ASCII"),
        ("text_digits", "Khmer"),
        ("leading_zeros_removed", None),
        ("characters_removed", " "),
        ("characters_removed", "punctuation"),
        ("spaces_replaced", "_"),
        ("text_escaped", "\\'"),
        ("text_escaped", "''"),
        ("text_escaped", "\\/"),
        ("text_cut", "20"),
        ("text_lower_case", None),
        ("text_upper_case", None),
        ("encoding", "ASCII"),
        ("encoding", "ISO-8859-1"),
        ("encoding", "UTF-8 twice"),
        ("encoding", "ASCII, ? for each byte"),
        ("encoding", "ASCII, others left out"),
        ("encoding", "low bytes of UTF-16"),
        ("text_encoded", "\\u1797"),
        ("text_encoded", "&#6039;"),
    ]:
        changes = output(MARKED, mistake, detail)
        if changes:
            yield case(f"text-marked-{name_of(mistake, detail)}", MARKED, mistake, detail)
    yield case("text-trimmed", BILL | {"ref_id": "INV-1 "}, "text_trimmed")
    yield case("text-khmer", BILL | {"ref_id": KHMER, "settlement_to": KHMER}, "order_reversed")
    for order in ["LE", "BE"]:
        yield case(f"text-khmer-utf16-{order}", BILL | {"ref_id": f"{KHMER}\U0001f600"}, "utf16", order)
    escaped = BILL | {"ref_id": 'INV "1" \\ 2/3', "settlement_to": KHMER}
    yield case("text-escaped-values_quoted", escaped, "values_quoted")
    yield case("text-escaped-texts_quoted", escaped, "texts_quoted")
    zeros = BILL | {"ref_id": "00A-1", "customer_sync_code": "0017"}
    yield case("text-of-digits-and-others", zeros, "leading_zeros_removed")
    yield case("text-moved-to-the-front", BILL, "order_moved", "settlement_to first")
    # Two equal fields: swapping them changes nothing, and omitting either gives the same string.
    alike = BILL | {"settlement_to": "C-1"}
    yield case("codes-alike", alike, "field_missing", "customer_sync_code")
    yield case("codes-alike-right", alike)


def amounts():
    yield case("amount-below-thousand-right", BILL | {"total_amount": 999})
    yield case("amount-zero-decimals", BILL | {"total_amount": 0}, "amount_decimals", "2")
    yield case("amount-million", BILL | {"total_amount": 1234567}, "amount_thousands")
    yield case("amount-largest", BILL | {"total_amount": 2**53 - 1}, "amount_thousands")
    yield case("amount-largest-cents", BILL | {"total_amount": 2**53 - 1}, "amount_cents")
    yield case("amount-exponent", BILL | {"total_amount": 4000000}, "amount_scientific", "1E+3")
    yield case("amount-exponent-of-digits", BILL | {"total_amount": 1234500}, "amount_scientific", "1.0E3")
    yield case("amount-exponent-of-one-digit", BILL | {"total_amount": 4000000}, "amount_scientific", "1.0E3")
    yield case("amount-exponent-padded", BILL | {"total_amount": 4000000}, "amount_scientific", "1e+03")
    yield case("amount-exponent-padded-decimals", BILL, "amount_scientific", "1.000000e+03")
    large = BILL | {"total_amount": 4 * 10**10}
    yield case("amount-exponent-of-three-digits", large, observed=other_text(large, "amount", "4e+010"))
    yield case("amount-beyond-32-bits", BILL | {"total_amount": 4000000000}, "amount_narrowed", "32 bits")
    yield case("amount-beyond-float", BILL | {"total_amount": 16777217}, "amount_narrowed", "float")
    yield case("amount-zero-cents-right", BILL | {"total_amount": 0})
    yield case("amount-khr-given", BILL | {"total_amount_khr": "164000000.50"}, "amount_khr")
    # This amount looks like the total with decimals.
    yield case("amount-khr-like-decimals", BILL | {"total_amount_khr": "40000.00"}, "amount_khr")
    khr = {**BILL, "currency": "KHR"}
    del khr["exchange_rate_khr"]
    yield case("amount-khr-of-khr-right", khr)
    yield case("amount-khr-of-khr-hex", khr, "hex")
    for form in ["116", "៛"]:
        yield case(f"currency-of-khr-{form}", khr, "currency_form", form)
    yield case("currency-of-khr-other", khr, "currency_other", "USD")
    yield case("amount-khr-unknown", khr | {"currency": "USD"}, "amount_decimals", "1")
    yield case("currency-lower-case-already", BILL | {"currency": "usd"}, "hex")


def dates():
    for offset in ["+07:00", "-03:30", "+14:00", "-12:00", "+05:45"]:
        yield case(f"digits-at{offset}-right", BILL, signing_offset=offset)
        yield case(f"digits-at{offset}-utc", BILL, "zone", "+00:00", signing_offset=offset)
        yield case(
            f"digits-at{offset}-zone_dropped+07:00", BILL, "zone_dropped", "+07:00", signing_offset=offset
        )
        yield case(f"digits-at{offset}-date_only", BILL, "date_only", signing_offset=offset)
        yield case(f"digits-at{offset}-iso_text", BILL, "iso_text", signing_offset=offset)
        yield case(f"digits-at{offset}-iso_text_seconds", BILL, "iso_text_seconds", signing_offset=offset)
        yield case(f"digits-at{offset}-buddhist_year", BILL, "buddhist_year", signing_offset=offset)
        yield case(f"digits-at{offset}-due_date", BILL, "due_date", signing_offset=offset)
        yield case(f"digits-at{offset}-unix_seconds", BILL, "unix_seconds", signing_offset=offset)
    # Far from UTC, both shifts together exceed a day.
    yield case("digits-at+14:00-zone_dropped-12:00", BILL, "zone_dropped", "-12:00", signing_offset="+14:00")
    yield case("date-without-millis", BILL | {"date": "2026-01-31T17:00:00Z"}, "millis")
    yield case("date-in-another-zone", BILL | {"date": "2026-02-01T00:00:00.123+07:00"}, "iso_text")
    old = BILL | {"date": "1969-12-31T23:59:59.999Z"}
    for mistake in ["millis", "unix_seconds", "unix_millis"]:
        yield case(f"date-before-1970-{mistake}", old, mistake)
    for hour in ["00", "01", "12", "13", "23"]:
        at_hour = BILL | {"date": f"2026-01-31T{hour}:05:09Z"}
        if hour in ["01", "12"]:
            yield case(f"date-at-{hour}-right", at_hour)
        else:
            yield case(f"date-at-{hour}-twelve_hours", at_hour, "twelve_hours")
        yield case(f"date-at-{hour}-in-words", at_hour, "date_pattern", "M/d/yyyy, h:mm:ss a")
    for pattern in ["yyMMddHHmmss", "yyyy-MM-dd'T'HH:mm:ssxx", "EEE, dd MMM yyyy HH:mm:ss 'GMT'"]:
        yield case(f"date-pattern-{pattern}", BILL, "date_pattern", pattern, signing_offset="+07:00")
    yield case("date-in-the-last-week", BILL | {"date": "2025-12-30T17:05:09Z"}, "week_year", "Monday")
    yield case("date-in-the-first-week", BILL | {"date": "2027-01-01T17:05:09Z"}, "week_year", "Monday")
    # The week of this Wednesday ends on the 26th.
    before_the_last_week = BILL | {"date": "2026-12-23T17:05:09Z"}
    next_year = other_text(before_the_last_week, "date", lambda *_: "20271223170509")
    yield case("date-before-the-last-week", before_the_last_week, observed=next_year)
    # The first amount whose hash has a +.
    amount = next(
        one
        for one in range(1, 99)
        if "+" in written(right_digest(BILL | {"total_amount": one}, KEY, "+00:00"))
    )
    yield case("hash-with-plus", BILL | {"total_amount": amount}, "plus_as_space")
    yield case("date-rounded", BILL | {"date": "2026-01-31T23:59:59.500Z"}, "date_rounded")
    yield case("date-at-midnight", BILL | {"date": "2026-01-31T00:05:09Z"}, "date_pattern", "yyyyMMddkkmmss")
    # In May at five past, months and minutes are equal. On the fifth of May, days and months are too.
    alike = BILL | {"date": "2026-05-05T17:05:00Z"}
    yield case("date-alike-right", alike)
    yield case("date-alike-date_order", alike, "date_order", "ddMMyyyyHHmmss")
    without_due_date = {key: value for key, value in BILL.items() if key != "due_date"}
    yield case("date-without-due_date", without_due_date, "unix_millis")
    same = BILL | {"due_date": BILL["date"]}
    yield case("date-same-due_date-right", same)
    yield case("date-far-due_date", BILL | {"due_date": "9999-12-31T23:59:59Z"}, "due_date")
    # The year would have five digits.
    yield case("date-last-buddhist_year", BILL | {"date": "9456-12-31T23:59:59Z"}, "buddhist_year")
    yield case("date-first-buddhist_year", BILL | {"date": "0000-01-01T00:00:00Z"}, "buddhist_year")
    yield case("date-after-last-buddhist_year", BILL | {"date": "9457-01-01T00:00:00Z"}, "date_only")
    # A zone in which the year would have five digits cannot produce a hash, nor one without the date.
    last = BILL | {"date": "9999-12-31T23:00:00Z"}
    yield case("date-last-hour-field_missing", last, "field_missing", "date")
    yield case("date-last-hour-zone", last, "zone", "-07:00")
    first = BILL | {"date": "0000-01-01T00:30:00Z"}
    yield case("date-first-hour-field_missing", first, "field_missing", "date")


def bodies():
    lines = [{"item_name": "Rice", "quantity": 2, "price": "10.50"}]
    full = BILL | {
        "total_tax": 40,
        "payment_method_token": "pm-1",
        "description": 'ទីមួយ\n"2"',
        "details": lines,
    }
    yield case("body-full", full, "json_body")
    yield case("body-khr", BILL | {"currency": "KHR", "exchange_rate_khr": "4100"}, "json_body")
    yield case(
        "body-in-utc", BILL | {"date": "2026-02-01T00:00:00+07:00"}, "json_body", signing_offset="+07:00"
    )
    yield case("body-with-extra", BILL | {"extra": {"note": "x"}}, "json_body")
    # Python drops a zero at the end of a number.
    marked = full | {"description": 'a {"b": [1, 2]} \\" \\\\', "details": [lines[0] | {"price": "10.25"}]}
    for given in ["Python", "4 spaces"]:
        yield case(f"body-with-marks-in-texts-{given}", marked, "json_body_spaced", given)
    yield case("body-of-kilobytes", full | {"details": lines * 60}, "json_body")
    for added in ["total_amount_khr", "total_amount_khr at the end"]:
        yield case(f"body-{added}", BILL, "field_added", added)
    # These values have no body.
    observed = output(BILL, "json_body")
    without = lambda key: {name: value for name, value in BILL.items() if name != key}
    yield case("body-without-due_date", without("due_date"), observed=observed)
    lacking = other_text(without("due_date"), "join", lambda parts: "".join([*parts[:2], "D", *parts[2:]]))
    yield case("body-without-due_date-to-add", without("due_date"), observed=lacking)
    yield case("body-without-rate", without("exchange_rate_khr"), observed=observed)


def known_candidates():
    """A known candidate counts as one cause."""
    known = {"zones": ["+07:00", "+00:00"], "separators": ["|", ""], "destinations": ["S-1", "S-2", "S-2"]}
    yield case("candidates-known-right", BILL, candidates=known)
    yield case("candidates-known-zone", BILL, "zone", "+07:00", candidates=known)
    yield case("candidates-known-separator", BILL, "separator", "|", candidates=known)
    yield case("candidates-known-destination", BILL, "destination", "S-2", candidates=known)
    yield case("candidates-known-hex", BILL, "hex", candidates=known)


def pairs():
    for mistake, detail in [
        ("zone", "+07:00"),
        ("zone_dropped", "+07:00"),
        ("zone", "+05:45"),
        ("millis", None),
        ("date_only", None),
        ("amount_decimals", "2"),
        ("amount_khr", None),
        ("order_alphabetical", None),
        ("separator", "|"),
        ("order_swapped", "currency,total_amount"),
        ("field_missing", "settlement_to"),
        ("destination", "S-2"),
        ("currency_lower_case", None),
        ("key_trailing_newline", None),
        ("key_and_message_swapped", None),
        ("plain_key_message", None),
        ("plain_message_key", None),
        ("hmac_sha256", None),
        ("hmac_sha1", None),
        ("hmac_sha384", None),
        ("key_trailing_crlf", None),
        ("twelve_hours", None),
        ("due_date", None),
        ("minutes_and_months", "yyyyMMddHHMMss"),
        ("seconds_missing", None),
        ("unix_seconds", None),
        ("date_order", "ddMMyyyyHHmmss"),
        ("buddhist_year", None),
        ("amount_cents", None),
        ("json_body", None),
        ("values_quoted", None),
        ("utf16", "LE"),
        ("utf16_string", "BE"),
    ]:
        for second in ["hex", "upper_case_hex"]:
            pair = f"{mistake}+{second}"
            yield case(name_of(pair, detail), BILL, pair, detail, candidates=CANDIDATES)
    marked = BILL | {"ref_id": "វិក្កយបត្រ-៧", "settlement_to": "A&B"}
    for pair, details in [
        ("zone+amount_decimals", ["+07:00", "2"]),
        ("zone+millis", ["+07:00", None]),
        ("zone+iso_text", ["+07:00", None]),
        ("zone+date_pattern", ["+07:00", "yyyy-MM-dd'T'HH:mm:ssxxx"]),
        ("due_date+separator", [None, "|"]),
        ("date_order+currency_lower_case", ["ddMMyyyyHHmmss", None]),
        ("buddhist_year+date_digits", [None, "Khmer"]),
        ("date_digits+amount_digits", ["Khmer", "Khmer"]),
        ("amount_thousands+separator", [None, ","]),
        ("amount_scientific+key_trailing_newline", ["1E+3", None]),
        ("zone+key_quoted", ["+07:00", '"']),
        ("html_entities+text_behind", [None, "\n"]),
        ("nfd+text_behind", [None, "\n"]),
        ("html_entities+encoding", [None, "ASCII"]),
        ("separator+key_before", ["|", "\ufeff"]),
        ("labelled+text_encoded", ["name=value&", "URL"]),
        ("json_body+key_base64_decoded", [None, None]),
        ("key_quoted+hmac_sha256", ['"', None]),
        ("field_missing+plain_message_key", ["settlement_to", None]),
        ("hmac_sha256+base64_url_safe", [None, None]),
        ("encoding+base64_no_pad", ["ASCII", None]),
        ("key_trimmed+hash_cut", [None, "50"]),
    ]:
        key = " YS1rZXk" if "key_trimmed" in pair else "YS1rZXk" if "decoded" in pair else KEY
        if output(marked, pair, details, key=key):
            yield case(name_of(pair, details), marked, pair, details, key=key)
    for pair, details in [
        ("zone+millis", ["-03:15", None]),
        ("zone_dropped+millis", ["-03:15", None]),
        ("zone+separator", ["-03:15", "--"]),
        ("destination+separator", ["S-2", "--"]),
        ("millis+destination", [None, "S-2"]),
        ("millis+separator", [None, "--"]),
    ]:
        yield case(f"candidates-{name_of(pair, details)}", MARKED, pair, details, candidates=CANDIDATES)
    # Two mistakes lose the space, and two write a hash that has neither + nor / alike: the likeliest two come first.
    with_space = (BILL | {"ref_id": "INV-1 ", "total_amount": amount} for amount in range(1, 999))
    alike = next(bill for bill in with_space if not {*"+/"} & {*output(bill, "text_trimmed")})
    yield case("pairs-alike", alike, "text_trimmed+base64_no_pad")
    # The likeliest of those that are tried alone.
    known = oracle(MARKED, KEY, "+00:00")
    _, mistake, detail, _ = next(row for row in known.rows("zone") if not known.is_usual("zone", row[0]))
    yield case("pair-of-an-unlikely-zone", MARKED, f"{mistake}+millis", [detail, None])


def trimmed():
    right = written(right_digest(BILL, KEY, "+00:00"))
    for name, before, behind in [
        ("newline", "", "\n"),
        ("crlf", "", "\r\n"),
        ("tab-and-space", "\t", " "),
        ("no-break-space", "\u00a0", ""),
        ("byte-order-mark", "\ufeff", ""),
        ("zero-width-space", "", "\u200b"),
        ("many", " \n\ufeff ", "\u3000\r\n\n"),
    ]:
        yield case(f"trimmed-{name}", BILL, observed=f"{before}{right}{behind}")
    for mistake, detail in [
        ("zone", "+07:00"),
        ("hex", None),
        ("mime_wrapped", "\r\n"),
        ("mime_wrapped", "\n"),
    ]:
        line_end = "\n" if detail is None else detail if "wrapped" in mistake else " "
        name = f"trimmed-{name_of(mistake, detail)}"
        yield case(name, BILL, observed=output(BILL, mistake, detail) + line_end)
    yield case("trimmed-unexplained", BILL, observed=f" {base64.b64encode(bytes(64)).decode()}\n")
    yield case("trimmed-words", BILL, observed=" not a hash\n")
    yield case("trimmed-to-nothing", BILL, observed=" \r\n\t")


def unexplained():
    chance = random.Random(64)
    for name, observed in {
        "random": base64.b64encode(chance.randbytes(64)).decode(),
        "random-hex": chance.randbytes(64).hex(),
        "empty": "",
        "words": "not a hash",
        "null-bytes": base64.b64encode(bytes(64)).decode(),
        "another-key-as-hex": right_digest(BILL, KEY + "2", "+00:00").hex(),
        "too-short": base64.b64encode(bytes(61)).decode(),
        "too-long": base64.b64encode(bytes(65)).decode(),
        "one-padding": "A" * 87 + "=",
        "no-padding": "A" * 88,
        "a-letter-of-no-base64": "A" * 85 + "-==",
        "space-inside": "A" * 40 + " " + "A" * 45 + "==",
        "khmer": "ក" * 86 + "==",
        "khmer-of-88-bytes": "ក" * 28 + "AA==",
    }.items():
        yield case(f"unexplained-{name}", BILL, observed=observed)
    right = written(right_digest(BILL, KEY, "+00:00"))
    yield case("unexplained-lower-case", BILL, observed=right.lower())
    yield case("unexplained-other-key", BILL, observed=written(right_digest(BILL, KEY + "2", "+00:00")))
    # Two mistakes are found, three are not.
    other = BILL | {"currency": "usd"}
    yield case("unexplained-two-mistakes", BILL, observed=output(other, "zone", "+07:00"))
    yield case(
        "unexplained-three-mistakes", BILL, observed=output(other, "zone+amount_decimals", ["+07:00", "2"])
    )


def output(bill, mistake, detail=None, key=KEY, signing_offset="+00:00", candidates=None):
    """Returns the wrong hash, or None if the mistake changes nothing. A list of details has one for each of a pair."""
    mistakes = mistake.split("+")
    details = detail if isinstance(detail, list) else [detail, None]
    wrong = oracle(bill, key, signing_offset, candidates).output(*zip(mistakes, details))
    return None if wrong == written(right_digest(bill, key, signing_offset)) else wrong


def other_text(bill, step, change):
    """The hash of a bill with a step done as no mistake does it."""
    return written(oracle(bill, KEY, "+00:00").digest((step, change)))


def case(
    name, bill, mistake=None, detail=None, observed=None, key=KEY, signing_offset="+00:00", candidates=None
):
    """The right hash, that of a mistake, or any observed text."""
    right, body = written(right_digest(bill, key, signing_offset)), json_body(bill)
    if mistake:
        observed = output(bill, mistake, detail, key, signing_offset, candidates)
        if observed is None:
            raise AssertionError(f"{name}: the mistake changes nothing")
    observed = right if observed is None else observed
    found = causes(cut(observed), bill, key, signing_offset, candidates)
    return {
        "id": f"mistakes/{name}".replace("\r", "CR"),  # an id is one line of a list
        "bill": bill,
        "key": key,
        "signing_offset": signing_offset,
        **({"candidates": candidates} if candidates else {}),
        **({} if body is None else {"body": body}),
        "observed_hash": observed,
        "trimmed": cut(observed) != observed,
        "matches": cut(observed) == right,
        "code": code(cut(observed), right, found),
        "causes": found,
    }


def cut(observed):
    """Removes surrounding white space and invisible characters."""
    return observed.strip(" \t\r\n\u00a0\u3000\ufeff\u200b")


def code(observed, right, found):
    if observed == right:
        return "matches"
    if found:
        return "explained"
    return "unexplained" if re.fullmatch("[A-Za-z0-9+/]{86}==", observed) else "not_a_hash"


def causes(observed, bill, key, signing_offset, candidates):
    found = oracle(bill, key, signing_offset, candidates).causes(observed)
    return [cause(names, signing_offset) for names in found]


def cause(names, signing_offset):
    settings = [setting(mistake, detail, signing_offset) for mistake, detail in names]
    joined = {
        "mistake": "+".join(mistake for mistake, _ in names),
        "with": " + ".join(detail for _, detail in names if detail is not None),
        "setting": "; ".join(text for text in settings if text),
    }
    return {name: value for name, value in joined.items() if value}


def name_of(mistake, detail):
    words = "space newline crlf tab bar comma and dash semicolon colon underscore slash dashes".split()
    names = dict(zip([" ", "\n", "\r\n", "\t", *"|,&-;:_/", "--"], words))
    details = [one for one in (detail if isinstance(detail, list) else [detail]) if one is not None]
    return "-".join([mistake, *(names.get(one, one) for one in details)])


def stream(seed, per_mistake):
    """Single mistakes of random bills until each has its hashes, and of each bill a pair and an output."""
    chance = random.Random(seed)
    signed, skipped = Counter(), Counter()
    open_kinds, bills = True, 0
    # Few bills have what the rarest need, such as a key in quotes.
    while open_kinds and bills < 12 * per_mistake:
        bills += 1
        key, signing_offset, candidates = any_key(chance), any_signing_offset(chance), any_candidates(chance)
        bill = any_bill(chance)
        known = oracle(bill, key, signing_offset, candidates)
        right = written(known.right)
        rows = [
            (step, mistake, detail) for step in known.tables for _, mistake, detail, _ in known.rows(step)
        ]
        rare = {
            row[1:3] for step in known.tables for row in known.rows(step) if not known.is_usual(step, row[0])
        }
        attempts = [[row] for row in rows] + [chance.sample([row for row in rows if row[1:] not in rare], 2)]
        open_kinds = False
        for attempt in attempts:
            names = [name[1:] for name in sorted(attempt, key=lambda name: list(known.tables).index(name[0]))]
            kind = kind_of(names, candidates)
            observed = known.output(*names) if len({step for step, *_ in attempt}) == len(attempt) else None
            if signed[kind] >= per_mistake and len(names) == 1:
                continue
            if observed in (None, right):
                skipped[kind] += 1
            else:
                signed[kind] += 1
                yield {
                    "bill": bill,
                    "key": key,
                    "signing_offset": signing_offset,
                    "candidates": candidates,
                    "observed_hash": observed,
                    "truth": cause(names, signing_offset),
                    "causes": causes(observed, bill, key, signing_offset, candidates),
                }
            open_kinds = open_kinds or signed[kind] < per_mistake
    yield {"kinds": [{"kind": kind, "signed": signed[kind], "skipped": skipped[kind]} for kind in signed]}


def kind_of(names, candidates):
    """The group of the statistics. Candidates and pairs differ between bills, so they share one."""
    if len(names) > 1:
        return "two mistakes"
    ((mistake, detail),) = names
    if detail is None:
        return mistake
    is_candidate = any(detail in list_of_kind for list_of_kind in candidates.values())
    return f"{mistake} {'of a candidate' if is_candidate else json.dumps(detail)}"


def main():
    parser = argparse.ArgumentParser(description="Bills signed wrong, one JSON object a line.")
    parser.add_argument("--stream", action="store_true", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--per-mistake", type=int, default=1000)
    arguments = parser.parse_args()
    for line in stream(arguments.seed, arguments.per_mistake):
        sys.stdout.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
