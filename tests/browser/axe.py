"""axe-core, which finds what shuts people out of a page: one version, fetched by npm, for these tests only."""

import hashlib
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from base64 import b64encode
from pathlib import Path
from typing import Any, NoReturn

import pytest

from tests.browser.chromium import Page

PACKAGE = "axe-core@4.10.3"
DIGEST = "Xm7bpRXnDSX2YE2YFfBk2FnF0ep6tmG7xPh8iHee8MIcrgq762Nkce856dYtJYLkuIoYZvGfTs/PbZhideTcEg=="
"""SHA-512 of the packed file, as npm writes it into a lock file."""
KEPT = Path(sys.prefix) / f"{PACKAGE}.js"


def source() -> str:
    """Its text, which npm fetches once. Where it cannot be fetched the test is skipped, and fails with CI set."""
    if not KEPT.exists():
        packed = _packed()
        assert b64encode(hashlib.sha512(packed).digest()).decode() == DIGEST
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            member = archive.extractfile("package/axe.min.js")
            assert member
            KEPT.write_bytes(member.read())
    return KEPT.read_text(encoding="utf-8")


def _packed() -> bytes:
    npm = shutil.which("npm")
    if not npm:
        _missing("npm is not installed")
    with tempfile.TemporaryDirectory() as folder:
        command = [npm, "pack", PACKAGE, "--silent", "--pack-destination", folder]
        try:
            made = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
        except subprocess.TimeoutExpired:
            _missing("npm does not answer")
        if made.returncode:
            _missing(f"npm cannot fetch {PACKAGE}: {made.stderr.strip()[-200:]}")
        return next(Path(folder).glob("*.tgz")).read_bytes()


def _missing(reason: str) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(f"{reason}; with CI set there must be axe-core")
    pytest.skip(reason)


def violations(page: Page) -> list[Any]:
    """What it finds on the page as it is."""
    page.run(f"{source()}; 1")
    found: list[Any] = page.run(
        "axe.run(document, {resultTypes: ['violations']}).then(made => made.violations.map(it =>"
        " [it.id, it.nodes.length, it.nodes[0].target.join(' '), it.nodes[0].failureSummary]))"
    )
    return found
