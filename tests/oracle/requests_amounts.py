"""Amounts: integers at their limits, total_amount_khr request and computed, decimals of lines."""

from decimal import Decimal
from itertools import chain, permutations

from decimals import product
from request_cases import bill, bill_accepted, bill_in_usd
from samples import LARGEST

DIGITS_34 = "1234567890123456789012345678901234"


def cases():
    return chain(integers(), computed_khr(), given_khr(), decimals(), sums())


def integers():
    for name, amount in {"zero": 0, "one": 1, "largest": LARGEST, "with-zero-fraction": 10.0}.items():
        yield bill_accepted(f"total_amount-{name}", bill(total_amount=amount), of_total(amount))
        yield bill_accepted(f"total_tax-{name}", bill(total_amount=LARGEST, total_tax=amount))
        yield bill_accepted(f"quantity-{name}", bill(details=[{"quantity": amount}]))


def of_total(amount):
    """Nothing is paid by a total of zero."""
    return ["total_amount zero_total"] if amount == 0 else []


def computed_khr():
    for name, amount, rate in [
        ("whole-rate", 100, "4100"),
        ("rate-as-number", 100, 4100),
        ("rate-as-fraction-number", 100, 4100.25),
        ("rate-with-fraction", 3, "4099.50"),
        ("strips-to-whole", 2, "4100.5"),
        ("strips-fraction-of-rate", 7, "4100.00"),
        ("rate-of-a-tenth", 10, "0.1"),
        ("rate-with-exponent", 7, "4.1e3"),
        ("rate-with-capital-exponent", 7, "41E+2"),
        ("rate-with-negative-exponent", 7, "4100123e-3"),
        ("zero", 0, "4100.55"),
        ("keeps-zeros-before-the-point", 1000, "10"),
        ("no-binary-rounding", 3, "0.1"),
        ("34-digits", LARGEST, "4100.12345678901234"),
        ("rate-of-34-digits", 1, "4100." + DIGITS_34[:30]),
        ("smallest-rate", 1, "1e-34"),
        ("largest-rate", 1, "1e34"),
    ]:
        request = bill_at(amount, rate)
        yield bill_accepted(f"khr-computed-{name}", request, of_total(amount))
    # For KHR the total needs no conversion, whatever the rate. billwire never warns about its own value.
    for name, rate in {"": "4100", "-of-one": "1", "-of-a-tenth": "0.1", "-of-34-digits": "1e34"}.items():
        by_rate = bill(ref_id="INV-1", exchange_rate_khr=rate)
        yield bill_accepted(f"khr-of-khr-ignores-the-rate{name}", by_rate)
        yield bill_accepted(f"khr-of-khr-ignores-the-rate{name}-strictly", by_rate, strict=True)
    request = bill(exchange_rate_khr="4100", total_amount_khr="40000.00")
    yield bill_accepted("khr-of-khr-given-with-a-rate", request)
    yield bill_accepted("khr-of-khr-given-with-a-rate-strictly", request, strict=True)
    yield from rounded_khr()


def bill_at(amount, rate):
    """A rate below one riel is one of dong: that of a dollar draws a warning."""
    currency = "VND" if Decimal(rate) < 1 else "USD"
    return bill_in_usd(currency=currency, total_amount=amount, exchange_rate_khr=rate)


def rounded_khr():
    """Rounding half up, in the derived total and in the check of a request one."""
    differs = ["total_amount_khr khr_does_not_match"]
    for unit, totals in {
        "exact": [(3, "4099.5", "12298.5"), (7, "4100.01", "28700.07")],
        "riel": [
            (3, "4099.5", "12299"),
            (3, "4099.49", "12298"),
            (1, "4100.4999999", "4100"),
            (1, "4100.5", "4101"),
            (1, "0.4", "0"),
            (1, "0.5", "1"),
            (4, "0.1", "0"),
            (2, "4100", "8200"),
        ],
        "hundred_riel": [
            (1, "4149.99", "4100"),
            (1, "4150", "4200"),
            (3, "4050", "12200"),
            (1, "49.9", "0"),
            (1, "50", "100"),
            (3, "4100", "12300"),
            (9, "4116.67", "37100"),
            (9007199254740991, "4100", "36929516944438063100"),
        ],
    }.items():
        profile = {"totalAmountKhrRounding": unit}
        for amount, rate, total in totals:
            if product(amount, rate, unit) != total:
                raise AssertionError(f"{amount} x {rate} is not {total}")
            name = f"khr-rounding-{unit}-{amount}-{rate}"
            derived = bill_at(amount, rate)
            yield bill_accepted(name, derived, profile=profile)
            yield bill_accepted(f"{name}-strictly", derived, profile=profile, strict=True)
            request = {**derived, "total_amount_khr": f"{total}.0" if "." not in total else total}
            yield bill_accepted(f"{name}-given", request, profile=profile)
            other = {**derived, "total_amount_khr": f"{total}1" if "." in total else f"{total}.1"}
            yield bill_accepted(f"{name}-given-another", other, differs, profile=profile)
    # A request total is sent unchanged. An amount in KHR is never rounded.
    unrounded = bill_in_usd(total_amount=3, exchange_rate_khr="4099.5", total_amount_khr="12298.5")
    riel = {"totalAmountKhrRounding": "riel"}
    yield bill_accepted("khr-rounding-riel-given-exact", unrounded, differs, riel)
    hundred = {"totalAmountKhrRounding": "hundred_riel"}
    yield bill_accepted("khr-rounding-hundred_riel-of-khr", bill(total_amount=40049), profile=hundred)
    without = bill(currency="USD", total_amount_khr="410049")
    yield bill_accepted("khr-rounding-hundred_riel-without-rate", without, profile=hundred)
    number = {"totalAmountKhrRounding": "riel", "totalAmountKhrAs": "number"}
    computed = bill_in_usd(total_amount=3, exchange_rate_khr="4099.50")
    yield bill_accepted("khr-rounding-riel-as-number", computed, profile=number)


def given_khr():
    for name, request in {
        "text": "410000",
        "number": 410000,
        "with-zeros": "410000.00",
        "with-exponent": "4.1e5",
        "with-exponent-and-zeros": "4.1000000e5",
    }.items():
        yield bill_accepted(f"khr-given-{name}", bill_in_usd(total_amount_khr=request))
    without = bill(currency="USD", total_amount_khr="410000")
    yield bill_accepted("khr-given-without-rate", without)
    yield bill_accepted("khr-given-zero", bill(total_amount=0, total_amount_khr="0"), of_total(0))
    yield bill_accepted("khr-given-34-digits", bill(currency="USD", total_amount_khr=DIGITS_34))
    yield bill_accepted("khr-given-plain-text-of-1e34", bill(currency="USD", total_amount_khr="1" + "0" * 34))


def decimals():
    for name, value in {
        "zeros-kept": "10.50",
        "whole-with-zeros": "10.000",
        "exponent": "1e3",
        "exponent-and-fraction": "1.5e1",
        "exponent-keeps-a-zero": "1.50e1",
        "negative-exponent": "1e-3",
        "capital-exponent": "12.5E+2",
        "small": "0.001",
        "zero": "0",
        "zero-with-fraction": "0.00",
        "negative": "-12.34",
        "negative-exponent-and-sign": "-1e-2",
        "34-digits": DIGITS_34,
        "34-digits-after-the-point": "0." + DIGITS_34,
        "34-digits-around-the-point": DIGITS_34[:17] + "." + DIGITS_34[17:],
        "34-digits-negative": "-" + DIGITS_34,
        "smallest-exponent": "1e-34",
        "largest-exponent": "1e34",
        "plain-text-of-1e34": "1" + "0" * 34,
        "plain-text-of-68-digits": "-" + DIGITS_34 + "0" * 34,
        "number-16-digits-whole": LARGEST,
        "number-16-digits-negative": -LARGEST,
        "number-whole": 10,
        "number-fraction": 10.5,
        "number-tenth": 0.1,
        "number-negative": -0.25,
        "number-zero": 0,
        "number-15-digits": 1234567.12345678,
        "number-small": 1e-7,
        "number-large": 1e21,
    }.items():
        for field in ["price", "amount", "tax_amount"]:
            yield bill_accepted(f"{field}-{name}", bill(details=[{field: value}, {}]))


def sums():
    for name, total, lines in [
        ("amounts", 40000, [{"amount": "39999.5"}, {"amount": "0.5"}]),
        (
            "amounts-and-tax",
            44,
            [{"amount": "30", "tax_amount": "3"}, {"amount": "10.00", "tax_amount": "1.00"}],
        ),
        ("amounts-tax-apart", 40, [{"amount": "30", "tax_amount": "3"}, {"amount": "10", "tax_amount": "1"}]),
        ("tax-of-one-line", 41, [{"amount": "30", "tax_amount": "1"}, {"amount": "10"}]),
        ("negative-line", 40, [{"amount": "50"}, {"amount": "-10"}]),
        ("no-binary-rounding", 1, [{"amount": "0.1"}] * 10),
        ("one-line-without-amount", 40, [{"amount": "1"}, {"item_name": "Rice"}]),
        ("prices-do-not-count", 40, [{"price": "7", "quantity": 3}]),
        *beyond_34_digits(),
    ]:
        yield bill_accepted(f"sum-{name}", bill(total_amount=total, details=lines))


def beyond_34_digits():
    """An intermediate sum has more digits than a decimal may have; the result fits."""
    lines = [{"amount": amount} for amount in ["1e34", "0.5", "-1e34", "1.5"]]
    for order in permutations(range(4)):
        name = "".join(str(line) for line in order)
        yield f"beyond-34-digits-{name}", 2, [lines[line] for line in order]
