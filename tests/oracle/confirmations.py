"""Cases of confirmations.json: an event, what was billed, and the verification's answer."""

import unreadable
from json_text import compact
from responses_succeeded import TRANSACTION as WITH_FEE
from samples import KHMER, LARGEST

ABOUT = (
    "payload is the webhook's body and expectation what the merchant billed; request_body is the exact verification "
    "request made of the two, status and body (body_base64 when it is no UTF-8) its answer. Then claim_key when "
    "confirmed, or the mismatches in order, or the error."
)
EVENT = {"tran_id": "T-1", "tran_amount": 40000, "currency": "KHR", "identity_code": "INV-0001", "status": "success"}
EXPECTATION = {
    "identity_code": "INV-0001",
    "purpose_of_transaction": "2026-01-31",
    "currency": "KHR",
    "amount": 40000,
}
TRANSACTION = {**WITH_FEE, "fee_amount": 0, "total_amount": 40000}


def cases():
    yield from matching()
    yield from requests()
    yield from event_proves_nothing()
    yield from one_mismatch()
    yield from fees()
    yield from several()
    yield from errors()


def matching():
    yield confirmed("khr")
    usd = {"currency": "USD"}
    amounts = {"tran_amount": 25, "total_amount": 25}
    yield confirmed("usd", expected={**usd, "amount": 25}, found={**usd, **amounts})
    for name, amount in {
        "zero-fraction": "40000.0", "zeros": "40000.00", "exponent": "4e4", "text": "40000", "number": 40000,
        "exponent-and-fraction": "4.0000e4",
    }.items():
        yield confirmed(f"amount-{name}", expected={"amount": amount})
    ten = {"tran_amount": 10, "total_amount": 10}
    yield confirmed("amount-by-value", expected={"amount": "10.0"}, found=ten)
    nothing = {"tran_amount": 0, "total_amount": 0}
    yield confirmed("amount-zero", expected={"amount": 0}, found=nothing)
    most = {"tran_amount": LARGEST, "total_amount": LARGEST}
    yield confirmed("amount-largest", expected={"amount": LARGEST}, found=most)
    yield confirmed("amount-largest-text", expected={"amount": f"{LARGEST}.00"}, found=most)
    written = compact(answer()).replace('"tran_amount":40000', '"tran_amount":4e4')
    yield confirmed("amount-of-answer-with-exponent", body=written)
    khmer = {"identity_code": KHMER, "purpose_of_transaction": "ប្រាក់", "currency": "KHR"}
    yield confirmed("khmer", expected=khmer, found=khmer)
    yield confirmed("fee", found={"fee_amount": 500, "total_amount": 40500})
    unknown = compact(answer()).replace('"data":{', '"trace":1,"data":{"channel":"KHQR",')
    yield confirmed("unknown-members", body=unknown)


def requests():
    for name, text in {"quotes": 'a"b\\c/d', "khmer": KHMER, "emoji": "😀\u2028"}.items():
        changes = {"identity_code": text, "purpose_of_transaction": text}
        yield confirmed(f"request-{name}", expected=changes, found=changes)
        yield confirmed(f"request-tran_id-{name}", event={"tran_id": text}, found={"tran_id": text}, claim_key=text)
    for name, tran_id in {"absent": None, "empty": ""}.items():
        payload = {"tran_id": tran_id} if tran_id is not None else {}
        without = {"payload": {"identity_code": "INV-0001", "status": "success", **payload}}
        yield confirmed(f"event-tran_id-{name}", **without)
        other = {"found": {"tran_id": "T-77"}, "claim_key": "T-77"}
        yield confirmed(f"event-tran_id-{name}-is-not-compared", **without, **other)
    yield confirmed("event-tran_id-null", payload={"tran_id": None})
    yield confirmed("event-empty", payload={})
    # The other identifiers of the event are not searched by.
    others = {"tran_no": "N-1", "bank_code": "B-9", "bank_ref": "BR-8"}
    yield confirmed("event-with-other-identifiers", event=others)


def event_proves_nothing():
    for name, event in {
        "pending": {"status": "pending"},
        "without-status": {"status": None},
        "other-amount": {"tran_amount": 1},
        "other-currency": {"currency": "USD"},
        "other-identity": {"identity_code": "INV-9999"},
        "unknown-type": {"payment_service_type": "Crypto"},
    }.items():
        yield confirmed(f"event-{name}", event=event)
    for status in ["pending", "failed"]:
        name = f"event-success-but-{status}"
        yield mismatched(name, ["status different"], found={"status": status})


def one_mismatch():
    for name, field, expected in [
        ("identity", "identity_code", {"identity_code": "INV-0002"}),
        ("identity-case", "identity_code", {"identity_code": "inv-0001"}),
        ("identity-space", "identity_code", {"identity_code": "INV-0001 "}),
        ("purpose", "purpose_of_transaction", {"purpose_of_transaction": "2026-02-28"}),
        ("currency", "currency", {"currency": "USD"}),
        ("amount-less", "tran_amount", {"amount": 40001}),
        ("amount-more", "tran_amount", {"amount": 39999}),
        ("amount-by-a-fraction", "tran_amount", {"amount": "40000.01"}),
        ("amount-tenfold", "tran_amount", {"amount": "4e5"}),
        ("amount-zero", "tran_amount", {"amount": 0}),
    ]:
        yield mismatched(f"mismatch-{name}", [f"{field} different"], expected=expected)
    yield mismatched("mismatch-currency-case", ["currency different"], found={"currency": "khr"})
    decomposed = {"expected": {"identity_code": "café"}, "found": {"identity_code": "cafe\u0301"}}
    yield mismatched("mismatch-not-normalised", ["identity_code different"], **decomposed)
    yield mismatched("mismatch-tran_id", ["tran_id different"], found={"tran_id": "T-2"})
    yield mismatched("mismatch-tran_id-case", ["tran_id different"], found={"tran_id": "t-1"})
    for status in ["pending", "failed", "Success", "SUCCESS", "success ", "reversed", KHMER]:
        yield mismatched(f"mismatch-status-{status}".replace(" ", "_"), ["status different"], found={"status": status})
    yield from empty_texts()


def empty_texts():
    """Nothing is credited to an empty name: an empty text in the answer counts as absent."""
    for field in ["identity_code", "purpose_of_transaction", "currency", "tran_id", "status"]:
        yield mismatched(f"mismatch-empty-{field}", [f"{field} absent"], found={field: ""})
    yield mismatched("mismatch-empty-tran_id-on-both-sides", ["tran_id absent"], payload={}, found={"tran_id": ""})


def fees():
    total = ["total_amount different"]
    yield mismatched("fee-not-in-total", total, found={"fee_amount": 500})
    yield mismatched("fee-short", total, found={"fee_amount": 500, "total_amount": 40499})
    yield mismatched("total-without-fee-field", total, found={"total_amount": 40500})
    yield mismatched("total-less-than-amount", total, found={"total_amount": 39999})
    beyond = {"tran_amount": LARGEST, "fee_amount": LARGEST, "total_amount": LARGEST}
    yield mismatched("sum-beyond-largest", total, expected={"amount": LARGEST}, found=beyond)
    included = {"expected": {"amount": 40500}, "found": {"fee_amount": 500, "total_amount": 40500}}
    yield mismatched("fee-included-in-expectation", ["tran_amount different"], **included)
    shifted = {"found": {"tran_amount": 39500, "fee_amount": 500, "total_amount": 40000}}
    yield mismatched("fee-taken-from-amount", ["tran_amount different"], **shifted)


def several():
    found = {"status": "pending", "tran_id": "T-2", "identity_code": "INV-0002"}
    yield mismatched("several", ["identity_code different", "tran_id different", "status different"], found=found)
    amounts = {"tran_amount": 1, "fee_amount": 1, "total_amount": 1}
    yield mismatched("both-amounts", ["tran_amount different", "total_amount different"], found=amounts)
    everything = {
        "identity_code": "x", "purpose_of_transaction": "x", "currency": "x", "tran_id": "x", "status": "x", **amounts,
    }
    fields = [
        "identity_code", "purpose_of_transaction", "currency", "tran_amount", "total_amount", "tran_id", "status",
    ]
    yield mismatched("everything", [f"{field} different" for field in fields], found=everything)


def errors():
    unknown = {"kind": "undetermined", "code": "unknown_code", "next_step": "sendAgain"}
    found = compact(answer())
    yield failed("not-found", 200, '{"code":"NOT_FOUND","message":"Not found"}', unknown)
    yield failed("code-of-settlement", 200, found.replace("SUCCESS", "000"), unknown)
    yield failed("missing-code", 200, found.replace('"code"', '"cod"'), {**unknown, "code": "missing_code"})
    for status, step in {
        201: "sendAgain", 400: "fixRequest", 401: "fixCredentials", 403: "fixCredentials", 404: "sendAgain",
        422: "fixRequest", 429: "sendAgain", 500: "sendAgain", 503: "sendAgain",
    }.items():
        error = {"kind": "undetermined", "code": "http_status", "next_step": step}
        yield failed(f"status-{status}", status, found, error)
        yield failed(f"status-{status}-empty", status, "", error)
    redirect = {"kind": "undetermined", "code": "redirect", "next_step": "sendAgain"}
    yield failed("status-307", 307, found, redirect)
    for field in TRANSACTION:
        lacking = answer({field: None})
        error = {"kind": "unreadable", "code": "required", "next_step": "sendAgain"}
        yield failed(f"answer-without-{field}", 200, compact(lacking), error)
    for name, body, finding in unreadable.bodies():
        if name in ["empty", "truncated-after-value", "html", "key-twice", "bad-utf8-overlong"]:
            error = {"kind": "unreadable", "code": finding["code"], "next_step": "sendAgain"}
            yield failed(f"answer-{name}", 200, body, error)
    for name, value, code in [("text", '"40000"', "wrong_type"), ("fraction", "40000.5", "not_an_integer")]:
        body = found.replace('"tran_amount":40000', f'"tran_amount":{value}')
        error = {"kind": "unreadable", "code": code, "next_step": "sendAgain"}
        yield failed(f"answer-amount-{name}", 200, body, error)


def confirmed(name, claim_key="T-1", **parts):
    return case(name, **parts) | {"claim_key": claim_key}


def mismatched(name, mismatches, **parts):
    """mismatches are written "field code"."""
    return case(name, **parts) | {"mismatches": [dict(zip(("field", "code"), text.split(" "))) for text in mismatches]}


def failed(name, status, body, error):
    return case(name, status=status, body=body) | {"error": error}


def case(name, event=None, payload=None, expected=None, found=None, status=200, body=None):
    """`event`, `expected` and `found` change a matching case; `payload` replaces the whole event."""
    if payload is None:
        payload = {**EVENT, **(event or {})}
    expectation = {**EXPECTATION, **(expected or {})}
    if body is None:
        body = compact(answer(found))
    return {
        "id": f"confirmations/{name}",
        "payload": payload,
        "expectation": expectation,
        "request_body": request_body(payload, expectation),
        "status": status,
    } | ({"body": body} if isinstance(body, str) else body)


def answer(changes=None):
    """A found transaction; a change to None leaves the member out."""
    members = {**TRANSACTION, **(changes or {})}
    data = {field: value for field, value in members.items() if value is not None}
    return {"code": "SUCCESS", "message": "Transaction found", "data": data}


def request_body(payload, expectation):
    """In table order: identity_code, tran_id, bank_ref (never given), purpose_of_transaction."""
    tran_id = {"tran_id": payload["tran_id"]} if payload.get("tran_id") else {}
    return compact({
        "identity_code": expectation["identity_code"],
        **tran_id,
        "purpose_of_transaction": expectation["purpose_of_transaction"],
    })
