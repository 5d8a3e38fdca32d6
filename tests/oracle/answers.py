"""The meaning of an answer, from HTTP status, body and profile.

The body outweighs the status of an operation that changes something. After a success code, an unknown code or a code
without a meaning, the result is uncertain. The status decides only if the body has no code, or a listed refusal.
"""

import json

from blank import has_word, says_nothing_new
from reading import without_duplicates

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


def when_lost(operation, profile=None):
    """An answer that was lost, cut off or without a code says less than one that nobody understands."""
    may_repeat = operation == "onboarding" and (profile or {}).get("onboardingMayRepeat")
    return "sendAgain" if may_repeat else when_unsure(operation, profile)


def when_unreadable(operation, code, profile=None):
    if code in CUT_OFF:
        return when_lost(operation, profile)
    if operation == "verification" and code not in CUT_OFF:
        return "askService"
    return when_unsure(operation, profile)


def meaning(operation, status, body, profile=None, asked=None):
    """Returns kind, code and next step of an answer that is not a readable success."""
    profile = profile or {}
    unsure, lost = when_unsure(operation, profile), when_lost(operation, profile)
    says = said(operation, body, profile, asked or {})
    if says == "refusal" and (status == 200 or 400 <= status < 500):
        return "rejected", "refused", "fixRequest"
    if says == "contradiction" and status == 200:
        return "undetermined", "contradictory", unsure
    if says == "not found" and status in profile.get("notFoundStatuses", [200]):
        return "undetermined", "not_found", unsure
    if says == "exists" and (status == 200 or status >= 400):
        if operation == "onboarding":
            return "outcome", "existsAlready", None
        return "undetermined", "exists_already", unsure
    if status == 200:
        code = {
            "without meaning": "code_without_meaning",
            "unknown": "unknown_code",
            "not found": "unknown_code",
            "nothing": "missing_code",
            "success without code": "missing_code",
        }[says]
        return "undetermined", code, lost if code == "missing_code" else unsure
    if 300 <= status < 400:
        return "undetermined", "redirect", unsure
    has_happened = says in ["success", "success without code", "contradiction"]
    if operation in CHANGES and status >= 400 and has_happened:
        return "undetermined", "contradictory", lost if status >= 500 else unsure
    return "undetermined", "http_status", step_of_status(operation, status, says, profile)


def step_of_status(operation, status, says, profile):
    if operation == "verification":
        decides = status in [400, 401, 403, 422]
    else:
        decides = says in ["nothing", "refusal"]
        decides = decides and status in profile.get("nothingHappenedStatuses", NOTHING_HAPPENED)
    if not decides:
        may_be_lost = status in [408, 425, 429] or status >= 500
        return when_lost(operation, profile) if may_be_lost else when_unsure(operation, profile)
    if status in [401, 403, 407]:
        return "fixCredentials"
    if status in [408, 425, 429] or status >= 500:
        return "sendAgain"
    return "fixRequest"


def said(operation, body, profile, asked):
    """Returns what the body says, before the status counts."""
    unread = "illegible" if may_contain_a_code(body) else "nothing"
    try:
        members = json.loads(body.removeprefix("\ufeff"), object_pairs_hook=without_duplicates)
    except ValueError:
        return unread
    members = {} if members == [] else members
    if not isinstance(members, dict):
        return unread
    code = members.get("code")
    if code is not None and (isinstance(code, bool) or not isinstance(code, (str, int))):
        return "illegible"
    says, data = meaning_of_code(operation, code, profile), members.get("data")
    if says == "not found":
        return says if says_nothing_new(data, asked) else "contradiction"
    if says == "refusal":
        return "contradiction" if tells_success(data, profile) else says
    if says == "nothing":
        return "success without code" if tells_success(data, profile) else says
    return says


def tells_success(data, profile):
    """Any status inside data means success, or that of the bill or the payment is not blank or declared failed."""
    if any_success(data, successes(profile)):
        return True
    if not isinstance(data, dict):
        return False
    for name in ["bill", "payment"]:
        holder = data.get(name)
        status = holder.get("status") if isinstance(holder, dict) else None
        if has_word(status) and status not in profile.get("failedStatuses", {}).get(name, []):
            return True
    return False


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
    if listed("existsAlreadyCodes"):
        return "exists"
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
    first = next((letter for letter in body if "!" <= letter <= "~"), "")
    return first in ("{", "[") or '"code"' in body
