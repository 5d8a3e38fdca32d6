"""Answers that succeed, and settlements that are only accepted."""

from itertools import chain

from decimals import plain
from response_cases import LOOKUP, outcome
from samples import KHMER, LARGEST
from unreadable import deep
from webhooks_read import NUMBERS

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
NUMERIC = (
    "tran_id identity_code bank_code bank_ref purpose_of_transaction customer_code customer_phone"
).split()


NO_LINK = "data.add_link_account.web_url {}"


def cases():
    return chain(
        onboarding(),
        settlement_settled(),
        settlement_accepted(),
        verification(),
        verification_amounts(),
        numeric_ids(),
        profiles_of_statuses(),
        profiles(),
    )


def onboarding():
    yield answered("minimal", '{"code":"000"}')
    yield answered("white-space-around", ' \r\n\t{ "code" : "000" }\n')
    yield answered(
        "full",
        (
            '{"code":"000","message":"Success","message_kh":"ជោគជ័យ","data":{"code":"SUP-1","supplier_sync_code":"S-1",'
            '"name":"Sok Dara Store","name_kh":"ហាង សុខ ដារ៉ា","address":"12 Street 271",'
            '"add_link_account":{"web_url":"https://service.example/link?t=1"}}}'
        ),
        link="https://service.example/link?t=1",
    )
    for field in ["message", "message_kh"]:
        for name, text in {"text": "Done", "khmer": KHMER, "empty": ""}.items():
            yield answered(f"{field}-{name}", f'{{"{field}":"{text}","code":"000"}}')
    for field in ["code", "supplier_sync_code", "name", "name_kh", "address"]:
        for name, text in {"text": "x-1", "khmer": KHMER, "empty": ""}.items():
            yield answered(f"data-{field}-{name}", f'{{"code":"000","data":{{"{field}":"{text}"}}}}')
    yield answered("nulls-are-absent", '{"code":"000","message":null,"message_kh":null,"data":null}')
    yield answered("nulls-inside", '{"code":"000","data":{"code":null,"name":null,"add_link_account":null}}')
    yield answered("empty-add_link_account", '{"code":"000","data":{"add_link_account":{}}}')
    yield answered(
        "unknown-members",
        (
            '{"trace":"t","code":"000","data":{"level":[1,2.5,-3,null,true,{"a":"b"}],'
            '"add_link_account":{"web_url":"u","expires":600}},"note":null}'
        ),
        warnings=[NO_LINK.format("no_address")],
    )
    yield answered(
        "escapes", '{"code":"000","message":"\\"\\\\\\/\\b\\f\\n\\r\\t\\u1780\\u0001\\ud83d\\ude00😀\u2028"}'
    )
    yield answered("escaped-key", '{"\\u0063ode":"000"}')
    yield answered("escaped-code", '{"code":"\\u0030\\u00300"}')
    yield answered("32-levels", deep('{"code":"000","deep":', "[", 32).replace("§", ""))


def answered(name, body, profile=None, **more):
    return outcome(name, "onboarding", body, None, profile, **more)


def settlement_settled():
    statuses = '"data":{"bill":{"status":"success"},"payment":{"status":"success"}}'
    yield settled("settled-minimal", f'{{"code":"000",{statuses}}}')
    body = f'{{"code":"000","message":"Success","message_kh":"ជោគជ័យ",{statuses}}}'
    yield settlement(
        "settled-full", body, "settled", None, order=["message", "message_kh", "code", "data", "extra"]
    )
    yield settled("settled-with-lookup", f'{{"code":"000",{statuses}}}', LOOKUP)
    yield settled(
        "settled-unknown-members",
        (
            '{"trace":7,"code":"000","data":{"bill":{"status":"success","bill_no":"B-1"},"payment":{"fee":1.25,'
            '"status":"success"},"paid":{"at":"now"}}}'
        ),
    )


def settled(name, body, profile=None):
    return settlement(name, body, "settled", None, profile)


def settlement(name, body, told, step, profile=None, order=("code", "data", "extra")):
    """`order` is that of the response's members in the file."""
    case = outcome(name, "settlement", body, {"outcome": told, "nextStep": step}, profile)
    read = case["outcome"]["response"]
    case["outcome"]["response"] = {key: read[key] for key in order if key in read}
    return case


def settlement_accepted():
    for name, data in [
        ("without-data", ""),
        ("null-data", ',"data":null'),
        ("empty-data", ',"data":{}'),
        ("without-payment", ',"data":{"bill":{"status":"success"}}'),
        ("without-bill", ',"data":{"payment":{"status":"success"}}'),
        ("null-bill", ',"data":{"bill":null,"payment":{"status":"success"}}'),
        ("without-bill-status", ',"data":{"bill":{},"payment":{"status":"success"}}'),
        ("null-payment-status", ',"data":{"bill":{"status":"success"},"payment":{"status":null}}'),
        *(
            (f"bill-{bill}-payment-{payment}".replace(" ", "_"), with_statuses(bill, payment))
            for bill, payment in [
                ("pending", "success"),
                ("success", "pending"),
                ("pending", "pending"),
                ("failed", "failed"),
                ("Success", "success"),
                ("success", "SUCCESS"),
                ("success", ""),
                ("success ", "success"),
                ("success", KHMER),
            ]
        ),
    ]:
        for suffix, profile, step in [("", None, "askService"), ("-with-lookup", LOOKUP, "verifyFirst")]:
            body, order = f'{{"code":"000"{data}}}', ["code", "extra", "data"]
            yield settlement(f"accepted-{name}{suffix}", body, "accepted", step, profile, order)


def with_statuses(bill, payment):
    return f',"data":{{"bill":{{"status":"{bill}"}},"payment":{{"status":"{payment}"}}}}'


def verification():
    yield verified("minimal", body_with(), {})
    optional = {
        "customer_code": "C-1",
        "customer_name": "Chan",
        "customer_phone": "012345678",
        "description": "January",
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
            yield verified(f"{name}-{field}", body_without(field, value))
    for name, value in {"without": "", "null": '"message":null,'}.items():
        body = body_with().replace('"message":"Transaction found",', value)
        yield verified(f"{name}-message", body, {})
    for status in ["pending", "failed", "SUCCESS", "refunded"]:
        yield verified(f"status-{status}", body_with(status=f'"{status}"'), {"status": status})
    yield verified(
        "unknown-member", body_with(',"channel":{"name":"KHQR"}'), {"extra": {"channel": {"name": "KHQR"}}}
    )
    outer = body_with().replace('{"code"', '{"message_kh":"ជោគជ័យ","code"', 1)
    yield verified("unknown-member-outside", outer, {})


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
        for name, text in NUMBERS.items():
            body = body_with(**{field: text}) if field in TRANSACTION else body_with(f',"{field}":{text}')
            yield verified(f"numeric-{field}-{name}", body, {field: text})


def profiles_of_statuses():
    """Statuses are compared exactly, each with the list of its own object."""
    profile = {"successStatuses": {"bill": ["paid"], "payment": ["PAID", "done"]}, **LOOKUP}
    for bill, payment, is_settled in [
        ("paid", "PAID", True),
        ("paid", "done", True),
        ("Paid", "PAID", False),
        ("paid", "paid", False),
        ("PAID", "paid", False),
        ("success", "success", False),
        ("paid", "success", False),
    ]:
        body = f'{{"code":"000"{with_statuses(bill, payment)}}}'
        told, step = ("settled", None) if is_settled else ("accepted", "verifyFirst")
        yield settlement(f"own-statuses-{bill}-{payment}", body, told, step, profile)
    profile = {"successStatuses": {"payment": ["success", "settled"]}}
    body = f'{{"code":"000"{with_statuses("success", "settled")}}}'
    yield settled("own-statuses-of-the-payment-alone", body, profile)
    listed = {"pendingStatuses": {"bill": ["pending"]}, "failedStatuses": {"bill": ["failed"]}}
    for status, told, steps in [
        ("pending", "accepted", ["askService", "verifyAgain"]),
        ("failed", "failed", ["askService", "verifyFirst"]),
    ]:
        body = f'{{"code":"000"{with_statuses(status, "success")}}}'
        for suffix, lookup, step in zip(["", "-with-lookup"], [{}, LOOKUP], steps):
            yield settlement(f"listed-as-{status}{suffix}", body, told, step, {**listed, **lookup})


def verified(name, body, changes=None, profile=None):
    """`changes` states by hand what the transaction has beyond the sample."""
    case = outcome(name, "verification", body, None, profile)
    if changes is not None:
        amounts = {field: plain(TRANSACTION[field]) for field in AMOUNTS}
        assert case["outcome"]["data"] == {**TRANSACTION, **amounts, "extra": {}, **changes}, name
    return case


def body_with(more="", **changes):
    """The JSON text of a found transaction. Changes are JSON texts."""
    members = {
        field: f'"{value}"' if isinstance(value, str) else value for field, value in TRANSACTION.items()
    }
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
        yield answered(f"added-code-{name}", f'{{"code":{code}}}', added)
    yield answered("added-code-second", '{"code":"OK"}', added)
    yield answered("added-code-keeps-the-default", '{"code":"000"}', added)
    settle = {"successCodes": {"settlement": ["200"]}}
    yield settled("added-code-integer", f'{{"code":200{with_statuses("success", "success")}}}', settle)
    verify = {"successCodes": {"verification": ["000"]}}
    yield verified("added-code", body_with().replace("SUCCESS", "000"), {}, verify)
    yield answered("added-code-without-meaning", '{"code":310}', {"successCodes": {"onboarding": ["310"]}})
