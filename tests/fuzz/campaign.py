#!/usr/bin/env python3
"""Fuzzes each target for a while, first with a known fault that it must find.

    python3 tests/fuzz/campaign.py --minutes 1 [--target webhooks]

The corpus begins with the vectors, and grows in target/fuzz/corpus. An input that breaks a promise is
kept in target/fuzz/artifacts.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLACE = ROOT / "target" / "fuzz"
CONTROL_SECONDS = 30
LIMITS = ["-print_final_stats=1", "-max_len=2048", "-timeout=10", "-rss_limit_mb=2048"]


def build():
    """Compiles the program. Nothing of ours is unsafe: without a sanitizer ten times as many inputs are seen."""
    command = [
        "cargo",
        "fuzz",
        "build",
        "--fuzz-dir",
        "tests/fuzz",
        "--sanitizer",
        "none",
        "--target-dir",
        ROOT / "target",
        "promises",
    ]
    # The fuzzer's instrumentation is a flag that a stable compiler refuses without this variable.
    subprocess.run(command, cwd=ROOT, check=True, env={**os.environ, "RUSTC_BOOTSTRAP": "1"})
    host = re.search(r"host: (\S+)", subprocess.check_output(["rustc", "-vV"], text=True)).group(1)
    return ROOT / "target" / host / "release" / "promises"


def seeds(program):
    folder = PLACE / "seeds"
    subprocess.run([program], check=True, env={**os.environ, "BILLWIRE_FUZZ_SEEDS": str(folder)})
    return {target.name: target for target in sorted(folder.iterdir())}


def fuzz(program, name, seeds, seconds, control=False):
    """Runs a target, and returns its exit code, its executions and its log."""
    corpus, artifacts = PLACE / ("control" if control else "corpus") / name, PLACE / "artifacts"
    if control:
        shutil.rmtree(corpus, ignore_errors=True)  # it begins anew each time
    corpus.mkdir(parents=True, exist_ok=True)
    artifacts.mkdir(exist_ok=True)
    prefix = f"-artifact_prefix={artifacts}/{'control-' if control else ''}{name}-"
    env = {**os.environ, "BILLWIRE_FUZZ": name, **({"BILLWIRE_FUZZ_CONTROL": "1"} if control else {})}
    run = subprocess.run(
        [program, f"-max_total_time={seconds}", prefix, *LIMITS, corpus, seeds],
        env=env,
        capture_output=True,
        text=True,
        errors="replace",
    )
    executions = re.search(r"stat::number_of_executed_units:\s*(\d+)", run.stderr)
    return run.returncode, int(executions.group(1)) if executions else 0, run.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=1, help="for all targets together")
    parser.add_argument("--target", help="only this one")
    options = parser.parse_args()
    program = build()
    chosen = {name: folder for name, folder in seeds(program).items() if options.target in (None, name)}
    if not chosen:
        sys.exit("no target has this name")
    broken = []
    for name, folder in chosen.items():
        code, found_after, log = fuzz(program, name, folder, CONTROL_SECONDS, control=True)
        if code == 0 or "panicked at" not in log:
            broken.append(f"{name}: the known fault is not found")
        code, executions, log = fuzz(program, name, folder, max(1, int(options.minutes * 60 / len(chosen))))
        if code != 0 or executions <= len(list(folder.iterdir())):
            broken.append(f"{name}: {log[-2000:]}")
        print(f"{name:10} {executions:>10} executions; the known fault after {found_after}", flush=True)
    sys.exit("\n".join(broken) if broken else 0)


main()
