"""Builds cases of responses.json."""

from answers import meaning, when_unreadable
from blank import has_word
from reading import data_of_error, parsed, response, words_of_error

LOOKUP = {"settlementLookup": {"identity_code": "ref_id", "purpose_of_transaction": "ref_id"}}
# The request of a case that states none, and that names no other subject.
SHOP = {"supplier_sync_code": "S-1", "name": "Sok Dara Store"}
SEARCH = {"identity_code": "INV-0001", "purpose_of_transaction": "INV-0001"}


def outcome(name, operation, body, told=None, profile=None, request=None, status=200, warnings=(), link=None):
    """A success. `told` is what JavaScript shows beyond the response; `warnings` are those about a link."""
    read, found = response(operation, body)
    warnings = [*found, *(dict(zip(("path", "code"), text.split(" "))) for text in warnings)]
    shown = {"response": read} if operation == "settlement" else read
    case = head(name, operation, status, {"body": body}, profile, request)
    if operation == "onboarding":
        told = {"outcome": "onboarded", **(told or {})}
        case["link"] = link
    return case | {"outcome": {**(told or {}), "warnings": warnings, **shown}}


def failure(name, operation, status, body, error, profile=None, request=None, is_another=False):
    """`is_another` says that the answer is about another subject, of which nothing is kept."""
    text = body["body"] if isinstance(body, dict) and "body" in body else body
    data = data_of_error(operation, text) if isinstance(text, str) and not is_another else None
    if error["kind"] == "unreadable" and isinstance(text, str):
        error = error | words_of_error(text)
    if isinstance(body, str):
        body = {"body": body}
    case = head(name, operation, status, body, profile, request)
    return case | {"error": error | ({} if data is None else {"data": data})}


def head(name, operation, status, body, profile, request):
    case = {"id": f"responses/{operation}-{name}", "operation": operation}
    if profile is not None:
        case["profile"] = profile
    request = request or subject(operation, body.get("body", ""))
    if request:
        case["request"] = request
    return case | {"status": status} | body


def subject(operation, body):
    """A request about the subject of the answer, where the usual one is about another."""
    try:
        members = parsed(body)
    except (ValueError, RecursionError):
        return None
    data = members.get("data") if isinstance(members, dict) else None
    usual = {"onboarding": SHOP, "verification": SEARCH, "settlement": {}}[operation]
    named = {} if not isinstance(data, dict) else {key: data.get(key) for key in usual if key != "name"}
    named = {key: str(value) for key, value in named.items() if isinstance(value, str) and has_word(value)}
    request = {**usual, **named}
    return request if request != usual else None


def undetermined(code, next_step, **said):
    return {"kind": "undetermined", "code": code, "next_step": next_step, **said}


def rejected(**said):
    return {"kind": "rejected", "code": "refused", "next_step": "fixRequest", **said}


def unreadable(operation, finding):
    step = when_unreadable(operation, finding["code"])
    return {"kind": "unreadable", "code": finding["code"], "next_step": step, "violations": [finding]}


def judged(name, operation, status, body, profile=None, request=None):
    """A failure with the meaning of answers.py, and the words of the body."""
    kind, code, next_step = meaning(operation, status, body, profile)
    if kind == "outcome":
        return outcome(name, operation, body, {"outcome": code}, profile, request, status)
    error = {"kind": kind, "code": code, "next_step": next_step, **words_of_error(body)}
    return failure(name, operation, status, body, error, profile, request)
