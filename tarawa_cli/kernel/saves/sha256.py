"""SHA-256 without OpenSSL, which saves 2 ms of the 35 that a command would take."""

from tarawa_cli.kernel.hints import Any, Callable
from tarawa_cli.kernel.interpreter import IS_TESTED
from tarawa_cli.kernel.standard import import_module, suppress


def _find() -> Callable[[bytes], Any]:
    """The interpreter's own SHA-256 (Python 3.12 on, or Python 3.11), else hashlib's."""
    for module in ("_sha2", "_sha256") if IS_TESTED else ():
        with suppress(ImportError):
            found: Callable[[bytes], Any] = import_module(module).sha256
            return found
    from hashlib import sha256  # start-up

    return sha256


_sha256 = _find()


def sha256(data: bytes) -> bytes:
    digest: bytes = _sha256(data).digest()
    return digest


def short_digest(text: str) -> str:
    """Enough of a digest to tell two texts apart."""
    return sha256(text.encode("utf-8")).hex()[:16]
