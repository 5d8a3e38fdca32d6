#!/usr/bin/env python3
"""Writes tests/vectors/*.json, the cases that every language of billwire runs.

    python3 tests/oracle/generate.py            write the files
    python3 tests/oracle/generate.py --check    write nothing; fail if a file differs

Signing strings, hashes and bodies are computed here with Python's standard library alone, so that they come from
somewhere else than the implementations under test. Verdicts (violations, warnings, mismatches) are stated by
hand in each case: they are the contract. The meaning of an answer follows from the rules in `answers.py`, and
what was read from the body.
"""

import json
import sys
from pathlib import Path

import confirmations
import dates
import deliveries
import lookups
import mistakes
import parses
import requests
import responses
import signing
import webhooks

VECTORS = Path(__file__).resolve().parent.parent / "vectors"
FILES = {
    "signing": signing,
    "requests": requests,
    "responses": responses,
    "webhooks": webhooks,
    "confirmations": confirmations,
    "mistakes": mistakes,
    "parses": parses,
    "deliveries": deliveries,
    "lookups": lookups,
    "dates": dates,
}


def main(arguments):
    if arguments not in ([], ["--check"]):
        sys.exit("usage: generate.py [--check]")
    texts = {name: text_of(name, module) for name, module in FILES.items()}
    if arguments:
        check(texts)
    else:
        write(texts)


def text_of(name, module):
    cases = list(module.cases())
    ids = [case["id"] for case in cases]
    for case_id in ids:
        if not case_id.startswith(name + "/") or ids.count(case_id) > 1:
            sys.exit(f"{name}: the id {case_id!r} is misplaced or used twice")
    content = {"about": module.ABOUT, "cases": cases}
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def check(texts):
    for name, text in texts.items():
        path = VECTORS / f"{name}.json"
        if not path.is_file() or path.read_bytes() != text.encode():
            sys.exit(f"tests/vectors/{name}.json differs from the output of tests/oracle")


def write(texts):
    VECTORS.mkdir(exist_ok=True)
    for name, text in texts.items():
        (VECTORS / f"{name}.json").write_bytes(text.encode())


if __name__ == "__main__":
    main(sys.argv[1:])
