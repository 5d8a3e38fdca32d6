"""Cases of signing.json: fields, signing string, key, hash."""

import random
from itertools import chain

from samples import KHMER, KHMER_WORDS, LARGEST
from signature import hash_of, signing_string

ABOUT = (
    "The signature in steps. fields are the six signed ones. date is an instant whose digits are written at "
    "signing_offset. hash is the Base64 of HMAC-SHA-512 of signing_string under the UTF-8 bytes of key."
)
FIELDS = {
    "ref_id": "INV-0001",
    "date": "2026-01-31T17:00:00.000Z",
    "currency": "KHR",
    "total_amount": 40000,
    "customer_sync_code": "C-1",
    "settlement_to": "S-1",
}
KEY = "test-hash-key"


def cases():
    plain = [signed("plain")]
    return chain(plain, amounts(), texts(), written_instants(), zones(), calendar(), keys(), at_random(300))


def signed(name, signing_offset="+00:00", key=KEY, **changes):
    fields = {**FIELDS, **changes}
    text = signing_string(fields, signing_offset)
    return {
        "id": f"signing/{name}",
        "fields": fields,
        "signing_offset": signing_offset,
        "signing_string": text,
        "key": key,
        "hash": hash_of(text, key),
    }


def amounts():
    for amount in [0, 1, 9, 10, 2**31 - 1, 2**31, 2**32, 10**15, LARGEST - 1, LARGEST]:
        yield signed(f"amount-{amount}", total_amount=amount)


def texts():
    for field in ["ref_id", "currency", "customer_sync_code", "settlement_to"]:
        yield signed(f"{field}-one-character", **{field: "x"})
        yield signed(f"{field}-2000-characters", **{field: "0123456789" * 200})
        yield signed(f"{field}-khmer", **{field: KHMER})
        yield signed(f"{field}-khmer-zero-width", **{field: KHMER_WORDS})
        yield signed(f"{field}-khmer-2000-characters", **{field: "ខ្មែរ" * 400})
        yield signed(f"{field}-emoji", **{field: "😀👩‍👩‍👧"})
        yield signed(f"{field}-composed", **{field: "caf\u00e9"})
        yield signed(f"{field}-decomposed-is-not-normalised", **{field: "cafe\u0301"})
        yield signed(f"{field}-spaces-are-not-trimmed", **{field: " x "})
        yield signed(f"{field}-quotes", **{field: "\"\\/'"})
    khmer = {field: KHMER for field in ["ref_id", "currency", "customer_sync_code", "settlement_to"]}
    yield signed("khmer-everywhere", **khmer)
    # Without separators, these two bills have the same signing string.
    yield signed("ambiguous-one", total_amount=100, customer_sync_code="0C")
    yield signed("ambiguous-other", total_amount=1000, customer_sync_code="C")


def written_instants():
    for name, text in {
        "z-no-fraction": "2026-01-31T17:00:00Z",
        "z-one-digit": "2026-01-31T17:00:00.9Z",
        "z-two-digits": "2026-01-31T17:00:00.99Z",
        "z-three-digits": "2026-01-31T17:00:00.999Z",
        "z-last-millisecond-of-year": "2025-12-31T23:59:59.999Z",
        "plus-seven-no-fraction": "2026-02-01T00:00:00+07:00",
        "plus-seven-one-digit": "2026-02-01T00:00:00.1+07:00",
        "plus-seven-two-digits": "2026-02-01T00:00:00.12+07:00",
        "plus-seven-three-digits": "2026-02-01T00:00:00.123+07:00",
        "plus-zero": "2026-01-31T17:00:00+00:00",
        "half-hour": "2026-01-31T22:30:00+05:30",
        "three-quarters": "2026-01-31T22:45:00+05:45",
        "minus-half-hour": "2026-01-31T13:30:00-03:30",
        "plus-fourteen": "2026-02-01T07:00:00+14:00",
        "minus-twelve": "2026-01-31T05:00:00-12:00",
        "widest-east": "2026-02-01T16:59:00+23:59",
        "widest-west": "2026-01-30T17:01:00-23:59",
        "back-into-last-year": "2026-01-01T06:59:59+07:00",
        "on-into-next-year": "2025-12-31T23:30:00-01:00",
    }.items():
        yield signed(f"date-{name}", date=text)


def zones():
    for zone in "-12:00 -09:30 -07:00 -03:30 -00:30 +00:30 +05:30 +05:45 +07:00 +08:45 +12:45 +14:00".split():
        yield signed(f"digits-at-{zone}", zone)
        yield signed(f"digits-at-{zone}-new-year", zone, date="2026-01-01T00:00:00.000Z")
        yield signed(f"digits-at-{zone}-year-end", zone, date="2025-12-31T23:59:59.999Z")
        yield signed(f"digits-at-{zone}-leap-day", zone, date="2024-02-29T12:00:00Z")
    yield signed("digits-same-zone-as-written", "+07:00", date="2026-01-01T00:00:00+07:00")
    yield signed("digits-other-zone-than-written", "-07:00", date="2026-01-01T00:00:00+07:00")
    yield signed("digits-roll-into-next-year", "+07:00", date="2025-12-31T17:00:00Z")
    yield signed("digits-stay-in-old-year", "+07:00", date="2025-12-31T16:59:59.999Z")
    yield signed("digits-roll-into-last-year", "-12:00", date="2026-01-01T11:59:59Z")


def calendar():
    for name, text in {
        "leap-day": "2024-02-29T00:00:00Z",
        "leap-day-of-2000": "2000-02-29T23:59:59Z",
        "day-after-leap-day-in-utc": "2024-02-29T23:30:00-01:00",
        "no-leap-day-in-2023": "2023-02-28T23:30:00-01:00",
        "no-leap-day-in-1900": "1900-02-28T23:30:00-01:00",
        "no-leap-day-in-2100": "2100-03-01T00:30:00+01:00",
        "leap-day-reached-backwards": "2028-03-01T00:30:00+01:00",
        "year-one": "0001-01-01T00:00:00Z",
        "year-zero": "0000-01-01T00:00:00Z",
        "year-zero-leap-day": "0000-02-29T12:00:00Z",
        "year-999": "0999-12-31T23:59:59Z",
        "before-epoch": "1969-12-31T23:59:59.999Z",
        "epoch": "1970-01-01T00:00:00Z",
        "after-2038": "2038-01-19T03:14:08Z",
        "last-second": "9999-12-31T23:59:59.999Z",
    }.items():
        yield signed(f"date-{name}", date=text)
    yield signed("date-year-zero-reached-at-offset", "-01:00", date="0001-01-01T00:30:00Z")
    yield signed("date-last-second-at-offset", "+07:00", date="9999-12-31T16:59:59.999Z")
    yield signed("date-first-second-at-offset", "-12:00", date="0000-01-01T12:00:00Z")


def keys():
    # SHA-512 has blocks of 128 bytes; a longer key is hashed first.
    for size in [1, 2, 63, 64, 65, 127, 128, 129, 200, 256, 1000]:
        yield signed(f"key-{size}-bytes", key=("k3y-" * 250)[:size])
    for size in [1, 42, 43, 100]:
        yield signed(f"key-khmer-{3 * size}-bytes", key="ក" * size)
    yield signed("key-khmer-and-latin-128-bytes", key="ខ" * 42 + "ab")
    yield signed("key-emoji", key="🔑" * 5)
    yield signed("key-inner-spaces", key="a key  with spaces")
    yield signed("key-looks-like-base64", key="dGVzdC1oYXNoLWtleQ==")
    yield signed("key-looks-like-hex", key="00ff00ff")
    yield signed("key-and-text-khmer", key=KHMER, ref_id=KHMER, settlement_to=KHMER)


def at_random(count):
    chance = random.Random(20260131)
    for number in range(count):
        yield signed(
            f"random-{number:03d}",
            chance.choice(["+00:00", "+00:00", "+07:00", any_offset(chance, 12 * 60, 14 * 60)]),
            any_text(chance, 1, 150),
            ref_id=any_text(chance, 1, 24),
            date=any_date(chance),
            currency=chance.choice(["KHR", "KHR", "USD", "THB", any_text(chance, 3, 3)]),
            total_amount=chance.randrange(10 ** chance.randint(1, 15))
            if number % 10
            else chance.randint(0, LARGEST),
            customer_sync_code=any_text(chance, 1, 24),
            settlement_to=any_text(chance, 1, 24),
        )


def any_text(chance, least, most):
    alphabet = chance.choice(
        [
            "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-",
            "abcdefghijklmnopqrstuvwxyz0123456789_./",
            "កខគឃងចឆជឈញដឋឌឍណតថទធន\u17d2\u17b6\u17b7\u17bb\u17c1",
            "0123456789",
            'aÅé€ក漢😀𝄞"\\',
        ]
    )
    return "".join(chance.choice(alphabet) for _ in range(chance.randint(least, most)))


def any_date(chance):
    year = chance.choice([chance.randint(2020, 2035), chance.randint(1, 9998)])
    day = f"{year:04d}-{chance.randint(1, 12):02d}-{chance.randint(1, 28):02d}"
    time = f"{chance.randint(0, 23):02d}:{chance.randint(0, 59):02d}:{chance.randint(0, 59):02d}"
    digits = chance.randint(0, 3)
    fraction = "." + "".join(chance.choice("0123456789") for _ in range(digits)) if digits else ""
    return f"{day}T{time}{fraction}{chance.choice(['Z', '+07:00', any_offset(chance, 23 * 60, 23 * 60)])}"


def any_offset(chance, west, east):
    minutes = chance.choice([60, 30, 15, 1]) * chance.randint(1, 23)
    sign, minutes = chance.choice([("-", min(minutes, west)), ("+", min(minutes, east))])
    return f"{sign}{minutes // 60:02d}:{minutes % 60:02d}"
