"""Warnings: each alone, all in order, and as violations under strict."""

from request_cases import PREFIXES, accepted, bill, bill_in_usd, refused, supplier

EVERYTHING = bill(
    ref_id=" INV-1",
    due_date="2026-01-31T16:59:59.999Z",
    currency=" usd",
    total_amount=100,
    customer_sync_code="1 ",
    settlement_to=" S-1 ",
    total_tax=101,
    exchange_rate_khr="4100",
    total_amount_khr="1",
    details=[{"amount": "1"}],
)
IN_ORDER = [
    "currency unknown_currency",
    "ref_id surrounding_space",
    "currency surrounding_space",
    "customer_sync_code surrounding_space",
    "settlement_to surrounding_space",
    "customer_sync_code ambiguous_signing_string",
    "due_date due_before_date",
    "total_tax tax_above_total",
    "total_amount_khr khr_does_not_match",
    "details lines_do_not_sum",
]


def cases():
    for name, request, warning in alone():
        yield accepted(f"warns-{name}", "settlement", request, [warning])
        yield accepted(f"not-strict-{name}", "settlement", request, [warning], strict=False)
        yield refused(f"strict-{name}", "settlement", request, shaped(request, [warning]), strict=True)
    yield accepted("warns-everything", "settlement", EVERYTHING, IN_ORDER)
    yield refused("strict-everything", "settlement", EVERYTHING, shaped(EVERYTHING, IN_ORDER), strict=True)
    yield from onboarding()
    yield from silent()
    yield from with_violations()


def shaped(request, warnings):
    """A code without its declared prefix has its own warning, and parses are not counted."""
    misshapen = [
        f"{field} shape_mismatch" for field, prefix in PREFIXES.items() if not request[field].startswith(prefix)
    ]
    if not misshapen:
        return warnings
    of_texts = [text for text in warnings if text.endswith(("unknown_currency", "surrounding_space"))]
    others = [text for text in warnings if text not in of_texts and not text.endswith("ambiguous_signing_string")]
    return of_texts + misshapen + others


def alone():
    for name, currency in {"unknown": "RIEL", "lower-case": "khr", "symbol": "$", "number": "116"}.items():
        yield f"currency-{name}", bill(currency=currency, total_amount_khr="1"), "currency unknown_currency"
    for field in ["ref_id", "customer_sync_code", "settlement_to"]:
        for name, text in {"before": " X", "after": "X ", "only": " "}.items():
            yield f"space-{name}-{field}", bill(**{field: text}), f"{field} surrounding_space"
    for text in ["0C", "9", "1-2"]:
        request = bill(customer_sync_code=text)
        yield f"ambiguous-{text}", request, "customer_sync_code ambiguous_signing_string"
    late = "due_date due_before_date"
    yield "due-day-before", bill(due_date="2026-01-30T17:00:00.000Z"), late
    yield "due-millisecond-before", bill(due_date="2026-01-31T16:59:59.999Z"), late
    yield "due-before-by-offset", bill(due_date="2026-01-31T23:59:59+07:00"), late
    yield "tax", bill(total_tax=40001), "total_tax tax_above_total"
    yield "tax-of-nothing", bill(total_amount=0, total_tax=1), "total_tax tax_above_total"
    differs = "total_amount_khr khr_does_not_match"
    yield "khr-by-rate", bill_in_usd(total_amount_khr="410001"), differs
    yield "khr-by-a-fraction", bill_in_usd(total_amount_khr="410000.0000001"), differs
    yield "khr-rounded", bill_in_usd(total_amount=3, exchange_rate_khr="4099.5", total_amount_khr="12298"), differs
    sums = "details lines_do_not_sum"
    yield "sum", bill(details=[{"amount": "39999"}]), sums
    yield "sum-by-a-fraction", bill(details=[{"amount": "40000.01"}]), sums
    yield "sum-with-tax", bill(details=[{"amount": "30000", "tax_amount": "1"}, {"amount": "9000"}]), sums


def onboarding():
    request = supplier(currency="riel")
    warning = ["currency unknown_currency"]
    yield accepted("warns-currency", "onboarding", request, warning)
    yield refused("strict-currency", "onboarding", request, warning, strict=True)
    # Only signed fields count.
    yield accepted("no-warning-for-space", "onboarding", supplier(name=" Sok ", supplier_sync_code=" 1 "))


def silent():
    yield accepted("strict-and-clean", "settlement", bill(), strict=True)
    yield accepted("strict-and-clean", "onboarding", supplier(), strict=True)
    for currency in ["USD", "THB", "VND", "EUR", "LAK", "JPY"]:
        yield accepted(f"no-warning-for-{currency}", "settlement", bill(currency=currency, total_amount_khr="1"))
    yield accepted("no-warning-for-due-at-once", "settlement", bill(due_date="2026-01-31T17:00:00.000Z"))
    yield accepted("no-warning-for-tax-of-all", "settlement", bill(total_tax=40000))
    yield accepted("no-warning-for-inner-space", "settlement", bill(ref_id="INV 1", customer_sync_code="C 1"))
    yield accepted("no-warning-for-digit-inside", "settlement", bill(customer_sync_code="C0", settlement_to="0"))


def with_violations():
    request = bill(ref_id=None, total_tax=40001)
    yield refused("violation-hides-warning", "settlement", request, ["ref_id required"])
    both = ["ref_id required", "total_tax tax_above_total"]
    yield refused("strict-warning-after-violation", "settlement", request, both, strict=True)
