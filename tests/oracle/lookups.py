"""Cases of lookups.json: a bill whose settlement is uncertain, and the verdict of its lookup."""

from itertools import chain

import unreadable
from answers import meaning, when_unreadable
from blank import BLANK, TELLING
from json_text import Number, compact
from request_bodies import settlement_lookup
from request_cases import bill, bill_in_usd
from responses_succeeded import NOT_DECISIVE, TRANSACTION
from samples import KHMER, LARGEST

ABOUT = (
    "A bill, and the exact verification request of its lookup, which the profile's settlementLookup describes; status "
    "and body (body_base64 if it is not UTF-8) of the answer. Then the verdict, its next step (null if nothing is "
    "left to find out), the mismatches in order (only of different), the tran_id of its transaction "
    "(null for none), and kind and code of its error (only of unclear)."
)
BY_REF = {"settlementLookup": {"identity_code": "customer_sync_code", "purpose_of_transaction": "ref_id"}}
PROFILE = {
    **BY_REF,
    "notFoundCodes": {"verification": ["NOT_FOUND", "44"]},
    "refusalCodes": {"verification": ["DENIED"]},
    "pendingStatuses": {"transaction": ["pending", "in progress"]},
    "failedStatuses": {"transaction": ["failed", "reversed"]},
}
FOUND = {
    **TRANSACTION,
    "tran_amount": 40000,
    "currency": "KHR",
    "identity_code": "C-1",
    "purpose_of_transaction": "INV-0001",
}


def cases():
    return chain(
        settled(),
        dates(),
        different(),
        customer(),
        destination(),
        statuses(),
        not_found(),
        unclear(),
        unreadable_answers(),
    )


def settled():
    yield case("settled", "settled")
    for name, written in {
        "zero-fraction": "40000.0",
        "exponent": "4e4",
        "text": '"40000"',
        "text-with-zeros": '"40000.00"',
    }.items():
        yield case(f"settled-amount-{name}", "settled", found={"tran_amount": Number(written)})
    usd = bill_in_usd()
    yield case("settled-usd", "settled", bill=usd, found={"tran_amount": 100, "currency": "USD"})
    most = bill(total_amount=LARGEST)
    yield case("settled-largest", "settled", bill=most, found={"tran_amount": LARGEST})
    # Fields that only a sample shows are not compared. Ids of the service are its own.
    for name, found in {
        "fee": {"fee_amount": 500, "total_amount": 40500},
        "fee-apart": {"fee_amount": 500},
        "total": {"total_amount": 1},
        "bank": {"bank_ref": "other", "bank_code": "other"},
        "tran_id": {"tran_id": "T-2"},
    }.items():
        yield case(f"settled-whatever-the-{name}", "settled", found=found)
    khmer = bill(customer_sync_code=KHMER, ref_id='a"b\\c/d😀')
    yield case("settled-khmer", "settled", bill=khmer)
    for identity, purpose in [
        ("ref_id", "ref_id"),
        ("settlement_to", "ref_id"),
        ("currency", "ref_id"),
        ("ref_id", "description"),
    ]:
        profile = {
            **PROFILE,
            "settlementLookup": {"identity_code": identity, "purpose_of_transaction": purpose},
        }
        yield case(
            f"fields-{identity}-{purpose}", "settled", bill=bill(description="January"), profile=profile
        )
    numeric = bill(customer_sync_code="7001")
    yield case("settled-numeric-id", "settled", bill=numeric, found={"identity_code": Number("7001")})
    more = bill(details=[{"amount": "40000"}], extra={"channel": "counter"}, payment_method_token="pm-1")
    yield case("settled-full-bill", "settled", bill=more)


def dates():
    late = bill(date="2026-01-31T20:05:09.999Z", due_date="2026-12-31T17:00:00+07:00")
    for name, field, date_format, zone, text in [
        ("day", "date", "yyyy-MM-dd", None, "2026-01-31"),
        ("day-in-zone", "date", "yyyy-MM-dd", "+07:00", "2026-02-01"),
        ("minute-west", "date", "yyyy-MM-dd HH:mm", "-09:30", "2026-01-31 10:35"),
        ("digits", "date", "yyyyMMddHHmmss", None, "20260131200509"),
        ("european", "date", "dd/MM/yyyy", "+07:00", "01/02/2026"),
        ("timestamp", "date", "yyyy-MM-ddTHH:mm:ss", "+07:00", "2026-02-01T03:05:09"),
        ("month", "date", "yyyy.MM", None, "2026.01"),
        ("words-apart", "date", "dd_MM yyyy", None, "31_01 2026"),
        ("due", "due_date", "yyyy-MM-dd", None, "2026-12-31"),
        ("due-in-zone", "due_date", "yyyyMMdd", "+14:00", "20270101"),
    ]:
        described = {"identity_code": "ref_id", "purpose_of_transaction": field, "dateFormat": date_format}
        profile = {**PROFILE, "settlementLookup": described} | ({"dateOffset": zone} if zone else {})
        found = {"identity_code": "INV-0001", "purpose_of_transaction": text}
        yield case(f"date-{name}", "settled", bill=late, profile=profile, found=found)
        other = {**found, "purpose_of_transaction": "2026-01-3"}
        mismatches = ["purpose_of_transaction different"]
        yield case(
            f"date-{name}-of-another", "different", mismatches, bill=late, profile=profile, found=other
        )
    described = {"identity_code": "ref_id", "purpose_of_transaction": "date", "dateFormat": "yyyyMMdd"}
    numeric = {"identity_code": "INV-0001", "purpose_of_transaction": Number("20260131")}
    yield case("date-numeric", "settled", profile={**PROFILE, "settlementLookup": described}, found=numeric)


def different():
    """A transaction of another bill never counts, whatever its status."""
    for name, found, mismatches in [
        ("amount-more", {"tran_amount": 40001}, ["tran_amount different"]),
        ("amount-less", {"tran_amount": 39999}, ["tran_amount different"]),
        ("amount-by-a-fraction", {"tran_amount": Number("40000.01")}, ["tran_amount different"]),
        ("amount-tenfold", {"tran_amount": Number("4e5")}, ["tran_amount different"]),
        ("amount-negative", {"tran_amount": -40000}, ["tran_amount different"]),
        ("amount-zero", {"tran_amount": 0}, ["tran_amount different"]),
        ("currency", {"currency": "USD"}, ["currency different"]),
        ("currency-case", {"currency": "khr"}, ["currency different"]),
        ("currency-blank", {"currency": " "}, ["currency absent"]),
        ("identity", {"identity_code": "C-2"}, ["identity_code different"]),
        ("identity-empty", {"identity_code": ""}, ["identity_code absent"]),
        ("purpose", {"purpose_of_transaction": "INV-0002"}, ["purpose_of_transaction different"]),
        ("purpose-blank", {"purpose_of_transaction": "\u200b"}, ["purpose_of_transaction absent"]),
        ("purpose-space", {"purpose_of_transaction": "INV-0001 "}, ["purpose_of_transaction different"]),
        ("tran_id-empty", {"tran_id": ""}, ["tran_id absent"]),
        ("tran_id-blank", {"tran_id": " \u200b"}, ["tran_id absent"]),
    ]:
        for status in ["success", "pending", "unheard of"]:
            title = f"different-{name}-{status}".replace(" ", "_")
            yield case(title, "different", mismatches, found={**found, "status": status})
        yield case(f"different-{name}-failed", "different", mismatches, found={**found, "status": "failed"})
    everything = {
        "identity_code": "x",
        "purpose_of_transaction": "x",
        "currency": "x",
        "tran_amount": 1,
        "settlement_to": "x",
        "status": "reversed",
    }
    fields = ["identity_code", "purpose_of_transaction", "currency", "tran_amount", "settlement_to"]
    yield case(
        "different-everything", "different", [f"{field} different" for field in fields], found=everything
    )


def customer():
    """A transaction of another customer is not this settlement, where the profile maps the field."""
    mapped = {**PROFILE, "settlementLookup": {**BY_REF["settlementLookup"], "customer_code": "settlement_to"}}
    wrong = ["customer_code different"]
    for name, found, mismatches, profile in [
        ("same", "S-1", [], mapped),
        ("other", "S-2", wrong, mapped),
        ("absent", None, [], mapped),
        ("empty", "", [], mapped),
        ("other-unmapped", "S-2", [], PROFILE),
    ]:
        verdict = "different" if mismatches else "settled"
        yield case(f"customer-{name}", verdict, mismatches, found={"customer_code": found}, profile=profile)


def destination():
    """The destination is compared if the answer has it, under the interface's key or the profile's."""
    wrong = ["settlement_to different"]
    renamed = {**PROFILE, "destinationKey": "settle_to"}
    for name, found, mismatches, profile in [
        ("same", {"settlement_to": "S-1"}, [], PROFILE),
        ("null", {"settlement_to": None}, [], PROFILE),
        ("other", {"settlement_to": "S-2"}, wrong, PROFILE),
        ("empty", {"settlement_to": ""}, wrong, PROFILE),
        ("case", {"settlement_to": "s-1"}, wrong, PROFILE),
        ("number", {"settlement_to": 7}, wrong, PROFILE),
        ("list", {"settlement_to": ["S-1"]}, wrong, PROFILE),
        ("renamed-same", {"settle_to": "S-1"}, [], renamed),
        ("renamed-other", {"settle_to": "S-2"}, wrong, renamed),
        ("renamed-unknown-key", {"settle_to": "S-2"}, [], PROFILE),
        ("renamed-and-own", {"settle_to": "S-1", "settlement_to": "S-1"}, [], renamed),
        ("renamed-with-null", {"settle_to": "S-2", "settlement_to": None}, wrong, renamed),
        ("renamed-contradicts", {"settle_to": "S-2", "settlement_to": "S-1"}, wrong, renamed),
        ("own-contradicts", {"settle_to": "S-1", "settlement_to": "S-2"}, wrong, renamed),
    ]:
        verdict = "different" if mismatches else "settled"
        yield case(f"destination-{name}", verdict, mismatches, found=found, profile=profile, keeps_null=True)


def statuses():
    for status, verdict in [
        ("success", "settled"),
        ("pending", "pending"),
        ("in progress", "pending"),
        ("failed", "failed"),
        ("reversed", "failed"),
        ("Success", "unclear"),
        ("SUCCESS", "unclear"),
        ("Pending", "unclear"),
        ("FAILED", "unclear"),
        ("refunded", "unclear"),
        ("", "unclear"),
        (KHMER, "unclear"),
    ]:
        yield case(f"status-{status}".replace(" ", "_"), verdict, found={"status": status})
    for status in ["pending", "failed"]:
        yield case(f"status-{status}-unlisted", "unclear", found={"status": status}, profile=BY_REF)
    own = {**PROFILE, "successStatuses": {"transaction": ["PAID"]}}
    yield case("own-status", "settled", found={"status": "PAID"}, profile=own)
    yield case("own-status-not-the-default", "unclear", found={"status": "success"}, profile=own)
    others = {**PROFILE, "successStatuses": {"bill": ["PAID"], "payment": ["PAID"]}}
    yield case("own-status-of-other-objects", "unclear", found={"status": "PAID"}, profile=others)


def not_found():
    for code, written in {"NOT_FOUND": '"NOT_FOUND"', "44": "44"}.items():
        body = f'{{"code":{written},"message":"m"}}'
        yield case(f"not-found-{code}-200", "notFound", body=body)
        for status in [404, 400, 410, 201, 307, 500, 503]:
            yield case(f"not-found-{code}-{status}", "unclear", status=status, body=body)
        listed = {**PROFILE, "notFoundStatuses": [404, 410]}
        for status, verdict in [(404, "notFound"), (410, "notFound"), (200, "unclear"), (400, "unclear")]:
            yield case(
                f"not-found-{code}-{status}-of-404-and-410", verdict, status=status, body=body, profile=listed
            )
    body = '{"code":"NOT_FOUND","message":"m"}'
    for status in [200, 404]:
        yield case(f"not-found-unlisted-{status}", "unclear", status=status, body=body, profile=BY_REF)
    body_with_both = f'{{"code":"NOT_FOUND","message":"m","data":{compact(FOUND)}}}'
    for status in [200, 404]:
        yield case(f"not-found-with-a-transaction-{status}", "unclear", status=status, body=body_with_both)
    waiting = f'{{"code":"NOT_FOUND","data":{compact({**FOUND, "status": "pending"})}}}'
    yield case("not-found-with-a-pending-one", "unclear", body=waiting)
    for name, data in {"null": "null", "empty": "{}", "empty-list": "[]"}.items():
        yield case(f"not-found-with-{name}-data", "notFound", body=f'{{"code":"NOT_FOUND","data":{data}}}')
    yield from not_found_beside_blanks()


def not_found_beside_blanks():
    """A service that writes a blank transaction, or repeats the request, has found nothing all the same."""
    request = {"identity_code": "C-1", "purpose_of_transaction": "INV-0001"}
    zero = {name: "" if isinstance(value, str) else 0 for name, value in FOUND.items()}
    blank = {
        **BLANK,
        "zero-transaction": compact(zero),
        "null-transaction": compact(dict.fromkeys(FOUND)),
        "request": compact(request),
        "half-of-the-request": '{"identity_code":"C-1"}',
        "request-in-a-zero-transaction": compact({**zero, **request}),
    }
    telling = {
        **TELLING,
        "other-request": compact({**request, "purpose_of_transaction": "INV-0002"}),
        "request-turned": compact({"identity_code": "INV-0001", "purpose_of_transaction": "C-1"}),
        "request-and-more": compact({**request, "tran_id": "T-1"}),
        "request-inside": compact({"transaction": request}),
    }
    for values, verdict in [(blank, "notFound"), (telling, "unclear")]:
        for name, data in values.items():
            body = f'{{"code":"NOT_FOUND","message":"m","data":{data}}}'
            yield case(f"not-found-beside-{name}", verdict, body=body)


def unclear():
    found = compact({"code": "SUCCESS", "message": "m", "data": FOUND})
    for status in [201, 302, 400, 401, 403, 404, 409, 422, 429, 500, 503]:
        for name, body in {"success": found, "empty": "", "html": "<html>"}.items():
            yield case(f"status-{status}-{name}", "unclear", status=status, body=body)
    for name, body in {
        "unknown": '{"code":"777","message":"m"}',
        "settlements": found.replace("SUCCESS", "000"),
        "none": "{}",
        "refusal": '{"code":"DENIED"}',
        "refusal-with-success": f'{{"code":"DENIED","data":{compact(FOUND)}}}',
    }.items():
        yield case(f"code-{name}", "unclear", body=body)


def unreadable_answers():
    for name, body, finding in unreadable.bodies():
        if name in [
            "empty",
            "truncated-after-value",
            "html",
            "key-twice",
            "bad-utf8-overlong",
            "33-levels-arrays",
        ]:
            yield case(f"unreadable-{name}", "unclear", body=body, finding=finding["code"])
    for field in TRANSACTION:
        if field in NOT_DECISIVE:
            yield case(f"settled-without-{field}", "settled", found={field: None})
            yield case(f"settled-with-null-{field}", "settled", found={field: None}, keeps_null=True)
        elif field == "purpose_of_transaction":
            yield case(f"different-without-{field}", "different", [f"{field} absent"], found={field: None})
        else:
            lacking = {name: value for name, value in FOUND.items() if name != field}
            body = compact({"code": "SUCCESS", "message": "m", "data": lacking})
            yield case(f"unreadable-without-{field}", "unclear", body=body, finding="required")
    for name, data in {"absent": "", "null": ',"data":null'}.items():
        body = f'{{"code":"SUCCESS","message":"m"{data}}}'
        yield case(f"unreadable-data-{name}", "unclear", body=body, finding="required")
    wrong = {**FOUND, "tran_amount": "40,000"}
    body = compact({"code": "SUCCESS", "message": "m", "data": wrong})
    yield case("unreadable-amount", "unclear", body=body, finding="invalid_decimal")


STEPS = {
    "settled": None,
    "notFound": "verifyAgain",
    "pending": "verifyAgain",
    "different": "askService",
    "failed": "askService",
}
BILL = bill()


def case(
    name,
    verdict,
    mismatches=(),
    bill=BILL,
    found=None,
    profile=PROFILE,
    status=200,
    body=None,
    finding=None,
    keeps_null=False,
):
    """`found` changes the matching transaction; `finding` is the code of an unreadable body."""
    request = settlement_lookup(bill, profile)
    transaction = body is None
    if transaction:
        matching = {**FOUND, **request, "tran_amount": bill["total_amount"], "currency": bill["currency"]}
        members = {**matching, **(found or {})}
        data = {key: value for key, value in members.items() if value is not None or keeps_null}
        body = compact({"code": "SUCCESS", "message": "Transaction found", "data": data})
    expected = {"verdict": verdict, "next_step": STEPS.get(verdict, "verifyAgain")}
    if verdict == "different":
        expected["mismatches"] = [dict(zip(("field", "code"), text.split(" "))) for text in mismatches]
    expected["tran_id"] = data["tran_id"] if transaction else None
    if verdict == "unclear" and not transaction:
        expected |= failure(status, body, finding, profile, request)
    return (
        {
            "id": f"lookups/{name}",
            "profile": profile,
            "bill": bill,
            "request_body": compact(request),
            "status": status,
        }
        | ({"body": body} if isinstance(body, str) else body)
        | {"expected": expected}
    )


def failure(status, body, finding, profile, asked):
    if finding:
        step = when_unreadable("verification", finding)
        return {"next_step": step, "error": {"kind": "unreadable", "code": finding}}
    kind, code, next_step = meaning("verification", status, body, profile, asked)
    return {"next_step": next_step, "error": {"kind": kind, "code": code}}
