#!/usr/bin/env python3
"""Writes the Swift package as its own repository needs it: with the published XCFramework, and without tests.

usage: swift_package.py FOLDER URL CHECKSUM
"""

import re
import shutil
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "bindings/swift"


def main(folder: str, url: str, checksum: str) -> None:
    place = Path(folder)
    for name in ["Sources", "README.md"]:
        (shutil.copytree if (PACKAGE / name).is_dir() else copy)(PACKAGE / name, place / name)
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"]:
        copy(PACKAGE.parents[1] / licence, place / licence)
    copy(PACKAGE.parent / "THIRD-PARTY.md", place / "THIRD-PARTY.md")
    manifest = released((PACKAGE / "Package.swift").read_text(), url, checksum)
    (place / "Package.swift").write_text(manifest)


def copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def released(manifest: str, url: str, checksum: str) -> str:
    """Returns the manifest with the archive instead of the folder, and without the targets of tests."""
    local = '.binaryTarget(name: "BillwireFFI", path: "BillwireFFI.xcframework")'
    archive = f'.binaryTarget(\n    name: "BillwireFFI", url: "{url}",\n    checksum: "{checksum}")'
    if manifest.count(local) != 1:
        raise SystemExit("Package.swift names no local XCFramework")
    manifest = manifest.replace(local, archive)
    manifest, removed = re.subn(r'^( *//.*\n)? *\.(executableTarget|testTarget)\(.*\),\n', "", manifest, flags=re.M)
    if removed != 2:
        raise SystemExit("Package.swift has other targets than Quickstart and BillwireTests")
    return manifest


if __name__ == "__main__":
    if len(sys.argv) != 4:
        raise SystemExit(__doc__)
    main(*sys.argv[1:])
