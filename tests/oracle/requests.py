"""Cases of requests.json: a draft, and its call or its violations."""

from itertools import chain

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
    return chain(
        requests_accepted.cases(),
        requests_amounts.cases(),
        requests_profiles.cases(),
        requests_warned.cases(),
        requests_refused.cases(),
        requests_rules.cases(),
    )
