"""The exact headers and body of a valid request."""

from decimals import plain, product
from instants import Instant
from json_text import Number, compact
from signature import hash_of, signing_string

BEARER = "test-bearer"
VERIFICATION_TOKEN = "test-verification"
HASH_TOKEN = "test-hash-key"

ONBOARDING = ["supplier_sync_code", "name", "name_kh", "address", "bank_id", "return_url", "currency"]
SETTLEMENT = [
    "ref_id", "date", "due_date", "currency", "total_amount", "customer_sync_code", "total_tax",
    "payment_method_token", "settlement_to", "description", "exchange_rate_khr", "total_amount_khr", "hash", "details",
]
LINE = ["item_name", "description", "quantity", "price", "amount", "tax_amount", "tax_name"]
VERIFICATION = ["identity_code", "tran_id", "bank_ref", "purpose_of_transaction"]

INTEGERS = ["total_amount", "total_tax", "quantity"]
JSON_TYPE = [("Content-Type", "application/json")]


def headers_of(operation, profile):
    bearer = [("Authorization", f"Bearer {BEARER}")]
    if operation != "verification":
        return pairs(JSON_TYPE + bearer)
    token = bearer if profile.get("verificationAuth") == "bearer" else [("token", VERIFICATION_TOKEN)]
    return pairs(JSON_TYPE + [("Accept", "application/json")] + token)


def pairs(headers):
    return [list(header) for header in headers]


def body_of(operation, request, profile):
    given = {key: value for key, value in request.items() if value is not None}
    if operation == "settlement":
        given = settlement(given, profile)
    tables = {"onboarding": ONBOARDING, "settlement": SETTLEMENT, "verification": VERIFICATION}
    renamed = {"settlement_to": profile.get("destinationKey", "settlement_to")}
    return compact(in_order(given, tables[operation], renamed))


def in_order(given, table, renamed):
    """Keys in the interface's table order, then those of `extra` in the caller's."""
    unknown = set(given) - set(table) - {"extra"}
    if unknown:
        raise AssertionError(f"an accepted request has unknown fields: {unknown}")
    known = {renamed.get(key, key): integer(key, given[key]) for key in table if key in given}
    return known | given.get("extra", {})


def integer(key, value):
    return int(value) if key in INTEGERS else value


def settlement(given, profile):
    rate = given.get("exchange_rate_khr")
    style = (profile.get("dateStyle", "millis"), profile.get("dateOffset", "+00:00"))
    in_khr = khr(given, rate, profile.get("totalAmountKhrRounding", "exact"))
    written = {
        **given,
        "date": Instant(given["date"]).body(*style),
        "due_date": Instant(given["due_date"]).body(*style),
        "total_amount_khr": Number(in_khr) if profile.get("totalAmountKhrAs") == "number" else in_khr,
        "hash": hash_of(signing_string(given, profile.get("signingOffset", "+00:00")), HASH_TOKEN),
    }
    if rate is not None:
        written["exchange_rate_khr"] = plain(rate)
    if "details" in given:
        written["details"] = [line(item, profile) for item in given["details"]]
    return written


def khr(given, rate, rounding):
    if "total_amount_khr" in given:
        return plain(given["total_amount_khr"])
    if given["currency"] == "KHR":
        return str(int(given["total_amount"]))
    return product(int(given["total_amount"]), rate, rounding)


def line(given, profile):
    written = {key: value for key, value in given.items() if value is not None}
    for key in ["price", "amount", "tax_amount"]:
        if key in written:
            written[key] = Number(plain(written[key]))
    return in_order(written, LINE, {"item_name": profile.get("lineItemKey", "item_name")})


def settlement_lookup(bill, profile):
    """The verification that looks a bill up, as the profile describes it."""
    described = profile["settlementLookup"]
    purpose = described["purpose_of_transaction"]
    text = bill[purpose]
    if purpose in ["date", "due_date"]:
        text = Instant(text).formatted(described["dateFormat"], profile.get("dateOffset", "+00:00"))
    return {"identity_code": bill[described["identity_code"]], "purpose_of_transaction": text}
