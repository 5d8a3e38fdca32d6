"""Values that say nothing: beside a code they decide nothing."""

import re

# Go and .NET write the first day of year 1 for no date, SQL writes zeros.
ZERO_DATE = re.compile(r"(0001-01-01|0000-00-00)([T ]00:00(:00(\.0+)?)?(Z|[+-]\d\d:?\d\d)?)?")
ZERO = re.compile(r"-?0+(\.0+)?")
INVISIBLE = " \t\r\n\u00a0\u200b\u200c\u200d\ufeff"

# JSON texts by name. `BLANK` is nothing, `TELLING` is something.
BLANK = {
    "null": "null",
    "empty-text": '""',
    "space": '" \\u200b\\t"',
    "false": "false",
    "zero": "0",
    "zero-fraction": "0.00",
    "zero-exponent": "0e3",
    "minus-zero": "-0",
    "empty-object": "{}",
    "empty-list": "[]",
    "list-of-blanks": '[null,"",false,0,{},[[]]]',
    "nulls": '{"tran_id":null,"status":null,"tran_amount":null}',
    "go": (
        '{"tran_id":"","tran_date":"0001-01-01T00:00:00Z","tran_amount":0,"fee_amount":0.0,"currency":"",'
        '"identity_code":"","status":"","bill":{"status":""},"customers":null,"paid":false}'
    ),
    "java": '{"tran_id":null,"tran_amount":"0.00","payments":[],"bill":{"status":null,"lines":[{}]}}',
    "php": '{"tran_id":"","tran_date":"0000-00-00 00:00:00","tran_amount":false,"bill":[],"payment":[]}',
}
TELLING = {
    "text": '"none"',
    "true": "true",
    "number": "1",
    "small-number": "0.01",
    "below-zero": "-1",
    "id": '{"tran_id":"T-1","tran_amount":0}',
    "numeric-id": '{"tran_id":7}',
    "amount": '{"tran_id":"","tran_amount":1}',
    "amount-as-text": '{"tran_amount":"0.01"}',
    "date": '{"tran_date":"2026-01-31T00:00:00Z"}',
    "status": '{"status":"pending"}',
    "deep": '{"list":[{"a":{"b":[0,"x"]}}]}',
    "one-of-a-list": "[{},[false,[true]]]",
}


def is_blank(value):
    if isinstance(value, dict):
        return all(map(is_blank, value.values()))
    if isinstance(value, list):
        return all(map(is_blank, value))
    if isinstance(value, str):
        return not value.strip(INVISIBLE) or bool(ZERO.fullmatch(value) or ZERO_DATE.fullmatch(value))
    return not value


def has_word(status):
    """A status is nothing if it is no text and blank, or a text without a letter. `"0"` is a word of somebody."""
    return bool(status.strip(INVISIBLE)) if isinstance(status, str) else not is_blank(status)


def says_nothing_new(value, asked):
    """Also a member that only repeats the request is nothing."""
    if not isinstance(value, dict):
        return is_blank(value)
    return all(is_blank(item) or repeats(key, item, asked) for key, item in value.items())


def repeats(key, item, asked):
    is_scalar = isinstance(item, (str, int)) and not isinstance(item, bool)
    return is_scalar and asked.get(key) is not None and str(item) == str(asked[key])
