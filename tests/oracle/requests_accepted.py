"""Accepted requests: minimal, full, each field alone, Khmer, escapes, instants, extras."""

from request_cases import BASES, accepted, bill, bill_accepted, bill_in_usd, supplier
from samples import ESCAPES, KHMER, KHMER_WORDS

FULL = {
    "onboarding": {
        "supplier_sync_code": "S-1",
        "name": "Sok Dara Store",
        "name_kh": "ហាង សុខ ដារ៉ា",
        "address": "12 Street 271, Phnom Penh",
        "bank_id": "B-9",
        "return_url": "https://biller.example/return?a=1&b=2#top",
        "currency": "KHR",
    },
    "settlement": {
        "ref_id": "INV-0002",
        "date": "2026-01-31T17:00:00.250Z",
        "due_date": "2026-02-28T17:00:00.500Z",
        "currency": "USD",
        "total_amount": 33,
        "customer_sync_code": "C-2",
        "total_tax": 3,
        "payment_method_token": "pm-token-1",
        "settlement_to": "S-2",
        "description": "January",
        "exchange_rate_khr": "4100",
        "total_amount_khr": "135300",
        "details": [
            {
                "item_name": "Rice",
                "description": "Jasmine, 5 kg",
                "quantity": 2,
                "price": "10.50",
                "amount": "21.00",
                "tax_amount": "2.10",
                "tax_name": "VAT",
            },
            {
                "item_name": "Fish",
                "description": "Dried",
                "quantity": 1,
                "price": "9.00",
                "amount": "9.00",
                "tax_amount": "0.90",
                "tax_name": "VAT",
            },
        ],
        "extra": {"channel": "counter"},
    },
    "verification": {
        "identity_code": "INV-0001",
        "tran_id": "T-1",
        "bank_ref": "BR-1",
        "purpose_of_transaction": "2026-01-31",
    },
}
TEXTS = {
    "onboarding": ["supplier_sync_code", "name", "name_kh", "address", "return_url"],
    "settlement": ["ref_id", "customer_sync_code", "payment_method_token", "settlement_to", "description"],
    "verification": ["identity_code", "tran_id", "bank_ref", "purpose_of_transaction"],
}
SIGNED = ["ref_id", "currency", "customer_sync_code", "settlement_to"]
OPTIONAL = {
    "onboarding": ["name_kh", "address", "return_url", "currency"],
    "settlement": "total_tax payment_method_token description exchange_rate_khr total_amount_khr".split(),
    "verification": ["tran_id", "bank_ref"],
}
LINE_ENDS = {
    "crlf": "12 Street 271\r\nPhnom Penh",
    "crlf-at-the-end": "a\r\n",
    "crlf-first": "\r\na",
    "crlf-twice": "a\r\n\r\nb",
    "crlf-and-lf": "a\n\r\n\tb\n",
}
LINE_TEXTS = ["item_name", "description", "tax_name"]


def cases():
    for operation, base in BASES.items():
        yield accepted("minimal", operation, base())
        yield accepted("full", operation, FULL[operation])
        yield accepted("full-in-another-order", operation, dict(reversed(FULL[operation].items())))
        yield from optional_fields(operation, base)
        yield from texts(operation, base)
        yield from extras(operation, base)
    yield accepted(
        "bank_id-with-return_url", "onboarding", supplier(bank_id="B-9", return_url="https://b.example/")
    )
    yield accepted("address-lines", "onboarding", supplier(address="12 Street 271\n\tPhnom Penh"))
    for name, text in LINE_ENDS.items():
        yield accepted(f"address-{name}", "onboarding", supplier(address=text))
        yield bill_accepted(f"description-{name}", bill(description=text))
        yield bill_accepted(f"line-description-{name}", bill(details=[{"description": text}]))
    yield from khmer_currency()
    yield from instants()
    yield from lines()


def optional_fields(operation, base):
    fields = {**FULL[operation], "exchange_rate_khr": "1", "total_amount_khr": "40000"}
    for field in OPTIONAL[operation]:
        yield accepted(f"with-{field}", operation, base(**{field: fields[field]}))
        yield accepted(f"null-{field}", operation, base(**{field: None}))
    yield accepted("null-extra", operation, base(extra=None))


def texts(operation, base):
    for field in TEXTS[operation]:
        no_address = ["return_url no_address"] if field == "return_url" else []
        # Zero-width characters are legal, and cannot be seen in a code that is signed.
        unseen = [f"{field} invisible_character"] if field in SIGNED else no_address
        yield accepted(f"khmer-{field}", operation, base(**{field: KHMER}), no_address)
        yield accepted(f"khmer-zero-width-{field}", operation, base(**{field: KHMER_WORDS}), unseen)
        escapes = base(**{field: 'a"b\\c/d\u2028e\u2029f😀g\ufeffh\u00a0i'})
        yield accepted(f"escapes-{field}", operation, escapes, unseen)
        yield accepted(f"one-character-{field}", operation, base(**{field: "x"}), no_address)
        yield accepted(f"2000-characters-{field}", operation, base(**{field: "abcdefghij" * 200}), no_address)
    everywhere = base(**{field: KHMER for field in TEXTS[operation]})
    yield accepted(
        "khmer-everywhere",
        operation,
        everywhere,
        ["return_url no_address"] if "return_url" in everywhere else [],
    )


def extras(operation, base):
    extra = {
        "zone": "b",
        "area": KHMER,
        "nested": {"b": [1, 1.5, -2, 0, [], {}, None, True, False], "a": {"z": 1, "y": 'quote"'}},
        "escapes": "\b\f\n\r\t\u0001\u001f/" + ESCAPES,
        'key"\\\n😀': 1,
    }
    yield accepted("extra", operation, base(extra=extra))
    yield accepted("extra-empty", operation, base(extra={}))
    # Levels count from the body's own object: 1 + 31 is the maximum.
    yield accepted("extra-32-levels", operation, base(extra={"deep": nested(31)}))


def nested(levels):
    value = []
    for _ in range(levels - 1):
        value = [value]
    return value


def khmer_currency():
    yield accepted("khmer-currency", "onboarding", supplier(currency="រៀល"), ["currency unknown_currency"])
    request = bill(currency="រៀល", total_amount_khr="40000")
    yield bill_accepted("khmer-currency", request, ["currency unknown_currency"])


def instants():
    for name, date in {
        "z-no-fraction": "2026-01-31T17:00:00Z",
        "z-one-digit": "2026-01-31T17:00:00.1Z",
        "z-two-digits": "2026-01-31T17:00:00.12Z",
        "z-three-digits": "2026-01-31T17:00:00.123Z",
        "offset-no-fraction": "2026-02-01T00:00:00+07:00",
        "offset-three-digits": "2026-02-01T00:00:00.999+07:00",
        "half-hour": "2026-01-31T13:30:00.5-03:30",
        "leap-day": "2024-02-29T23:59:59.999Z",
        "rolls-into-last-year": "2026-01-01T06:59:59.999+07:00",
        "rolls-into-next-year": "2025-12-31T23:30:00-01:00",
        "year-zero": "0000-01-01T00:00:00Z",
    }.items():
        yield bill_accepted(f"date-{name}", bill(date=date))
        yield bill_accepted(f"due_date-{name}", bill(date="0000-01-01T00:00:00Z", due_date=date))
    yield bill_accepted("due_date-last-moment", bill(due_date="9999-12-31T23:59:59.999Z"))
    same = bill(date="2026-02-01T00:00:00+07:00", due_date="2026-01-31T17:00:00.000Z")
    yield bill_accepted("due_date-same-moment", same)


def lines():
    yield bill_accepted("no-lines", bill(details=[]))
    yield bill_accepted("null-details", bill(details=None))
    yield bill_accepted("null-in-extra", bill(extra={"shop": None}))
    yield bill_accepted("empty-line", bill(details=[{}]))
    yield bill_accepted("empty-lines", bill(details=[{}, {"item_name": "Rice"}, {}]))
    full = FULL["settlement"]["details"][0]
    for field, value in full.items():
        # One line has no amount, so the sum is unknown.
        yield bill_accepted(f"line-with-{field}", bill(details=[{field: value}, {}]))
        yield bill_accepted(f"line-null-{field}", bill(details=[{field: None}]))
    yield bill_accepted("line-in-another-order", bill(details=[dict(reversed(full.items())), {}]))
    for field in LINE_TEXTS:
        yield bill_accepted(f"line-khmer-{field}", bill(details=[{field: KHMER_WORDS}]))
    yield bill_accepted("line-description-lines", bill(details=[{"description": ESCAPES}]))
    yield bill_accepted("description-lines", bill(description=ESCAPES))
    # A line is the third level of the body.
    yield bill_accepted("line-extra-32-levels", bill(details=[{"extra": {"deep": nested(29)}}]))
    yield bill_accepted("line-extra", bill(details=[{"extra": {"sku": "A-1", "aisle": {"row": 3}}}]))
    both = bill(details=[{"tax_name": "VAT", "extra": {"b": 1, "a": 2}}], extra={"y": 1, "x": 2})
    yield bill_accepted("extra-and-line-extra", both)
    many = [{"item_name": f"Item {n}", "quantity": n, "price": "1.50"} for n in range(50)]
    yield bill_accepted("fifty-lines", bill_in_usd(details=many))
