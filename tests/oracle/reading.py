"""Reads an answer as its model has it: which values are refused, which are kept as their JSON text with a finding."""

import json
import re
from decimal import Decimal

from blank import is_blank
from decimals import plain
from json_text import Number, compact

# Kinds of fields. A "text" that is no text is kept as its JSON text, a "number or text" only if it is neither.
# Every other kind is needed by a decision, so that another type is refused. An object is strict unless it is in
# `ASIDE`.
SUB_BILLER = {
    "code": "code",
    "supplier_sync_code": "id",
    "name": "text",
    "name_kh": "text",
    "address": "text",
    "add_link_account": {"web_url": "text"},
}
ASIDE = ["add_link_account"]
STATUS = {"status": "word"}
TRANSACTION = {
    "tran_id": "id",
    "tran_date": "text",
    "tran_amount": "decimal",
    "fee_amount": "decimal",
    "total_amount": "decimal",
    "currency": "word",
    "identity_code": "id",
    "bank_code": "number or text",
    "bank_ref": "number or text",
    "purpose_of_transaction": "id",
    "status": "word",
    "customer_code": "id",
    "customer_name": "text",
    "customer_phone": "number or text",
    "description": "text",
}
DATA = {
    "onboarding": SUB_BILLER,
    "settlement": {"bill": STATUS, "payment": STATUS},
    "verification": TRANSACTION,
}
REQUIRED = ["tran_id", "tran_amount", "total_amount", "currency", "identity_code", "status"]
LEFT_OUT = ["tran_date", "fee_amount", "bank_code", "bank_ref", "purpose_of_transaction"]
DECIMAL = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
TEXTS = ["text", "number or text"]


# Instead of the data of an error that each language shows in its own way.
IN_ITS_OWN_WAY = "in its own way"


class Unread(Exception):
    """A value that a decision needs has another type."""


def parsed(body):
    text = body.removeprefix("\ufeff")
    return json.loads(text, parse_int=Number, parse_float=Number, object_pairs_hook=without_duplicates)


def without_duplicates(pairs):
    if len({key for key, _ in pairs}) < len(pairs):
        raise ValueError("duplicate key")
    return dict(pairs)


def response(operation, body):
    """The response as JavaScript shows it, and the findings about it."""
    khmer = {} if operation == "verification" else {"message_kh": "text"}
    model = {"code": "code", "message": "text", **khmer, "data": DATA[operation]}
    read, warnings = read_object(parsed(body), model)
    if operation == "verification":
        own = [finding for finding in warnings if "." not in finding["path"]]
        left_out = [required(name) for name in LEFT_OUT if name not in read["data"]]
        warnings = own + left_out + [finding for finding in warnings if finding not in own]
    return read, warnings


def required(name):
    return {"path": f"data.{name}", "code": "required"}


def read_object(members, model, path="", lenient=False):
    read, extra, own, inner = {}, {}, [], []
    for name, kind in model.items():
        value = members.get(name)
        if value is None or (isinstance(kind, dict) and is_nothing(value)):
            continue
        try:
            if isinstance(kind, dict):
                read[name], found = read_member(value, kind, f"{path}{name}.", lenient)
                inner += found
            else:
                read[name] = scalar(kind, value)
        except Unread:
            if not lenient and kind not in TEXTS and name not in ASIDE:
                raise
            if kind in TEXTS:
                read[name] = compact(value)
            extra[name] = value
            own.append({"path": path + name, "code": "wrong_type"})
    unknown = {key: value for key, value in members.items() if key not in model or key in extra}
    return read | {"extra": shown(unknown)}, own + inner


def read_member(value, model, path, lenient):
    if value == []:
        value = {}
    if not isinstance(value, dict):
        raise Unread
    return read_object(value, model, path, lenient)


def is_nothing(value):
    return value != {} and value != [] and is_blank(shown(value)) and not isinstance(value, dict)


def scalar(kind, value):
    is_number = isinstance(value, Number)
    is_text = isinstance(value, str) and not is_number
    if kind == "decimal":
        return decimal(value)
    if is_text or (is_number and kind in ["id", "number or text", "code"]):
        return str(value)
    raise Unread


def decimal(value):
    if not isinstance(value, str) or not DECIMAL.fullmatch(value):
        raise Unread
    digits, exponent = Decimal(value).as_tuple()[1:]
    if len(digits) > 34 or not -34 <= exponent <= 34:
        raise Unread
    return plain(value)


def shown(value):
    """Numbers of unknown members as JSON has them."""
    if isinstance(value, Number):
        return json.loads(value)
    if isinstance(value, list):
        return list(map(shown, value))
    return {key: shown(item) for key, item in value.items()} if isinstance(value, dict) else value


def data_of_error(operation, body):
    """What an error keeps of `data`, or none."""
    try:
        members = parsed(body)
    except (ValueError, RecursionError):
        return None
    data = members.get("data") if isinstance(members, dict) else None
    if not isinstance(data, dict) or not data:
        return None
    read, _ = read_object(data, DATA[operation], lenient=True)
    if operation == "verification" and any(name not in read for name in REQUIRED):
        return {"extra": shown(data)} if is_said_alike(data) else IN_ITS_OWN_WAY
    return read if is_said_alike(data) else IN_ITS_OWN_WAY


def is_said_alike(value):
    """Whether every language shows the numbers in a value alike: one that no double holds is shown in its own way."""
    if isinstance(value, Number):
        return len(value) <= 16 and "e" not in value.lower()
    if isinstance(value, list):
        return all(map(is_said_alike, value))
    return not isinstance(value, dict) or all(map(is_said_alike, value.values()))


def words_of_error(body):
    """The service's words, as far as they can be read."""
    try:
        members = parsed(body)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(members, dict):
        return {}
    model = {"code": "code", "message": "text", "message_kh": "text"}
    read, _ = read_object(members, model, lenient=True)
    names = {"code": "response_code", "message": "message_en", "message_kh": "message_kh"}
    return {names[key]: read[key] for key in names if key in read}
