"""Random bills with keys and candidates, such that each mistake changes some of them."""

import base64
import string

from samples import KHMER, KHMER_WORDS, LARGEST

ALPHABETS = [
    string.ascii_uppercase + string.digits + "-",
    string.ascii_uppercase + string.digits + "-",
    string.ascii_lowercase + string.digits + "_./",
    string.digits,
    "កខគឃងចឆជឈញដឋឌឍណតថទធន\u17d2\u17b6\u17b7\u17bb\u17c1",
]
# Texts that normalisation changes: composed, decomposed, compatible, and Hangul.
UNSTEADY = [
    "caf\u00e9",
    "cafe\u0301",
    "\u212bngstr\u00f6m",
    "a\u0323\u0302",
    "\u1100\u1161\u11a8",
    "\uac01",
    "\u1e69",
]
URL_SAFE = string.ascii_letters + string.digits + "-_"


def any_bill(chance):
    bill = {
        "ref_id": any_code(chance),
        "date": any_date(chance),
        "currency": chance.choice(["KHR", "KHR", "USD", "THB"]),
        "total_amount": any_amount(chance),
        "customer_sync_code": any_code(chance),
        "settlement_to": any_code(chance),
    }
    if bill["currency"] != "KHR" and chance.random() < 0.7:
        bill["exchange_rate_khr"] = chance.choice(["4100", "4100.5", "4012.75", "0.1"])
    elif chance.random() < 0.3:
        bill["total_amount_khr"] = f"{any_amount(chance)}{chance.choice(['', '.50', '.00'])}"
    if chance.random() < 0.8:
        bill["due_date"] = any_date(chance)
    if chance.random() < 0.2:
        bill |= {
            "description": chance.choice([KHMER_WORDS, 'a "b"\n\\c']),
            "details": [{"quantity": 2, "price": "1.50"}],
        }
    return bill


def any_code(chance):
    if chance.random() < 0.12:
        return chance.choice([*UNSTEADY, KHMER, KHMER_WORDS])
    alphabet = chance.choice(ALPHABETS)
    return "".join(chance.choice(alphabet) for _ in range(chance.randint(1, 16)))


def any_date(chance):
    year = chance.choice([chance.randint(2020, 2035)] * 9 + [chance.randint(1, 9998)])
    day = f"{year:04d}-{chance.randint(1, 12):02d}-{chance.randint(1, 28):02d}"
    time = f"{chance.randint(0, 23):02d}:{chance.randint(0, 59):02d}:{chance.randint(0, 59):02d}"
    return f"{day}T{time}{chance.choice(['', '.0', '.25', '.674', '.999'])}{chance.choice(['Z', '+07:00', '-03:30'])}"


def any_amount(chance):
    return chance.choice([chance.randrange(10 ** chance.randint(1, 9)), chance.randint(0, LARGEST)])


def any_key(chance):
    some = chance.randbytes(chance.randint(8, 70))
    return chance.choice(
        [
            lambda: f"key-{some.hex()[:20]}!",
            lambda: KHMER + some.hex()[:9],
            lambda: some.hex(),
            lambda: some.hex().upper(),
            lambda: base64.b64encode(some).decode(),
            lambda: base64.urlsafe_b64encode(some).decode().rstrip("="),
            # Text that can be decoded although nobody encoded it: some bits are left over.
            lambda: "".join(chance.choice(URL_SAFE) for _ in range(chance.randint(16, 60))),
            lambda: chance.choice([" {}", "{} ", "{}\n", "\t{}\r\n"]).format(some.hex()[:24]),
        ]
    )()


def any_signing_offset(chance):
    return chance.choice(["+00:00"] * 7 + ["+07:00"] * 2 + [any_zone(chance)])


def any_candidates(chance):
    """One candidate of each kind, none of them known already."""
    return {
        "zones": [any_zone(chance)],
        "separators": [chance.choice(["/", "--", "\r\n", "||", ", ", "."])],
        "destinations": [f"{any_code(chance)}*"],
    }


def any_zone(chance):
    """A zone other than the whole and half hours."""
    return f"{chance.choice('+-')}{chance.randint(0, 11):02d}:{chance.choice([1, 15, 45, 59]):02d}"
