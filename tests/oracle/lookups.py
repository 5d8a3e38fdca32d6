"""Cases of lookups.json: a bill whose settlement is uncertain, and the verdict of its lookup."""

from datetime import UTC, datetime, timedelta, timezone
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
    "and body (body_base64 if it is not UTF-8) of the answer, and the time of the first attempt to settle the bill "
    "(absent: not compared). Then the verdict, its next step (null if nothing is "
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
        early(),
        days(),
        unreadable_dates(),
        without_date(),
        amounts_of_the_profile(),
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
        ("day", "date", "yyyy-MM-dd", "+00:00", "2026-01-31"),
        ("day-in-zone", "date", "yyyy-MM-dd", "+07:00", "2026-02-01"),
        ("minute-west", "date", "yyyy-MM-dd HH:mm", "-09:30", "2026-01-31 10:35"),
        ("digits", "date", "yyyyMMddHHmmss", None, "20260131200509"),
        ("european", "date", "dd/MM/yyyy", "+07:00", "01/02/2026"),
        ("timestamp", "date", "yyyy-MM-ddTHH:mm:ss", "+07:00", "2026-02-01T03:05:09"),
        ("hour", "date", "yyyyMMddHH", None, "2026013120"),
        ("month", "date", "yyyy.MM", "+00:00", "2026.01"),
        ("words-apart", "date", "dd_MM yyyy", "Z", "31_01 2026"),
        ("due", "due_date", "yyyy-MM-dd", "+00:00", "2026-12-31"),
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
    profile = {**PROFILE, "settlementLookup": described, "dateOffset": "+00:00"}
    yield case("date-numeric", "settled", profile=profile, found=numeric)


CAMBODIA = timezone(timedelta(hours=7))
IN_CAMBODIA = {**PROFILE, "tranDateOffset": "+07:00"}
FORMS = {
    "iso": "%Y-%m-%dT%H:%M:%S",
    "iso-millis": "%Y-%m-%dT%H:%M:%S.000",
    "space": "%Y-%m-%d %H:%M:%S",
    "minutes": "%Y/%m/%d %H:%M",
    "compact": "%Y%m%d%H%M%S",
    "offset": "%Y-%m-%dT%H:%M:%S%z",
    "offset-hours": "%Y-%m-%d %H:%M:%S+07",
    "day-first": "%d/%m/%Y %H:%M",
    "day-first-dashes": "%d-%m-%Y %H:%M:%S",
    "seconds": None,
    "milliseconds": None,
}
# The clocks of the service and the merchant may differ. A time without a zone may be of any zone.
CLOCKS, ANY_ZONE = timedelta(minutes=5), timedelta(days=1)


def written(form, moment):
    if form == "seconds":
        return Number(str(int(moment.timestamp())))
    if form == "milliseconds":
        return str(int(moment.timestamp() * 1000))
    return moment.strftime(FORMS[form])


def early(attempt=datetime(2026, 2, 1, 0, 30, tzinfo=CAMBODIA)):
    """A transaction from before the first attempt is another one, whatever the form of its date."""
    wrong = ["tran_date different"]
    old = datetime(2019, 1, 20, 8, 0, tzinfo=CAMBODIA)
    for form in FORMS:
        profile = {**IN_CAMBODIA, "tranDateDayFirst": form.startswith("day-first")}
        found = {"tran_date": written(form, old)}
        yield case(f"early-{form}", "different", wrong, found=found, profile=profile, first=attempt)
        names_zone = form in ["offset", "offset-hours", "seconds", "milliseconds"]
        for name, offset in {"in-zone": "+07:00", "in-any-zone": None}.items():
            by = {**profile, "tranDateOffset": offset}
            is_known = bool(offset) or names_zone
            tolerance, zone = (CLOCKS, CAMBODIA) if is_known else (ANY_ZONE, UTC)
            for title, distance, mismatches in [
                ("within", tolerance, []),
                ("beyond", tolerance + timedelta(minutes=1), wrong),
            ]:
                found = {"tran_date": written(form, (attempt - distance).astimezone(zone))}
                verdict = "different" if mismatches else "settled"
                title = f"early-{form}-{name}-{title}"
                yield case(title, verdict, mismatches, found=found, profile=by, first=attempt)
    for status in ["failed", "pending", "unheard of"]:
        found = {"tran_date": written("space", old), "status": status}
        title = f"early-and-{status}".replace(" ", "_")
        yield case(title, "different", wrong, found=found, profile=IN_CAMBODIA, first=attempt)
    yield case("early-not-compared", "settled", found={"tran_date": written("iso", old)}, profile=IN_CAMBODIA)
    found = {"tran_date": written("iso", old), "tran_amount": 1}
    wrong = ["tran_amount different", "tran_date different"]
    yield case("early-of-another-amount", "different", wrong, found=found, profile=IN_CAMBODIA, first=attempt)


def days():
    """A date alone is its whole day: a transaction of the day of the first attempt is not early."""
    for form, text in {"dashes": "2026-02-01", "compact": "20260201", "day-first": "01/02/2026"}.items():
        for title, attempt, offset, is_early in [
            ("morning", "2026-02-01T00:00:00+07:00", "+07:00", False),
            ("evening", "2026-02-01T23:59:59+07:00", "+07:00", False),
            ("clocks", "2026-02-02T00:04:59.999+07:00", "+07:00", False),
            ("next-day", "2026-02-02T00:05:00+07:00", "+07:00", True),
            ("next-day-in-utc", "2026-02-02T00:05:00+07:00", "+00:00", False),
            ("any-zone", "2026-02-02T23:59:59.999Z", None, False),
            ("any-zone-day-after", "2026-02-03T00:00:00Z", None, True),
        ]:
            profile = {**PROFILE, "tranDateOffset": offset, "tranDateDayFirst": form == "day-first"}
            wrong = ["tran_date different"] if is_early else []
            verdict = "different" if is_early else "settled"
            found = {"tran_date": text}
            title = f"early-day-{form}-{title}"
            first = datetime.fromisoformat(attempt.replace("Z", "+00:00"))
            yield case(title, verdict, wrong, found=found, profile=profile, first=first)


ATTEMPT = datetime(2026, 1, 31, 17, 0, tzinfo=UTC)


def unreadable_dates():
    """A date that cannot be read may be that of an older transaction: the lookup is neither settled nor different."""
    for name, text in {
        "word": "yesterday",
        "day-first": "20/01/2019 08:00:00",
        "day-first-dashes": "20-01-2019",
        "day-first-ambiguous": "02/01/2026 08:00",
        "digits-12": "201901200800",
        "khmer": KHMER,
        "month-13": "2019-13-01",
        "second-60": "2019-01-20T08:00:60",
        "number": Number("7"),
        "one": "1",
    }.items():
        found = {"tran_date": text}
        yield case(
            f"unreadable-date-{name}", "unclear", found=found, first=ATTEMPT, finding="unreadable_date"
        )
    for status in ["failed", "pending", "unheard of"]:
        found = {"tran_date": "yesterday", "status": status}
        title = f"unreadable-date-and-{status}".replace(" ", "_")
        yield case(title, "unclear", found=found, first=ATTEMPT, finding="unreadable_date")
    found = {"tran_date": "yesterday"}
    yield case("unreadable-date-without-attempt", "unclear", found=found, finding="unreadable_date")
    day_first = {**IN_CAMBODIA, "tranDateDayFirst": True}
    month_first = {"tran_date": "01/20/2019 08:00"}
    title = "unreadable-date-month-first"
    yield case(
        title, "unclear", found=month_first, profile=day_first, first=ATTEMPT, finding="unreadable_date"
    )
    other = {"tran_date": "yesterday", "currency": "USD"}
    wrong = ["currency different"]
    yield case("unreadable-date-of-another", "different", wrong, found=other, first=ATTEMPT)


def without_date():
    """No date compares nothing, also where a service writes zeros for none."""
    for name, text in {
        "empty": "",
        "blank": " \u200b",
        "null": None,
        "zero": Number("0"),
        "zero-text": "0",
        "zeros": "0000-00-00 00:00:00",
        "year-1": "0001-01-01T00:00:00Z",
    }.items():
        found = {"tran_date": text}
        yield case(f"date-{name}", "settled", found=found, first=ATTEMPT, keeps_null=True)
    yield case("date-absent", "settled", found={"tran_date": None}, first=ATTEMPT)


def amounts_of_the_profile():
    """Which amount is the bill's, and in how many places the service computes, is a setting for lookups as well."""
    inside = {"tran_amount": 39500, "fee_amount": 500, "total_amount": 40000}
    paid = {**PROFILE, "paidAmount": "total_amount"}
    yield case("paid-total", "settled", found=inside, profile=paid)
    yield case("paid-total-by-default", "different", ["tran_amount different"], found=inside)
    on_top = {"total_amount": 40500}
    yield case("paid-total-other", "different", ["total_amount different"], found=on_top, profile=paid)
    noisy = {"tran_amount": Number("39999.999999999993")}
    yield case("places", "settled", found=noisy, profile={**PROFILE, "amountPlaces": {"KHR": 0}})
    yield case("places-by-default", "different", ["tran_amount different"], found=noisy)


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
        if name in "empty truncated-after-value html key-twice bad-utf8-overlong 33-levels-arrays".split():
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
    first=None,
):
    """`found` changes the matching transaction; `finding` is the code of an unreadable body or date."""
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
    if transaction and finding:
        expected |= {"next_step": "askService", "error": {"kind": "unreadable", "code": finding}}
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
        | ({"first_attempt": first.isoformat(timespec="milliseconds")} if first else {})
        | {"expected": expected}
    )


def failure(status, body, finding, profile, asked):
    if finding:
        step = when_unreadable("verification", finding)
        return {"next_step": step, "error": {"kind": "unreadable", "code": finding}}
    kind, code, next_step = meaning("verification", status, body, profile, asked)
    return {"next_step": next_step, "error": {"kind": kind, "code": code}}
