"""The signature of section 5.3 of the interface."""

import base64
import hashlib
import hmac

from instants import Instant


def signing_string(fields, signing_offset):
    return "".join(
        [
            fields["ref_id"],
            Instant(fields["date"]).digits(signing_offset),
            fields["currency"],
            str(int(fields["total_amount"])),
            fields["customer_sync_code"],
            fields["settlement_to"],
        ]
    )


def hash_of(text, key):
    digest = hmac.new(key.encode(), text.encode(), hashlib.sha512).digest()
    return base64.b64encode(digest).decode()
