"""Builds cases of requests.json: accepted with the computed body, or refused with the stated violations."""

from request_bodies import body_of, headers_of

PATHS = {
    "onboarding": "/on_boarding/on_boarding_supplier",
    "settlement": "/bill_payment/push_bill_with_payment",
    "verification": "/transaction/v2/verify",
}
LEFT_OUT = object()
# `strict` requires the shapes of the three codes.
# An error lists at most this number of violations, and counts the others.
LISTED = 100
PREFIXES = {"ref_id": "INV-", "customer_sync_code": "C-", "settlement_to": "S-"}


def accepted(name, operation, request, warnings=(), profile=None, strict=None):
    """Each warning is written "path code"."""
    case = head(name, operation, request, profile, strict)
    case["method"] = "POST"
    case["path"] = PATHS[operation]
    case["headers"] = headers_of(operation, profile or {})
    case["body"] = body_of(operation, request, profile or {})
    case["warnings"] = findings(warnings)
    return case


def bill_accepted(name, request, *more, **others):
    return accepted(name, "settlement", request, *more, **others)


def bill_refused(name, request, *more, **others):
    return refused(name, "settlement", request, *more, **others)


def refused(name, operation, request, violations, profile=None, strict=None):
    """Each violation is written "path code"."""
    case = head(name, operation, request, profile, strict)
    case["violations"] = findings(violations[:LISTED])
    if len(violations) > LISTED:
        case["violations_omitted"] = len(violations) - LISTED
    return case


def head(name, operation, request, profile, strict):
    case = {"id": f"requests/{operation}-{name}", "operation": operation}
    if strict is not None:
        case["strict"] = strict
    if strict:
        case["code_shapes"] = {field: {"prefix": prefix} for field, prefix in PREFIXES.items()}
    if profile is not None:
        case["profile"] = profile
    case["request"] = request
    return case


def findings(texts):
    return [dict(zip(("path", "code"), text.split(" "))) for text in texts]


def with_changes(base, changes):
    return {key: value for key, value in {**base, **changes}.items() if value is not LEFT_OUT}


def supplier(**changes):
    return with_changes({"supplier_sync_code": "S-1", "name": "Sok Dara Store"}, changes)


def bill(**changes):
    return with_changes(
        {
            "ref_id": "INV-0001",
            "date": "2026-01-31T17:00:00.000Z",
            "due_date": "2026-02-28T17:00:00.000Z",
            "currency": "KHR",
            "total_amount": 40000,
            "customer_sync_code": "C-1",
            "settlement_to": "S-1",
        },
        changes,
    )


def bill_in_usd(**changes):
    return with_changes(bill(currency="USD", total_amount=100, exchange_rate_khr="4100"), changes)


def search(**changes):
    return with_changes({"identity_code": "INV-0001", "purpose_of_transaction": "2026-01-31"}, changes)


BASES = {"onboarding": supplier, "settlement": bill, "verification": search}


def needed_with(field):
    """The other fields of a request whose only fault is `field`."""
    return {"return_url": "https://b.example/"} if field == "bank_id" else {}
