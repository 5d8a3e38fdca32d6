"""Answers that are no success: codes, refusals, HTTP statuses."""

from response_cases import LOOKUP, OTHERWISE, failure, rejected, undetermined
from responses_succeeded import body_with
from samples import KHMER

OPERATIONS = ["onboarding", "settlement", "verification"]
SUCCESS_BODY = {
    "onboarding": '{"code":"000","message":"Success"}',
    "settlement": '{"code":"000","message":"Success","data":{"bill":{"status":"success"},'
                  '"payment":{"status":"success"}}}',
    "verification": body_with(),
}
SUCCESS_SAYS = {
    "onboarding": {"response_code": "000", "message_en": "Success"},
    "settlement": {"response_code": "000", "message_en": "Success"},
    "verification": {"response_code": "SUCCESS", "message_en": "Transaction found"},
}
STATUSES = [201, 202, 204, 301, 302, 303, 307, 308, 400, 401, 403, 404, 408, 409, 415, 422, 429, 500, 502, 503, 504]
STEPS = {400: "fixRequest", 422: "fixRequest", 401: "fixCredentials", 403: "fixCredentials", 429: "sendAgain"}


def cases():
    yield from codes()
    yield from labelled()
    yield from refusals()
    yield from statuses()


def codes():
    for operation in OPERATIONS:
        step = OTHERWISE[operation]
        for name, code, said in [
            ("text", '"E-17"', "E-17"),
            ("integer", "42", "42"),
            ("zero", "0", "0"),
            ("two-zeros", '"00"', "00"),
            ("four-zeros", '"0000"', "0000"),
            ("with-space", '" 000"', " 000"),
            ("lower-case", '"success"', "success"),
            ("khmer", f'"{KHMER}"', KHMER),
        ]:
            error = undetermined("unknown_code", step, response_code=said)
            yield failure(f"unknown-code-{name}", operation, 200, f'{{"code":{code}}}', error)
        for name, body, said in [
            ("empty-object", "{}", {}),
            ("null", '{"code":null,"message":"m"}', {"message_en": "m"}),
            ("with-message", '{"message":"No code"}', {"message_en": "No code"}),
            ("other-spelling", '{"Code":"000"}', {}),
        ]:
            yield failure(f"missing-code-{name}", operation, 200, body, undetermined("missing_code", step, **said))
    yield from codes_with_messages()


def codes_with_messages():
    body = '{"code":"E-17","message":"Not possible","message_kh":"មិនអាច"}'
    said = {"response_code": "E-17", "message_en": "Not possible", "message_kh": "មិនអាច"}
    yield failure("messages", "onboarding", 200, body, undetermined("unknown_code", "askService", **said))
    yield failure("messages", "settlement", 200, body, undetermined("unknown_code", "askService", **said))
    verify_first = undetermined("unknown_code", "verifyFirst", **said)
    yield failure("messages-with-lookup", "settlement", 200, body, verify_first, LOOKUP)
    missing = undetermined("missing_code", "verifyFirst")
    yield failure("missing-code-with-lookup", "settlement", 200, "{}", missing, LOOKUP)
    paid = '{"code":"001","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}'
    error = undetermined("unknown_code", "askService", response_code="001")
    yield failure("unknown-code-with-good-statuses", "settlement", 200, paid, error)
    said = {"response_code": "NOT_FOUND", "message_en": "Not found"}
    for name, data in {"without-data": "", "null-data": ',"data":null', "empty-data": ',"data":{}'}.items():
        body = f'{{"code":"NOT_FOUND","message":"Not found"{data}}}'
        error = undetermined("unknown_code", "sendAgain", **said)
        yield failure(f"unknown-code-{name}", "verification", 200, body, error)
    wrong = undetermined("unknown_code", "sendAgain", response_code="000", message_en="Transaction found")
    yield failure("code-of-the-others", "verification", 200, body_with().replace("SUCCESS", "000"), wrong)
    wrong = undetermined("unknown_code", "askService", response_code="SUCCESS")
    yield failure("code-of-verification", "onboarding", 200, '{"code":"SUCCESS"}', wrong)
    yield failure("code-of-verification", "settlement", 200, '{"code":"SUCCESS"}', wrong)


def labelled():
    for code in ["310", "312", "1"]:
        for name, written in {"text": f'"{code}"', "integer": code}.items():
            body = f'{{"code":{written},"message":"m","message_kh":"ម"}}'
            said = {"response_code": code, "message_en": "m", "message_kh": "ម"}
            error = undetermined("labelled_without_meaning", "askService", **said)
            yield failure(f"labelled-{code}-{name}", "onboarding", 200, body, error)
            # The labels are those of onboarding alone.
            error = undetermined("unknown_code", "askService", **said)
            yield failure(f"labelled-{code}-{name}", "settlement", 200, body, error)
            body = f'{{"code":{written},"message":"m"}}'
            error = undetermined("unknown_code", "sendAgain", response_code=code, message_en="m")
            yield failure(f"labelled-{code}-{name}", "verification", 200, body, error)
        error = undetermined("http_status", "fixRequest", response_code=code)
        yield failure(f"labelled-{code}-with-400", "onboarding", 400, f'{{"code":"{code}"}}', error)


def refusals():
    for operation in OPERATIONS:
        profile = {"refusalCodes": {operation: ["E-17", "42"]}}
        for status in [200, 400, 404, 409, 422]:
            error = rejected(response_code="E-17", message_en="No")
            body = '{"code":"E-17","message":"No"}'
            yield failure(f"refused-{status}", operation, status, body, error, profile)
        integer = rejected(response_code="42")
        yield failure("refused-integer", operation, 200, '{"code":42}', integer, profile)
        step = OTHERWISE[operation]
        for status, code in [(201, "http_status"), (307, "redirect"), (500, "http_status"), (503, "http_status")]:
            error = undetermined(code, step, response_code="E-17")
            yield failure(f"refusal-code-with-{status}", operation, status, '{"code":"E-17"}', error, profile)
        error = undetermined("unknown_code", step, response_code="E-18")
        yield failure("not-the-refusal-code", operation, 200, '{"code":"E-18"}', error, profile)
    profile = {"refusalCodes": {"onboarding": ["310"]}}
    error = rejected(response_code="310")
    yield failure("refused-labelled", "onboarding", 200, '{"code":310}', error, profile)
    error = undetermined("unknown_code", "askService", response_code="310")
    yield failure("refusal-code-of-another-operation", "settlement", 200, '{"code":"310"}', error, profile)
    profile = {"refusalCodes": {"settlement": ["E-17"]}, **LOOKUP}
    error = rejected(response_code="E-17", message_kh="ទេ")
    yield failure("refused-with-lookup", "settlement", 200, '{"code":"E-17","message_kh":"ទេ"}', error, profile)


def statuses():
    for operation in OPERATIONS:
        for status in STATUSES:
            yield from with_status(operation, status, OTHERWISE[operation], "", None)
    for status in STATUSES:
        yield from with_status("settlement", status, "verifyFirst", "-with-lookup", LOOKUP)


def with_status(operation, status, otherwise, suffix, profile):
    code = "redirect" if 300 <= status < 400 else "http_status"
    step = STEPS.get(status, otherwise)
    for name, body, said in [
        ("success-body", SUCCESS_BODY[operation], SUCCESS_SAYS[operation]),
        ("code-and-message", '{"code":"E","message":"m"}', {"response_code": "E", "message_en": "m"}),
        ("unreadable", "<html>Error</html>", {}),
        ("empty", "", {}),
    ]:
        error = undetermined(code, step, **said)
        yield failure(f"{status}-{name}{suffix}", operation, status, body, error, profile)
