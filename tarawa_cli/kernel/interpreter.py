"""Which interpreters the tests run on; on any other nothing private of the standard library is used."""

import sys

TESTED = ((3, 11), (3, 12), (3, 13))
"""CPython's versions in `make test`, as pyproject.toml lists them."""
IS_TESTED = sys.implementation.name == "cpython" and sys.version_info[:2] in TESTED
