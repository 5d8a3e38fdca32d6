"""Exact decimals in plain notation."""

from decimal import Context, Decimal

EXACT = Context(prec=200)


def plain(value):
    """Digits as given, without an exponent; a JSON number by its shortest text."""
    if isinstance(value, float):
        value = repr(value).removesuffix(".0")
    return format(Decimal(str(value)), "f")


def product(amount, rate):
    """Plain and without trailing zeros."""
    text = format(EXACT.multiply(Decimal(amount), Decimal(plain(rate))), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text
