"""Builds cases of responses.json."""

import json

from answers import meaning, when_unreadable, without_duplicates

LOOKUP = {"settlementLookup": {"identity_code": "ref_id", "purpose_of_transaction": "ref_id"}}


def outcome(name, operation, body, expected, profile=None):
    return head(name, operation, 200, {"body": body}, profile) | {"outcome": expected}


def failure(name, operation, status, body, error, profile=None):
    if error["kind"] == "unreadable":
        error = error | said(body, *error["violations"])
    if isinstance(body, str):
        body = {"body": body}
    return head(name, operation, status, body, profile) | {"error": error}


def said(body, finding):
    """The service's words are kept if code and message are readable."""
    in_the_text = finding["path"] == ""
    in_a_word = finding["path"] in ["code", "message"] and finding["code"] == "wrong_type"
    if in_the_text or in_a_word:
        return {}
    text = body["body"] if isinstance(body, dict) else body
    members = json.loads(text.removeprefix("\ufeff"))
    names = {"code": "response_code", "message": "message_en", "message_kh": "message_kh"}
    words = {names[key]: members[key] for key in names if isinstance(members.get(key), (str, int))}
    if not isinstance(words.get("message_kh", ""), str):
        del words["message_kh"]
    return {name: str(word) for name, word in words.items() if not isinstance(word, bool)}


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
    step = when_unreadable(operation, finding["code"])
    return {"kind": "unreadable", "code": finding["code"], "next_step": step, "violations": [finding]}


def judged(name, operation, status, body, profile=None):
    """A failure with the meaning of answers.py, and the words of the body."""
    kind, code, next_step = meaning(operation, status, body, profile)
    error = {"kind": kind, "code": code, "next_step": next_step, **words(body)}
    return failure(name, operation, status, body, error, profile)


def words(body):
    """Returns the service's words if the body is readable."""
    try:
        members = json.loads(body.removeprefix("\ufeff"), object_pairs_hook=without_duplicates)
    except ValueError:
        return {}
    return said(body, {"path": "data", "code": "none"}) if isinstance(members, dict) else {}
