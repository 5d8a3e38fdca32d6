"""Accepted webhooks: samples, fields, unknown members, amounts, customers, dedup keys."""

from json_text import compact
from samples import KHMER, KHMER_WORDS
from unreadable import deep
from webhook_cases import event, keyed

TEXTS = [
    "tran_id", "tran_no", "payment_service_type", "tran_date", "currency", "bank_code", "bank_name", "bank_ref",
    "identity_code", "purpose_of_transaction", "device_code", "status",
]
CUSTOMER_TEXTS = ["branch_code", "branch_name", "customer_code", "customer_name", "customer_name_latin", "bill_no"]
SERVICE_TYPES = ["Bank Channel", "KHQR", "Deeplink/Checkout", "Direct Debit"]
DIGITS_34 = "1234567890123456789012345678901234"
# Ids may arrive as a number; its digits are kept as written.
NUMERIC = ["tran_id", "tran_no", "bank_code", "bank_ref", "identity_code", "purpose_of_transaction", "device_code"]
NUMERIC_OF_CUSTOMERS = ["branch_code", "customer_code", "bill_no"]
NUMBERS = {
    "integer": "1234567", "zero": "0", "20-digits": "12345678901234567890", "negative": "-7", "fraction": "12.50",
    "exponent": "1E3", "beyond-doubles": "1e999999",
}
# Texts that are not decimals: name, JSON text, value in extra, code. Numbers are missing: each language shows one that
# no double holds in its own way.
NO_AMOUNTS = [
    ("empty-text", '""', "", "invalid_decimal"),
    ("words", '"many"', "many", "invalid_decimal"),
    ("separator", '"40,000"', "40,000", "invalid_decimal"),
    ("space", '" 1"', " 1", "invalid_decimal"),
    ("plus", '"+1"', "+1", "invalid_decimal"),
    ("leading-zero", '"01"', "01", "invalid_decimal"),
    ("no-digit-after-point", '"1."', "1.", "invalid_decimal"),
    ("no-digit-before-point", '".5"', ".5", "invalid_decimal"),
    ("with-currency", '"1 KHR"', "1 KHR", "invalid_decimal"),
    ("khmer-digits", '"៤០០០០"', "៤០០០០", "invalid_decimal"),
    ("escaped", '"4\\u0030,\\n\\ud83d\\ude00"', "40,\n😀", "invalid_decimal"),
    ("nan", '"NaN"', "NaN", "invalid_decimal"),
    ("hexadecimal", '"0x10"', "0x10", "invalid_decimal"),
    ("35-digits-as-text", f'"{DIGITS_34}5"', DIGITS_34 + "5", "too_many_digits"),
    ("exponent-above-as-text", '"1e35"', "1e35", "out_of_range"),
    ("boolean", "true", True, "wrong_type"),
    ("false", "false", False, "wrong_type"),
    ("array", '[1,"x",null]', [1, "x", None], "wrong_type"),
    ("empty-array", "[]", [], "wrong_type"),
    ("object", '{"value":"40000","currency":"KHR"}', {"value": "40000", "currency": "KHR"}, "wrong_type"),
    ("empty-object", "{}", {}, "wrong_type"),
]


def cases():
    yield from samples()
    yield from fields()
    yield from unknown()
    yield from amounts()
    yield from customers()
    yield from unread_amounts()
    yield from unread_fields()
    yield from numeric_ids()
    yield from texts()
    yield from dedup_keys()
    yield from limits()


def samples():
    body = (
        '{"tran_id":"T-1","tran_no":"N-1","payment_service_type":"KHQR","tran_date":"2026-01-31T17:00:00.1234567",'
        '"tran_amount":40000,"currency":"KHR","bank_code":"B-9","bank_name":"Example Bank","bank_ref":"BR-1",'
        '"identity_code":"INV-0001","purpose_of_transaction":"2026-01-31","device_code":"D-1","status":"success",'
        '"customers":[{"branch_code":"001","branch_name":"Head office","customer_code":"C-1","customer_name":"ចាន់",'
        '"customer_name_latin":"Chan","bill_no":"INV-0001","amount":40000}]}'
    )
    payload = {
        "tran_id": "T-1",
        "tran_no": "N-1",
        "payment_service_type": "KHQR",
        "tran_date": "2026-01-31T17:00:00.1234567",
        "tran_amount": "40000",
        "currency": "KHR",
        "bank_code": "B-9",
        "bank_name": "Example Bank",
        "bank_ref": "BR-1",
        "identity_code": "INV-0001",
        "purpose_of_transaction": "2026-01-31",
        "device_code": "D-1",
        "status": "success",
        "customers": [{
            "branch_code": "001", "branch_name": "Head office", "customer_code": "C-1", "customer_name": "ចាន់",
            "customer_name_latin": "Chan", "bill_no": "INV-0001", "amount": "40000", "extra": {},
        }],
    }
    key = "tran_id:3:T-1|success"
    yield from event("full", body, payload, key)
    spaced = body.replace(",", " ,\r\n\t").replace(":", ": ", 1)
    yield from event("full-with-white-space", f"\n {spaced} \n", payload, key)
    yield from event("full-amount-as-text", body.replace('"amount":40000', '"amount":"40000"'), payload, key)
    nulls = body.split('"customers"')[0] + '"customers":null}'
    yield from event("full-customers-null", nulls, {**payload, "customers": None}, key)
    yield from event("empty-object", "{}", {}, None)


def fields():
    alone = {"tran_id": "tran_id:1:x|", "tran_no": "tran_no:1:x|"}
    for field in TEXTS:
        for name, text in {"x": "x", "empty": "", "khmer": KHMER, "long": "x" * 2000}.items():
            key = f"{field}:{len(text.encode())}:{text}|" if field in alone and text else None
            yield from event(f"{field}-{name}", compact({field: text}), {field: text}, key)
        yield from event(f"{field}-null", compact({field: None}), {}, None)
    yield from event("tran_amount-null", '{"tran_amount":null}', {}, None)
    for field in CUSTOMER_TEXTS:
        for name, text in {"x": "x", "empty": "", "khmer": KHMER}.items():
            payload = {"customers": [{field: text, "extra": {}}]}
            yield from event(f"customer-{field}-{name}", compact({"customers": [{field: text}]}), payload, None)
        nothing = {"customers": [{"extra": {}}]}
        yield from event(f"customer-{field}-null", compact({"customers": [{field: None}]}), nothing, None)
    for service in [*SERVICE_TYPES, "Crypto", "khqr", " KHQR", KHMER]:
        body = compact({"payment_service_type": service})
        yield from event(f"type-{service}".replace(" ", "_"), body, {"payment_service_type": service}, None)
    for status in ["success", "pending", "failed", "Success", "SUCCESS", "reversed", KHMER]:
        yield from event(f"status-{status}", compact({"status": status}), {"status": status}, None)


def unknown():
    member = {"b": [1, 1.5, -2, None, True, {}], "a": {"z": KHMER}}
    body = compact({"zulu": member, "status": "success", "alpha": None})
    yield from event("unknown-members", body, {"status": "success", "extra": {"zulu": member, "alpha": None}}, None)
    body = compact({"customers": [{"loyalty": member, "bill_no": "1"}, {"x": "y"}]})
    listed = [{"bill_no": "1", "extra": {"loyalty": member}}, {"extra": {"x": "y"}}]
    yield from event("unknown-members-of-customers", body, {"customers": listed}, None)
    body = '{"Status":"success","TRAN_ID":"x","statu":"y","status ":"z"}'
    extra = {"Status": "success", "TRAN_ID": "x", "statu": "y", "status ": "z"}
    yield from event("near-misses-are-unknown", body, {"extra": extra}, None)
    body = '{"sta\\u0074us":"pending","\\u1780":1}'
    yield from event("escaped-keys", body, {"status": "pending", "extra": {"ក": 1}}, None)


def amounts():
    for name, written, read in [
        ("whole", "40000", "40000"),
        ("zero", "0", "0"),
        ("zeros-kept", "10.50", "10.50"),
        ("only-zeros", "10.00", "10.00"),
        ("small", "0.01", "0.01"),
        ("exponent", "1e3", "1000"),
        ("capital-exponent", "1.5E+1", "15"),
        ("exponent-keeps-a-zero", "1.50e1", "15.0"),
        ("negative-exponent", "125e-2", "1.25"),
        ("beyond-a-double", "9007199254740993", "9007199254740993"),
        ("34-digits", DIGITS_34, DIGITS_34),
        ("34-digits-with-point", "1." + DIGITS_34[1:], "1." + DIGITS_34[1:]),
        ("34-digits-after-the-point", "0." + DIGITS_34, "0." + DIGITS_34),
        ("smallest-exponent", "1e-34", "0." + "0" * 33 + "1"),
        ("largest-exponent", "1e34", "1" + "0" * 34),
        ("plain-text-of-1e34", "1" + "0" * 34, "1" + "0" * 34),
        ("negative", "-40000", "-40000"),
        ("negative-cents", "-0.01", "-0.01"),
        ("negative-exponent-and-sign", "-1.50e1", "-15.0"),
    ]:
        for kind, text in {"number": written, "text": f'"{written}"'}.items():
            yield from event(f"amount-{name}-{kind}", f'{{"tran_amount":{text}}}', {"tran_amount": read}, None)
            body = f'{{"customers":[{{"amount":{text}}}]}}'
            payload = {"customers": [{"amount": read, "extra": {}}]}
            yield from event(f"customer-amount-{name}-{kind}", body, payload, None)
    body = '{"customers":[{"amount":1},{"amount":"2.0"},{"amount":null},{}]}'
    listed = [{"amount": "1", "extra": {}}, {"amount": "2.0", "extra": {}}, {"extra": {}}, {"extra": {}}]
    yield from event("customer-amounts-mixed", body, {"customers": listed}, None)
    yield from event("amount-escaped-text", '{"tran_amount":"\\u0031\\u0030"}', {"tran_amount": "10"}, None)


def customers():
    one = [{"bill_no": "1", "extra": {}}]
    for name, body, payload in [
        ("null", '{"customers":null}', {"customers": None}),
        ("empty", '{"customers":[]}', {"customers": []}),
        ("one-empty", '{"customers":[{}]}', {"customers": [{"extra": {}}]}),
        ("capital", '{"Customer":[{"bill_no":"1"}]}', {"customers": one}),
        ("capital-null", '{"Customer":null}', {"customers": None}),
        ("capital-empty", '{"Customer":[]}', {"customers": []}),
        ("both-alike", '{"customers":[{"bill_no":"1"}],"Customer":[{"bill_no":"1"}]}', {"customers": one}),
        ("both-alike-turned", '{"Customer":[{"bill_no":"1"}],"customers":[{"bill_no":"1"}]}', {"customers": one}),
        ("both-null", '{"customers":null,"Customer":null}', {"customers": None}),
        ("both-empty", '{"customers":[],"Customer":[]}', {"customers": []}),
        ("null-with-capital", '{"customers":null,"Customer":[{"bill_no":"1"}]}', {"customers": one}),
        ("capital-before-null", '{"Customer":[{"bill_no":"1"}],"customers":null}', {"customers": one}),
        ("with-null-capital", '{"customers":[{"bill_no":"1"}],"Customer":null}', {"customers": one}),
        ("null-capital-before", '{"Customer":null,"customers":[{"bill_no":"1"}]}', {"customers": one}),
        ("null-with-empty-capital", '{"customers":null,"Customer":[]}', {"customers": []}),
        ("empty-with-null-capital", '{"customers":[],"Customer":null}', {"customers": []}),
    ]:
        yield from event(f"customers-{name}", body, payload, None)
    many = [{"customer_code": f"C-{number}", "customer_name": KHMER, "amount": number} for number in range(50)]
    listed = [{**customer, "amount": str(customer["amount"]), "extra": {}} for customer in many]
    yield from event("customers-fifty", compact({"customers": many}), {"customers": listed}, None)


def unread_amounts():
    """An invalid amount of a customer refuses no webhook. It stays in extra, with a warning."""
    for name, written, kept, code in NO_AMOUNTS:
        body = f'{{"status":"success","customers":[{{"bill_no":"1"}},{{"amount":{written},"bill_no":"2"}}]}}'
        listed = [{"bill_no": "1", "extra": {}}, {"bill_no": "2", "extra": {"amount": kept}}]
        payload = {"status": "success", "customers": listed}
        yield from event(f"customer-amount-unread-{name}", body, payload, None, [f"customers[1].amount {code}"])
    several = '{"customers":[{"amount":""},{"amount":"1"},{"amount":true,"x":1},{"amount":null}],"tran_id":"T-1"}'
    listed = [
        {"extra": {"amount": ""}}, {"amount": "1", "extra": {}}, {"extra": {"amount": True, "x": 1}}, {"extra": {}},
    ]
    warnings = ["customers[0].amount invalid_decimal", "customers[2].amount wrong_type"]
    payload = {"tran_id": "T-1", "customers": listed}
    yield from event("customer-amounts-unread", several, payload, "tran_id:3:T-1|", warnings)
    escaped = '{"customers":[{"\\u0061mount":"4,0"}]}'
    payload = {"customers": [{"extra": {"amount": "4,0"}}]}
    warning = ["customers[0].amount invalid_decimal"]
    yield from event("customer-amount-unread-escaped-key", escaped, payload, None, warning)
    body = '{"Customer":[{"amount":"4,0"}]}'
    yield from event("customer-amount-unread-of-capital", body, payload, None, ["Customer[0].amount invalid_decimal"])
    body = '{"customers":null,"Customer":[{"amount":"4,0"}]}'
    warning = ["Customer[0].amount invalid_decimal"]
    yield from event("customer-amount-unread-of-capital-with-null", body, payload, None, warning)


def unread_fields():
    """No webhook is refused for its amount or its currency. They stay in extra, with a warning."""
    for name, written, kept, code in NO_AMOUNTS:
        body = f'{{"currency":"រៀល","tran_amount":{written}}}'
        payload = {"currency": "រៀល", "extra": {"tran_amount": kept}}
        yield from event(f"amount-unread-{name}", body, payload, None, [f"tran_amount {code}"])
    for name, written, kept in [("number", "840", 840), ("boolean", "true", True), ("array", "[]", []), ("object", "{}", {})]:
        payload = {"status": "success", "extra": {"currency": kept}}
        body = f'{{"currency":{written},"status":"success"}}'
        yield from event(f"currency-unread-{name}", body, payload, None, ["currency wrong_type"])
    marked = '\ufeff{"tran_id":"T-1"}'
    yield from event("byte-order-mark", marked, {"tran_id": "T-1"}, "tran_id:3:T-1|")


def numeric_ids():
    prefix = {"tran_id": "tran_id", "tran_no": "tran_no"}
    for field in NUMERIC:
        for name, text in NUMBERS.items():
            key = keyed(prefix[field], text) + "|" if field in prefix else None
            yield from event(f"numeric-{field}-{name}", f'{{"{field}":{text}}}', {field: text}, key)
    for field in NUMERIC_OF_CUSTOMERS:
        for name, text in NUMBERS.items():
            payload, body = {"customers": [{field: text, "extra": {}}]}, f'{{"customers":[{{"{field}":{text}}}]}}'
            yield from event(f"numeric-customer-{field}-{name}", body, payload, None)
    body = '{"bank_code":9,"bank_ref":77,"status":"success"}'
    payload = {"bank_code": "9", "bank_ref": "77", "status": "success"}
    yield from event("numeric-bank", body, payload, keyed("bank", "9", "77") + "|success")


def texts():
    every = {field: KHMER_WORDS for field in TEXTS}
    key = keyed("tran_id", KHMER_WORDS) + "|" + KHMER_WORDS
    yield from event("khmer-everywhere", compact(every), every, key)
    written = '\\"\\\\\\/\\b\\f\\n\\r\\t\\u0001\\u1780\\u179F\\ud83d\\uDE00😀\u2028\u2029\u200b\ufeff\u007f'
    text = '"\\/\b\f\n\r\t\u0001កស😀😀\u2028\u2029\u200b\ufeff\u007f'
    yield from event("escapes", f'{{"bank_name":"{written}"}}', {"bank_name": text}, None)
    # Half of the name is unescaped, half is escaped.
    mixed = '{"bank_name":"ធនា\\u1782\\u17b6\\u179a"}'
    yield from event("khmer-half-escaped", mixed, {"bank_name": "ធនាគារ"}, None)
    body = '{"tran_date":"yesterday","currency":"riel","identity_code":" x "}'
    payload = {"tran_date": "yesterday", "currency": "riel", "identity_code": " x "}
    yield from event("texts-are-kept-as-they-are", body, payload, None)


def dedup_keys():
    bank = keyed("bank", "B-9", "BR-1")
    for name, payload, key in [
        ("tran_id", {"tran_id": "T-1", "tran_no": "N-1", "bank_code": "B-9", "bank_ref": "BR-1"}, "tran_id:3:T-1"),
        ("tran_no", {"tran_no": "N-1", "bank_code": "B-9", "bank_ref": "BR-1"}, "tran_no:3:N-1"),
        ("bank", {"bank_code": "B-9", "bank_ref": "BR-1"}, "bank:3:B-94:BR-1"),
        ("empty-tran_id", {"tran_id": "", "tran_no": "N-1"}, "tran_no:3:N-1"),
        ("empty-ids", {"tran_id": "", "tran_no": "", "bank_code": "B-9", "bank_ref": "BR-1"}, bank),
        ("khmer-tran_id", {"tran_id": "កខ"}, "tran_id:6:កខ"),
        ("emoji-tran_no", {"tran_no": "😀"}, "tran_no:4:😀"),
        ("khmer-bank", {"bank_code": "ក", "bank_ref": "BR"}, "bank:3:ក2:BR"),
        ("separators-inside", {"tran_id": "1:2|3"}, "tran_id:5:1:2|3"),
        ("lookalike-bank", {"bank_code": "B", "bank_ref": "94:BR-1"}, "bank:1:B7:94:BR-1"),
    ]:
        yield from event(f"dedup-{name}", compact(payload), payload, key + "|")
        for status in ["success", "pending", "a|b", KHMER]:
            with_status = {**payload, "status": status}
            yield from event(f"dedup-{name}-{status}", compact(with_status), with_status, f"{key}|{status}")
    for name, payload in {
        "bank_code-alone": {"bank_code": "B-9", "status": "success"},
        "bank_ref-alone": {"bank_ref": "BR-1", "status": "success"},
        "empty-bank_ref": {"bank_code": "B-9", "bank_ref": "", "status": "success"},
        "status-alone": {"status": "success"},
        "identity-alone": {"identity_code": "INV-0001", "status": "success"},
    }.items():
        yield from event(f"dedup-none-{name}", compact(payload), payload, None)


def limits():
    at_most = {"body_repeat": {"prefix": '{"tran_id":"T"', "unit": " ", "count": 65536 - 15, "suffix": "}"}}
    yield from event("limit-65536-bytes", at_most, {"tran_id": "T"}, "tran_id:1:T|")
    around = {"body_repeat": {"prefix": '{"status":"success"} ', "unit": "\n", "count": 65536 - 21, "suffix": ""}}
    yield from event("limit-65536-bytes-around", around, {"status": "success"}, None)
    body = deep('{"deep":', "[", 32).replace("§", "")
    value = []
    for _ in range(30):
        value = [value]
    yield from event("limit-32-levels", body, {"extra": {"deep": value}}, None)
    body = {"body_repeat": {"prefix": '{"customers":[{}', "unit": ",{}", "count": 999, "suffix": "]}"}}
    yield from event("limit-1000-customers", body, {"customers": [{"extra": {}}] * 1000}, None)
