"""Cases of deliveries.json: two webhooks of one event, and whether the second says the same about the money."""

from decimal import Decimal

from samples import KHMER

ABOUT = (
    "first and second are the bodies of two webhooks. The second is a replay of the first if both agree in "
    "every field that counts: who paid what for which bill, and its status. Amounts are compared by value, null equals "
    "absent, and an empty text does not. An id (tran_id, tran_no, bank_code, bank_ref) that one of them lacks "
    "decides nothing if they share another one. Any other second webhook is a conflict."
)
IDS = ["tran_id", "tran_no", "bank_code", "bank_ref"]
OTHER_TEXTS = ["payment_service_type", "currency", "identity_code", "purpose_of_transaction", "status"]
TEXTS = IDS + OTHER_TEXTS
CUSTOMER_TEXTS = ["branch_code", "customer_code", "bill_no"]
CUSTOMER = {
    "branch_code": "B-1",
    "branch_name": "Central",
    "customer_code": "C-1",
    "customer_name": "សុខ ដារ៉ា",
    "customer_name_latin": "Sok Dara",
    "bill_no": "INV-0001",
    "amount": 40000,
}
EVENT = {
    "tran_id": "T-1",
    "tran_no": "N-1",
    "payment_service_type": "KHQR",
    "tran_date": "2026-01-31T17:00:00.123",
    "tran_amount": 40000,
    "currency": "KHR",
    "bank_code": "B-9",
    "bank_name": "A Bank",
    "bank_ref": "BR-1",
    "identity_code": "INV-0001",
    "purpose_of_transaction": "2026-01-31",
    "device_code": "D-1",
    "status": "success",
    "customers": [CUSTOMER],
}


def cases():
    yield case("same", EVENT, EVENT)
    yield case("same-empty", {}, {})
    yield case("same-in-another-order", EVENT, dict(reversed(EVENT.items())))
    yield from texts_that_count()
    yield from what_does_not_count()
    yield from amounts()
    yield from customers()
    yield from ids_that_come_later()
    yield from borders()


def texts_that_count():
    for field in TEXTS:
        yield changed(f"{field}-different", **{field: "other"})
        yield changed(f"{field}-absent", **{field: None})
        yield changed(f"{field}-empty", **{field: ""})
        yield changed(f"{field}-longer", **{field: EVENT[field] + " "})
        yield changed(f"{field}-case", **{field: EVENT[field].swapcase() + "x"})
        yield case(f"{field}-null-is-absent", {}, {field: None})
        yield case(f"{field}-empty-is-not-absent", {}, {field: ""})
        yield case(f"{field}-empty-twice", {field: ""}, {field: ""})
    yield case("unknown-status", {"status": "reversed"}, {"status": "reversed"})
    yield case("khmer", {"identity_code": KHMER}, {"identity_code": KHMER})
    yield case("not-normalised", {"identity_code": "caf\u00e9"}, {"identity_code": "cafe\u0301"})


def what_does_not_count():
    for field in ["tran_date", "bank_name", "device_code"]:
        yield changed(f"{field}-different", **{field: "other"})
        yield changed(f"{field}-absent", **{field: None})
        yield changed(f"{field}-empty", **{field: ""})
    yield changed("unknown-member", trace={"tran_id": "T-2", "list": [1, None]})
    yield changed("unknown-member-named-alike", Tran_id="T-2", TRAN_AMOUNT=1)
    for field in ["branch_name", "customer_name", "customer_name_latin"]:
        yield with_customer(f"customer-{field}-different", **{field: "other"})
        yield with_customer(f"customer-{field}-absent", **{field: None})
    yield with_customer("customer-unknown-member", phone="012")


def amounts():
    for name, amount in {
        "text": "40000",
        "fraction": "40000.0",
        "fractions": "40000.000",
        "exponent": "4e4",
        "exponent-e": "4.0E+4",
        "less": 39999,
        "more": 40001,
        "by-a-fraction": "40000.01",
        "ten-times": 400000,
        "zero": 0,
        "absent": None,
        "by-the-last-digit": "40000.0000000000000000000000000001",
    }.items():
        yield changed(f"amount-{name}", tran_amount=amount)
        yield with_customer(f"customer-amount-{name}", amount=amount)
    yield case("amount-fraction-by-value", {"tran_amount": "0.50"}, {"tran_amount": 0.5})
    yield case("amount-zero-by-value", {"tran_amount": 0}, {"tran_amount": "0.00"})
    yield case("amount-zero-with-exponent", {"tran_amount": "0e9"}, {"tran_amount": 0})
    yield case("amount-zero-is-not-absent", {"tran_amount": 0}, {})
    large = "9999999999999999999999999999999999"
    yield case("amount-large", {"tran_amount": large}, {"tran_amount": large})
    yield case("amount-large-by-one", {"tran_amount": large}, {"tran_amount": large[:-1] + "8"})


def customers():
    for field in CUSTOMER_TEXTS:
        yield with_customer(f"customer-{field}-different", **{field: "other"})
        yield with_customer(f"customer-{field}-absent", **{field: None})
        yield with_customer(f"customer-{field}-empty", **{field: ""})
    other = {**CUSTOMER, "customer_code": "C-2"}
    yield changed("customers-one-more", customers=[CUSTOMER, other])
    yield changed("customers-twice", customers=[CUSTOMER, CUSTOMER])
    yield changed("customers-one-without-anything-more", customers=[CUSTOMER, {}])
    yield changed("customers-none", customers=[])
    yield changed("customers-absent", customers=None)
    yield case("customers-null-is-none", {"customers": None}, {"customers": []})
    yield case("customers-null-is-absent", {"customers": None}, {})
    yield case(
        "customers-in-another-order", {"customers": [CUSTOMER, other]}, {"customers": [other, CUSTOMER]}
    )
    yield case(
        "customers-in-the-same-order", {"customers": [CUSTOMER, other]}, {"customers": [CUSTOMER, other]}
    )
    named = {name: value for name, value in EVENT.items() if name != "customers"}
    yield case("customers-named-Customer", EVENT, {**named, "Customer": [CUSTOMER]})
    yield case("customers-named-Customer-different", EVENT, {**named, "Customer": [other]})


def ids_that_come_later():
    later = {"tran_no": "N-1", "bank_code": "B-9", "bank_ref": "BR-1"}
    yield case(
        "ids-later", {"tran_id": "T-1", "tran_amount": 1}, {"tran_id": "T-1", "tran_amount": 1, **later}
    )
    yield case(
        "ids-later-with-another-amount",
        {"tran_id": "T-1", "tran_amount": 1},
        {"tran_id": "T-1", "tran_amount": 2, **later},
    )
    yield case("ids-later-and-none-shared", {"tran_id": "T-1"}, later)
    yield case("ids-later-one-different", {"tran_id": "T-1", "bank_ref": "BR-2"}, {"tran_id": "T-1", **later})


def borders():
    """Different texts that would be equal if they were joined."""
    yield case("border-of-ids", {"tran_id": "T-1N", "tran_no": "-1"}, {"tran_id": "T-1", "tran_no": "N-1"})
    yield case("border-of-absence", {"tran_id": "T"}, {"tran_no": "T"})
    yield case(
        "border-of-banks", {"bank_code": "1:2", "bank_ref": "3"}, {"bank_code": "1", "bank_ref": "2:3"}
    )
    yield case("border-of-dashes", {"tran_id": "-"}, {"tran_no": "-"})
    yield case("border-of-lengths", {"tran_id": "1:x"}, {"tran_id": "x"})
    amount_as_text = {"payment_service_type": "40000"}
    yield case("border-of-amount", {"tran_amount": 40000}, amount_as_text)
    first = {"customers": [{"branch_code": "a"}, {"customer_code": "b"}]}
    second = {"customers": [{"branch_code": "a", "customer_code": "b"}, {}]}
    yield case("border-of-customers", first, second)
    yield case(
        "border-of-customer-and-event",
        {"status": "s", "customers": [{}]},
        {"customers": [{"branch_code": "s"}]},
    )


def changed(name, **changes):
    return case(name, EVENT, {**EVENT, **changes})


def with_customer(name, **changes):
    return changed(name, customers=[{**CUSTOMER, **changes}])


def case(name, first, second):
    delivery = "replay" if is_replay(first, second) else "conflict"
    return {"id": f"deliveries/{name}", "first": first, "second": second, "delivery": delivery}


def is_replay(first, second):
    both = [
        (first[name], second[name])
        for name in IDS
        if first.get(name) is not None and second.get(name) is not None
    ]
    are_same = texts(first, IDS) == texts(second, IDS)
    return (
        says(first) == says(second) and (are_same or bool(both)) and all(one == other for one, other in both)
    )


def says(event):
    listed = event.get("customers") or event.get("Customer") or []
    paid = [(texts(one, CUSTOMER_TEXTS), value(one.get("amount"))) for one in listed]
    return texts(event, OTHER_TEXTS), value(event.get("tran_amount")), paid


def texts(record, fields):
    return [record.get(field) for field in fields]


def value(amount):
    return None if amount is None else Decimal(str(amount))
