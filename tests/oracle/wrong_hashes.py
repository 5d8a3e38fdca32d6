"""Computes the hash of a bill with every named mistake."""

import base64
import binascii
import hashlib
import hmac
import re
import string
import unicodedata
import urllib.parse

from decimals import plain, product
from instants import Instant, offset
from json_text import compact, quoted
from request_bodies import SETTLEMENT, in_order, settlement
from signature import signing_string

FIELDS = ["ref_id", "date", "currency", "total_amount", "customer_sync_code", "settlement_to"]
TEXTS = ["ref_id", "currency", "customer_sync_code", "settlement_to"]
ZONES = [f"{'-' if half < 0 else '+'}{abs(half) // 2:02d}:{abs(half) % 2 * 30:02d}" for half in range(-24, 29)]
SEPARATORS = ["|", ",", "&", " ", "\n", "-", ";", ":", "_", "\t"]
NO_CANDIDATES = {"zones": [], "separators": [], "destinations": []}


def right_digest(bill, key, signing_offset):
    return mac(key.encode(), signing_string(bill, signing_offset))


def written(digest):
    return base64.b64encode(digest).decode()


def wrong_outputs(bill, key, signing_offset, candidates=None):
    """{(mistake, with): output} in documented order; None if this bill and key cannot have the mistake.

    A mistake without an effect gives the right hash. In a pair it gives None, since it adds no mistake.
    """
    right = right_digest(bill, key, signing_offset)
    candidates = {**NO_CANDIDATES, **(candidates or {})}
    digests = dict(wrong_digests(bill, key, signing_offset, candidates))
    outputs = {name: digest and written(digest) for name, digest in digests.items()}
    outputs |= {name: write(right) for name, write in WRITTEN_WRONG.items()}
    for second in ["hex", "upper_case_hex"]:
        for (first, given), digest in digests.items():
            changes = digest is not None and digest != right
            outputs[f"{first}+{second}", given] = WRITTEN_WRONG[second, None](digest) if changes else None
    return outputs


def url_encoded(digest):
    return urllib.parse.quote(written(digest), safe="")


def wrapped(digest, columns, line_end):
    text = written(digest)
    return line_end.join(text[at:at + columns] for at in range(0, len(text), columns))


WRITTEN_WRONG = {
    ("hex", None): bytes.hex,
    ("upper_case_hex", None): lambda digest: digest.hex().upper(),
    ("base64_no_pad", None): lambda digest: written(digest).rstrip("="),
    ("base64_url_safe", None): lambda digest: base64.urlsafe_b64encode(digest).decode(),
    ("base64_url_safe_no_pad", None): lambda digest: base64.urlsafe_b64encode(digest).decode().rstrip("="),
    ("base64_of_hex", None): lambda digest: written(digest.hex().encode()),
    ("base64_twice", None): lambda digest: written(written(digest).encode()),
    ("url_encoded", None): url_encoded,
    ("url_encoded_lower_case", None): lambda digest: re.sub("%..", lambda byte: byte[0].lower(), url_encoded(digest)),
    ("mime_wrapped", "\r\n"): lambda digest: wrapped(digest, 76, "\r\n"),
    ("mime_wrapped", "\n"): lambda digest: wrapped(digest, 76, "\n"),
    ("pem_wrapped", "\r\n"): lambda digest: wrapped(digest, 64, "\r\n"),
    ("pem_wrapped", "\n"): lambda digest: wrapped(digest, 64, "\n"),
}


def wrong_digests(bill, key, signing_offset, candidates):
    secret, message = key.encode(), signing_string(bill, signing_offset)
    for mistake, given, wrong in wrong_messages(bill, signing_offset, candidates):
        yield (mistake, given), None if wrong is None else mac(secret, wrong)
    for mistake, wide_key, wide_message in [("utf16", 1, 1), ("utf16_string", 0, 1), ("utf16_key", 1, 0)]:
        for order in ["LE", "BE"]:
            codec = f"utf-16-{order}"
            keys, messages = (secret, key.encode(codec)), (message.encode(), message.encode(codec))
            yield (mistake, order), hmac.digest(keys[wide_key], messages[wide_message], "sha512")
    for mistake, wrong in wrong_keys(key):
        yield (mistake, None), None if wrong is None else mac(wrong, message)
    message = message.encode()
    yield ("key_and_message_swapped", None), hmac.digest(message, secret, "sha512")
    yield ("plain_key_message", None), hashlib.sha512(secret + message).digest()
    yield ("plain_message_key", None), hashlib.sha512(message + secret).digest()
    for algorithm in ["sha384", "sha256", "sha1"]:
        yield (f"hmac_{algorithm}", None), hmac.digest(secret, message, algorithm)


def mac(key, message):
    return hmac.digest(key, message.encode(), "sha512")


def wrong_messages(bill, signing_offset, candidates):
    parts = {field: str(bill[field]) for field in FIELDS} | {"date": Instant(bill["date"]).digits(signing_offset)}

    def joined(separator="", order=FIELDS, **changes):
        changed = parts | changes
        return None if None in changed.values() else separator.join(changed[field] for field in order)

    for mistake, given, date in wrong_dates(bill, signing_offset, ZONES + candidates["zones"]):
        yield mistake, given, joined(date=date)
    for mistake, given, amount in wrong_amounts(bill):
        yield mistake, given, joined(total_amount=amount)
    yield "order_alphabetical", None, joined(order=sorted(FIELDS))
    yield "order_reversed", None, joined(order=FIELDS[::-1])
    for at in range(len(FIELDS) - 1):
        first, second = FIELDS[at:at + 2]
        yield "order_swapped", f"{first},{second}", joined(order=FIELDS[:at] + [second, first] + FIELDS[at + 2:])
    for field in FIELDS:
        yield "field_missing", field, joined(order=[other for other in FIELDS if other != field])
    for separator in SEPARATORS + candidates["separators"]:
        yield "separator", separator, joined(separator)
    for destination in candidates["destinations"]:
        yield "destination", destination, joined(settlement_to=destination)
    yield "currency_lower_case", None, joined(currency=parts["currency"].lower())
    for form in ["NFC", "NFD"]:
        texts = {field: unicodedata.normalize(form, parts[field]) for field in TEXTS}
        yield form.lower(), None, joined(**texts)
    yield "values_quoted", None, joined(**{field: quoted(parts[field]) for field in FIELDS})
    yield "texts_quoted", None, joined(**{field: quoted(parts[field]) for field in [*TEXTS, "date"]})
    yield "json_body", None, json_body(bill)


def json_body(bill):
    """Returns the body without its hash, or None if the bill is invalid."""
    if "due_date" not in bill or in_khr(bill) is None:
        return None
    fields = settlement(bill, {})
    del fields["hash"]
    return compact(in_order(fields, SETTLEMENT, {}))


def wrong_dates(bill, signing_offset, zones):
    instant = Instant(bill["date"])
    for zone in zones:
        yield "zone", zone, digits(instant, zone)
    for zone in zones:
        if zone != "+00:00":
            yield "zone_dropped", zone, digits(Instant(instant.body().removesuffix("Z") + zone), signing_offset)
    right = instant.digits(signing_offset)
    yield "millis", None, right + instant.body()[-4:-1]
    yield "iso_text", None, instant.body()
    yield "iso_text_seconds", None, instant.body("seconds")
    yield "date_only", None, right[:8]
    year, month, day, hour, minute, second = re.fullmatch(r"(....)(..)(..)(..)(..)(..)", right).groups()
    yield "twelve_hours", None, f"{right[:8]}{int(hour) % 12 or 12:02d}{minute}{second}"
    yield "minutes_and_months", "yyyymmddHHMMss", year + minute + day + hour + month + second
    yield "minutes_and_months", "yyyyMMddHHMMss", year + month + day + hour + month + second
    yield "minutes_and_months", "yyyymmddHHmmss", year + minute + day + hour + minute + second
    yield "seconds_missing", None, right[:12]
    yield "date_order", "ddMMyyyyHHmmss", day + month + year + right[8:]
    yield "date_order", "yyyyddMMHHmmss", year + day + month + right[8:]
    yield "date_order", "MMddyyyyHHmmss", month + day + year + right[8:]
    buddhist_year = int(year) + 543
    yield "buddhist_year", None, f"{buddhist_year:04d}{right[4:]}" if buddhist_year <= 9999 else None
    yield "unix_seconds", None, str(instant.unix_millis() // 1000)
    yield "unix_millis", None, str(instant.unix_millis())
    yield "due_date", None, digits(Instant(bill["due_date"]), signing_offset) if "due_date" in bill else None


def digits(instant, zone):
    """Returns None if the year does not have four digits."""
    try:
        return instant.digits(zone)
    except AssertionError:
        return None


def wrong_amounts(bill):
    amount = bill["total_amount"]
    yield "amount_decimals", "1", f"{amount}.0"
    yield "amount_decimals", "2", f"{amount}.00"
    yield "amount_thousands", None, f"{amount:,}"
    yield "amount_cents", None, str(amount * 100)
    yield "amount_khr", None, in_khr(bill)


def in_khr(bill):
    if "total_amount_khr" in bill:
        return plain(bill["total_amount_khr"])
    if bill["currency"] == "KHR":
        return str(bill["total_amount"])
    return product(bill["total_amount"], bill["exchange_rate_khr"]) if "exchange_rate_khr" in bill else None


def wrong_keys(key):
    yield "key_hex_decoded", hex_decoded(key)
    yield "key_base64_decoded", base64_decoded(key)
    yield "key_trimmed", key.strip().encode()
    yield "key_trailing_newline", f"{key}\n".encode()
    yield "key_trailing_crlf", f"{key}\r\n".encode()


def hex_decoded(key):
    try:
        return binascii.unhexlify(key)
    except ValueError:
        return None


def base64_decoded(key):
    """Decodes either alphabet, padded or not, and ignores left-over bits, like most decoders."""
    body = key.rstrip("=")
    padded = body + "=" * (-len(body) % 4)
    if len(body) % 4 == 1 or key not in (body, padded):
        return None
    letters = string.ascii_letters + string.digits
    if not set(body) - set(letters + "+/"):
        return base64.b64decode(padded)
    return None if set(body) - set(letters + "-_") else base64.urlsafe_b64decode(padded)


def setting(mistake, given, signing_offset):
    """Returns the setting with which billwire's hash equals the observed one, in JavaScript's spelling, or None."""
    if mistake == "key_trimmed":
        return "hashToken without the white space around it"
    if mistake not in ["zone", "zone_dropped"]:
        return None
    east = offset(given) if mistake == "zone" else offset(signing_offset) - offset(given)
    minutes = abs(east.days * 1440 + east.seconds // 60)
    sign = "-" if east.days < 0 else "+"
    return f'signingOffset: "{sign}{minutes // 60:02d}:{minutes % 60:02d}"' if minutes < 1440 else None
