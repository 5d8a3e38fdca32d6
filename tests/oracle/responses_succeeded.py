"""Answers that succeed, and settlements that are only accepted."""

from decimals import plain
from response_cases import LOOKUP, outcome
from samples import KHMER, LARGEST
from unreadable import deep

TRANSACTION = {
    "tran_id": "T-1",
    "tran_date": "2026-01-31T17:00:00.1234567",
    "tran_amount": 40000,
    "fee_amount": 500,
    "total_amount": 40500,
    "currency": "KHR",
    "identity_code": "INV-0001",
    "bank_code": "B-9",
    "bank_ref": "BR-1",
    "purpose_of_transaction": "2026-01-31",
    "status": "success",
}
AMOUNTS = ["tran_amount", "fee_amount", "total_amount"]
# Fields on which no decision depends: they may be missing.
NOT_DECISIVE = ["tran_date", "fee_amount", "bank_code", "bank_ref"]
# Ids may arrive as a number; its digits are kept as written.
NUMERIC = [
    "tran_id", "identity_code", "bank_code", "bank_ref", "purpose_of_transaction", "customer_code", "customer_phone",
]


def cases():
    yield from onboarding()
    yield from settlement_settled()
    yield from settlement_accepted()
    yield from verification()
    yield from verification_amounts()
    yield from numeric_ids()
    yield from profiles_of_statuses()
    yield from profiles()


def onboarding():
    yield answered("minimal", '{"code":"000"}', {"code": "000", "extra": {}})
    yield answered("white-space-around", ' \r\n\t{ "code" : "000" }\n', {"code": "000", "extra": {}})
    full = (
        '{"code":"000","message":"Success","message_kh":"ជោគជ័យ","data":{"code":"SUP-1","supplier_sync_code":"S-1",'
        '"name":"Sok Dara Store","name_kh":"ហាង សុខ ដារ៉ា","address":"12 Street 271",'
        '"add_link_account":{"web_url":"https://service.example/link?t=1"}}}'
    )
    yield answered("full", full, {
        "code": "000",
        "message": "Success",
        "message_kh": "ជោគជ័យ",
        "data": {
            "code": "SUP-1",
            "supplier_sync_code": "S-1",
            "name": "Sok Dara Store",
            "name_kh": "ហាង សុខ ដារ៉ា",
            "address": "12 Street 271",
            "add_link_account": {"web_url": "https://service.example/link?t=1", "extra": {}},
            "extra": {},
        },
        "extra": {},
    })
    for field in ["message", "message_kh"]:
        for name, text in {"text": "Done", "khmer": KHMER, "empty": ""}.items():
            body = f'{{"{field}":"{text}","code":"000"}}'
            yield answered(f"{field}-{name}", body, {"code": "000", field: text, "extra": {}})
    for field in ["code", "supplier_sync_code", "name", "name_kh", "address"]:
        for name, text in {"text": "x-1", "khmer": KHMER, "empty": ""}.items():
            body = f'{{"code":"000","data":{{"{field}":"{text}"}}}}'
            expected = {"code": "000", "data": {field: text, "extra": {}}, "extra": {}}
            yield answered(f"data-{field}-{name}", body, expected)
    nulls = '{"code":"000","message":null,"message_kh":null,"data":null}'
    yield answered("nulls-are-absent", nulls, {"code": "000", "extra": {}})
    nulls = '{"code":"000","data":{"code":null,"name":null,"add_link_account":null}}'
    yield answered("nulls-inside", nulls, {"code": "000", "data": {"extra": {}}, "extra": {}})
    empty = '{"code":"000","data":{"add_link_account":{}}}'
    data = {"add_link_account": {"extra": {}}, "extra": {}}
    yield answered("empty-add_link_account", empty, {"code": "000", "data": data, "extra": {}})
    yield from onboarding_texts()


def onboarding_texts():
    unknown = (
        '{"trace":"t","code":"000","data":{"level":[1,2.5,-3,null,true,{"a":"b"}],"add_link_account":{"web_url":"u",'
        '"expires":600}},"note":null}'
    )
    yield answered("unknown-members", unknown, {
        "code": "000",
        "data": {
            "add_link_account": {"web_url": "u", "extra": {"expires": 600}},
            "extra": {"level": [1, 2.5, -3, None, True, {"a": "b"}]},
        },
        "extra": {"trace": "t", "note": None},
    })
    escapes = '{"code":"000","message":"\\"\\\\\\/\\b\\f\\n\\r\\t\\u1780\\u0001\\ud83d\\ude00😀\u2028"}'
    text = '"\\/\b\f\n\r\tក\u0001😀😀\u2028'
    yield answered("escapes", escapes, {"code": "000", "message": text, "extra": {}})
    yield answered("escaped-key", '{"\\u0063ode":"000"}', {"code": "000", "extra": {}})
    yield answered("escaped-code", '{"code":"\\u0030\\u00300"}', {"code": "000", "extra": {}})
    body = deep('{"code":"000","deep":', "[", 32).replace("§", "")
    value = []
    for _ in range(30):
        value = [value]
    yield answered("32-levels", body, {"code": "000", "extra": {"deep": value}})


def answered(name, body, expected):
    return outcome(name, "onboarding", body, expected)


def settlement_settled():
    statuses = '"data":{"bill":{"status":"success"},"payment":{"status":"success"}}'
    data = {"bill": {"status": "success", "extra": {}}, "payment": {"status": "success", "extra": {}}, "extra": {}}
    response = {"code": "000", "data": data, "extra": {}}
    yield settled("settled-minimal", f'{{"code":"000",{statuses}}}', response)
    body = f'{{"code":"000","message":"Success","message_kh":"ជោគជ័យ",{statuses}}}'
    yield settled("settled-full", body, {"message": "Success", "message_kh": "ជោគជ័យ", **response})
    yield settled("settled-with-lookup", f'{{"code":"000",{statuses}}}', response, LOOKUP)
    body = (
        '{"trace":7,"code":"000","data":{"bill":{"status":"success","bill_no":"B-1"},"payment":{"fee":1.25,'
        '"status":"success"},"paid":{"at":"now"}}}'
    )
    yield settled("settled-unknown-members", body, {
        "code": "000",
        "data": {
            "bill": {"status": "success", "extra": {"bill_no": "B-1"}},
            "payment": {"status": "success", "extra": {"fee": 1.25}},
            "extra": {"paid": {"at": "now"}},
        },
        "extra": {"trace": 7},
    })


def settled(name, body, response, profile=None):
    return outcome(name, "settlement", body, {"outcome": "settled", "nextStep": None, "response": response}, profile)


def settlement_accepted():
    paid = {"status": "success", "extra": {}}
    for name, data, expected in [
        ("without-data", "", None),
        ("null-data", ',"data":null', None),
        ("empty-data", ',"data":{}', {}),
        ("without-payment", ',"data":{"bill":{"status":"success"}}', {"bill": paid}),
        ("without-bill", ',"data":{"payment":{"status":"success"}}', {"payment": paid}),
        ("null-bill", ',"data":{"bill":null,"payment":{"status":"success"}}', {"payment": paid}),
        ("without-bill-status", ',"data":{"bill":{},"payment":{"status":"success"}}',
         {"bill": {"extra": {}}, "payment": paid}),
        ("null-payment-status", ',"data":{"bill":{"status":"success"},"payment":{"status":null}}',
         {"bill": paid, "payment": {"extra": {}}}),
        *(accepted_statuses(bill, payment) for bill, payment in [
            ("pending", "success"), ("success", "pending"), ("pending", "pending"), ("failed", "failed"),
            ("Success", "success"), ("success", "SUCCESS"), ("success", ""), ("success ", "success"),
            ("success", KHMER),
        ]),
    ]:
        response = {"code": "000", "extra": {}}
        if expected is not None:
            response["data"] = {**expected, "extra": {}}
        body = f'{{"code":"000"{data}}}'
        for suffix, profile, step in [("", None, "askService"), ("-with-lookup", LOOKUP, "verifyFirst")]:
            result = {"outcome": "accepted", "nextStep": step, "response": response}
            yield outcome(f"accepted-{name}{suffix}", "settlement", body, result, profile)


def accepted_statuses(bill, payment):
    data = f',"data":{{"bill":{{"status":"{bill}"}},"payment":{{"status":"{payment}"}}}}'
    expected = {"bill": {"status": bill, "extra": {}}, "payment": {"status": payment, "extra": {}}}
    return f"bill-{bill}-payment-{payment}".replace(" ", "_"), data, expected


def verification():
    yield verified("minimal", body_with(), {})
    optional = {
        "customer_code": "C-1", "customer_name": "Chan", "customer_phone": "012345678", "description": "January",
    }
    more = "".join(f',"{field}":"{text}"' for field, text in optional.items())
    yield verified("full", body_with(more), optional)
    for field, text in optional.items():
        yield verified(f"with-{field}", body_with(f',"{field}":"{text}"'), {field: text})
        yield verified(f"null-{field}", body_with(f',"{field}":null'), {})
        yield verified(f"khmer-{field}", body_with(f',"{field}":"{KHMER}"'), {field: KHMER})
    for field, value in TRANSACTION.items():
        if isinstance(value, str):
            for name, text in {"khmer": KHMER, "empty": ""}.items():
                yield verified(f"{name}-{field}", body_with(**{field: f'"{text}"'}), {field: text})
    yield verified("byte-order-mark", "\ufeff" + body_with(), {})
    for field in [*NOT_DECISIVE, "purpose_of_transaction"]:
        for name, value in {"without": "", "null": f'"{field}":null,'}.items():
            case = verified(f"{name}-{field}", body_without(field, value), {})
            del case["outcome"]["data"][field]
            yield case
    for name, value in {"without": "", "null": '"message":null,'}.items():
        body = body_with().replace('"message":"Transaction found",', value)
        case = verified(f"{name}-message", body, {})
        del case["outcome"]["message"]
        yield case
    for status in ["pending", "failed", "SUCCESS", "refunded"]:
        yield verified(f"status-{status}", body_with(status=f'"{status}"'), {"status": status})
    yield verified("unknown-member", body_with(',"channel":{"name":"KHQR"}'), {"extra": {"channel": {"name": "KHQR"}}})
    outer = body_with().replace('{"code"', '{"message_kh":"ជោគជ័យ","code"', 1)
    expected = verified("unknown-member-outside", outer, {})
    expected["outcome"]["extra"] = {"message_kh": "ជោគជ័យ"}
    yield expected


def verification_amounts():
    for field in AMOUNTS:
        for name, text in {
            "zero": "0",
            "cents": "10.50",
            "zeros-kept": "10.000",
            "with-exponent": "1e1",
            "with-capital-exponent": "1E+1",
            "with-fraction-and-exponent": "1.25e2",
            "exponent-keeps-a-zero": "1.50e1",
            "with-negative-exponent": "1200e-2",
            "small": "0.01",
            "beyond-a-double": "9007199254740993",
            "largest-integer": str(LARGEST),
            "beyond-64-bits": "18446744073709551617",
            "34-digits": "1234567890123456789012345678901234",
            "34-digits-after-the-point": "0.1234567890123456789012345678901234",
            "smallest-exponent": "1e-34",
            "largest-exponent": "1e34",
            "negative": "-1",
            "negative-cents": "-10.50",
            "negative-by-exponent": "-1e1",
        }.items():
            for kind, written in {"number": text, "text": f'"{text}"'}.items():
                body = body_with(**{field: written})
                yield verified(f"{field}-{name}-{kind}", body, {field: plain(text)})


def numeric_ids():
    for field in NUMERIC:
        for name, text in {
            "integer": "1234567", "zero": "0", "20-digits": "12345678901234567890", "negative": "-7",
            "fraction": "12.50", "exponent": "1E3", "beyond-doubles": "1e999999",
        }.items():
            body = body_with(**{field: text}) if field in TRANSACTION else body_with(f',"{field}":{text}')
            yield verified(f"numeric-{field}-{name}", body, {field: text})


def profiles_of_statuses():
    """Statuses are compared exactly, each with the list of its own object."""
    own = {"bill": ["paid"], "payment": ["PAID", "done"]}
    for bill, payment, is_settled in [
        ("paid", "PAID", True),
        ("paid", "done", True),
        ("Paid", "PAID", False),
        ("paid", "paid", False),
        ("PAID", "paid", False),
        ("success", "success", False),
        ("paid", "success", False),
    ]:
        _, data, expected = accepted_statuses(bill, payment)
        response = {"code": "000", "data": {**expected, "extra": {}}, "extra": {}}
        result = {"outcome": "settled", "nextStep": None} if is_settled else {
            "outcome": "accepted", "nextStep": "verifyFirst",
        }
        name = f"own-statuses-{bill}-{payment}"
        profile = {"successStatuses": own, **LOOKUP}
        yield outcome(name, "settlement", f'{{"code":"000"{data}}}', {**result, "response": response}, profile)
    _, data, expected = accepted_statuses("success", "settled")
    response = {"code": "000", "data": {**expected, "extra": {}}, "extra": {}}
    result = {"outcome": "settled", "nextStep": None, "response": response}
    profile = {"successStatuses": {"payment": ["success", "settled"]}}
    yield outcome("own-statuses-of-the-payment-alone", "settlement", f'{{"code":"000"{data}}}', result, profile)
    listed = {"pendingStatuses": {"bill": ["pending"]}, "failedStatuses": {"bill": ["failed"]}}
    for status in ["pending", "failed"]:
        _, data, expected = accepted_statuses(status, "success")
        response = {"code": "000", "data": {**expected, "extra": {}}, "extra": {}}
        for suffix, lookup, step in [("", {}, "askService"), ("-with-lookup", LOOKUP, "verifyFirst")]:
            decided = {"outcome": "failed", "nextStep": step}
            waiting = {"outcome": "accepted", "nextStep": "verifyAgain" if lookup else step}
            result = {**(decided if status == "failed" else waiting), "response": response}
            profile = {**listed, **lookup}
            yield outcome(f"listed-as-{status}{suffix}", "settlement", f'{{"code":"000"{data}}}', result, profile)


def verified(name, body, changes):
    data = {**TRANSACTION, **{field: plain(TRANSACTION[field]) for field in AMOUNTS}, "extra": {}, **changes}
    response = {"code": "SUCCESS", "message": "Transaction found", "data": data, "extra": {}}
    return outcome(name, "verification", body, response)


def body_with(more="", **changes):
    """The JSON text of a found transaction. Changes are JSON texts."""
    members = {field: f'"{value}"' if isinstance(value, str) else value for field, value in TRANSACTION.items()}
    written = ",".join(f'"{field}":{value}' for field, value in {**members, **changes}.items())
    return f'{{"code":"SUCCESS","message":"Transaction found","data":{{{written}{more}}}}}'


def body_without(field, instead):
    """The JSON text of a found transaction, with other text instead of a member."""
    value = TRANSACTION[field]
    written = f'"{field}":' + (f'"{value}"' if isinstance(value, str) else str(value)) + ","
    assert written in body_with()
    return body_with().replace(written, instead)


def profiles():
    added = {"successCodes": {"onboarding": ["0", "OK"]}}
    for name, code in {"integer": "0", "text": '"0"'}.items():
        yield outcome(f"added-code-{name}", "onboarding", f'{{"code":{code}}}', {"code": "0", "extra": {}}, added)
    yield outcome("added-code-second", "onboarding", '{"code":"OK"}', {"code": "OK", "extra": {}}, added)
    yield outcome("added-code-keeps-the-default", "onboarding", '{"code":"000"}', {"code": "000", "extra": {}}, added)
    settle = {"successCodes": {"settlement": ["200"]}}
    body = '{"code":200,"data":{"bill":{"status":"success"},"payment":{"status":"success"}}}'
    paid = {"status": "success", "extra": {}}
    response = {"code": "200", "data": {"bill": paid, "payment": paid, "extra": {}}, "extra": {}}
    yield settled("added-code-integer", body, response, settle)
    verify = {"successCodes": {"verification": ["000"]}}
    expected = verified("added-code", body_with().replace("SUCCESS", "000"), {})["outcome"] | {"code": "000"}
    yield outcome("added-code", "verification", body_with().replace("SUCCESS", "000"), expected, verify)
    meaning = {"successCodes": {"onboarding": ["310"]}}
    yield outcome("added-code-without-meaning", "onboarding", '{"code":310}', {"code": "310", "extra": {}}, meaning)
