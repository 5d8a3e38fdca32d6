"""How a case of responses.json is made."""

LOOKUP = {"settlementLookup": {"identity_code": "ref_id", "purpose_of_transaction": "ref_id"}}
OTHERWISE = {"onboarding": "askService", "settlement": "askService", "verification": "sendAgain"}


def outcome(name, operation, body, expected, profile=None):
    return head(name, operation, 200, {"body": body}, profile) | {"outcome": expected}


def failure(name, operation, status, body, error, profile=None):
    if isinstance(body, str):
        body = {"body": body}
    return head(name, operation, status, body, profile) | {"error": error}


def head(name, operation, status, body, profile):
    case = {"id": f"responses/{operation}-{name}", "operation": operation}
    if profile is not None:
        case["profile"] = profile
    return case | {"status": status} | body


def undetermined(code, next_step, **said):
    return {"kind": "undetermined", "code": code, "next_step": next_step, **said}


def rejected(**said):
    return {"kind": "rejected", "code": "refused", "next_step": "fixRequest", **said}


def unreadable(operation, finding):
    error = {"kind": "unreadable", "code": finding["code"], "next_step": OTHERWISE[operation]}
    return error | {"violations": [finding]}
