"""Cases of webhooks.json: headers and a body, and the event or the error they are."""

import webhooks_read
import webhooks_refused
import webhooks_token

ABOUT = (
    "Headers and a raw body (body_base64 when it is no UTF-8; body_repeat when it is long: prefix, count times unit, "
    "suffix), and the event they are, or the error with the HTTP status to answer. tokens are the receiver's expected "
    "ones (merchant_proxy alone). A finding has an offset in bytes where the place is beyond dispute. dedup_key null "
    "stands for none. The event's warnings name values that cannot be read and are kept in extra; left out, there are "
    "none. An event is acknowledged with status 200 and {\"status\":\"success\",\"message\":\"success\"}."
)


def cases():
    yield from webhooks_read.cases()
    yield from webhooks_token.cases()
    yield from webhooks_refused.cases()
