"""A Dask cluster as an executor for `simulate`; Dask is needed only here (the extra `cluster`)."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

from tarawa_cli.kernel.errors import BadFile, BadOrder
from tarawa_cli.kernel.hints import Any
from tarawa_cli.library.simulation import Executor

SECONDS = 10
"""How long a scheduler may take to answer."""


@contextmanager
def connected(address: str) -> Iterator[Executor]:
    """The workers of a scheduler, such as `tcp://host:8786`; a game whose worker is lost is played by another."""
    try:
        make: Any = import_module("distributed").Client
    except ImportError:
        raise BadOrder("--cluster needs Dask", hint="pip install 'tarawa-cli[cluster]'") from None
    try:
        client = make(address, timeout=SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise BadFile(f"no cluster answers at {address}: {error}") from None
    with client:
        yield client.get_executor(retries=3, pure=False)
