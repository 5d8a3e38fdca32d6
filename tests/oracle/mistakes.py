#!/usr/bin/env python3
"""Cases of mistakes.json: a bill, a hash that somebody else has computed, and the mistakes that produce it.

    python3 tests/oracle/mistakes.py --stream --seed 1 --per-mistake 1000

makes many more at random, too many for a file: one JSON object a line, so many for each mistake, and at last how many
hashes of each mistake were signed, and how many bills were skipped because the mistake changes nothing in them.
"""

import argparse
import base64
import json
import random
import sys
from collections import Counter

from any_bill import any_bill, any_candidates, any_digits_offset, any_key
from samples import KHMER
from wrong_hashes import ZONES, right_digest, wrong_outputs, written

ABOUT = (
    "observed_hash is what somebody else has computed for bill under key, with the digits of the date at "
    "digits_offset. Either it matches, or causes are exactly the mistakes that produce it, in documented order: each "
    "alone, or with hex. candidates are further zones, separators and destinations to try."
)
BILL = {
    "ref_id": "INV-0001",
    "date": "2026-01-31T17:00:00.123Z",
    "currency": "USD",
    "total_amount": 40000,
    "customer_sync_code": "C-1",
    "settlement_to": "S-1",
    "exchange_rate_khr": "4100",
}
KEY = "test-hash-key"
CANDIDATES = {"zones": ["+05:45", "-03:15"], "separators": [";", "--"], "destinations": ["S-2", KHMER]}


def cases():
    yield case("right", BILL)
    yield from every_mistake()
    yield from keys()
    yield from texts()
    yield from amounts()
    yield from dates()
    yield from known_candidates()
    yield from pairs()
    yield from unexplained()


def every_mistake():
    far = {"+00:30", "+01:00", "+05:30", "+07:00", "+08:00", "+12:30", "+14:00", "-12:00", "-07:00", "-03:30"}
    for mistake, given in wrong_outputs(BILL, KEY, "+00:00", CANDIDATES):
        rare_zone = mistake.startswith("zone") and given in ZONES and given not in far
        if "+" not in mistake and not rare_zone and output(BILL, mistake, given, candidates=CANDIDATES):
            yield case(name_of(mistake, given), BILL, mistake, given, candidates=CANDIDATES)


def keys():
    some = bytes(range(190, 254))
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
        ("khmer", KHMER, "key_trailing_newline"),
        ("longer-than-a-block", "k" * 300, "key_and_message_swapped"),
    ]:
        yield case(f"key-{name}", BILL, mistake, key=key)
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
    yield case("text-khmer", BILL | {"ref_id": KHMER, "settlement_to": KHMER}, "order_reversed")
    # Two fields that are alike: a swap shows nothing, and each missing is the other missing.
    alike = BILL | {"settlement_to": "C-1"}
    yield case("codes-alike", alike, "field_missing", "customer_sync_code")
    yield case("codes-alike-right", alike)


def amounts():
    yield case("amount-below-thousand-right", BILL | {"total_amount": 999})
    yield case("amount-zero-decimals", BILL | {"total_amount": 0}, "amount_decimals", "2")
    yield case("amount-million", BILL | {"total_amount": 1234567}, "amount_thousands")
    yield case("amount-largest", BILL | {"total_amount": 2**53 - 1}, "amount_thousands")
    yield case("amount-khr-given", BILL | {"total_amount_khr": "164000000.50"}, "amount_khr")
    # What was given looks like decimals of the amount itself.
    yield case("amount-khr-like-decimals", BILL | {"total_amount_khr": "40000.00"}, "amount_khr")
    khr = {**BILL, "currency": "KHR"}
    del khr["exchange_rate_khr"]
    yield case("amount-khr-of-khr-right", khr)
    yield case("amount-khr-of-khr-hex", khr, "hex")
    yield case("amount-khr-unknown", khr | {"currency": "USD"}, "amount_decimals", "1")
    yield case("currency-lower-case-already", BILL | {"currency": "usd"}, "hex")


def dates():
    for offset in ["+07:00", "-03:30", "+14:00", "-12:00", "+05:45"]:
        yield case(f"digits-at{offset}-right", BILL, digits_offset=offset)
        yield case(f"digits-at{offset}-utc", BILL, "zone", "+00:00", digits_offset=offset)
        yield case(f"digits-at{offset}-zone_dropped+07:00", BILL, "zone_dropped", "+07:00", digits_offset=offset)
        yield case(f"digits-at{offset}-date_only", BILL, "date_only", digits_offset=offset)
        yield case(f"digits-at{offset}-iso_text", BILL, "iso_text", digits_offset=offset)
    # Far from UTC, the two shifts together exceed a day.
    yield case("digits-at+14:00-zone_dropped-12:00", BILL, "zone_dropped", "-12:00", digits_offset="+14:00")
    yield case("date-without-millis", BILL | {"date": "2026-01-31T17:00:00Z"}, "millis")
    yield case("date-in-another-zone", BILL | {"date": "2026-02-01T00:00:00.123+07:00"}, "iso_text")
    yield case("date-before-1970", BILL | {"date": "1969-12-31T23:59:59.999Z"}, "millis")
    # A zone in which the year would have five digits is no way to make a hash: least of all that without a date.
    last = BILL | {"date": "9999-12-31T23:00:00Z"}
    yield case("date-last-hour-field_missing", last, "field_missing", "date")
    yield case("date-last-hour-zone", last, "zone", "-07:00")
    first = BILL | {"date": "0000-01-01T00:30:00Z"}
    yield case("date-first-hour-field_missing", first, "field_missing", "date")


def known_candidates():
    """A candidate that is known already is one cause, not two."""
    known = {"zones": ["+07:00", "+00:00"], "separators": ["|", ""], "destinations": ["S-1", "S-2", "S-2"]}
    yield case("candidates-known-right", BILL, candidates=known)
    yield case("candidates-known-zone", BILL, "zone", "+07:00", candidates=known)
    yield case("candidates-known-separator", BILL, "separator", "|", candidates=known)
    yield case("candidates-known-destination", BILL, "destination", "S-2", candidates=known)
    yield case("candidates-known-hex", BILL, "hex", candidates=known)


def pairs():
    for mistake, given in [
        ("zone", "+07:00"), ("zone_dropped", "+07:00"), ("zone", "+05:45"), ("millis", None), ("date_only", None),
        ("amount_decimals", "2"), ("amount_khr", None), ("order_alphabetical", None), ("separator", "|"),
        ("order_swapped", "currency,total_amount"), ("field_missing", "settlement_to"), ("destination", "S-2"),
        ("currency_lower_case", None), ("key_trailing_newline", None), ("key_and_message_swapped", None),
        ("plain_key_message", None), ("plain_message_key", None), ("hmac_sha256", None), ("hmac_sha1", None),
    ]:
        for second in ["hex", "upper_case_hex"]:
            pair = f"{mistake}+{second}"
            yield case(name_of(pair, given), BILL, pair, given, candidates=CANDIDATES)


def unexplained():
    chance = random.Random(64)
    for name, observed in {
        "random": base64.b64encode(chance.randbytes(64)).decode(),
        "random-hex": chance.randbytes(64).hex(),
        "empty": "",
        "words": "not a hash",
        "null-bytes": base64.b64encode(bytes(64)).decode(),
    }.items():
        yield case(f"unexplained-{name}", BILL, observed=observed)
    right = written(right_digest(BILL, KEY, "+00:00"))
    yield case("unexplained-newline-behind", BILL, observed=right + "\n")
    yield case("unexplained-lower-case", BILL, observed=right.lower())
    yield case("unexplained-other-key", BILL, observed=written(right_digest(BILL, KEY + "2", "+00:00")))
    # Two mistakes of which neither is hex.
    other = BILL | {"currency": "usd"}
    yield case("unexplained-two-mistakes", BILL, observed=output(other, "zone", "+07:00"))


def output(bill, mistake, given=None, key=KEY, digits_offset="+00:00", candidates=None):
    """The hash made wrong; None where that changes nothing."""
    wrong = wrong_outputs(bill, key, digits_offset, candidates)[mistake, given]
    return None if wrong == written(right_digest(bill, key, digits_offset)) else wrong


def case(name, bill, mistake=None, given=None, observed=None, key=KEY, digits_offset="+00:00", candidates=None):
    """The right hash, or that of a mistake, or whatever was observed."""
    right = written(right_digest(bill, key, digits_offset))
    if mistake:
        observed = output(bill, mistake, given, key, digits_offset, candidates)
        if observed is None:
            raise AssertionError(f"{name}: the mistake changes nothing")
    observed = right if observed is None else observed
    return {
        "id": f"mistakes/{name}",
        "bill": bill,
        "key": key,
        "digits_offset": digits_offset,
        **({"candidates": candidates} if candidates else {}),
        "observed_hash": observed,
        "matches": observed == right,
        "causes": causes(observed, right, wrong_outputs(bill, key, digits_offset, candidates)),
    }


def causes(observed, right, outputs):
    if observed == right:
        return []
    found = [name for name, output in outputs.items() if output == observed]
    return [{"mistake": mistake} | ({} if given is None else {"with": given}) for mistake, given in found]


def name_of(mistake, given):
    names = {" ": "space", "\n": "newline", "|": "bar", ",": "comma", "&": "and", ";": "semicolon", "--": "dashes"}
    return mistake if given is None else f"{mistake}-{names.get(given, given)}"


def stream(seed, per_mistake):
    chance = random.Random(seed)
    signed, skipped = Counter(), Counter()
    open_kinds = True
    while open_kinds:
        key, digits_offset, candidates = any_key(chance), any_digits_offset(chance), any_candidates(chance)
        bill = any_bill(chance)
        right = written(right_digest(bill, key, digits_offset))
        outputs = wrong_outputs(bill, key, digits_offset, candidates)
        open_kinds = False
        for (mistake, given), observed in outputs.items():
            kind = kind_of(mistake, given, candidates)
            if signed[kind] == per_mistake:
                continue
            if observed in (None, right):
                skipped[kind] += 1
            else:
                signed[kind] += 1
                yield {
                    "bill": bill,
                    "key": key,
                    "digits_offset": digits_offset,
                    "candidates": candidates,
                    "observed_hash": observed,
                    "mistake": mistake,
                    "with": given,
                    "causes": causes(observed, right, outputs),
                }
            open_kinds = open_kinds or signed[kind] < per_mistake
    yield {"kinds": [{"kind": kind, "signed": signed[kind], "skipped": skipped[kind]} for kind in signed]}


def kind_of(mistake, given, candidates):
    """What is counted together: candidates differ from bill to bill."""
    if given is None:
        return mistake
    is_candidate = any(given in list_of_kind for list_of_kind in candidates.values())
    return f"{mistake} {'of a candidate' if is_candidate else json.dumps(given)}"


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
