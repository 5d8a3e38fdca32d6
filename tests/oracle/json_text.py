"""Writes compact JSON text as billwire does."""

import json


class Number(str):
    """A number with exactly these characters."""


def compact(value):
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, dict):
        return "{" + ",".join(quoted(key) + ":" + compact(item) for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(compact, value)) + "]"
    if isinstance(value, str):
        return quoted(value)
    return json.dumps(value)


def quoted(text):
    written = json.dumps(text, ensure_ascii=False)
    # Escapes by its own few rules, not by the library's.
    if written != '"' + "".join(map(escaped, text)) + '"':
        raise AssertionError(f"json.dumps escapes {text!r} differently")
    return written


SHORT = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def escaped(character):
    if character in SHORT:
        return SHORT[character]
    if character < " ":
        return f"\\u00{ord(character):02x}"
    return character
