"""Exact headers and body of a valid request."""

from decimals import plain, product
from instants import Instant
from json_text import Number, compact
from signature import hash_of, signing_string

BEARER = "test-bearer"
VERIFICATION_TOKEN = "test-verification"
HASH_TOKEN = "test-hash-key"

ONBOARDING = ["supplier_sync_code", "name", "name_kh", "address", "bank_id", "return_url", "currency"]
SETTLEMENT = (
    "ref_id date due_date currency total_amount customer_sync_code total_tax payment_method_token "
    "settlement_to description exchange_rate_khr total_amount_khr hash details"
).split()
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
    fields = {key: value for key, value in request.items() if value is not None}
    if operation == "settlement":
        fields = settlement(fields, profile)
    tables = {"onboarding": ONBOARDING, "settlement": SETTLEMENT, "verification": VERIFICATION}
    renamed = {"settlement_to": profile.get("destinationKey", "settlement_to")}
    return compact(in_order(fields, tables[operation], renamed))


def in_order(fields, table, renamed):
    """Puts keys in the interface's table order, then those of `extra` in the caller's."""
    unknown = set(fields) - set(table) - {"extra"}
    if unknown:
        raise AssertionError(f"an accepted request has unknown fields: {unknown}")
    known = {renamed.get(key, key): integer(key, fields[key]) for key in table if key in fields}
    return known | fields.get("extra", {})


def integer(key, value):
    return int(value) if key in INTEGERS else value


def settlement(fields, profile):
    rate = fields.get("exchange_rate_khr")
    style = (profile.get("dateStyle", "millis"), profile.get("dateOffset", "+00:00"))
    in_khr = khr(fields, rate, profile.get("totalAmountKhrRounding", "exact"))
    written = {
        **fields,
        "date": Instant(fields["date"]).body(*style),
        "due_date": Instant(fields["due_date"]).body(*style),
        "total_amount_khr": Number(in_khr) if profile.get("totalAmountKhrAs") == "number" else in_khr,
        "hash": hash_of(signing_string(fields, profile.get("signingOffset", "+00:00")), HASH_TOKEN),
    }
    if rate is not None:
        written["exchange_rate_khr"] = plain(rate)
    if "details" in fields:
        written["details"] = [line(item, profile) for item in fields["details"]]
    return written


def khr(fields, rate, rounding):
    if "total_amount_khr" in fields:
        return plain(fields["total_amount_khr"])
    if fields["currency"] == "KHR":
        return str(int(fields["total_amount"]))
    return product(int(fields["total_amount"]), rate, rounding)


def line(fields, profile):
    written = {key: value for key, value in fields.items() if value is not None}
    for key in ["price", "amount", "tax_amount"]:
        if key in written:
            written[key] = Number(plain(written[key]))
    return in_order(written, LINE, {"item_name": profile.get("lineItemKey", "item_name")})


def settlement_lookup(bill, profile):
    """Returns the verification request of a bill's lookup, under its profile."""
    described = profile["settlementLookup"]
    purpose = described["purpose_of_transaction"]
    text = bill[purpose]
    if purpose in ["date", "due_date"]:
        text = Instant(text).formatted(described["dateFormat"], profile.get("dateOffset", "+00:00"))
    return {"identity_code": bill[described["identity_code"]], "purpose_of_transaction": text}
