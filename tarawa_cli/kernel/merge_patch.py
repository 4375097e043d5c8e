"""JSON merge patches (RFC 7386): what makes one document of another. Documents hold no null: it removes a key."""

from itertools import compress

from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.standard import is_not


def merge_patch(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """What makes the second document of the first. Parts that are the same objects are not looked into."""
    patch: dict[str, Any] = {}
    for key in compress(after, map(is_not, after.values(), map(before.get, after))):
        value, old = after[key], before.get(key)
        if isinstance(value, dict) and isinstance(old, dict):
            if changed := merge_patch(old, value):
                patch[key] = changed
        elif value != old:
            patch[key] = value
    if not before.keys() <= after.keys():
        patch |= {key: None for key in before if key not in after}
    return patch
