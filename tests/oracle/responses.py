"""Cases of responses.json: an answer, and the outcome or the error it is."""

import responses_failed
import responses_succeeded
import responses_unreadable

ABOUT = (
    "A status and a body (body_base64 when it is no UTF-8), and what decoding gives: the outcome as JavaScript shows "
    "it without undefined keys, or the error. nextStep null stands for none. A finding has an offset in bytes where "
    "the place is beyond dispute: of the value or token at fault, of the second key when a key comes twice, of the "
    "closing brace of an object that lacks a member, of the byte that cannot be. Amounts of a verification are plain "
    "text of decimals. profile is the Biller's."
)


def cases():
    yield from responses_succeeded.cases()
    yield from responses_failed.cases()
    yield from responses_unreadable.cases()
