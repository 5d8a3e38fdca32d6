"""Warnings: each alone, all in order, and as violations under strict."""

from request_cases import (
    PREFIXES,
    accepted,
    bill,
    bill_accepted,
    bill_in_usd,
    bill_refused,
    refused,
    supplier,
)

# Characters that Unicode calls default-ignorable, and their neighbours at the ends of ranges.
INVISIBLE = {
    "soft-hyphen": "\u00ad",
    "grapheme-joiner": "\u034f",
    "arabic-letter-mark": "\u061c",
    "hangul-filler": "\u1160",
    "khmer-aq": "\u17b4",
    "khmer-aa": "\u17b5",
    "mongolian-selector": "\u180b",
    "zero-width-space": "\u200b",
    "joiner": "\u200d",
    "right-to-left-mark": "\u200f",
    "embedding": "\u202a",
    "override": "\u202e",
    "word-joiner": "\u2060",
    "isolate": "\u2069",
    "halfwidth-filler": "\uffa0",
    "variation-selector": "\ufe0f",
    "byte-order-mark": "\ufeff",
    "tag": "\U000e0041",
}
EVERYTHING = bill(
    ref_id=" INV-1",
    due_date="2026-01-31T16:59:59.999Z",
    currency=" usd",
    total_amount=100,
    customer_sync_code="1 ",
    settlement_to=" S\u200b-1 ",
    total_tax=101,
    exchange_rate_khr="4100",
    total_amount_khr="1",
    details=[{"amount": "1"}],
)
IN_ORDER = (
    "currency unknown_currency, ref_id surrounding_space, currency surrounding_space, "
    "customer_sync_code surrounding_space, settlement_to surrounding_space, "
    "settlement_to invisible_character, customer_sync_code ambiguous_signing_string, "
    "due_date due_before_date, total_tax tax_above_total, total_amount_khr khr_does_not_match, "
    "details lines_do_not_sum"
).split(", ")


def cases():
    for name, request, warning in alone():
        yield bill_accepted(f"warns-{name}", request, [warning])
        yield bill_accepted(f"not-strict-{name}", request, [warning], strict=False)
        yield bill_refused(f"strict-{name}", request, shaped(request, [warning]), strict=True)
    yield bill_accepted("warns-everything", EVERYTHING, IN_ORDER)
    yield bill_refused("strict-everything", EVERYTHING, shaped(EVERYTHING, IN_ORDER), strict=True)
    late = bill_in_usd(
        date="2569-01-31T17:00:00.000Z",
        due_date="2569-02-28T17:00:00.000Z",
        exchange_rate_khr="0.5",
        details=[{"amount": "1"}],
    )
    last = (
        "details lines_do_not_sum, exchange_rate_khr inverted_rate, date buddhist_year, "
        "due_date buddhist_year"
    ).split(", ")
    yield bill_accepted("warns-last", late, last)
    yield from onboarding()
    yield from silent()
    yield from with_violations()


def shaped(request, warnings):
    """A code without its declared prefix has its own warning, and parses are not counted."""
    misshapen = [
        f"{field} shape_mismatch"
        for field, prefix in PREFIXES.items()
        if not request[field].startswith(prefix)
    ]
    if not misshapen:
        return warnings
    of_texts = [
        text
        for text in warnings
        if text.endswith(("unknown_currency", "surrounding_space", "invisible_character"))
    ]
    others = [
        text for text in warnings if text not in of_texts and not text.endswith("ambiguous_signing_string")
    ]
    return of_texts + misshapen + others


def alone():
    for name, currency in {"unknown": "RIEL", "lower-case": "khr", "symbol": "$", "number": "116"}.items():
        yield f"currency-{name}", bill(currency=currency, total_amount_khr="1"), "currency unknown_currency"
    for field in ["ref_id", "customer_sync_code", "settlement_to"]:
        for name, text in {"before": " X", "after": "X ", "only": " "}.items():
            yield f"space-{name}-{field}", bill(**{field: text}), f"{field} surrounding_space"
    for name, character in INVISIBLE.items():
        yield f"invisible-{name}", bill(ref_id=f"INV-{character}1"), "ref_id invisible_character"
    for field in ["customer_sync_code", "settlement_to"]:
        text = f"{PREFIXES[field]}1\ufeff"
        yield f"invisible-{field}", bill(**{field: text}), f"{field} invisible_character"
    for text in ["0C", "9", "1-2"]:
        request = bill(customer_sync_code=text)
        yield f"ambiguous-{text}", request, "customer_sync_code ambiguous_signing_string"
    yield "zero", bill(total_amount=0), "total_amount zero_total"
    late = "due_date due_before_date"
    yield "due-day-before", bill(due_date="2026-01-30T17:00:00.000Z"), late
    yield "due-millisecond-before", bill(due_date="2026-01-31T16:59:59.999Z"), late
    yield "due-before-by-offset", bill(due_date="2026-01-31T23:59:59+07:00"), late
    yield "tax", bill(total_tax=40001), "total_tax tax_above_total"
    yield "tax-of-all-but-one", bill(total_amount=1, total_tax=2), "total_tax tax_above_total"
    differs = "total_amount_khr khr_does_not_match"
    yield "khr-by-rate", bill_in_usd(total_amount_khr="410001"), differs
    yield "khr-by-a-fraction", bill_in_usd(total_amount_khr="410000.0000001"), differs
    yield (
        "khr-rounded",
        bill_in_usd(total_amount=3, exchange_rate_khr="4099.5", total_amount_khr="12298"),
        differs,
    )
    sums = "details lines_do_not_sum"
    yield "sum", bill(details=[{"amount": "39999"}]), sums
    yield "sum-by-a-fraction", bill(details=[{"amount": "40000.01"}]), sums
    yield "sum-with-tax", bill(details=[{"amount": "30000", "tax_amount": "1"}, {"amount": "9000"}]), sums

    for currency in ["USD", "EUR", "THB", "JPY"]:
        request = bill_in_usd(currency=currency, exchange_rate_khr="0.00024", total_amount_khr="0.024")
        yield f"rate-inverted-{currency}", request, "exchange_rate_khr inverted_rate"
    almost = bill_in_usd(exchange_rate_khr="0.9999999999999999999", total_amount_khr="99.99999999999999999")
    yield "rate-almost-one", almost, "exchange_rate_khr inverted_rate"
    for year in [2500, 2569, 2699]:
        bought = bill(date=f"{year}-01-31T17:00:00.000Z", due_date="9999-12-31T00:00:00.000Z")
        yield f"buddhist-date-{year}", bought, "date buddhist_year"
        due = bill(due_date=f"{year}-02-28T17:00:00.000Z")
        yield f"buddhist-due_date-{year}", due, "due_date buddhist_year"
    # Seconds of 1970, 2026 and 2106 that were taken for milliseconds.
    for seconds, text in {
        0: "01-01T00:00:00.000Z",
        1769850000: "01-21T11:37:30.000Z",
        2**32 - 1: "02-19T17:02:47.295Z",
    }.items():
        yield f"epoch-date-{seconds}", bill(date=f"1970-{text}"), "date epoch_date"
    yield "epoch-by-offset", bill(date="1970-01-01T07:00:00+07:00"), "date epoch_date"
    yield (
        "epoch-due_date",
        bill(date="1969-12-31T23:59:59.999Z", due_date="1970-01-01T00:00:00Z"),
        "due_date epoch_date",
    )
    yield "buddhist-by-offset", bill(due_date="2500-01-01T07:00:00+07:00"), "due_date buddhist_year"


def onboarding():
    request = supplier(currency="riel")
    warning = ["currency unknown_currency"]
    yield accepted("warns-currency", "onboarding", request, warning)
    yield refused("strict-currency", "onboarding", request, warning, strict=True)
    for name, url in {
        "without-scheme": "b.example/back",
        "host-and-port": "b.example:8080/back",
        "script": "javascript:alert(1)",
        "script-and-slashes": "JavaScript://b.example/%0aalert(1)",
        "data": "data:text/html,x",
        "path": "/back",
        "scheme-alone": "https://",
        "space": " https://b.example/",
        "no-scheme": "://b.example",
        "word": "back",
    }.items():
        request, warning = supplier(return_url=url), ["return_url no_address"]
        yield accepted(f"warns-return_url-{name}", "onboarding", request, warning)
        yield refused(f"strict-return_url-{name}", "onboarding", request, warning, strict=True)
    for name, url in {
        "http": "http://b.example/",
        "app": "com.shop+pay://linked",
        "capitals": "HTTPS://B.EXAMPLE",
    }.items():
        yield accepted(
            f"no-warning-for-return_url-{name}", "onboarding", supplier(return_url=url), strict=True
        )
    # Only signed fields count.
    yield accepted(
        "no-warning-for-invisible", "onboarding", supplier(name="Sok\u200b", supplier_sync_code="1\u200b")
    )
    yield accepted("no-warning-for-space", "onboarding", supplier(name=" Sok ", supplier_sync_code=" 1 "))


def silent():
    for currency, rate in {"USD": "1", "VND": "0.16", "LAK": "0.19", "IDR": "0.25"}.items():
        request = bill_in_usd(currency=currency, exchange_rate_khr=rate)
        yield bill_accepted(f"no-warning-for-rate-of-{currency}", request)
    yield bill_accepted("no-warning-for-rate-of-KHR", bill(exchange_rate_khr="0.5"))
    for name, date in {
        "2499": "2499-12-31T23:59:59.999Z",
        "2499-in-utc": "2500-01-01T06:59:59.999+07:00",
        "2700": "2700-01-01T00:00:00.000Z",
        "9999": "9999-12-31T00:00:00.000Z",
    }.items():
        yield bill_accepted(f"no-warning-for-year-{name}", bill(due_date=date))
    for name, date in {"before": "1969-12-31T23:59:59.999Z", "after": "1970-02-19T17:02:47.296Z"}.items():
        yield bill_accepted(f"no-warning-for-{name}-the-epoch", bill(date=date))
    yield bill_accepted("strict-and-clean", bill(), strict=True)
    yield accepted("strict-and-clean", "onboarding", supplier(), strict=True)
    for currency in ["USD", "THB", "VND", "EUR", "LAK", "JPY"]:
        yield bill_accepted(f"no-warning-for-{currency}", bill(currency=currency, total_amount_khr="1"))
    yield bill_accepted("no-warning-for-due-at-once", bill(due_date="2026-01-31T17:00:00.000Z"))
    yield bill_accepted("no-warning-for-tax-of-all", bill(total_tax=40000))
    yield bill_accepted("no-warning-for-inner-space", bill(ref_id="INV 1", customer_sync_code="C 1"))
    for name, text in {
        "khmer": "INV-ភ្នំពេញ",
        "accent": "INV-e\u0301",
        "inner-no-break-space": "INV-\u00a01",
    }.items():
        yield bill_accepted(f"no-warning-for-{name}", bill(ref_id=text), strict=True)
    yield bill_accepted("no-warning-for-digit-inside", bill(customer_sync_code="C0", settlement_to="0"))


def with_violations():
    request = bill(ref_id=None, total_tax=40001)
    yield bill_refused("violation-hides-warning", request, ["ref_id required"])
    both = ["ref_id required", "total_tax tax_above_total"]
    yield bill_refused("strict-warning-after-violation", request, both, strict=True)
