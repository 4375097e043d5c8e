"""axe-core, which finds what shuts people out of a page: one version, from the npm registry, for these tests only."""

import hashlib
import io
import os
import sys
import tarfile
from base64 import b64encode
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from tests.browser.chromium import Page

VERSION = "4.10.3"
ADDRESS = f"https://registry.npmjs.org/axe-core/-/axe-core-{VERSION}.tgz"
DIGEST = "Xm7bpRXnDSX2YE2YFfBk2FnF0ep6tmG7xPh8iHee8MIcrgq762Nkce856dYtJYLkuIoYZvGfTs/PbZhideTcEg=="
"""SHA-512, as the registry gives it."""
KEPT = Path(sys.prefix) / f"axe-{VERSION}.js"


def source() -> str:
    """Its text; it is fetched once. Without a network the test is skipped, and fails with CI set."""
    if not KEPT.exists():
        try:
            with urlopen(ADDRESS, timeout=30) as answer:
                packed: bytes = answer.read()
        except (URLError, TimeoutError) as error:
            if os.environ.get("CI"):
                pytest.fail(f"axe-core cannot be fetched: {error}; with CI set it must be")
            pytest.skip(f"axe-core cannot be fetched: {error}")
        assert b64encode(hashlib.sha512(packed).digest()).decode() == DIGEST
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            member = archive.extractfile("package/axe.min.js")
            assert member
            KEPT.write_bytes(member.read())
    return KEPT.read_text(encoding="utf-8")


def violations(page: Page) -> list[Any]:
    """What it finds on the page as it is."""
    page.run(f"{source()}; 1")
    found: list[Any] = page.run(
        "axe.run(document, {resultTypes: ['violations']}).then(made => made.violations.map(it =>"
        " [it.id, it.nodes.length, it.nodes[0].target.join(' '), it.nodes[0].failureSummary]))"
    )
    return found
