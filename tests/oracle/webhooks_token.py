"""The header Token of the merchant-proxy variant, which is checked before the body is parsed."""

from webhook_cases import JSON_TYPE, TOKEN

VALID = '{"tran_id":"T-1"}'
PAYLOAD = {"tran_id": "T-1", "extra": {}}
KEY = "tran_id:3:T-1|"
NEXT = "test-webhook-next"


def cases():
    yield from accepted()
    yield from refused()
    yield from before_parsing()
    yield from without_authentication()


def accepted():
    for name in ["Token", "token", "TOKEN", "tOkEn"]:
        yield authenticated(f"header-{name}", [TOKEN], [[name, TOKEN]])
    yield authenticated("first-of-two", [TOKEN, NEXT], [["Token", TOKEN]])
    yield authenticated("second-of-two", [TOKEN, NEXT], [["Token", NEXT]])
    yield authenticated("third-of-three", ["a", "b", "c"], [["Token", "c"]])
    yield authenticated("all-visible-ascii", [visible_ascii()], [["Token", visible_ascii()]])
    yield authenticated("long", ["t" * 4096], [["Token", "t" * 4096]])
    others = [["Authorization", "Bearer other"], ["X-Token", "other"], ["Tokens", "other"], ["Token", TOKEN]]
    yield authenticated("among-others", [TOKEN], others)
    # The sample target's test selection does not matter to a merchant.
    yield authenticated("fail-header-is-ignored", [TOKEN], [["Token", TOKEN], ["Fail", "fail"]])
    yield authenticated("success-header-is-ignored", [TOKEN], [["Token", TOKEN], ["Success", "success"]])


def visible_ascii():
    return "".join(map(chr, range(0x21, 0x7F)))


def refused():
    for name, headers, code in [
        ("missing", [], "missing_token"),
        ("only-authorization", [["Authorization", f"Bearer {TOKEN}"]], "missing_token"),
        ("only-near-names", [["X-Token", TOKEN], ["Tokens", TOKEN], ["Token_", TOKEN]], "missing_token"),
        ("only-success-header", [["Success", "success"]], "missing_token"),
        ("wrong", [["Token", "other"]], "wrong_token"),
        ("empty", [["Token", ""]], "wrong_token"),
        ("prefix", [["Token", TOKEN[:-1]]], "wrong_token"),
        ("longer", [["Token", TOKEN + "x"]], "wrong_token"),
        ("last-differs", [["Token", TOKEN[:-1] + "x"]], "wrong_token"),
        ("upper-case", [["Token", TOKEN.upper()]], "wrong_token"),
        ("with-bearer", [["Token", f"Bearer {TOKEN}"]], "wrong_token"),
        ("quoted", [["Token", f'"{TOKEN}"']], "wrong_token"),
        ("list-of-two", [["Token", f"{TOKEN}, {TOKEN}"]], "wrong_token"),
        ("twice", [["Token", TOKEN], ["Token", TOKEN]], "duplicate_token"),
        ("twice-in-other-case", [["Token", TOKEN], ["token", TOKEN]], "duplicate_token"),
        ("twice-wrong-first", [["Token", "other"], ["Token", TOKEN]], "duplicate_token"),
        ("twice-wrong-last", [["TOKEN", TOKEN], ["token", "other"]], "duplicate_token"),
        ("three-times", [["Token", TOKEN]] * 3, "duplicate_token"),
    ]:
        yield unauthenticated(f"token-{name}", [TOKEN], headers, code)
    two = [TOKEN, NEXT]
    yield unauthenticated("token-neither-of-two", two, [["Token", "test-webhook-n"]], "wrong_token")
    yield unauthenticated("token-both-of-two", two, [["Token", TOKEN], ["Token", NEXT]], "duplicate_token")
    yield unauthenticated("token-two-joined", two, [["Token", TOKEN + NEXT]], "wrong_token")
    yield unauthenticated("token-retired", [NEXT], [["Token", TOKEN]], "wrong_token")


def before_parsing():
    for name, body in {
        "empty": "",
        "html": "<html>",
        "truncated": '{"tran_id":',
        "duplicate": '{"a":1,"a":2}',
        "wrong": '{"status":7}',
    }.items():
        wrong = [["Token", "other"]]
        yield unauthenticated(f"token-wrong-and-body-{name}", [TOKEN], wrong, "wrong_token", body)
        yield unauthenticated(f"token-missing-and-body-{name}", [TOKEN], [], "missing_token", body)


def without_authentication():
    one, two = [["Token", "anything"]], [["Token", "a"], ["Token", "b"]]
    for name, headers in {"none": [], "token": one, "two": two}.items():
        event = {"authentication": "unauthenticated", "payload": PAYLOAD, "dedup_key": KEY}
        if headers:
            event["warnings"] = [{"path": "", "code": "unchecked_token"}]
        case = {
            "id": f"webhooks/checkout-headers-{name}",
            "variant": "checkout",
            "headers": [*JSON_TYPE, *headers],
        }
        yield case | {"body": VALID, "event": event}


def authenticated(name, tokens, headers):
    event = {"authentication": "token", "payload": PAYLOAD, "dedup_key": KEY}
    return head(f"token-{name}", tokens, headers, VALID) | {"event": event}


def unauthenticated(name, tokens, headers, code, body=VALID):
    error = {"kind": "unauthenticated", "code": code, "path": "", "status": 401}
    return head(name, tokens, headers, body) | {"error": error}


def head(name, tokens, headers, body):
    case = {"id": f"webhooks/merchant_proxy-{name}", "variant": "merchant_proxy", "tokens": tokens}
    return case | {"headers": [*JSON_TYPE, *headers], "body": body}
