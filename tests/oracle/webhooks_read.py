"""Accepted webhooks: samples, fields, unknown members, amounts, customers, dedup keys."""

from itertools import chain

from json_text import compact
from samples import KHMER, KHMER_WORDS, by_code
from unreadable import deep
from webhook_cases import CUSTOMER_TEXTS, TEXTS, event

SERVICE_TYPES = ["Bank Channel", "KHQR", "Deeplink/Checkout", "Direct Debit"]
DIGITS_34 = "1234567890123456789012345678901234"
# Ids may arrive as a number; its digits are kept as written.
NUMERIC = "tran_id tran_no bank_code bank_ref identity_code purpose_of_transaction device_code".split()
# Ids are needed by decisions. Any other type of one is refused.
IDS = ["tran_id", "tran_no", "bank_code", "bank_ref", "identity_code", "purpose_of_transaction"]
NUMERIC_OF_CUSTOMERS = ["branch_code", "customer_code", "bill_no"]
NUMBERS = {
    "integer": "1234567",
    "zero": "0",
    "20-digits": "12345678901234567890",
    "negative": "-7",
    "fraction": "12.50",
    "exponent": "1E3",
    "beyond-doubles": "1e999999",
}
# JSON texts that are not decimals, by their code. Numbers are missing: each language shows one that
# no double holds in its own way.
NO_AMOUNTS = [
    (
        "invalid_decimal",
        {
            "empty-text": '""',
            "words": '"many"',
            "separator": '"40,000"',
            "space": '" 1"',
            "plus": '"+1"',
            "leading-zero": '"01"',
            "no-digit-after-point": '"1."',
            "no-digit-before-point": '".5"',
            "with-currency": '"1 KHR"',
            "khmer-digits": '"៤០០០០"',
            "escaped": '"4\\u0030,\\n\\ud83d\\ude00"',
            "nan": '"NaN"',
            "hexadecimal": '"0x10"',
        },
    ),
    ("too_many_digits", {"35-digits-as-text": f'"{DIGITS_34}5"'}),
    ("out_of_range", {"exponent-above-as-text": '"1e35"'}),
    (
        "wrong_type",
        {
            "boolean": "true",
            "false": "false",
            "array": '[1,"x",null]',
            "empty-array": "[]",
            "object": '{"value":"40000","currency":"KHR"}',
            "empty-object": "{}",
        },
    ),
]


def cases():
    return chain(
        samples(),
        fields(),
        unknown(),
        amounts(),
        customers(),
        unread_amounts(),
        unread_fields(),
        numeric_ids(),
        unused_texts(),
        empty_objects(),
        texts(),
        dedup_keys(),
        limits(),
    )


def samples():
    body = (
        '{"tran_id":"T-1","tran_no":"N-1","payment_service_type":"KHQR","tran_date":"2026-01-31T17:00:00.1234567",'
        '"tran_amount":40000,"currency":"KHR","bank_code":"B-9","bank_name":"Example Bank","bank_ref":"BR-1",'
        '"identity_code":"INV-0001","purpose_of_transaction":"2026-01-31","device_code":"D-1","status":"success",'
        '"customers":[{"branch_code":"001","branch_name":"Head office","customer_code":"C-1","customer_name":"ចាន់",'
        '"customer_name_latin":"Chan","bill_no":"INV-0001","amount":40000}]}'
    )
    yield from event("full", body)
    spaced = body.replace(",", " ,\r\n\t").replace(":", ": ", 1)
    yield from event("full-with-white-space", f"\n {spaced} \n")
    yield from event("full-amount-as-text", body.replace('"amount":40000', '"amount":"40000"'))
    yield from event("full-customers-null", body.split('"customers"')[0] + '"customers":null}')
    yield from event("empty-object", "{}")


def fields():
    for field in TEXTS:
        for name, text in {"x": "x", "empty": "", "khmer": KHMER, "long": "x" * 2000, "null": None}.items():
            yield from event(f"{field}-{name}", compact({field: text}))
    yield from event("tran_amount-null", '{"tran_amount":null}')
    for field in CUSTOMER_TEXTS:
        for name, text in {"x": "x", "empty": "", "khmer": KHMER, "null": None}.items():
            yield from event(f"customer-{field}-{name}", compact({"customers": [{field: text}]}))
    for service in [*SERVICE_TYPES, "Crypto", "khqr", " KHQR", KHMER]:
        yield from event(f"type-{service}".replace(" ", "_"), compact({"payment_service_type": service}))
    for status in ["success", "pending", "failed", "Success", "SUCCESS", "reversed", KHMER]:
        yield from event(f"status-{status}", compact({"status": status}))


def unknown():
    member = {"b": [1, 1.5, -2, None, True, {}], "a": {"z": KHMER}}
    yield from event("unknown-members", compact({"zulu": member, "status": "success", "alpha": None}))
    listed = [{"loyalty": member, "bill_no": "1"}, {"x": "y"}]
    yield from event("unknown-members-of-customers", compact({"customers": listed}))
    yield from event(
        "near-misses-are-unknown", '{"Status":"success","TRAN_ID":"x","statu":"y","status ":"z"}'
    )
    yield from event("escaped-keys", '{"sta\\u0074us":"pending","\\u1780":1}')


def amounts():
    for name, written in {
        "whole": "40000",
        "zero": "0",
        "zeros-kept": "10.50",
        "only-zeros": "10.00",
        "small": "0.01",
        "exponent": "1e3",
        "capital-exponent": "1.5E+1",
        "exponent-keeps-a-zero": "1.50e1",
        "negative-exponent": "125e-2",
        "beyond-a-double": "9007199254740993",
        "34-digits": DIGITS_34,
        "34-digits-with-point": "1." + DIGITS_34[1:],
        "34-digits-after-the-point": "0." + DIGITS_34,
        "smallest-exponent": "1e-34",
        "largest-exponent": "1e34",
        "plain-text-of-1e34": "1" + "0" * 34,
        "negative": "-40000",
        "negative-cents": "-0.01",
        "negative-exponent-and-sign": "-1.50e1",
    }.items():
        for kind, text in {"number": written, "text": f'"{written}"'}.items():
            yield from event(f"amount-{name}-{kind}", f'{{"tran_amount":{text}}}')
            yield from event(f"customer-amount-{name}-{kind}", f'{{"customers":[{{"amount":{text}}}]}}')
    yield from event(
        "customer-amounts-mixed", '{"customers":[{"amount":1},{"amount":"2.0"},{"amount":null},{}]}'
    )
    yield from event("amount-escaped-text", '{"tran_amount":"\\u0031\\u0030"}')


def customers():
    one = '[{"bill_no":"1"}]'
    for name, lists in {
        "null": {"customers": "null"},
        "empty": {"customers": "[]"},
        "one-empty": {"customers": "[{}]"},
        "capital": {"Customer": one},
        "capital-null": {"Customer": "null"},
        "capital-empty": {"Customer": "[]"},
        "both-alike": {"customers": one, "Customer": one},
        "both-alike-turned": {"Customer": one, "customers": one},
        "both-null": {"customers": "null", "Customer": "null"},
        "both-empty": {"customers": "[]", "Customer": "[]"},
        "null-with-capital": {"customers": "null", "Customer": one},
        "capital-before-null": {"Customer": one, "customers": "null"},
        "with-null-capital": {"customers": one, "Customer": "null"},
        "null-capital-before": {"Customer": "null", "customers": one},
        "null-with-empty-capital": {"customers": "null", "Customer": "[]"},
        "empty-with-null-capital": {"customers": "[]", "Customer": "null"},
    }.items():
        yield from event(
            f"customers-{name}", "{" + ",".join(f'"{key}":{text}' for key, text in lists.items()) + "}"
        )
    many = [
        {"customer_code": f"C-{number}", "customer_name": KHMER, "amount": number} for number in range(50)
    ]
    yield from event("customers-fifty", compact({"customers": many}))


def unread_amounts():
    """An invalid amount of a customer refuses no webhook. It stays in extra, with a warning."""
    for name, written, code in by_code(NO_AMOUNTS):
        body = f'{{"status":"success","customers":[{{"bill_no":"1"}},{{"amount":{written},"bill_no":"2"}}]}}'
        yield from event(f"customer-amount-unread-{name}", body, [f"customers[1].amount {code}"])
    several = (
        '{"customers":[{"amount":""},{"amount":"1"},{"amount":true,"x":1},{"amount":null}],"tran_id":"T-1"}'
    )
    warnings = ["customers[0].amount invalid_decimal", "customers[2].amount wrong_type"]
    yield from event("customer-amounts-unread", several, warnings)
    for name, body, key in [
        ("-escaped-key", '{"customers":[{"\\u0061mount":"4,0"}]}', "customers"),
        ("-of-capital", '{"Customer":[{"amount":"4,0"}]}', "Customer"),
        ("-of-capital-with-null", '{"customers":null,"Customer":[{"amount":"4,0"}]}', "Customer"),
    ]:
        yield from event(f"customer-amount-unread{name}", body, [f"{key}[0].amount invalid_decimal"])


def unread_fields():
    """No webhook is refused for its amount or its currency. They stay in extra, with a warning."""
    for name, written, code in by_code(NO_AMOUNTS):
        body = f'{{"currency":"រៀល","tran_amount":{written}}}'
        yield from event(f"amount-unread-{name}", body, [f"tran_amount {code}"])
    for name, written in {"number": "840", "boolean": "true", "array": "[]", "object": "{}"}.items():
        body = f'{{"currency":{written},"status":"success"}}'
        yield from event(f"currency-unread-{name}", body, ["currency wrong_type"])
    yield from event("byte-order-mark", '\ufeff{"tran_id":"T-1"}')


OTHER = {
    "number": "7",
    "boolean": "true",
    "array": "[]",
    "object": "{}",
    "false": "false",
    "fraction": "12.50",
    "milliseconds": "2085436800000",
    "deep": '{"a":[1,{"b":"ក"},null]}',
}


def unused_texts():
    """A text on which no decision depends is kept as its JSON text, whatever its type."""
    for field in ["payment_service_type", "tran_date", "bank_name", "device_code"]:
        for name, value in OTHER.items():
            if field not in NUMERIC or not value[0].isdigit():
                yield from event(f"{field}-is-{name}", f'{{"{field}":{value}}}', kept=[field])
    for field in ["branch_code", "branch_name", "customer_name", "customer_name_latin"]:
        for name, value in OTHER.items():
            if field in NUMERIC_OF_CUSTOMERS and value[0].isdigit():
                continue
            body = f'{{"customers":[{{}},{{"customer_name":"ចាន់"}},{{"{field}":{value}}}]}}'
            yield from event(f"customer-{field}-is-{name}", body, kept=[f"customers[2].{field}"])
    several = '{"tran_date":1,"customers":[{"customer_name":855,"amount":40000},{"branch_name":[]}],"bank_name":false}'
    paths = ["tran_date", "customers[0].customer_name", "customers[1].branch_name", "bank_name"]
    yield from event("several-unused-texts", several, kept=paths)
    yield from event(
        "unused-text-of-capital", '{"Customer":[{"customer_name":1}]}', kept=["Customer[0].customer_name"]
    )


def empty_objects():
    """PHP writes `[]` for an empty object. A blank value is no list."""
    yield from event("body-is-an-empty-list", "[]", payload={"extra": {}})
    yield from event("customer-is-an-empty-list", '{"customers":[[],{"bill_no":"1"},[ ]]}')
    for name, value in {"empty-object": "{}", "empty-text": '""', "false": "false", "zero": "0"}.items():
        payload = {"customers": None, "status": "success", "extra": {}}
        yield from event(
            f"customers-is-{name}", f'{{"status":"success","customers":{value}}}', payload=payload
        )


def numeric_ids():
    for field in NUMERIC:
        for name, text in NUMBERS.items():
            yield from event(f"numeric-{field}-{name}", f'{{"{field}":{text}}}')
    for field in NUMERIC_OF_CUSTOMERS:
        for name, text in NUMBERS.items():
            yield from event(f"numeric-customer-{field}-{name}", f'{{"customers":[{{"{field}":{text}}}]}}')
    yield from event("numeric-bank", '{"bank_code":9,"bank_ref":77,"status":"success"}')


def texts():
    yield from event("khmer-everywhere", compact({field: KHMER_WORDS for field in TEXTS}))
    written = '\\"\\\\\\/\\b\\f\\n\\r\\t\\u0001\\u1780\\u179F\\ud83d\\uDE00😀\u2028\u2029\u200b\ufeff\u007f'
    yield from event("escapes", f'{{"bank_name":"{written}"}}')
    # Half of the name is unescaped, half is escaped.
    yield from event("khmer-half-escaped", '{"bank_name":"ធនា\\u1782\\u17b6\\u179a"}')
    yield from event(
        "texts-are-kept-as-they-are", '{"tran_date":"yesterday","currency":"riel","identity_code":" x "}'
    )


def dedup_keys():
    for name, payload in {
        "tran_id": {"tran_id": "T-1", "tran_no": "N-1", "bank_code": "B-9", "bank_ref": "BR-1"},
        "tran_no": {"tran_no": "N-1", "bank_code": "B-9", "bank_ref": "BR-1"},
        "bank": {"bank_code": "B-9", "bank_ref": "BR-1"},
        "empty-tran_id": {"tran_id": "", "tran_no": "N-1"},
        "empty-ids": {"tran_id": "", "tran_no": "", "bank_code": "B-9", "bank_ref": "BR-1"},
        "khmer-tran_id": {"tran_id": "កខ"},
        "emoji-tran_no": {"tran_no": "😀"},
        "khmer-bank": {"bank_code": "ក", "bank_ref": "BR"},
        "separators-inside": {"tran_id": "1:2|3"},
        "lookalike-bank": {"bank_code": "B", "bank_ref": "94:BR-1"},
    }.items():
        yield from event(f"dedup-{name}", compact(payload))
        for status in ["success", "pending", "a|b", KHMER]:
            yield from event(f"dedup-{name}-{status}", compact({**payload, "status": status}))
    for name, payload in {
        "bank_code-alone": {"bank_code": "B-9"},
        "bank_ref-alone": {"bank_ref": "BR-1"},
        "empty-bank_ref": {"bank_code": "B-9", "bank_ref": ""},
        "status-alone": {},
        "identity-alone": {"identity_code": "INV-0001"},
    }.items():
        yield from event(f"dedup-none-{name}", compact({**payload, "status": "success"}))


def limits():
    at_most = {"body_repeat": {"prefix": '{"tran_id":"T"', "unit": " ", "count": 65536 - 15, "suffix": "}"}}
    yield from event("limit-65536-bytes", at_most, payload={"extra": {}, "tran_id": "T"})
    around = {
        "body_repeat": {"prefix": '{"status":"success"} ', "unit": "\n", "count": 65536 - 21, "suffix": ""}
    }
    yield from event("limit-65536-bytes-around", around, payload={"extra": {}, "status": "success"})
    yield from event("limit-32-levels", deep('{"deep":', "[", 32).replace("§", ""))
    body = {"body_repeat": {"prefix": '{"customers":[{}', "unit": ",{}", "count": 999, "suffix": "]}"}}
    yield from event("limit-1000-customers", body, payload={"extra": {}, "customers": [{"extra": {}}] * 1000})
