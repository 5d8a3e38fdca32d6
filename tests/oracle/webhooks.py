"""Cases of webhooks.json: headers and a body, and their event or error."""

import webhooks_read
import webhooks_refused
import webhooks_token

ABOUT = (
    "Headers and a raw body (body_base64 if it is not UTF-8; body_repeat if it is long: prefix, count times unit, "
    "suffix), and their event, or the error with the HTTP status to answer. tokens are those that the receiver expects "
    "(only merchant_proxy). A finding has an offset in bytes if its position is unambiguous. dedup_key null "
    "means none. The event's warnings name unreadable values that are kept in extra; if warnings is absent, there are "
    'none. An event is acknowledged with status 200 and {"status":"success","message":"success"}.'
)


def cases():
    yield from webhooks_read.cases()
    yield from webhooks_token.cases()
    yield from webhooks_refused.cases()
