"""Exact decimals in plain notation."""

from decimal import ROUND_HALF_UP, Context, Decimal

EXACT = Context(prec=200)


def plain(value):
    """The number's own digits, without an exponent. A JSON number counts by its shortest text."""
    if isinstance(value, float):
        value = repr(value).removesuffix(".0")
    return format(Decimal(str(value)), "f")


UNITS = {"exact": None, "riel": Decimal(1), "hundred_riel": Decimal(100)}


def product(amount, rate, rounding="exact"):
    """Rounds half up to a unit, in plain notation without trailing zeros."""
    value, unit = EXACT.multiply(Decimal(amount), Decimal(plain(rate))), UNITS[rounding]
    if unit is not None:
        value = (value / unit).quantize(Decimal(1), ROUND_HALF_UP, EXACT) * unit
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text
