"""Webhooks that are refused for their body."""

import unreadable
from webhook_cases import invalid
from webhooks_read import IDS, NUMERIC

WRONG = {"number": "7", "boolean": "true", "array": "[]", "object": "{}"}


def cases():
    for name, body, finding in unreadable.bodies():
        yield from invalid(f"unreadable-{name}", body, finding)
    yield from outer_shape()
    yield from duplicates()
    yield from wrong_types()
    yield from amounts()
    yield from conflicts()
    yield from limits()


def spoiled(name, text, path, code):
    return invalid(name, *unreadable.marked(text, path, code))


def outer_shape():
    for name, text in {
        "array": '§[{"status":"success"}]',
        "text": ' §"success"',
        "number": "§1",
        "true": "§true",
        "null": "§null",
    }.items():
        yield from spoiled(f"outer-{name}", text, "", "wrong_type")


def duplicates():
    for name, text in {
        "status": '{"status":"success",§"status":"success"}',
        "status-escaped": '{"status":"pending",§"st\\u0061tus":"success"}',
        "tran_no-around-tran_id": '{"tran_no":"1","tran_id":"2",§"tran_no":"1"}',
        "tran_amount": '{"tran_amount":1,"currency":"KHR",§"tran_amount":2}',
        "customers": '{"customers":null,§"customers":null}',
        "capital-customer": '{"Customer":[],§"Customer":[]}',
        "customer-member": '{"customers":[{"bill_no":"1"},{"bill_no":"ក",§"bill_no":"2"}]}',
        "unknown-member-of-customer": '{"customers":[{"x":{"y":1,§"y":1}}]}',
    }.items():
        yield from spoiled(f"twice-{name}", text, "", "duplicate_key")


def wrong_types():
    for field in [*IDS, "status"]:
        for name, value in WRONG.items():
            if name != "number" or field not in NUMERIC:
                yield from spoiled(f"{field}-is-{name}", f'{{"{field}":§{value}}}', field, "wrong_type")
    for field in ["customer_code", "bill_no"]:
        for name, value in WRONG.items():
            if name == "number":
                continue
            text = f'{{"customers":[{{}},{{"customer_name":"ចាន់"}},{{"{field}":§{value}}}]}}'
            yield from spoiled(f"customer-{field}-is-{name}", text, f"customers[2].{field}", "wrong_type")
    for name, value in {"number": "7", "boolean": "true", "object": '{"a":1}', "text": '"x"'}.items():
        yield from spoiled(f"customers-is-{name}", f'{{"customers":§{value}}}', "customers", "wrong_type")
    for name, value in {
        "number": "7",
        "boolean": "true",
        "array": '["x"]',
        "text": '"x"',
        "null": "null",
    }.items():
        text = f'{{"status":"success","customers":[{{}},§{value}]}}'
        yield from spoiled(f"customer-is-{name}", text, "customers[1]", "wrong_type")


def amounts():
    # A customer's amount may be any value, but it must be JSON.
    for name, value, code in [
        ("cut-off", '"40,00§', "invalid_json"),
        ("key-twice", '{"a":1,§"a":2}', "duplicate_key"),
        ("lone-surrogate", '"§\\ud83d"', "lone_surrogate"),
        ("33-levels", "[" * 29 + "§" + "[" * 4, "too_deep"),
    ]:
        closing = "" if code == "invalid_json" else ("]" * 33 if code == "too_deep" else "") + "}]}"
        yield from spoiled(f"customer-amount-{name}", f'{{"customers":[{{"amount":{value}{closing}', "", code)
    twice = '{"customers":[{"amount":"4,0",§"amount":1}]}'
    yield from spoiled("customer-amount-twice", twice, "", "duplicate_key")


def conflicts():
    for name, text in {
        "other-bill": '{"customers":[{"bill_no":"1"}],"Customer":[{"bill_no":"2"}]}',
        "capital-first": '{"Customer":[{"bill_no":"2"}],"customers":[{"bill_no":"1"}]}',
        "fewer": '{"customers":[{"bill_no":"1"},{"bill_no":"2"}],"Customer":[{"bill_no":"1"}]}',
        "other-order": '{"customers":[{"bill_no":"1"},{"bill_no":"2"}],"Customer":[{"bill_no":"2"},{"bill_no":"1"}]}',
        "other-unknown-member": '{"customers":[{"x":1}],"Customer":[{"x":2}]}',
        "empty": '{"customers":[],"Customer":[{"bill_no":"1"}]}',
        "other-unread-amount": '{"customers":[{"amount":"1,0"}],"Customer":[{"amount":"1,00"}]}',
    }.items():
        yield from spoiled(f"customers-conflict-{name}", text, "Customer", "conflicting_values")
    text = '{"Customer":[{"bill_no":§true}]}'
    yield from spoiled("capital-customer-wrong-type", text, "Customer[0].bill_no", "wrong_type")


def limits():
    inside = {"body_repeat": {"prefix": '{"note":"', "unit": "a", "count": 65537 - 11, "suffix": '"}'}}
    yield from invalid("limit-65537-bytes", inside, {"path": "", "code": "too_large"})
    around = {"body_repeat": {"prefix": "{}", "unit": " ", "count": 65535, "suffix": ""}}
    yield from invalid("limit-65537-bytes-of-space", around, {"path": "", "code": "too_large"})
    # The limit counts bytes, not characters: 9 + 3 * 21,842 + 2 = 65,537.
    khmer = {"body_repeat": {"prefix": '{"note":"', "unit": "ក", "count": 21842, "suffix": '"}'}}
    yield from invalid("limit-65537-bytes-in-khmer", khmer, {"path": "", "code": "too_large"})
    rubbish = {"body_repeat": {"prefix": "", "unit": "x", "count": 65537, "suffix": ""}}
    yield from invalid("limit-65537-bytes-of-rubbish", rubbish, {"path": "", "code": "too_large"})
    for name, key in {"customers": "customers", "capital-customer": "Customer"}.items():
        body = {"body_repeat": {"prefix": f'{{"{key}":[{{}}', "unit": ",{}", "count": 1000, "suffix": "]}"}}
        yield from invalid(f"limit-1001-{name}", body, {"path": key, "code": "too_many_items"})
