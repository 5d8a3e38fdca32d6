"""JSON texts that every reader must refuse, with position and reason. The mark § stands before the wrong byte."""

import base64

MARK = "§"
WHOLE = ""  # Syntax errors have an offset and an empty path.


def bodies():
    """Yields name, body and finding of syntax errors, for any model."""
    for name, (code, text) in MARKED.items():
        yield name, *marked(text, WHOLE, code)
    for name, text in UNMARKED.items():
        yield name, {"body": text}, {"path": WHOLE, "code": "invalid_json"}
    for name, sequence in BAD_UTF8.items():
        yield name, *in_bytes(b'{"note":"ab', sequence, b'cd"}')
    yield "bad-utf8-in-key", *in_bytes(b'{"a', b"\xff", b'":1}')
    yield "33-levels-arrays", *marked(deep('{"note":', "[", 33), WHOLE, "too_deep")
    yield "33-levels-objects", *marked(deep('{"note":', '{"a":', 33), WHOLE, "too_deep")
    yield "1000-levels", *marked(deep('{"note":', "[", 1000), WHOLE, "too_deep")


def marked(text, path, code):
    """Returns the body without its mark, and the finding with the mark's byte offset, if there is a mark."""
    finding = {"path": path, "code": code}
    before, mark, after = text.partition(MARK)
    if mark:
        finding["offset"] = len(before.encode())
    return {"body": before + after}, finding


def in_bytes(before, sequence, after):
    body = {"body_base64": base64.b64encode(before + sequence + after).decode()}
    return body, {"path": WHOLE, "code": "invalid_utf8", "offset": len(before)}


def deep(start, opening, levels):
    """The enclosing object is level 1; the mark stands where level 33 begins."""
    text = start + opening * 31 + MARK + opening * (levels - 32)
    closing = "]" if opening == "[" else "}"
    return text + ("1" if closing == "}" else "") + closing * (levels - 1) + "}"


MARKED = {
    "empty": ("invalid_json", "§"),
    "white-space": ("invalid_json", " \r\n\t§"),
    "truncated-after-brace": ("invalid_json", "{§"),
    "truncated-in-key": ("invalid_json", '{"no§'),
    "truncated-after-key": ("invalid_json", '{"note"§'),
    "truncated-after-colon": ("invalid_json", '{"note":§'),
    "truncated-in-text": ("invalid_json", '{"note":"ភ្នំពេញ§'),
    "truncated-after-value": ("invalid_json", '{"note":"a"§'),
    "truncated-after-comma": ("invalid_json", '{"note":"a",§'),
    "truncated-in-array": ("invalid_json", '{"note":[1,2§'),
    "byte-order-mark-twice": ("invalid_json", '\ufeff§\ufeff{"note":"a"}'),
    "trailing-text": ("invalid_json", '{"note":"a"} §x'),
    "trailing-object": ("invalid_json", '{"note":"a"}§{"note":"a"}'),
    "trailing-brace": ("invalid_json", '{"note":"a"}§}'),
    "trailing-nul": ("invalid_json", '{"note":"a"}§\0'),
    "trailing-comma-in-object": ("invalid_json", '{"note":"a",§}'),
    "trailing-comma-in-array": ("invalid_json", '{"note":[1,§]}'),
    "two-commas": ("invalid_json", '{"note":[1,§,2]}'),
    "missing-comma": ("invalid_json", '{"note":"a" §"other":"b"}'),
    "missing-colon": ("invalid_json", '{"note" §"a"}'),
    "wrong-closing-bracket": ("invalid_json", '{"note":[1§}'),
    "unquoted-key": ("invalid_json", '{§note:"a"}'),
    "single-quotes": ("invalid_json", "{\"note\":§'a'}"),
    "comment": ("invalid_json", '{"note":"a" §/* b */}'),
    "html": ("invalid_json", "§<html><body>Bad gateway</body></html>"),
    "words": ("invalid_json", "§Service unavailable"),
    "capital-literal": ("invalid_json", '{"note":§True}'),
    "not-a-number": ("invalid_json", '{"note":§NaN}'),
    "plus-sign": ("invalid_json", '{"note":§+1}'),
    "no-digit-before-point": ("invalid_json", '{"note":§.5}'),
    "raw-newline-in-text": ("invalid_json", '{"note":"a§\nb"}'),
    "raw-nul-in-text": ("invalid_json", '{"note":"a§\0b"}'),
    "raw-unit-separator-in-key": ("invalid_json", '{"no§\x1fte":"a"}'),
    "no-break-space-outside": ("invalid_json", '{§\u00a0"note":"a"}'),
    "key-twice": ("duplicate_key", '{"note":"a",§"note":"a"}'),
    "key-twice-escaped": ("duplicate_key", '{"note":"a",§"\\u006eote":"b"}'),
    "key-twice-khmer-escaped": ("duplicate_key", '{"\\u1781":1,§"ខ":2}'),
    "key-twice-beyond-ascii": ("duplicate_key", '{"😀":1,§"\\ud83d\\ude00":2}'),
    "key-twice-empty": ("duplicate_key", '{"":1,"a":2,§"":3}'),
    "key-twice-null": ("duplicate_key", '{"note":null,§"note":null}'),
    "key-twice-nested": ("duplicate_key", '{"note":{"a":{"b":1,"c":2,§"b":3}}}'),
    "key-twice-in-array": ("duplicate_key", '{"note":[{"a":1},{"a":1,§"a":2}]}'),
    "key-twice-nested-escaped": ("duplicate_key", '{"note":[[{"a/b":1,§"a\\/b":2}]]}'),
    "high-surrogate-alone": ("lone_surrogate", '{"note":"a§\\ud83d"}'),
    "high-surrogate-before-text": ("lone_surrogate", '{"note":"§\\ud83dx"}'),
    "high-surrogate-before-escape": ("lone_surrogate", '{"note":"§\\uD83D\\u0041"}'),
    "high-surrogate-twice": ("lone_surrogate", '{"note":"§\\ud83d\\ud83d\\ude00"}'),
    "low-surrogate-alone": ("lone_surrogate", '{"note":"ក§\\ude00"}'),
    "low-surrogate-first": ("lone_surrogate", '{"note":"§\\ude00\\ud83d"}'),
    "lone-surrogate-nested": ("lone_surrogate", '{"note":{"a":["§\\udfff"]}}'),
    "lone-surrogate-in-key": ("lone_surrogate", '{"a§\\ud800":1}'),
}
# A reader may report the start of such a token or a byte inside, so these have no offset.
UNMARKED = {
    "truncated-literal": '{"note":tru}',
    "leading-zero": '{"note":01}',
    "minus-zero-one": '{"note":-01}',
    "sign-alone": '{"note":-}',
    "no-digit-after-point": '{"note":1.}',
    "no-exponent": '{"note":1e}',
    "hexadecimal": '{"note":0x10}',
    "unknown-escape": '{"note":"a\\xb"}',
    "escaped-quote-single": '{"note":"a\\\'b"}',
    "short-unicode-escape": '{"note":"\\u12"}',
    "bad-unicode-escape": '{"note":"\\u12G4"}',
    "infinity": '{"note":-Infinity}',
}
BAD_UTF8 = {
    "bad-utf8-continuation": b"\x80",
    "bad-utf8-overlong": b"\xc0\xaf",
    "bad-utf8-overlong-three": b"\xe0\x80\xaf",
    "bad-utf8-surrogate": b"\xed\xa0\x80",
    "bad-utf8-above-unicode": b"\xf4\x90\x80\x80",
    "bad-utf8-never-used": b"\xff",
    "bad-utf8-cut-short": b"\xe1\x9e",
}
