"""Cases of responses.json: an answer, and its outcome or error."""

import responses_failed
import responses_succeeded
import responses_tolerated
import responses_unreadable

ABOUT = (
    "A status and a body (body_base64 if it is not UTF-8), and the result of decoding: the outcome as JavaScript shows "
    "it without undefined keys, or the error. nextStep null means none. A finding has an offset in bytes if "
    "its position is unambiguous: of the wrong value or token, of the second of two equal keys, of the "
    "closing brace of an object that lacks a member, of the invalid byte. Amounts of a verification are plain "
    "text of decimals. profile is the Biller's. request is what was asked; if it is absent, the usual one. warnings "
    "of an outcome name values of another type that are kept as their JSON text, and faults of a link; link is the "
    "address that may be shown. data of an error is what could be read of it; `in its own way` is not compared."
)


def cases():
    yield from responses_succeeded.cases()
    yield from responses_failed.cases()
    yield from responses_unreadable.cases()
    yield from responses_tolerated.cases()
