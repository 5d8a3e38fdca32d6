"""HTTP 200 with a body that is not JSON, or does not have the operation's shape."""

import unreadable
from answers import OPERATIONS
from json_text import compact
from response_cases import LOOKUP, failure
from response_cases import unreadable as error_of
from responses_succeeded import AMOUNTS, NOT_DECISIVE, NUMERIC, TRANSACTION, body_with
from samples import by_code
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
        "array": '§[{"code":"000"}]',
        "text": '§"000"',
        "number": "§0",
        "true": "§true",
        "null": "§null",
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
    for name, value in {"number": "7", "boolean": "true", "array": '["x"]'}.items():
        text = f'{{"code":"{success}","message":"m","data":§{value}}}'
        yield spoiled(f"data-is-{name}", operation, text, "data", "wrong_type")
    text = f'{{"code":"{success}","message":"m","data":§"x"}}'
    yield spoiled("data-is-text", operation, text, "data", "wrong_type")
    yield from wrong_members(operation)


def wrong_members(operation):
    """Members of `data` that a decision needs: name of the cases, path, and text with a mark where the value stands."""
    no_object = {"number": "7", "boolean": "true", "array": '["x"]'}
    no_id = {name: value for name, value in WRONG.items() if name != "number"}
    members = {
        "onboarding": [
            ("data-supplier_sync_code", "data.supplier_sync_code", '"supplier_sync_code":§', no_id),
            ("data-code", "data.code", '"name":"ក","code":§', no_id),
        ],
        "settlement": [
            ("bill-status", "data.bill.status", '"bill":{"status":§}', WRONG),
            ("bill", "data.bill", '"bill":§', no_object),
            ("payment-status", "data.payment.status", '"payment":{"status":§}', WRONG),
            ("payment", "data.payment", '"payment":§', no_object),
        ],
    }
    for title, path, member, wrong in members.get(operation, []):
        for name, value in wrong.items():
            text = '{"code":"000","data":{' + member.replace("§", f"§{value}") + "}}"
            yield spoiled(f"{title}-is-{name}", operation, text, path, "wrong_type")
    if operation == "verification":
        yield from wrong_transaction()


def wrong_transaction():
    for field in [*TRANSACTION, "customer_code"]:
        if field in ["tran_date", "bank_code", "bank_ref"]:
            continue
        for name, wrong in WRONG.items():
            if name != "number" or field not in [*AMOUNTS, *NUMERIC]:
                spoilt = f"§{wrong}"
                added = field == "customer_code"
                text = body_with(f',"{field}":{spoilt}') if added else body_with(**{field: spoilt})
                yield spoiled(f"data-{field}-is-{name}", "verification", text, f"data.{field}", "wrong_type")


def with_lookup():
    for name, text, path, code in [
        ("truncated", '{"code":"000"§', "", "invalid_json"),
        (
            "bill-status-is-number",
            '{"code":"000","data":{"bill":{"status":§1}}}',
            "data.bill.status",
            "wrong_type",
        ),
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
    yield spoiled(
        "null-data", "verification", '{"code":"SUCCESS","message":"m","data":null}', "data", "required"
    )
    for name, value in {"empty-text": '""', "false": "false", "zero": "0", "blanks": "[null,0]"}.items():
        text = f'{{"code":"SUCCESS","message":"m","data":{value}}}'
        yield spoiled(f"data-is-{name}", "verification", text, "data", "required")
    for name, text in {"empty-object": "{§}", "empty-list": "[§]", "spaced-list": "[ \n§]"}.items():
        text = f'{{"code":"SUCCESS","message":"m","data":{text}}}'
        yield spoiled(f"data-is-{name}", "verification", text, "data.tran_id", "required")


# JSON values that are no decimals, by their code.
NO_DECIMALS = [
    (
        "invalid_decimal",
        {
            "empty-text": '""',
            "words": '"many"',
            "separator": '"40,000"',
            "decimal-comma": '"10,50"',
            "space-before": '" 1"',
            "space-after": '"1 "',
            "plus": '"+1"',
            "leading-zero": '"01"',
            "no-digit-after-point": '"1."',
            "no-digit-before-point": '".5"',
            "with-currency": '"1 USD"',
            "khmer-digits": '"៤០០០០"',
            "not-a-number": '"NaN"',
        },
    ),
    (
        "too_many_digits",
        {
            "35-digits": DIGITS_34 + "5",
            "35-digits-as-text": f'"{DIGITS_34}5"',
            "35-digits-negative": f"-{DIGITS_34}5",
        },
    ),
    (
        "out_of_range",
        {
            "exponent-above": "1e35",
            "exponent-above-as-text": '"1e35"',
            "exponent-below": "1e-35",
            "huge-exponent": "1e999999999999",
        },
    ),
]


def wrong_decimals():
    for field in AMOUNTS:
        for name, text, code in by_code(NO_DECIMALS):
            body = body_with(**{field: "§" + text})
            yield spoiled(f"{field}-{name}", "verification", body, f"data.{field}", code)
