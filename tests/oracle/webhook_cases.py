"""Builds cases of webhooks.json."""

TOKEN = "test-webhook"
JSON_TYPE = [["Accept", "application/json"], ["Content-Type", "application/json"]]
WITH_TOKEN = [*JSON_TYPE, ["Token", TOKEN]]


def event(name, body, payload, dedup_key, warnings=()):
    """The same event in both variants. The payload's extra is filled in; each warning is written "path code"."""
    for variant, authentication in {"merchant_proxy": "token", "checkout": "unauthenticated"}.items():
        read = {"authentication": authentication, "payload": {"extra": {}, **payload}, "dedup_key": dedup_key}
        if warnings:
            read["warnings"] = [dict(zip(("path", "code"), text.split(" "))) for text in warnings]
        yield received(variant, name, body) | {"event": read}


def invalid(name, body, finding):
    for variant in ["merchant_proxy", "checkout"]:
        error = {"kind": "invalid_webhook", "code": finding["code"], "path": finding["path"]}
        if "offset" in finding:
            error["offset"] = finding["offset"]
        yield received(variant, name, body) | {"error": error | {"status": 400}}


def received(variant, name, body):
    case = {"id": f"webhooks/{variant}-{name}", "variant": variant}
    if variant == "merchant_proxy":
        case["tokens"] = [TOKEN]
    case["headers"] = WITH_TOKEN if variant == "merchant_proxy" else JSON_TYPE
    return case | ({"body": body} if isinstance(body, str) else body)


def keyed(kind, *values):
    """A dedup key without its status. Lengths count UTF-8 bytes."""
    return kind + ":" + "".join(f"{len(value.encode())}:{value}" for value in values)
