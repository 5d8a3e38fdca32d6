"""The meaning of an answer, from HTTP status, body and profile.

The body outweighs the status of an operation that changes something. After a success code, an unknown code or a code
without a meaning, the result is uncertain. The status decides only if the body has no code, or a listed refusal.
"""

import json

OPERATIONS = ["onboarding", "settlement", "verification"]
CHANGES = ["onboarding", "settlement"]
OWN_SUCCESS = {"onboarding": "000", "settlement": "000", "verification": "SUCCESS"}
WITHOUT_MEANING = {"onboarding": ["310", "312", "1"], "settlement": [], "verification": []}
NOTHING_HAPPENED = [400, 401, 403, 422, 429]
# A body that is not JSON, or has the wrong shape, has it on every attempt. A truncated one may be cut off in transit.
CUT_OFF = ["invalid_json", "invalid_utf8"]


def when_unsure(operation, profile=None):
    if operation == "verification":
        return "verifyAgain"
    looks_up = operation == "settlement" and (profile or {}).get("settlementLookup")
    return "verifyFirst" if looks_up else "askService"


def when_unreadable(operation, code, profile=None):
    if operation == "verification" and code not in CUT_OFF:
        return "askService"
    return when_unsure(operation, profile)


def meaning(operation, status, body, profile=None):
    """Returns kind, code and next step of an answer that is not a readable success."""
    profile = profile or {}
    unsure = when_unsure(operation, profile)
    says, tells_success = said(operation, body, profile)
    denies = says in ["refusal", "not found"]
    if says == "refusal" and not tells_success and (status == 200 or 400 <= status < 500):
        return "rejected", "refused", "fixRequest"
    if status == 200:
        if denies and tells_success:
            return "undetermined", "contradictory", unsure
        code = {
            "not found": "not_found", "without meaning": "code_without_meaning", "unknown": "unknown_code",
            "nothing": "missing_code",
        }[says]
        return "undetermined", code, unsure
    if 300 <= status < 400:
        return "undetermined", "redirect", unsure
    if operation in CHANGES:
        has_happened = says == "success" or (tells_success and says in ["refusal", "not found", "nothing"])
        if status >= 400 and has_happened:
            return "undetermined", "contradictory", unsure
    if 400 <= status < 500 and says == "not found" and not tells_success:
        return "undetermined", "not_found", unsure
    return "undetermined", "http_status", step_of_status(operation, status, says, tells_success, profile)


def step_of_status(operation, status, says, tells_success, profile):
    if operation == "verification":
        decides = status in [400, 401, 403, 422]
    else:
        decides = says in ["nothing", "refusal"] and not tells_success
        decides = decides and status in profile.get("nothingHappenedStatuses", NOTHING_HAPPENED)
    if not decides:
        return when_unsure(operation, profile)
    if status in [401, 403, 407]:
        return "fixCredentials"
    if status in [408, 425, 429] or status >= 500:
        return "sendAgain"
    return "fixRequest"


def said(operation, body, profile):
    """Returns the meaning of the code, and whether a status inside `data` means success."""
    try:
        members = json.loads(body, object_pairs_hook=without_duplicates)
    except ValueError:
        return ("illegible" if may_contain_a_code(body) else "nothing"), False
    if not isinstance(members, dict):
        return ("illegible" if may_contain_a_code(body) else "nothing"), False
    code = members.get("code")
    if code is not None and (isinstance(code, bool) or not isinstance(code, (str, int))):
        return "illegible", False
    return meaning_of_code(operation, code, profile), any_success(members.get("data"), successes(profile))


def meaning_of_code(operation, code, profile):
    if code is None:
        return "nothing"
    code = str(code)
    listed = lambda setting: code in profile.get(setting, {}).get(operation, [])
    if code == OWN_SUCCESS[operation] or listed("successCodes"):
        return "success"
    if listed("refusalCodes"):
        return "refusal"
    if listed("notFoundCodes"):
        return "not found"
    return "without meaning" if code in WITHOUT_MEANING[operation] else "unknown"


def successes(profile):
    given = profile.get("successStatuses", {})
    return {text for name in ["bill", "payment", "transaction"] for text in given.get(name, ["success"])}


def any_success(value, known):
    if isinstance(value, list):
        return any(any_success(item, known) for item in value)
    if not isinstance(value, dict):
        return False
    return any(
        item in known if key == "status" and isinstance(item, str) else any_success(item, known)
        for key, item in value.items()
    )


def may_contain_a_code(body):
    """Truncated JSON may have had any code; HTML and plain words have none."""
    text = body.lstrip(" \t\r\n\f\0\ufeff")
    return text[:1] in ("{", "[") or '"code"' in text


def without_duplicates(pairs):
    if len({key for key, _ in pairs}) < len(pairs):
        raise ValueError("duplicate key")
    return dict(pairs)
