"""Answers that are not a success: codes, refusals, HTTP statuses."""

from itertools import chain

from answers import CHANGES, OPERATIONS, OWN_SUCCESS, when_unsure
from blank import BLANK, TELLING
from response_cases import LOOKUP, failure, judged, rejected, undetermined
from responses_succeeded import body_with
from samples import KHMER

SETTLED = '{"bill":{"status":"success"},"payment":{"status":"success"}}'
SUCCESS_BODY = {
    "onboarding": '{"code":"000","message":"Success"}',
    "settlement": f'{{"code":"000","message":"Success","data":{SETTLED}}}',
    "verification": body_with(),
}
STATUSES = [201, 202, 204, 301, 302, 303, 307, 308, 400, 401, 403, 404, 408, 409, 415, 422, 429]
STATUSES += [500, 502, 503, 504]


def cases():
    return chain(
        codes(),
        codes_with_messages(),
        without_meaning(),
        refusals(),
        statuses(),
        bodies_that_outweigh(),
        every_status(),
        nothing_happened(),
        not_found(),
        exists_already(),
        statuses_of_the_profile(),
        blanks(),
    )


def codes():
    for operation in OPERATIONS:
        for name, code in {
            "text": '"E-17"',
            "integer": "42",
            "zero": "0",
            "two-zeros": '"00"',
            "four-zeros": '"0000"',
            "with-space": '" 000"',
            "lower-case": '"success"',
            "khmer": f'"{KHMER}"',
        }.items():
            yield judged(f"unknown-code-{name}", operation, 200, f'{{"code":{code}}}')
        for name, body in {
            "empty-object": "{}",
            "null": '{"code":null,"message":"m"}',
            "with-message": '{"message":"No code"}',
            "other-spelling": '{"Code":"000"}',
        }.items():
            yield judged(f"missing-code-{name}", operation, 200, body)


def codes_with_messages():
    """The service's words are kept. The next step after an unknown code is stated by hand."""
    body = '{"code":"E-17","message":"Not possible","message_kh":"មិនអាច"}'
    said = {"response_code": "E-17", "message_en": "Not possible", "message_kh": "មិនអាច"}
    for name, operation, step, profile in [
        ("messages", "onboarding", "askService", None),
        ("messages", "settlement", "askService", None),
        ("messages-with-lookup", "settlement", "verifyFirst", LOOKUP),
    ]:
        yield failure(name, operation, 200, body, undetermined("unknown_code", step, **said), profile)
    yield judged("missing-code-with-lookup", "settlement", 200, "{}", LOOKUP)
    yield judged("unknown-code-with-good-statuses", "settlement", 200, f'{{"code":"001","data":{SETTLED}}}')
    for name, data in {"without-data": "", "null-data": ',"data":null', "empty-data": ',"data":{}'}.items():
        body = f'{{"code":"NOT_FOUND","message":"Not found"{data}}}'
        yield judged(f"unknown-code-{name}", "verification", 200, body)
    yield judged("code-of-the-others", "verification", 200, body_with().replace("SUCCESS", "000"))
    for operation in CHANGES:
        yield judged("code-of-verification", operation, 200, '{"code":"SUCCESS"}')


def without_meaning():
    """Only onboarding has codes without a meaning, and HTTP 400 adds none."""
    for code in ["310", "312", "1"]:
        for name, written in {"text": f'"{code}"', "integer": code}.items():
            for operation in OPERATIONS:
                khmer = ',"message_kh":"ម"' if operation in CHANGES else ""
                body = f'{{"code":{written},"message":"m"{khmer}}}'
                yield judged(f"without-meaning-{code}-{name}", operation, 200, body)
        yield judged(f"without-meaning-{code}-with-400", "onboarding", 400, f'{{"code":"{code}"}}')


def refusals():
    for operation in OPERATIONS:
        profile = {"refusalCodes": {operation: ["E-17", "42"]}}
        for status in [200, 400, 404, 409, 422]:
            error = rejected(response_code="E-17", message_en="No")
            yield failure(
                f"refused-{status}", operation, status, '{"code":"E-17","message":"No"}', error, profile
            )
        yield judged("refused-integer", operation, 200, '{"code":42}', profile)
        for status in [201, 307, 500, 503]:
            yield judged(f"refusal-code-with-{status}", operation, status, '{"code":"E-17"}', profile)
        yield judged("not-the-refusal-code", operation, 200, '{"code":"E-18"}', profile)
    profile = {"refusalCodes": {"onboarding": ["310"]}}
    yield judged("refused-without-meaning", "onboarding", 200, '{"code":310}', profile)
    yield judged("refusal-code-of-another-operation", "settlement", 200, '{"code":"310"}', profile)
    profile = {"refusalCodes": {"settlement": ["E-17"]}, **LOOKUP}
    yield judged("refused-with-lookup", "settlement", 200, '{"code":"E-17","message_kh":"ទេ"}', profile)


def statuses():
    """An answer with a success or an unknown code is never safe to resend, and never a refusal."""
    for operation, suffix, profile in [
        *((operation, "", None) for operation in OPERATIONS),
        ("settlement", "-with-lookup", LOOKUP),
    ]:
        for status in STATUSES:
            for name, body in {
                "success-body": SUCCESS_BODY[operation],
                "code-and-message": '{"code":"E","message":"m"}',
                "unreadable": "<html>Error</html>",
                "empty": "",
            }.items():
                yield judged(f"{status}-{name}{suffix}", operation, status, body, profile)


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
        "unknown-with-success": f'{{"code":"777","data":{SETTLED}}}',
        "without-meaning": '{"code":"310"}',
        "refusal": '{"code":"E-17","message":"No"}',
        "refusal-with-success": f'{{"code":"E-17","data":{SETTLED}}}',
        "refusal-with-half-a-success": '{"code":"E-17","data":{"payment":{"status":"success"}}}',
        "refusal-with-a-nested-success": '{"code":"E-17","data":{"parts":[{"n":1},{"status":"success"}]}}',
        "refusal-with-pending": '{"code":"E-17","data":{"bill":{"status":"pending"}}}',
        "refusal-with-an-outer-status": '{"code":"E-17","status":"success"}',
        "not-found": '{"code":"E-4","message":"Nothing"}',
        "not-found-with-success": f'{{"code":"E-4","data":{SETTLED}}}',
        "no-code": '{"message":"m"}',
        "no-code-with-success": f'{{"message":"m","data":{SETTLED}}}',
        "null-code": '{"code":null}',
        "null-code-with-success": f'{{"code":null,"data":{SETTLED}}}',
    }


ILLEGIBLE = {
    "cut-off": '{"code":"000","message":"Success","data":{"bill":{"sta',
    "cut-off-before-the-code": '{"message":"Succ',
    "brace": "{",
    "byte-order-mark": '\ufeff{"code":"000"}',
    "code-is-true": '{"code":true}',
    "code-twice": '{"code":"E-17","code":"000"}',
    "in-a-list": '[{"code":"000"}]',
    "guarded": ')]}\',{"code":"000"}',
    "html": "<html><body>429 Too Many Requests</body></html>",
    "words": "Too many requests",
    "text": '"busy"',
    "null": "null",
    "white-space": " \r\n\t",
}
# The same before the object, where JSON has no such white space.
SPACED = {"cut-behind-a-vertical-tab": '\n\v{"cod', "cut-behind-a-wide-space": '\u3000{"cod'}


def bodies_that_outweigh():
    for operation in OPERATIONS:
        for suffix, profile in profiles_of(operation):
            for name, body in weighed_bodies(operation).items():
                for status in [200, *WEIGHED]:
                    if status == 200 and name.startswith("success"):
                        continue
                    yield judged(f"weighs-{name}-{status}{suffix}", operation, status, body, profile)
            for name, body in {**ILLEGIBLE, **SPACED}.items():
                for status in [204, 307, 400, 401, 422, 429, 503]:
                    yield judged(
                        f"weighs-illegible-{name}-{status}{suffix}", operation, status, body, profile
                    )


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
                yield judged(
                    f"every-status-{status}-settled", operation, status, SUCCESS_BODY[operation], profile
                )


def profiles_of(operation):
    yield "", of_every_operation(LISTS)
    if operation == "settlement":
        yield "-with-lookup", of_every_operation(LISTS, **LOOKUP)


def nothing_happened():
    """The profile lists the statuses that mean that nothing has happened."""
    for operation in OPERATIONS:
        for name, statuses in {
            "none": [],
            "404": [404],
            "several": [402, 407, 408, 425, 503],
            "429": [429],
        }.items():
            profile = of_every_operation(LISTS, **LOOKUP, nothingHappenedStatuses=statuses)
            for status in sorted({400, 401, 403, 422, 429, *statuses}):
                for kind, body in {
                    "empty": "",
                    "html": "<html>",
                    "success": SUCCESS_BODY[operation],
                    "unknown": '{"code":"E"}',
                    "refusal": '{"code":"E-17"}',
                    "cut-off": '{"code":"0',
                }.items():
                    name_of_case = f"nothing-happened-{name}-{status}-{kind}"
                    yield judged(name_of_case, operation, status, body, profile)


def not_found():
    for operation in OPERATIONS:
        profile = {"notFoundCodes": {operation: ["NOT_FOUND", "44"]}}
        for status in [200, 400, 404, 410, 422]:
            for written, code in {'"NOT_FOUND"': "NOT_FOUND", "44": "44"}.items():
                body = f'{{"code":{written},"message":"m"}}'
                yield judged(f"not-found-{code}-{status}", operation, status, body, profile)
                listed = {**profile, "notFoundStatuses": [status]}
                error = undetermined("not_found", when_unsure(operation), response_code=code, message_en="m")
                yield failure(f"not-found-{code}-{status}-listed", operation, status, body, error, listed)
        for status in [201, 500, 503]:
            yield judged(f"not-found-{status}", operation, status, '{"code":"NOT_FOUND"}', profile)
        yield judged("not-found-in-other-case", operation, 200, '{"code":"not_found"}', profile)
    body, profile = '{"code":"NOT_FOUND"}', {"notFoundCodes": {"verification": ["NOT_FOUND"]}}
    yield judged("not-found-of-another-operation", "settlement", 200, body, profile)
    profile = {"notFoundCodes": {"settlement": ["NOT_FOUND"]}, **LOOKUP}
    yield judged("not-found-with-lookup", "settlement", 200, body, profile)
    yield judged("not-found-with-lookup-404", "settlement", 404, body, profile)


def exists_already():
    for operation in OPERATIONS:
        profile = {"existsAlreadyCodes": {operation: ["E-5"]}}
        for status in [200, 400, 409, 422, 429, 500, 201, 307]:
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


def blanks():
    """Blank data beside a code is no data, and a blank status is no status. The kinds are stated by hand."""
    listed = of_every_operation({"refusalCodes": ["E-17"], "notFoundCodes": ["E-4"]})
    for operation in OPERATIONS:
        for values, code in [(BLANK, "not_found"), (TELLING, "contradictory")]:
            for name, data in values.items():
                body = f'{{"code":"E-4","data":{data}}}'
                error = undetermined(code, when_unsure(operation), response_code="E-4")
                yield failure(f"not-found-beside-{name}", operation, 200, body, error, listed)
    for operation in CHANGES:
        for name, status in BLANK.items():
            if name in ["go", "java", "php", "nulls", "list-of-blanks"]:
                continue
            statuses = f'{{"bill":{{"status":{status}}},"payment":{{"status":{status}}}}}'
            body = f'{{"code":"E-17","data":{statuses}}}'
            error = rejected(response_code="E-17")
            yield failure(f"refusal-with-a-status-{name}", operation, 200, body, error, listed)
            yield judged(f"no-code-with-a-status-{name}", operation, 422, f'{{"data":{statuses}}}', listed)
        for name, status in {"word": '"0"', "true": "true", "one": "1", "list": '["x"]'}.items():
            body = f'{{"code":"E-17","data":{{"payment":{{"status":{status}}}}}}}'
            error = undetermined("contradictory", "askService", response_code="E-17")
            yield failure(f"refusal-with-a-status-of-{name}", operation, 200, body, error, listed)
            yield judged(f"refusal-with-a-status-of-{name}-422", operation, 422, body, listed)
