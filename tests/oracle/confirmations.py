"""Cases of confirmations.json: an event, the bill, and the answer to the verification."""

import json
from decimal import ROUND_HALF_UP, Decimal
from itertools import chain

import unreadable
from answers import when_unreadable
from json_text import Number, compact
from responses_succeeded import NOT_DECISIVE
from responses_succeeded import TRANSACTION as WITH_FEE
from samples import KHMER, LARGEST

ABOUT = (
    "payload is the webhook's body, and expectation the merchant's bill. request_body is the exact verification "
    "request of both, and status and body (body_base64 if it is not UTF-8) are its answer. Then claim_key if "
    "confirmed, or the mismatches in order, or the verdict if it is pending or failed, or the error. warnings "
    "are about fields that the answer leaves out. profile is the Biller's."
)
EVENT = {
    "tran_id": "T-1",
    "tran_amount": 40000,
    "currency": "KHR",
    "identity_code": "INV-0001",
    "status": "success",
}
EXPECTATION = {
    "identity_code": "INV-0001",
    "purpose_of_transaction": "2026-01-31",
    "currency": "KHR",
    "amount": 40000,
}
TRANSACTION = {**WITH_FEE, "fee_amount": 0, "total_amount": 40000}


def cases():
    return chain(
        matching(),
        requests(),
        event_proves_nothing(),
        one_mismatch(),
        blanks(),
        amounts(),
        transaction_numbers(),
        statuses(),
        fees(),
        total_that_is_paid(),
        places(),
        ranges(),
        empty_purposes(),
        several(),
        errors(),
    )


def matching():
    yield confirmed("khr")
    usd = {"currency": "USD"}
    amounts = {"tran_amount": 25, "total_amount": 25}
    yield confirmed("usd", expected={**usd, "amount": 25}, found={**usd, **amounts})
    for name, amount in {
        "zero-fraction": "40000.0",
        "zeros": "40000.00",
        "exponent": "4e4",
        "text": "40000",
        "number": 40000,
        "exponent-and-fraction": "4.0000e4",
    }.items():
        yield confirmed(f"amount-{name}", expected={"amount": amount})
    ten = {"tran_amount": 10, "total_amount": 10}
    yield confirmed("amount-by-value", expected={"amount": "10.0"}, found=ten)
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
        yield confirmed(
            f"request-tran_id-{name}", event={"tran_id": text}, found={"tran_id": text}, claim_key=text
        )
    for name, tran_id in {"absent": None, "empty": ""}.items():
        payload = {"tran_id": tran_id} if tran_id is not None else {}
        without = {"payload": {"identity_code": "INV-0001", "status": "success", **payload}}
        yield confirmed(f"event-tran_id-{name}", **without)
        other = {"found": {"tran_id": "T-77"}, "claim_key": "T-77"}
        yield confirmed(f"event-tran_id-{name}-is-not-compared", **without, **other)
    yield confirmed("event-tran_id-null", payload={"tran_id": None})
    yield confirmed("event-empty", payload={})
    # Other identifiers of the event are not part of the search.
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
        yield undecided(f"event-success-but-{status}", "pending", found={"status": status})


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
        ("amount-sign", "tran_amount", {"amount": "0.40000"}),
    ]:
        yield mismatched(f"mismatch-{name}", [f"{field} different"], expected=expected)
    yield mismatched("mismatch-currency-case", ["currency different"], found={"currency": "khr"})
    decomposed = {"expected": {"identity_code": "café"}, "found": {"identity_code": "cafe\u0301"}}
    yield mismatched("mismatch-not-normalised", ["identity_code different"], **decomposed)
    yield mismatched("mismatch-tran_id", ["tran_id different"], found={"tran_id": "T-2"})
    yield mismatched("mismatch-tran_id-case", ["tran_id different"], found={"tran_id": "t-1"})
    others = ["pending", "failed", "Success", "SUCCESS", "success ", "reversed", KHMER, "", " ", "\u200b"]
    for status in others:
        name = {"": "empty", " ": "space", "\u200b": "zero-width-space"}.get(status, status)
        yield undecided(f"status-{name}".replace(" ", "_"), "pending", found={"status": status})
    yield from empty_texts()


def empty_texts():
    """An empty text in the answer counts as absent, so nothing is credited to an empty name."""
    for field in ["identity_code", "purpose_of_transaction", "currency", "tran_id"]:
        yield mismatched(f"mismatch-empty-{field}", [f"{field} absent"], found={field: ""})
    yield mismatched(
        "mismatch-empty-tran_id-on-both-sides", ["tran_id absent"], payload={}, found={"tran_id": ""}
    )


BLANK = {
    "space": " ",
    "spaces": "   ",
    "tab": "\t",
    "line": "\r\n",
    "no-break-space": "\u00a0",
    "em-space": "\u2003",
    "ideographic-space": "\u3000",
    "zero-width-space": "\u200b",
    "non-joiner": "\u200c",
    "joiner": "\u200d",
    "left-to-right-mark": "\u200e",
    "right-to-left-mark": "\u200f",
    "byte-order-mark": "\ufeff",
    "several": " \u200b\ufeff\t",
}


def blanks():
    """Invisible text counts as absent, so nothing is credited to an invisible name."""
    for name, text in BLANK.items():
        yield mismatched(f"blank-tran_id-{name}", ["tran_id absent"], found={"tran_id": text})
        # A control character cannot be sent.
        if not any(character < " " for character in text):
            same = {"event": {"tran_id": text}, "found": {"tran_id": text}}
            yield mismatched(f"blank-tran_id-{name}-on-both-sides", ["tran_id absent"], **same)
    for field in ["identity_code", "purpose_of_transaction", "currency"]:
        for name in ["space", "zero-width-space", "byte-order-mark"]:
            yield mismatched(f"blank-{field}-{name}", [f"{field} absent"], found={field: BLANK[name]})
    for field in ["identity_code", "purpose_of_transaction"]:
        same = {"expected": {field: " "}, "found": {field: " "}}
        yield mismatched(f"blank-{field}-on-both-sides", [f"{field} absent"], **same)
    seen = "\u200bT\u200b"
    yield confirmed("not-blank", event={"tran_id": seen}, found={"tran_id": seen}, claim_key=seen)


def amounts():
    """Amounts are decimals and compared by value. Neither zero nor a smaller amount pays a bill."""
    cents = {"currency": "USD"}
    for name, written in {
        "number": "10.5",
        "zeros-kept": "10.50",
        "text": '"10.50"',
        "exponent": "1.05e1",
        "many-zeros": "10.5000000",
    }.items():
        body = with_amount(written, {**cents, "total_amount": 11})
        yield confirmed(f"cents-{name}", expected={**cents, "amount": "10.50"}, body=body)
    for name, written in {
        "more": "10.51",
        "less": "10.49",
        "tiny": "10.50000000000000000000000000001",
    }.items():
        body = with_amount(written, cents)
        expected = {**cents, "amount": "10.50"}
        yield mismatched(f"cents-{name}", ["tran_amount different"], expected=expected, body=body)
    for name, written in {"number": "0", "fraction": "0.00", "text": '"0"', "exponent": "0e5"}.items():
        for billed in [0, 40000]:
            body = with_amount(written)
            expected = {"amount": billed}
            yield mismatched(f"zero-{name}-of-{billed}", ["tran_amount absent"], expected=expected, body=body)
    for name, written in {"number": "-40000", "text": '"-40000"', "cents": "-0.01"}.items():
        yield mismatched(f"negative-{name}", ["tran_amount different"], body=with_amount(written))
    yield confirmed("negative-fee_amount", found={"fee_amount": -1})
    yield mismatched("negative-total_amount", ["total_amount different"], found={"total_amount": -1})
    beyond = "12345678901234567890.123456"
    total = {"total_amount": Number(beyond)}
    yield confirmed("amount-beyond-integers", expected={"amount": beyond}, body=with_amount(beyond, total))
    for field in ["identity_code", "purpose_of_transaction", "tran_id"]:
        text = "77001"
        parts = {"expected": {field: text}}
        if field == "tran_id":
            parts = {"event": {field: Number(text)}, "claim_key": text}
        yield confirmed(f"numeric-{field}", found={field: Number(text)}, **parts)


def with_amount(written, changes=None):
    return compact(answer({**(changes or {}), "tran_amount": Number(written)}))


def transaction_numbers():
    """Section 2.5 calls tran_id the transaction number, which is the webhook's tran_no. The answer may hold either."""
    both = {"tran_id": "T-1", "tran_no": "N-1"}
    for which, sent in {None: "T-1", "tran_id": "T-1", "tran_no": "N-1", "neither": None}.items():
        profile = None if which is None else {"verificationTranId": which}
        name = which or "default"
        for found in ["T-1", "N-1"]:
            known = {"event": both, "found": {"tran_id": found}, "profile": profile, "sent": sent}
            yield confirmed(f"sends-{name}-finds-{found}", claim_key=found, **known)
        other = {"event": both, "found": {"tran_id": "X-1"}, "profile": profile, "sent": sent}
        yield mismatched(f"sends-{name}-finds-another", ["tran_id different"], **other)
    tran_no = {"verificationTranId": "tran_no"}
    yield confirmed("sends-tran_no-of-none", event={"tran_no": None}, profile=tran_no, sent=None)
    yield confirmed("sends-tran_no-of-empty", event={"tran_no": ""}, profile=tran_no, sent=None)
    only = {"payload": {"tran_no": "N-1", "status": "success"}}
    yield confirmed("event-tran_no-alone", **only, found={"tran_id": "N-1"}, claim_key="N-1", sent=None)
    yield mismatched(
        "event-tran_no-alone-differs", ["tran_id different"], **only, found={"tran_id": "T-1"}, sent=None
    )
    empty = {"payload": {"tran_id": "", "tran_no": "N-1"}}
    yield mismatched("event-tran_id-empty-and-tran_no", ["tran_id different"], **empty, sent=None)
    numeric = {"payload": {"tran_no": Number("77")}, "found": {"tran_id": "77"}, "claim_key": "77"}
    yield confirmed("event-tran_no-numeric", **numeric, profile=tran_no, sent="77")


def statuses():
    own = {"successStatuses": {"transaction": ["PAID", "done"]}}
    for status in ["PAID", "done"]:
        yield confirmed(f"own-status-{status}", found={"status": status}, profile=own)
    for status in ["paid", "success", "PAID "]:
        name = f"own-status-not-{status}".replace(" ", "_")
        yield undecided(name, "pending", found={"status": status}, profile=own)
    others = {"successStatuses": {"bill": ["done"], "payment": ["done"]}}
    yield undecided("status-of-other-objects", "pending", found={"status": "done"}, profile=others)
    listed = {"pendingStatuses": {"transaction": ["pending"]}, "failedStatuses": {"transaction": ["failed"]}}
    for status in ["pending", "failed"]:
        yield undecided(f"listed-status-{status}", status, found={"status": status}, profile=listed)


def fees():
    """Only a sample shows that amount and fee sum to the total. A profile may require it."""
    total = ["total_amount different"]
    asks = {"compareTotals": True}
    beyond = {"tran_amount": LARGEST, "fee_amount": LARGEST, "total_amount": LARGEST}
    for name, expected, found in [
        ("fee-not-in-total", {}, {"fee_amount": 500}),
        ("fee-short", {}, {"fee_amount": 500, "total_amount": 40499}),
        ("total-without-fee-field", {}, {"total_amount": 40500}),
        ("total-by-a-cent", {}, {"fee_amount": Number("0.50"), "total_amount": Number("40000.51")}),
        ("sum-beyond-largest", {"amount": LARGEST}, beyond),
    ]:
        yield confirmed(name, expected=expected, found=found)
        yield mismatched(f"compared-{name}", total, expected=expected, found=found, profile=asks)
    # What was paid is not less than the amount, unless the profile says otherwise.
    for name, paid in {"less-than-amount": 39999, "zero": 0}.items():
        yield mismatched(f"total-{name}", total, found={"total_amount": paid})
        yield mismatched(f"compared-total-{name}", total, found={"total_amount": paid}, profile=asks)
        yield confirmed(
            f"total-{name}-allowed", found={"total_amount": paid}, profile={"allowLowerTotal": True}
        )
    for name, found in {
        "without-fee": {},
        "without-fee-field": {"fee_amount": None},
        "with-fee": {"fee_amount": 500, "total_amount": 40500},
        "with-cents": {"fee_amount": Number("0.50"), "total_amount": Number("40000.5")},
        "beyond-integers": {"fee_amount": Number("9e20"), "total_amount": Number("900000000000000040000")},
    }.items():
        yield confirmed(f"compared-{name}", found=found, profile=asks)
    lower = {"fee_amount": -500, "total_amount": 39500}
    yield mismatched("compared-with-negative-fee", total, found=lower, profile=asks)
    allowed = {**asks, "allowLowerTotal": True}
    yield confirmed("compared-with-negative-fee-allowed", found=lower, profile=allowed)
    # A sum of more than 34 digits equals no total.
    too_long = {"fee_amount": Number("1e-34"), "total_amount": 40000}
    yield mismatched("compared-sum-of-too-many-digits", total, found=too_long, profile=asks)
    included = {"expected": {"amount": 40500}, "found": {"fee_amount": 500, "total_amount": 40500}}
    yield mismatched("fee-included-in-expectation", ["tran_amount different"], **included)
    shifted = {"found": {"tran_amount": 39500, "fee_amount": 500, "total_amount": 40000}}
    yield mismatched("fee-taken-from-amount", ["tran_amount different"], **shifted)


def total_that_is_paid():
    """A provider takes its fee from the payment: the customer paid the total, and tran_amount is the rest."""
    paid = {"paidAmount": "total_amount"}
    inside = {"tran_amount": 39500, "fee_amount": 500, "total_amount": 40000}
    for name, found in {
        "fee-inside": inside,
        "without-fee": {},
        "fee-field-absent": {**inside, "fee_amount": None},
    }.items():
        yield confirmed(f"paid-total-{name}", found=found, profile=paid)
        yield confirmed(
            f"paid-total-{name}-lower-allowed", found=found, profile={**paid, "allowLowerTotal": True}
        )
    total = ["total_amount different"]
    on_top = {"fee_amount": 500, "total_amount": 40500}
    yield mismatched("paid-total-fee-on-top", total, found=on_top, profile=paid)
    yield mismatched("paid-total-less", total, found={**inside, "total_amount": 39999}, profile=paid)
    zero = {"tran_amount": 0, "fee_amount": 0, "total_amount": 0}
    yield mismatched("paid-total-zero", ["total_amount absent"], found=zero, profile=paid)
    below = {"total_amount": 39999}
    yield mismatched("paid-total-below-amount", total, expected={"amount": 39999}, found=below, profile=paid)
    asks = {**paid, "compareTotals": True}
    yield confirmed("paid-total-compared", found=inside, profile=asks)
    yield mismatched("paid-total-compared-short", total, found={**inside, "fee_amount": 400}, profile=asks)
    ranged = {"amount": None, "min_amount": 40000, "max_amount": 40000}
    yield confirmed("paid-total-range", expected=ranged, found=inside, profile=paid)


def places():
    """A service that computes in doubles: 29.949999999999999 is 29.95, and 29.949 is another amount."""
    for currency, digits, billed, written in [
        ("USD", 2, "29.95", "29.949999999999999"),
        ("USD", 2, "29.95", "29.950000000000003"),
        ("USD", 2, "29.95", "29.95"),
        ("USD", 2, "29.95", "29.949991"),
        ("USD", 2, "29.95", "29.94999"),
        ("USD", 2, "29.95", "29.95001"),
        ("USD", 2, "29.95", "29.949"),
        ("USD", 2, "29.95", "29.9549"),
        ("USD", 2, "29.949", "29.949"),
        ("USD", 2, "0.3", "0.30000000000000004"),
        ("USD", 2, "0.1", "0.09999999997671694"),
        ("USD", 2, "100000000000000", "99999999999999.999999"),
        ("KHR", 0, "40000", "39999.99999999999"),
        ("KHR", 0, "40000", "40000.1"),
        ("KWD", 3, "1.005", "1.00499999999999989"),
        ("KWD", 12, "1.005", "1.00499999999999989"),
        ("KWD", 3, "1.01", "1.00999"),
    ]:
        parts = {
            "expected": {"currency": currency, "amount": billed},
            "found": {"currency": currency, "tran_amount": Number(written), "total_amount": Number(written)},
        }
        for of, profile in {
            "of": {"amountPlaces": {currency: digits}},
            "other": {"amountPlaces": {"THB": digits}},
        }.items():
            name = f"places-{of}-{currency}-{digits}-{billed}-{written}"
            seen = within(Decimal(written), digits) if of == "of" else Decimal(written)
            yield paying(name, seen == Decimal(billed), profile=profile, **parts)
    cents = {"amountPlaces": {"USD": 2}}
    usd = {"expected": {"currency": "USD", "amount": "0.1"}}
    sums = {"currency": "USD", "tran_amount": Number("0.1"), "fee_amount": Number("0.2")}
    sums |= {"total_amount": Number("0.30000000000000004")}
    yield confirmed("places-of-a-sum", found=sums, profile={**cents, "compareTotals": True}, **usd)
    total = ["total_amount different"]
    yield mismatched("places-of-a-sum-exact", total, found=sums, profile={"compareTotals": True}, **usd)
    nothing = {"currency": "USD", "tran_amount": Number("1e-17")}
    yield mismatched("places-of-nothing", ["tran_amount absent"], found=nothing, profile=cents, **usd)
    inside = {
        "tran_amount": Number("0.08"),
        "fee_amount": Number("0.02"),
        "total_amount": Number("0.099999999999"),
    }
    paid = {**cents, "paidAmount": "total_amount"}
    yield confirmed("places-of-a-paid-total", found={"currency": "USD", **inside}, profile=paid, **usd)


def within(amount, digits):
    """The amount of so many places that lies within a thousandth of the last one; else the amount as it is."""
    place = Decimal(1).scaleb(-digits)
    rounded = amount.quantize(place, ROUND_HALF_UP)
    return rounded if abs(rounded - amount) < place / 1000 else amount


def ranges():
    """An account takes any amount within a range. Neither zero nor a negative amount pays anything."""
    for name, bounds, amount, fits in [
        ("any", {"min_amount": 0}, "0.01", True),
        ("any-large", {"min_amount": 0}, "99999999999999999999.99", True),
        ("lower-bound", {"min_amount": "10.50"}, "10.5", True),
        ("below", {"min_amount": "10.50"}, "10.49", False),
        ("upper-bound", {"max_amount": "10.50"}, "10.500", True),
        ("above", {"max_amount": "10.50"}, "10.51", False),
        ("between", {"min_amount": 10, "max_amount": 20}, "15", True),
        ("one-amount", {"min_amount": 10, "max_amount": 10}, "1e1", True),
        ("negative", {"max_amount": 20}, "-1", False),
    ]:
        total = {"total_amount": Number(amount)}
        parts = {"expected": {"amount": None, **bounds}, "body": with_amount(amount, total)}
        yield paying(f"range-{name}", fits, **parts)
    zero = {"expected": {"amount": None, "min_amount": 0}, "body": with_amount("0")}
    yield mismatched("range-zero", ["tran_amount absent"], **zero)


def empty_purposes():
    """A provider without purposes sends an empty one or none. Both are equal to an empty one that was billed."""
    empty = {"expected": {"purpose_of_transaction": ""}, "profile": {"sendEmptyText": True}}
    for name, found in {"empty": "", "missing": None}.items():
        yield confirmed(f"purpose-{name}", found={"purpose_of_transaction": found}, **empty)
    yield mismatched("purpose-of-another", ["purpose_of_transaction different"], found={}, **empty)


def several():
    found = {"status": "pending", "tran_id": "T-2", "identity_code": "INV-0002"}
    yield mismatched("several", ["identity_code different", "tran_id different"], found=found)
    amounts = {"tran_amount": 1, "fee_amount": 1, "total_amount": 1}
    asks = {"compareTotals": True}
    both = ["tran_amount different", "total_amount different"]
    yield mismatched("both-amounts", both, found=amounts, profile=asks)
    fields = ["identity_code", "purpose_of_transaction", "currency", "tran_amount", "total_amount", "tran_id"]
    everything = {**dict.fromkeys([*fields, "status"], "x"), **amounts}
    yield mismatched("everything", [f"{field} different" for field in fields], found=everything, profile=asks)


def errors():
    unknown = {"kind": "undetermined", "code": "unknown_code", "next_step": "verifyAgain"}
    found = compact(answer())
    absent = '{"code":"NOT_FOUND","message":"Not found"}'
    yield failed("not-found", 200, absent, unknown)
    listed = {"notFoundCodes": {"verification": ["NOT_FOUND"]}}
    yield failed("not-found-listed-200", 200, absent, {**unknown, "code": "not_found"}, listed)
    yield failed("not-found-listed-404", 404, absent, {**unknown, "code": "http_status"}, listed)
    of_404 = {**listed, "notFoundStatuses": [404]}
    yield failed("not-found-listed-with-its-status", 404, absent, {**unknown, "code": "not_found"}, of_404)
    yield failed("code-of-settlement", 200, found.replace("SUCCESS", "000"), unknown)
    yield failed("missing-code", 200, found.replace('"code"', '"cod"'), {**unknown, "code": "missing_code"})
    for status, step in {
        201: "verifyAgain",
        400: "fixRequest",
        401: "fixCredentials",
        403: "fixCredentials",
        404: "verifyAgain",
        422: "fixRequest",
        429: "verifyAgain",
        500: "verifyAgain",
        503: "verifyAgain",
    }.items():
        error = {"kind": "undetermined", "code": "http_status", "next_step": step}
        yield failed(f"status-{status}", status, found, error)
        yield failed(f"status-{status}-empty", status, "", error)
    redirect = {"kind": "undetermined", "code": "redirect", "next_step": "verifyAgain"}
    yield failed("status-307", 307, found, redirect)
    for field in TRANSACTION:
        name, lacking = f"answer-without-{field}", {field: None}
        if field in NOT_DECISIVE:
            yield confirmed(name, found=lacking)
        elif field == "purpose_of_transaction":
            yield mismatched(name, [f"{field} absent"], found=lacking)
        else:
            error = {"kind": "unreadable", "code": "required", "next_step": "askService"}
            yield failed(name, 200, compact(answer(lacking)), error)
    yield confirmed("answer-without-all-of-them", found=dict.fromkeys(NOT_DECISIVE))
    null = compact(answer()).replace(f'"bank_ref":"{TRANSACTION["bank_ref"]}"', '"bank_ref":null')
    yield confirmed("answer-with-null", body=null)
    for name, body, finding in unreadable.bodies():
        if name in ["empty", "truncated-after-value", "html", "key-twice", "bad-utf8-overlong"]:
            step = when_unreadable("verification", finding["code"])
            error = {"kind": "unreadable", "code": finding["code"], "next_step": step}
            yield failed(f"answer-{name}", 200, body, error)
    for name, value, code in [
        ("words", '"many"', "invalid_decimal"),
        ("separator", '"40,000"', "invalid_decimal"),
        ("boolean", "true", "wrong_type"),
        ("exponent", "1e35", "out_of_range"),
    ]:
        body = found.replace('"tran_amount":40000', f'"tran_amount":{value}')
        error = {"kind": "unreadable", "code": code, "next_step": "askService"}
        yield failed(f"answer-amount-{name}", 200, body, error)


def confirmed(name, claim_key="T-1", **parts):
    return decided(name, parts) | {"claim_key": claim_key}


def undecided(name, verdict, **parts):
    return decided(name, parts) | {"verdict": verdict}


def mismatched(name, mismatches, **parts):
    """Each mismatch is written "field code"."""
    return decided(name, parts) | {
        "mismatches": [dict(zip(("field", "code"), text.split(" "))) for text in mismatches]
    }


def paying(name, fits, **parts):
    """Whether the amount fits the bill decides."""
    return confirmed(name, **parts) if fits else mismatched(name, ["tran_amount different"], **parts)


def failed(name, status, body, error, profile=None):
    return case(name, status=status, body=body, profile=profile) | {"error": error}


def decided(name, parts):
    """A case whose answer holds a transaction, with a warning for each required field (section 2.6) that it lacks."""
    one = case(name, **parts)
    data = json.loads(one["body"])["data"]
    required = [*NOT_DECISIVE, "purpose_of_transaction"]
    absent = [{"path": field, "code": "required"} for field in required if data.get(field) is None]
    return one | ({"warnings": absent} if absent else {})


ANY = object()


def case(
    name,
    event=None,
    payload=None,
    expected=None,
    found=None,
    status=200,
    body=None,
    profile=None,
    sent=ANY,
):
    """`event`, `expected` and `found` change a matching case; `payload` replaces the whole event. `sent` is the
    tran_id of the request, if it differs from the event's.
    """
    if payload is None:
        payload = {**EVENT, **(event or {})}
    members = {**EXPECTATION, **(expected or {})}
    expectation = {field: value for field, value in members.items() if value is not None}
    if body is None:
        body = compact(answer(found))
    if sent is ANY:
        sent = payload.get("tran_id")
    head = {"id": f"confirmations/{name}"} | ({"profile": profile} if profile else {})
    return (
        head
        | {
            "payload": {
                key: int(value) if isinstance(value, Number) else value for key, value in payload.items()
            },
            "expectation": expectation,
            "request_body": request_body(sent, expectation),
            "status": status,
        }
        | ({"body": body} if isinstance(body, str) else body)
    )


def answer(changes=None):
    """A found transaction. A change to None omits the member."""
    members = {**TRANSACTION, **(changes or {})}
    data = {field: value for field, value in members.items() if value is not None}
    return {"code": "SUCCESS", "message": "Transaction found", "data": data}


def request_body(tran_id, expectation):
    """Keys in table order: identity_code, tran_id, bank_ref (never sent), purpose_of_transaction."""
    return compact(
        {
            "identity_code": expectation["identity_code"],
            **({"tran_id": str(tran_id)} if tran_id else {}),
            "purpose_of_transaction": expectation["purpose_of_transaction"],
        }
    )
