"""HTTP 200 with a body that is not JSON, or does not have the operation's shape."""

import unreadable
from answers import OPERATIONS
from json_text import compact
from response_cases import LOOKUP, failure
from response_cases import unreadable as error_of
from responses_succeeded import AMOUNTS, NOT_DECISIVE, NUMERIC, TRANSACTION, body_with
from webhooks_read import DIGITS_34

WRONG = {"number": "7", "boolean": "true", "array": "[]", "object": "{}"}


def cases():
    for operation in OPERATIONS:
        for name, body, finding in unreadable.bodies():
            yield failure(f"unreadable-{name}", operation, 200, body, error_of(operation, finding))
        yield from outer_shape(operation)
        yield from wrong_types(operation)
    yield from with_lookup()
    yield from missing()
    yield from wrong_decimals()


def outer_shape(operation):
    for name, text in {
        "array": '§[{"code":"000"}]', "text": '§"000"', "number": "§0", "true": "§true", "null": "§null",
    }.items():
        yield spoiled(f"outer-{name}", operation, text, "", "wrong_type")
    yield spoiled("code-twice", operation, '{"code":"000",§"code":"000"}', "", "duplicate_key")
    in_turn = '{"message":"a","code":"000",§"message":"a"}'
    yield spoiled("message-twice-around-code", operation, in_turn, "", "duplicate_key")
    yield spoiled("code-twice-escaped", operation, '{"code":"E",§"\\u0063ode":"000"}', "", "duplicate_key")


def spoiled(name, operation, text, path, code, profile=None):
    body, finding = unreadable.marked(text, path, code)
    return failure(name, operation, 200, body, error_of(operation, finding), profile)


def wrong_types(operation):
    for name in ["boolean", "array", "object"]:
        yield spoiled(f"code-is-{name}", operation, f'{{"code":§{WRONG[name]}}}', "code", "wrong_type")
    success = "SUCCESS" if operation == "verification" else "000"
    for field in ["message"] if operation == "verification" else ["message", "message_kh"]:
        for name, value in WRONG.items():
            text = f'{{"code":"{success}","{field}": §{value}}}'
            if operation == "verification":
                text = body_with().replace('"Transaction found"', f"§{value}")
            yield spoiled(f"{field}-is-{name}", operation, text, field, "wrong_type")
    for name in ["number", "boolean", "array"]:
        text = f'{{"code":"{success}","message":"m","data":§{WRONG[name]}}}'
        yield spoiled(f"data-is-{name}", operation, text, "data", "wrong_type")
    text = f'{{"code":"{success}","message":"m","data":§"x"}}'
    yield spoiled("data-is-text", operation, text, "data", "wrong_type")
    yield from wrong_members(operation)


def wrong_members(operation):
    if operation == "onboarding":
        for field in ["supplier_sync_code", "name", "name_kh", "address"]:
            for name, value in WRONG.items():
                text = f'{{"code":"000","data":{{"{field}":§{value}}}}}'
                yield spoiled(f"data-{field}-is-{name}", operation, text, f"data.{field}", "wrong_type")
        for name in ["number", "boolean", "array"]:
            text = f'{{"code":"000","data":{{"name":"ក","add_link_account":§{WRONG[name]}}}}}'
            yield spoiled(f"add_link_account-is-{name}", operation, text, "data.add_link_account", "wrong_type")
        for name, value in WRONG.items():
            text = f'{{"code":"000","data":{{"add_link_account":{{"web_url":§{value}}}}}}}'
            path = "data.add_link_account.web_url"
            yield spoiled(f"web_url-is-{name}", operation, text, path, "wrong_type")
    if operation == "settlement":
        for part in ["bill", "payment"]:
            for name, value in WRONG.items():
                text = f'{{"code":"000","data":{{"{part}":{{"status":§{value}}}}}}}'
                yield spoiled(f"{part}-status-is-{name}", operation, text, f"data.{part}.status", "wrong_type")
            for name in ["number", "boolean", "array"]:
                text = f'{{"code":"000","data":{{"{part}":§{WRONG[name]}}}}}'
                yield spoiled(f"{part}-is-{name}", operation, text, f"data.{part}", "wrong_type")
    if operation == "verification":
        yield from wrong_transaction()


def wrong_transaction():
    for field in TRANSACTION:
        for name, wrong in WRONG.items():
            if name != "number" or field not in [*AMOUNTS, *NUMERIC]:
                text = body_with(**{field: "§" + wrong})
                yield spoiled(f"data-{field}-is-{name}", "verification", text, f"data.{field}", "wrong_type")
    for field in ["customer_code", "customer_name", "customer_phone", "description"]:
        for name, wrong in WRONG.items():
            if name != "number" or field not in NUMERIC:
                text = body_with(f',"{field}":§{wrong}')
                yield spoiled(f"data-{field}-is-{name}", "verification", text, f"data.{field}", "wrong_type")


def with_lookup():
    for name, text, path, code in [
        ("truncated", '{"code":"000"§', "", "invalid_json"),
        ("bill-status-is-number", '{"code":"000","data":{"bill":{"status":§1}}}', "data.bill.status", "wrong_type"),
    ]:
        case = spoiled(f"{name}-with-lookup", "settlement", text, path, code, LOOKUP)
        case["error"]["next_step"] = "verifyFirst"
        yield case


def missing():
    for field in [name for name in TRANSACTION if name not in [*NOT_DECISIVE, "purpose_of_transaction"]]:
        kept = {name: value for name, value in TRANSACTION.items() if name != field}
        text = f'{{"code":"SUCCESS","message":"m","data":{compact(kept)[:-1]}§}}}}'
        yield spoiled(f"without-{field}", "verification", text, f"data.{field}", "required")
        null = body_with(**{field: "null"})
        yield spoiled(f"null-{field}", "verification", null, f"data.{field}", "required")
    yield spoiled("without-data", "verification", '{"code":"SUCCESS","message":"m"§}', "data", "required")
    yield spoiled("null-data", "verification", '{"code":"SUCCESS","message":"m","data":null}', "data", "required")


def wrong_decimals():
    for field in AMOUNTS:
        for name, text, code in [
            ("empty-text", '""', "invalid_decimal"),
            ("words", '"many"', "invalid_decimal"),
            ("separator", '"40,000"', "invalid_decimal"),
            ("decimal-comma", '"10,50"', "invalid_decimal"),
            ("space-before", '" 1"', "invalid_decimal"),
            ("space-after", '"1 "', "invalid_decimal"),
            ("plus", '"+1"', "invalid_decimal"),
            ("leading-zero", '"01"', "invalid_decimal"),
            ("no-digit-after-point", '"1."', "invalid_decimal"),
            ("no-digit-before-point", '".5"', "invalid_decimal"),
            ("with-currency", '"1 USD"', "invalid_decimal"),
            ("khmer-digits", '"៤០០០០"', "invalid_decimal"),
            ("not-a-number", '"NaN"', "invalid_decimal"),
            ("35-digits", DIGITS_34 + "5", "too_many_digits"),
            ("35-digits-as-text", f'"{DIGITS_34}5"', "too_many_digits"),
            ("35-digits-negative", f"-{DIGITS_34}5", "too_many_digits"),
            ("exponent-above", "1e35", "out_of_range"),
            ("exponent-above-as-text", '"1e35"', "out_of_range"),
            ("exponent-below", "1e-35", "out_of_range"),
            ("huge-exponent", "1e999999999999", "out_of_range"),
        ]:
            body = body_with(**{field: "§" + text})
            yield spoiled(f"{field}-{name}", "verification", body, f"data.{field}", code)
