"""Builds cases of webhooks.json."""

import json

from decimals import plain
from json_text import Number, compact

TOKEN = "test-webhook"
JSON_TYPE = [["Accept", "application/json"], ["Content-Type", "application/json"]]
TEXTS = (
    "tran_id tran_no payment_service_type tran_date currency bank_code bank_name bank_ref identity_code "
    "purpose_of_transaction device_code status"
).split()
CUSTOMER_TEXTS = "branch_code branch_name customer_code customer_name customer_name_latin bill_no".split()
WITH_TOKEN = [*JSON_TYPE, ["Token", TOKEN]]


def event(name, body, warnings=(), payload=None, kept=()):
    """The same event in both variants. Each warning is written "path code". `kept` are paths of texts that have another
    type: their JSON text is kept, and a warning."""
    unread = [text.split(" ")[0] for text in warnings]
    payload = payload or {"extra": {}} | payload_of(body, unread, kept)
    warnings = [*warnings, *(f"{path} wrong_type" for path in kept)]
    for variant, authentication in {"merchant_proxy": "token", "checkout": "unauthenticated"}.items():
        read = {"authentication": authentication, "payload": payload, "dedup_key": dedup_key(payload)}
        if warnings:
            read["warnings"] = [dict(zip(("path", "code"), text.split(" "))) for text in warnings]
        yield received(variant, name, body) | {"event": read}


def payload_of(body, unread, kept):
    """The payload: null is absent, numbers are text, and what is unknown or has a warning is in extra."""
    members = json.loads(body.removeprefix("\ufeff"), parse_int=Number, parse_float=Number)
    lists = [members.pop(key) for key in ["customers", "Customer"] if key in members]
    payload = record(members, TEXTS, "tran_amount", unread, kept)
    if lists:
        customers = next((listed for listed in lists if listed is not None), None)
        payload["customers"] = customers and [
            record(one or {}, CUSTOMER_TEXTS, "amount", inside(at, unread), inside(at, kept))
            for at, one in enumerate(customers)
        ]
    return payload


def inside(at, paths):
    return [path.partition(".")[2] for path in paths if f"[{at}]" in path]


def record(members, texts, amount, unread, kept):
    known = {key: value for key, value in members.items() if key in [*texts, amount] and key not in unread}
    read = {
        key: plain(value) if key == amount else compact(value) if key in kept else str(value)
        for key, value in known.items()
        if value is not None
    }
    beyond = {key: value for key, value in members.items() if key not in known or key in kept}
    return read | {"extra": as_json(beyond)}


def as_json(value):
    """Numbers of unknown members as JSON has them."""
    if isinstance(value, Number):
        return json.loads(value)
    if isinstance(value, list):
        return list(map(as_json, value))
    return {key: as_json(item) for key, item in value.items()} if isinstance(value, dict) else value


def dedup_key(payload):
    ids = [[name] for name in ["tran_id", "tran_no"]] + [["bank_code", "bank_ref"]]
    for kind, names in zip(["tran_id", "tran_no", "bank"], ids):
        values = [payload.get(name) for name in names]
        if all(values):
            return f"{keyed(kind, *values)}|{payload.get('status', '')}"
    return None


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
