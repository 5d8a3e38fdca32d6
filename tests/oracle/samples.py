"""Texts that the cases share."""

KHMER = "ភ្នំពេញ"  # Phnom Penh
KHMER_WORDS = "ភាសា\u200bខ្មែរ\u200cល្អ\u200dណាស់"  # Khmer needs these three zero-width characters.
ESCAPES = 'tab\tnewline\nquote"backslash\\slash/line\u2028paragraph\u2029emoji😀'
LARGEST = 2**53 - 1


def by_code(groups):
    """Returns name, value and code of each value."""
    return [(name, value, code) for code, values in groups for name, value in values.items()]
