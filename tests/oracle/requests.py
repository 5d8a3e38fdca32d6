"""Cases of requests.json: a draft, and its call or its violations."""

import requests_accepted
import requests_amounts
import requests_profiles
import requests_refused
import requests_rules
import requests_warned

ABOUT = (
    "The caller's draft, and the prepared call: path (after base_url), headers, exact body, warnings; or the "
    "violations in order. Only the first hundred are listed; violations_omitted counts the others. A JSON number "
    "stands for the caller's same number. strict and profile are the Biller's. Bearer test-bearer, verification "
    "token test-verification, hash token test-hash-key. A settlement's hash in the body comes from the oracle."
)


def cases():
    yield from requests_accepted.cases()
    yield from requests_amounts.cases()
    yield from requests_profiles.cases()
    yield from requests_warned.cases()
    yield from requests_refused.cases()
    yield from requests_rules.cases()
