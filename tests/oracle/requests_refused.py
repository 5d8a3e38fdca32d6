"""Refused requests: missing, of the wrong type, or unknown fields; and several faults at once."""

from request_bodies import LINE, ONBOARDING, SETTLEMENT, VERIFICATION
from request_cases import BASES, LEFT_OUT, bill, bill_refused, needed_with, refused, search, supplier

TABLES = {
    "onboarding": ONBOARDING,
    "settlement": [field for field in SETTLEMENT if field != "hash"],
    "verification": VERIFICATION,
}
REQUIRED = {
    "onboarding": ["supplier_sync_code", "name"],
    "settlement": "ref_id date due_date currency total_amount customer_sync_code settlement_to".split(),
    "verification": ["identity_code", "purpose_of_transaction"],
}
INTEGERS = ["total_amount", "total_tax", "quantity"]
DECIMALS = ["exchange_rate_khr", "total_amount_khr", "price", "amount", "tax_amount"]
VALUES = {"text": "7", "number": 7, "boolean": True, "false": False, "array": [], "object": {}}


def cases():
    for operation, base in BASES.items():
        yield from missing(operation, base)
        yield from wrong_types(operation, base)
        yield from unknown(operation, base)
    yield from in_lines()
    yield from conditional()
    yield from together()


def missing(operation, base):
    for field in REQUIRED[operation]:
        for name, value in {"absent": LEFT_OUT, "null": None}.items():
            yield refused(f"{name}-{field}", operation, base(**{field: value}), [f"{field} required"])
    yield refused("empty-object", operation, {}, [f"{field} required" for field in REQUIRED[operation]])


def wrong_types(operation, base):
    for field in TABLES[operation]:
        for name, value in wrong_values(field):
            request = base(**needed_with(field) | {field: value})
            yield refused(f"{field}-is-{name}", operation, request, [f"{field} wrong_type"])
    for name, value in VALUES.items():
        if name != "object":
            yield refused(f"extra-is-{name}", operation, base(extra=value), ["extra wrong_type"])


def wrong_values(field):
    right = ["text"]
    if field == "details":
        right = ["array"]
    elif field in INTEGERS:
        right = ["number"]
    elif field in DECIMALS:
        right = ["text", "number"]
    return [(name, value) for name, value in VALUES.items() if name not in right]


def unknown(operation, base):
    yield refused("unknown-field", operation, base(refId="x"), ["refId unknown_field"])
    order = ["zulu unknown_field", "alpha unknown_field", "Name unknown_field"]
    yield refused("unknown-fields-in-order", operation, base(zulu=1, alpha={}, Name="x"), order)
    # A misspelt optional field would otherwise go unnoticed.
    yield refused("unknown-field-null", operation, base(shop=None), ["shop unknown_field"])
    yield refused("unknown-field-of-no-letters", operation, base(**{"": None}), ['"" unknown_field'])
    yield refused("hash-given", operation, base(hash="x"), hash_verdict(operation))
    field = TABLES[operation][2]
    for reserved in [TABLES[operation][0], field]:
        request = base(extra={"fine": 1, reserved: "x"})
        yield refused(f"extra-has-{reserved}", operation, request, [f"extra.{reserved} reserved_key"])


def hash_verdict(operation):
    # Only a settlement has a hash. Elsewhere it is an unknown field.
    return ["hash reserved_key"] if operation == "settlement" else ["hash unknown_field"]


def in_lines():
    for field in LINE:
        for name, value in wrong_values(field):
            request = bill(details=[{}, {field: value}])
            yield bill_refused(f"line-{field}-is-{name}", request, [f"details[1].{field} wrong_type"])
    for name, value in VALUES.items():
        if name != "object":
            yield bill_refused(f"line-is-{name}", bill(details=[{}, value]), ["details[1] wrong_type"])
    yield bill_refused("line-is-null", bill(details=[None]), ["details[0] wrong_type"])
    request = bill(details=[{}, {"itemName": "x", "price": "x"}, {"price": "x"}], zulu=1)
    violations = (
        "details[1].price invalid_decimal, details[1].itemName unknown_field, "
        "details[2].price invalid_decimal, zulu unknown_field"
    ).split(", ")
    yield bill_refused("line-unknown-field-in-place", request, violations)
    sample = bill(details=[{"item_mame": "Rice"}])
    yield bill_refused("line-item_mame", sample, ["details[0].item_mame unknown_field"])
    null = bill(details=[{"descripton": None}])
    yield bill_refused("line-unknown-field-null", null, ["details[0].descripton unknown_field"])
    reserved = bill(details=[{"extra": {"price": "1"}}])
    yield bill_refused("line-extra-has-price", reserved, ["details[0].extra.price reserved_key"])
    wrong = bill(details=[{"extra": []}])
    yield bill_refused("line-extra-is-array", wrong, ["details[0].extra wrong_type"])
    also = bill(extra={"hash": "x"})
    yield bill_refused("extra-has-hash", also, ["extra.hash reserved_key"])


def conditional():
    needs = ["return_url required_with_bank_id"]
    yield refused("bank_id-without-return_url", "onboarding", supplier(bank_id="B-9"), needs)
    yield refused(
        "bank_id-with-null-return_url", "onboarding", supplier(bank_id="B-9", return_url=None), needs
    )
    empty = ["bank_id empty"]
    yield refused("empty-bank_id-without-return_url", "onboarding", supplier(bank_id=""), empty)
    with_url = supplier(bank_id="", return_url="https://b.example/")
    yield refused("empty-bank_id-with-return_url", "onboarding", with_url, empty)
    wrong = supplier(bank_id="B-9", return_url=7)
    yield refused("bank_id-with-wrong-return_url", "onboarding", wrong, ["return_url wrong_type"])
    blank = supplier(bank_id="B-9", return_url="")
    yield refused("bank_id-with-empty-return_url", "onboarding", blank, ["return_url empty"])
    after = supplier(name="", bank_id="B-9", currency=7, other=1)
    violations = (
        "name empty, currency wrong_type, other unknown_field, return_url required_with_bank_id"
    ).split(", ")
    yield refused("bank_id-rule-after-all-fields", "onboarding", after, violations)
    underivable = ["total_amount_khr underivable"]
    yield bill_refused("usd-without-rate", bill(currency="USD"), underivable)
    null = bill(currency="USD", exchange_rate_khr=None, total_amount_khr=None)
    yield bill_refused("usd-with-null-rate", null, underivable)
    for name, currency in {"unknown": "RIEL", "lower-case": "khr", "symbol": "៛", "word": "Dollars"}.items():
        both = ["currency unknown_currency", *underivable]
        yield bill_refused(f"{name}-currency-without-rate", bill(currency=currency), both)
        # As a violation it is no warning of `strict` any more.
        yield bill_refused(
            f"{name}-currency-without-rate-strictly", bill(currency=currency), both, strict=True
        )
    faulty = bill(currency="USD", exchange_rate_khr="x")
    yield bill_refused("usd-with-faulty-rate", faulty, ["exchange_rate_khr invalid_decimal"])
    wrong = bill(currency="USD", total_amount="100")
    yield bill_refused("usd-without-rate-or-amount", wrong, ["total_amount wrong_type"])
    also = bill(ref_id="", currency="USD", other=1)
    violations = ["ref_id empty", "other unknown_field", *underivable]
    yield bill_refused("underivable-after-all-fields", also, violations)


def together():
    five = bill(
        ref_id=LEFT_OUT, date="2026-01-31T17:00:00", total_amount="40000", settlement_to="", refId="INV-1"
    )
    violations = (
        "ref_id required, date missing_offset, total_amount wrong_type, settlement_to empty, "
        "refId unknown_field"
    ).split(", ")
    yield bill_refused("five-faults", five, violations)
    request = supplier(name=7, name_kh="", address="\u0007", bank_id="B-9", supplier_sync_code=None)
    violations = (
        "supplier_sync_code required, name wrong_type, name_kh empty, address control_character, "
        "return_url required_with_bank_id"
    ).split(", ")
    yield refused("five-faults", "onboarding", request, violations)
    request = search(identity_code="", tran_id=7, bank_ref="\n", purpose_of_transaction=None, bankRef="x")
    violations = (
        "identity_code empty, tran_id wrong_type, bank_ref control_character, "
        "purpose_of_transaction required, bankRef unknown_field"
    ).split(", ")
    yield refused("five-faults", "verification", request, violations)
    yield bill_refused("a-fault-in-each-field", *everything())
    for lines in (99, 100):
        yield bill_refused(f"{lines}-faults-in-lines", *a_fault_in_each_of(lines))
    yield refused("250-unknown-fields", "onboarding", *unknown_fields(250))


def a_fault_in_each_of(lines):
    """One fault in each line, and one in a rule that spans fields."""
    request = bill(
        currency="USD", details=[{"item_name": f"{line}", "quantity": -1} for line in range(lines)]
    )
    violations = [f"details[{line}].quantity out_of_range" for line in range(lines)]
    return request, [*violations, "total_amount_khr underivable"]


def unknown_fields(count):
    """The first violation is that of a known field."""
    request = supplier(name="", **{f"other_{number}": number for number in range(count)})
    return request, ["name empty", *(f"other_{number} unknown_field" for number in range(count))]


def everything():
    request = {
        "settlement_to": "\u0000",
        "other": 1,
        "details": [
            {"tax_name": 7, "amount": "1,000", "quantity": -1},
            7,
            {"item_name": "", "tax_amount": "1e35"},
        ],
        "total_amount_khr": "-1",
        "exchange_rate_khr": "0",
        "description": "\r",
        "payment_method_token": {},
        "total_tax": 1.5,
        "total_amount": 2**53,
        "currency": "",
        "due_date": "2026-01-31T17:00:60Z",
        "date": "2026-01-31T17:00:00.1234Z",
        "ref_id": [],
    }
    return request, (
        "ref_id wrong_type, date too_precise, due_date leap_second, currency empty, "
        "total_amount out_of_range, customer_sync_code required, total_tax not_an_integer, "
        "payment_method_token wrong_type, settlement_to control_character, description control_character, "
        "exchange_rate_khr out_of_range, total_amount_khr out_of_range, details[0].quantity out_of_range, "
        "details[0].amount invalid_decimal, details[0].tax_name wrong_type, details[1] wrong_type, "
        "details[2].item_name empty, details[2].tax_amount out_of_range, other unknown_field"
    ).split(", ")
