"""Cases of parses.json: the number of bills that have this signing string."""

import random
from datetime import datetime
from itertools import chain

from currencies import CODES
from samples import KHMER, LARGEST

ABOUT = (
    "parses is the number of parses of signing_string as ref_id, fourteen digits of a valid date, a currency "
    "of ISO 4217, an amount up to 2^53-1 without leading zero, customer_sync_code and settlement_to, where no code is "
    "empty and each has its declared shape (prefix, length in characters, pattern: # digit, @ ASCII "
    "letter, ? anything)."
)
DATE = "20260131170000"


def cases():
    return chain(without_shapes(), with_shapes(), dates(), currencies_and_amounts(), nested(), at_random(120))


def without_shapes():
    yield case("plain", f"INV1{DATE}KHR40000C1S1")
    yield case("amount-into-customer", f"R{DATE}KHR100CD")
    yield case("customer-of-digits", f"R{DATE}KHR1001S")
    yield case("all-digits-behind", f"R{DATE}KHR123456789")
    yield case("shortest", f"R{DATE}KHR1CD")
    yield case("khmer", f"{KHMER}{DATE}KHR500{KHMER}S")
    yield case("emoji", f"😀{DATE}USD7😀😀😀")
    for name, text in {
        "no-ref_id": f"{DATE}KHR1CD",
        "no-date": "RKHR1CD",
        "no-currency": f"R{DATE}1CD",
        "no-amount": f"R{DATE}KHRCD",
        "one-code": f"R{DATE}KHR1C",
        "nothing-behind": f"R{DATE}KHR1",
        "empty": "",
        "words": "no signing string",
        "lower-case-currency": f"R{DATE}khr1CD",
    }.items():
        yield case(f"none-{name}", text)


def with_shapes():
    text = f"INV-0017{DATE}KHR40000C123S45"
    for name, shapes in {
        "prefixes": {
            "ref_id": {"prefix": "INV-"},
            "customer_sync_code": {"prefix": "C"},
            "settlement_to": {"prefix": "S"},
        },
        "lengths": {
            "ref_id": {"length": 8},
            "customer_sync_code": {"length": 4},
            "settlement_to": {"length": 3},
        },
        "patterns": {
            "ref_id": {"pattern": "INV-####"},
            "customer_sync_code": {"pattern": "@###"},
            "settlement_to": {"pattern": "S##"},
        },
        "pattern-of-anything": {"customer_sync_code": {"pattern": "????"}},
        "one-of-three": {"settlement_to": {"prefix": "S"}},
        "all-at-once": {"customer_sync_code": {"prefix": "C", "length": 4, "pattern": "C###"}},
        "contradicting": {"customer_sync_code": {"prefix": "C", "length": 3, "pattern": "C###"}},
        "wrong-prefix": {"ref_id": {"prefix": "BILL"}},
        "digits-are-ascii": {"customer_sync_code": {"pattern": "@##4"}},
        "prefix-of-a-digit": {"customer_sync_code": {"prefix": "0"}},
    }.items():
        yield case(f"shapes-{name}", text, shapes)
    for prefix in ["0", "00", "000", "1", "10", "40", "C"]:
        yield case(f"customer-begins-{prefix}", text, {"customer_sync_code": {"prefix": prefix}})
    khmer = {"customer_sync_code": {"length": len(KHMER)}, "settlement_to": {"pattern": "ខ??"}}
    yield case("shapes-count-characters", f"R{DATE}KHR5{KHMER}ខab", khmer)
    yield case("shapes-count-characters-of-emoji", f"R{DATE}KHR5😀😀S", {"customer_sync_code": {"length": 2}})
    yield case("khmer-digits-are-no-digits", f"R{DATE}KHR5C៥S", {"customer_sync_code": {"pattern": "C#"}})
    yield case("khmer-digits-are-no-amount", f"R{DATE}KHR៥CS")
    yield case("khmer-letters-are-no-ascii", f"R{DATE}KHR5កS", {"customer_sync_code": {"pattern": "@"}})


def dates():
    for name, digits in {
        "leap-day": "20240229000000",
        "no-leap-day": "20230229000000",
        "century": "21000229000000",
        "fourth-century": "20000229000000",
        "month-13": "20261331000000",
        "month-0": "20260031000000",
        "day-0": "20260100000000",
        "day-31-of-april": "20260431000000",
        "hour-24": "20260131240000",
        "minute-60": "20260131006000",
        "second-60": "20260131000060",
        "last-second": "20261231235959",
        "year-0": "00000101000000",
        "year-0-leap-day": "00000229000000",
        "year-9999": "99991231235959",
    }.items():
        yield case(f"date-{name}", f"R{digits}KHR1CD")
    yield case("date-behind-digits", f"R2026{DATE}KHR1CD")
    yield case("date-behind-digits-only", f"2026{DATE}KHR1CD")


def currencies_and_amounts():
    for code in ["USD", "THB", "XXX", "XTS", "ZWG", "KHX", "US", "HRK", "EUR"]:
        yield case(f"currency-{code}", f"R{DATE}{code}1CD")
    for amount in ["0", "00", "01", "10", "007", str(LARGEST), str(LARGEST + 1), "9" * 25]:
        yield case(f"amount-{amount}", f"R{DATE}KHR{amount}CD", {"customer_sync_code": {"prefix": "C"}})
        yield case(f"amount-{amount}-without-shapes", f"R{DATE}KHR{amount}CD")


def nested():
    """A code that contains a date, a currency and an amount."""
    inner = f"{DATE}USD5"
    yield case("nested-in-ref_id", f"R{inner}{DATE}KHR1CD")
    yield case("nested-in-customer", f"R{DATE}KHR1C{inner}D")
    yield case("nested-in-settlement_to", f"R{DATE}KHR1CD{inner}EF")
    yield case("nested-twice", f"R{inner}C{inner}D{inner}EF")
    prefixes = {field: {"prefix": letter} for field, letter in zip(CODES_OF_A_BILL, "RCD")}
    yield case("nested-prefixes", f"R{inner}CD{DATE}KHR1CD", prefixes)
    yield case(
        "nested-prefixes-alike", f"R{inner}RR{inner}RR", {field: {"prefix": "R"} for field in CODES_OF_A_BILL}
    )
    yield case(
        "nested-lengths", f"R{inner}CD{DATE}KHR1CD", {field: {"length": 1} for field in CODES_OF_A_BILL}
    )


CODES_OF_A_BILL = ["ref_id", "customer_sync_code", "settlement_to"]


def at_random(count):
    chance = random.Random(1729)
    parts = ["A", "1", "0", "C", f"{DATE}KHR1", "20240229235959USD0", "ខ"]

    def code():
        return "".join(chance.choice(parts) for _ in range(chance.randint(1, 4)))

    for number in range(count):
        currency, amount = chance.choice(["KHR", "USD"]), chance.choice([0, 7, 10, 100, 1010])
        text = f"{code()}{chance.choice([DATE, '20240229235959'])}{currency}{amount}{code()}{code()}"
        yield case(f"random-{number:03d}", text, any_shapes(chance))


def any_shapes(chance):
    kinds = [
        lambda: {"prefix": chance.choice(["A", "1", "0", "C"])},
        lambda: {"length": chance.randint(1, 3)},
        lambda: {"pattern": "".join(chance.choice("#@?A1") for _ in range(chance.randint(1, 3)))},
    ]
    return {field: chance.choice(kinds)() for field in CODES_OF_A_BILL if chance.random() < 0.5}


def case(name, text, shapes=None):
    shapes = shapes or {}
    return {"id": f"parses/{name}", "signing_string": text, "shapes": shapes, "parses": parses(text, shapes)}


def parses(text, shapes):
    """Tries every part at every length, and assumes nothing about the order of characters."""

    def code(field):
        return lambda part: part != "" and fits(part, shapes.get(field, {}))

    return splits(
        text, [code("ref_id"), is_date, CODES.__contains__, is_amount, *map(code, CODES_OF_A_BILL[1:])]
    )


def splits(text, parts):
    if not parts:
        return text == ""
    first, *others = parts
    return sum(splits(text[length:], others) for length in range(len(text) + 1) if first(text[:length]))


def is_date(part):
    if len(part) != 14 or not is_digits(part):
        return False
    # datetime has no year 0, which is a leap year like 2000.
    year = int(part[:4]) or 2000
    try:
        datetime(year, *(int(part[at : at + 2]) for at in range(4, 14, 2)))
    except ValueError:
        return False
    return True


def is_amount(part):
    return is_digits(part) and str(int(part)) == part and int(part) <= LARGEST


def is_digits(part):
    return part.isascii() and part.isdigit()


def fits(code, shape):
    if not code.startswith(shape.get("prefix", "")) or len(code) != shape.get("length", len(code)):
        return False
    pattern = shape.get("pattern")
    return pattern is None or len(pattern) == len(code) and all(map(fits_sign, pattern, code))


def fits_sign(sign, character):
    if sign == "#":
        return is_digits(character)
    if sign == "@":
        return character.isascii() and character.isalpha()
    return sign in ("?", character)
