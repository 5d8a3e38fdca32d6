"""Answers that are not a success: codes, refusals, HTTP statuses."""

from answers import CHANGES, OPERATIONS, OWN_SUCCESS
from response_cases import LOOKUP, OTHERWISE, failure, judged, rejected, undetermined
from responses_succeeded import body_with
from samples import KHMER

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
DONE = '{"bill":{"status":"success"},"payment":{"status":"success"}}'


def cases():
    yield from codes()
    yield from without_meaning()
    yield from refusals()
    yield from statuses()
    yield from bodies_that_outweigh()
    yield from every_status()
    yield from nothing_happened()
    yield from not_found()
    yield from exists_already()
    yield from statuses_of_the_profile()


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
        error = undetermined("unknown_code", "verifyAgain", **said)
        yield failure(f"unknown-code-{name}", "verification", 200, body, error)
    wrong = undetermined("unknown_code", "verifyAgain", response_code="000", message_en="Transaction found")
    yield failure("code-of-the-others", "verification", 200, body_with().replace("SUCCESS", "000"), wrong)
    wrong = undetermined("unknown_code", "askService", response_code="SUCCESS")
    yield failure("code-of-verification", "onboarding", 200, '{"code":"SUCCESS"}', wrong)
    yield failure("code-of-verification", "settlement", 200, '{"code":"SUCCESS"}', wrong)


def without_meaning():
    for code in ["310", "312", "1"]:
        for name, written in {"text": f'"{code}"', "integer": code}.items():
            body = f'{{"code":{written},"message":"m","message_kh":"ម"}}'
            said = {"response_code": code, "message_en": "m", "message_kh": "ម"}
            error = undetermined("code_without_meaning", "askService", **said)
            yield failure(f"without-meaning-{code}-{name}", "onboarding", 200, body, error)
            # Only onboarding has codes without a meaning.
            error = undetermined("unknown_code", "askService", **said)
            yield failure(f"without-meaning-{code}-{name}", "settlement", 200, body, error)
            body = f'{{"code":{written},"message":"m"}}'
            error = undetermined("unknown_code", "verifyAgain", response_code=code, message_en="m")
            yield failure(f"without-meaning-{code}-{name}", "verification", 200, body, error)
        # The interface gives these codes no meaning, and HTTP 400 adds none.
        error = undetermined("http_status", "askService", response_code=code)
        yield failure(f"without-meaning-{code}-with-400", "onboarding", 400, f'{{"code":"{code}"}}', error)


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
    yield failure("refused-without-meaning", "onboarding", 200, '{"code":310}', error, profile)
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
    reads = operation == "verification"
    if reads and status == 429:
        step = otherwise
    changed = not reads and status >= 400
    for name, body, said, code, step in [
        # An answer with a success or an unknown code is never safe to resend, and never a refusal.
        ("success-body", SUCCESS_BODY[operation], SUCCESS_SAYS[operation], "contradictory" if changed else code,
         otherwise if changed else step),
        ("code-and-message", '{"code":"E","message":"m"}', {"response_code": "E", "message_en": "m"}, code,
         step if reads else otherwise),
        ("unreadable", "<html>Error</html>", {}, code, step),
        ("empty", "", {}, code, step),
    ]:
        error = undetermined(code, step, **said)
        yield failure(f"{status}-{name}{suffix}", operation, status, body, error, profile)


# Statuses of every class, and bodies of every kind.
WEIGHED = [201, 204, 302, 400, 401, 403, 404, 408, 409, 422, 429, 500, 502, 503, 504, 599]
LISTS = {"refusalCodes": ["E-17"], "notFoundCodes": ["E-4"]}


def of_every_operation(lists, **more):
    listed = {setting: {operation: codes for operation in OPERATIONS} for setting, codes in lists.items()}
    return listed | more


def weighed_bodies(operation):
    own = OWN_SUCCESS[operation]
    return {
        "success-without-data": f'{{"code":"{own}","message":"m"}}',
        "success-pending": f'{{"code":"{own}","data":{{"bill":{{"status":"pending"}}}}}}',
        "success-misshapen": f'{{"code":"{own}","data":7}}',
        "success-not-understood": f'{{"code":"{own}","message":"m","data":{{"status":7}}}}',
        "unknown": '{"code":"777"}',
        "unknown-integer": '{"code":429}',
        "unknown-with-success": f'{{"code":"777","data":{DONE}}}',
        "without-meaning": '{"code":"310"}',
        "refusal": '{"code":"E-17","message":"No"}',
        "refusal-with-success": f'{{"code":"E-17","data":{DONE}}}',
        "refusal-with-half-a-success": '{"code":"E-17","data":{"payment":{"status":"success"}}}',
        "refusal-with-a-nested-success": '{"code":"E-17","data":{"parts":[{"n":1},{"status":"success"}]}}',
        "refusal-with-pending": '{"code":"E-17","data":{"bill":{"status":"pending"}}}',
        "refusal-with-an-outer-status": '{"code":"E-17","status":"success"}',
        "not-found": '{"code":"E-4","message":"Nothing"}',
        "not-found-with-success": f'{{"code":"E-4","data":{DONE}}}',
        "no-code": '{"message":"m"}',
        "no-code-with-success": f'{{"message":"m","data":{DONE}}}',
        "null-code": '{"code":null}',
        "null-code-with-success": f'{{"code":null,"data":{DONE}}}',
    }


ILLEGIBLE = {
    "cut-off": '{"code":"000","message":"Success","data":{"bill":{"sta',
    "cut-off-before-the-code": '{"message":"Succ',
    "brace": "{",
    "byte-order-mark": '\ufeff{"code":"000"}',
    "code-is-true": '{"code":true}',
    "code-twice": '{"code":"E-17","code":"000"}',
    "in-a-list": '[{"code":"000"}]',
    "guarded": ")]}',{\"code\":\"000\"}",
    "html": "<html><body>429 Too Many Requests</body></html>",
    "words": "Too many requests",
    "text": '"busy"',
    "null": "null",
    "white-space": " \r\n\t",
}


def bodies_that_outweigh():
    for operation in OPERATIONS:
        for suffix, profile in profiles_of(operation):
            for name, body in weighed_bodies(operation).items():
                for status in [200, *WEIGHED]:
                    if status == 200 and name.startswith("success"):
                        continue
                    yield judged(f"weighs-{name}-{status}{suffix}", operation, status, body, profile)
            for name, body in ILLEGIBLE.items():
                for status in [204, 307, 400, 401, 422, 429, 503]:
                    yield judged(f"weighs-illegible-{name}-{status}{suffix}", operation, status, body, profile)


def every_status():
    """Each status from 100 to 599 with all bodies in turn; a settlement also with a success."""
    for operation in OPERATIONS:
        bodies = list({**weighed_bodies(operation), **ILLEGIBLE, "empty": "", "html-page": "<html>"}.items())
        profile = of_every_operation(LISTS, **LOOKUP)
        for status in range(100, 600):
            name, body = bodies[(status * 7) % len(bodies)]
            if status == 200:
                continue
            yield judged(f"every-status-{status}-{name}", operation, status, body, profile)
            if operation == "settlement":
                yield judged(f"every-status-{status}-settled", operation, status, SUCCESS_BODY[operation], profile)


def profiles_of(operation):
    yield "", of_every_operation(LISTS)
    if operation == "settlement":
        yield "-with-lookup", of_every_operation(LISTS, **LOOKUP)


def nothing_happened():
    """The profile lists the statuses that mean that nothing has happened."""
    for operation in OPERATIONS:
        for name, statuses in {"none": [], "404": [404], "several": [402, 407, 408, 425, 503], "429": [429]}.items():
            profile = of_every_operation(LISTS, **LOOKUP, nothingHappenedStatuses=statuses)
            for status in sorted({400, 401, 403, 422, 429, *statuses}):
                for kind, body in {
                    "empty": "", "html": "<html>", "success": SUCCESS_BODY[operation], "unknown": '{"code":"E"}',
                    "refusal": '{"code":"E-17"}', "cut-off": '{"code":"0',
                }.items():
                    name_of_case = f"nothing-happened-{name}-{status}-{kind}"
                    yield judged(name_of_case, operation, status, body, profile)


def not_found():
    for operation in OPERATIONS:
        profile = {"notFoundCodes": {operation: ["NOT_FOUND", "44"]}}
        step = OTHERWISE[operation]
        for status in [200, 400, 404, 410, 422]:
            for written, code in {'"NOT_FOUND"': "NOT_FOUND", "44": "44"}.items():
                body = f'{{"code":{written},"message":"m"}}'
                yield judged(f"not-found-{code}-{status}", operation, status, body, profile)
                listed = {**profile, "notFoundStatuses": [status]}
                error = undetermined("not_found", step, response_code=code, message_en="m")
                yield failure(f"not-found-{code}-{status}-listed", operation, status, body, error, listed)
        for status in [201, 500, 503]:
            error = undetermined("http_status", step, response_code="NOT_FOUND")
            yield failure(f"not-found-{status}", operation, status, '{"code":"NOT_FOUND"}', error, profile)
        error = undetermined("unknown_code", step, response_code="not_found")
        yield failure("not-found-in-other-case", operation, 200, '{"code":"not_found"}', error, profile)
    profile = {"notFoundCodes": {"verification": ["NOT_FOUND"]}}
    error = undetermined("unknown_code", "askService", response_code="NOT_FOUND")
    yield failure("not-found-of-another-operation", "settlement", 200, '{"code":"NOT_FOUND"}', error, profile)
    profile = {"notFoundCodes": {"settlement": ["NOT_FOUND"]}, **LOOKUP}
    error = undetermined("not_found", "verifyFirst", response_code="NOT_FOUND")
    yield failure("not-found-with-lookup", "settlement", 200, '{"code":"NOT_FOUND"}', error, profile)
    error = undetermined("http_status", "verifyFirst", response_code="NOT_FOUND")
    yield failure("not-found-with-lookup-404", "settlement", 404, '{"code":"NOT_FOUND"}', error, profile)


def exists_already():
    for operation in OPERATIONS:
        profile = {"existsAlreadyCodes": {operation: ["E-5"]}}
        for status in [200, 400, 409, 422, 429, 500]:
            error = undetermined("exists_already", OTHERWISE[operation], response_code="E-5")
            yield failure(f"exists-already-{status}", operation, status, '{"code":"E-5"}', error, profile)
        for status in [201, 307]:
            yield judged(f"exists-already-{status}", operation, status, '{"code":"E-5"}', profile)


def statuses_of_the_profile():
    """A refusal contradicts a status that means success in this profile."""
    refusal = {"refusalCodes": {operation: ["E-17"] for operation in CHANGES}}
    paid = {"successStatuses": {"payment": ["PAID"], "transaction": ["done"]}, **refusal}
    for operation in CHANGES:
        for name, data in {
            "payment-PAID": '{"payment":{"status":"PAID"}}',
            "transaction-done": '{"status":"done"}',
            "bill-success": '{"bill":{"status":"success"}}',
            "payment-paid": '{"payment":{"status":"paid"}}',
            "payment-Success": '{"payment":{"status":"Success"}}',
        }.items():
            body = f'{{"code":"E-17","data":{data}}}'
            for status in [200, 422]:
                yield judged(f"refusal-with-{name}-{status}", operation, status, body, paid)
