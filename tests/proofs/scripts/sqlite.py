"""Reads and changes a SQLite file for the proofs: a line of JSON in, a line of JSON out."""
import contextlib
import json
import sqlite3
import sys


def answer(file, question):
    # A connection for each question: after a kill no other one is open, so that SQLite recovers the file.
    with contextlib.closing(sqlite3.connect(file, timeout=30, isolation_level=None)) as connection:
        if "script" in question:
            connection.executescript(question["script"])
            return []
        rows = connection.execute(question["query"])
        return [["" if value is None else str(value) for value in row] for row in rows]


for line in sys.stdin:
    try:
        reply = {"rows": answer(sys.argv[1], json.loads(line))}
    except sqlite3.Error as error:
        reply = {"error": str(error)}
    print(json.dumps(reply), flush=True)
