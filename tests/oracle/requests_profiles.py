"""Wire profiles: the options that the interface leaves open."""

from request_cases import accepted, bill, bill_accepted, bill_in_usd, bill_refused, refused, search, supplier
from requests_accepted import FULL


def cases():
    for name, profile in {
        "destinationKey": {"destinationKey": "settle_to"},
        "lineItemKey": {"lineItemKey": "item_mame"},
        "dateStyle-seconds": {"dateStyle": "seconds"},
        "signingOffset": {"signingOffset": "+07:00"},
        "totalAmountKhrAs-number": {"totalAmountKhrAs": "number"},
        "several": {"destinationKey": "settle_to", "dateStyle": "seconds", "signingOffset": "-03:30"},
        "all-defaults": {
            "destinationKey": "settlement_to",
            "lineItemKey": "item_name",
            "verificationAuth": "token",
            "dateStyle": "millis",
            "signingOffset": "+00:00",
            "totalAmountKhrAs": "text",
            "sendEmptyText": False,
            "settlementLookup": None,
            "dateOffset": "+00:00",
            "totalAmountKhrRounding": "exact",
            "verificationTranId": "tran_id",
            "compareTotals": False,
            "nothingHappenedStatuses": [400, 401, 403, 422, 429],
            "notFoundCodes": {},
            "pendingStatuses": {},
            "successStatuses": {"bill": ["success"], "payment": ["success"], "transaction": ["success"]},
            "failedStatuses": {},
        },
    }.items():
        yield bill_accepted(f"profile-{name}", FULL["settlement"], profile=profile)
    yield from switches()
    yield from date_styles()
    yield from years()
    yield from empty_text()
    for name, request in {"minimal": search(), "full": FULL["verification"]}.items():
        yield accepted(
            f"profile-bearer-{name}", "verification", request, profile={"verificationAuth": "bearer"}
        )


def switches():
    seconds = bill(date="2026-01-31T17:00:00.999Z", due_date="2026-02-01T00:00:01.001+07:00")
    yield bill_accepted("profile-seconds-truncates", seconds, profile={"dateStyle": "seconds"})
    year_end = bill(date="2025-12-31T17:00:00.000Z")
    yield bill_accepted("profile-digits-in-next-year", year_end, profile={"signingOffset": "+07:00"})
    computed = bill_in_usd(total_amount=3, exchange_rate_khr="4099.50")
    number = {"totalAmountKhrAs": "number"}
    yield bill_accepted("profile-number-computed", computed, profile=number)
    request = bill(total_amount_khr="40000.00")
    yield bill_accepted("profile-number-given", request, profile=number)
    # The caller's name of a field does not change with its key on the wire.
    missing = bill(settlement_to=None)
    profile = {"destinationKey": "settle_to"}
    yield bill_refused("profile-destinationKey-missing", missing, ["settlement_to required"], profile)
    renamed = bill(settle_to="S-1")
    yield bill_refused("profile-destinationKey-as-input", renamed, ["settle_to unknown_field"], profile)
    line = bill(details=[{"item_mame": "Rice"}])
    profile = {"lineItemKey": "item_mame"}
    yield bill_refused("profile-lineItemKey-as-input", line, ["details[0].item_mame unknown_field"], profile)
    last = bill(date="9999-12-31T17:00:00Z")
    violations = ["date year_out_of_range"]
    yield bill_refused("profile-digits-beyond-9999", last, violations, {"signingOffset": "+07:00"})
    first = bill(date="0000-01-01T00:00:00Z")
    yield bill_refused("profile-digits-before-0000", first, violations, {"signingOffset": "-00:30"})


STYLES = "millis seconds offset_millis offset_seconds local_millis local_seconds date".split()


def date_styles():
    """The signature's digits do not depend on the style of the body's dates."""
    for style in STYLES:
        for name, date in {
            "utc": "2026-01-31T17:00:00.250Z",
            "east": "2026-02-01T00:30:59.999+07:00",
            "west": "2026-01-31T13:30:00-03:30",
            "zero": "2026-01-31T17:00:00.5+00:00",
            "minus-zero": "2026-01-31T17:00:00-00:00",
            "year-end": "2025-12-31T23:59:59.001Z",
        }.items():
            request = bill(date=date, due_date="2027-01-01T00:00:00.000+07:00")
            # A date alone needs its zone.
            profile = {"dateStyle": style} | ({"dateOffset": "+00:00"} if style == "date" else {})
            yield bill_accepted(f"profile-date-{style}-{name}", request, profile=profile)
            for zone in ["+07:00", "-09:30"]:
                profile = {"dateStyle": style, "dateOffset": zone}
                yield bill_accepted(f"profile-date-{style}-{name}-at-{zone}", request, profile=profile)
    both = {"dateStyle": "local_seconds", "dateOffset": "+07:00", "signingOffset": "-03:30"}
    yield bill_accepted("profile-date-and-digits", bill(), profile=both)


def years():
    """The year must have four digits in UTC, in the zone of the digits, and in the zone of the body."""
    last, first = "9999-12-31T17:00:00Z", "0000-01-01T00:00:00Z"
    for style in STYLES:
        is_local = style in ["local_millis", "local_seconds", "date"]
        for name, date, zone in [("beyond-9999", last, "+07:00"), ("before-0000", first, "-00:30")]:
            profile = {"dateStyle": style, "dateOffset": zone}
            for field in ["date", "due_date"]:
                title = f"profile-{style}-{name}-{field}"
                if is_local:
                    noon = "2000-01-01T00:00:00Z"
                    request = bill(**{"date": noon, "due_date": noon, field: date})
                    yield bill_refused(title, request, [f"{field} year_out_of_range"], profile)
                else:
                    # A due date is not before its date.
                    request = bill(**{"date": first, "due_date": last, field: date})
                    yield bill_accepted(title, request, profile=profile)
        moment = "9999-12-31T16:59:59.999Z"
        profile = {"dateStyle": style, "dateOffset": "+07:00"}
        near = bill(date=moment, due_date=moment)
        yield bill_accepted(f"profile-{style}-last-moment", near, profile=profile)
    for style in ["offset_millis", "offset_seconds"]:
        for name, date in {
            "beyond-9999": "9999-12-31T23:59:59-01:00",
            "before-0000": "0000-01-01T00:00:00+00:01",
        }.items():
            title, violations = f"profile-{style}-{name}-in-utc", ["date year_out_of_range"]
            yield bill_refused(title, bill(date=date), violations, {"dateStyle": style})


def empty_text():
    profile = {"sendEmptyText": True}
    request = search(tran_id="", bank_ref="")
    yield accepted("profile-sendEmptyText", "verification", request, profile=profile)
    request = supplier(name_kh="", address="", bank_id="", return_url="", currency="KHR")
    yield accepted("profile-sendEmptyText", "onboarding", request, profile=profile)
    request, needs = supplier(bank_id="B-9", return_url=""), ["return_url required_with_bank_id"]
    yield refused("profile-sendEmptyText-with-bank_id", "onboarding", request, needs, profile)
    request = supplier(name="")
    yield refused("profile-sendEmptyText-required", "onboarding", request, ["name empty"], profile)
