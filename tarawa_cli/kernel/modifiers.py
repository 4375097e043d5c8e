"""A number added to a die, with its name and its paragraph, so that every roll can be read back."""

from tarawa_cli.kernel.hints import NamedTuple


class Modifier(NamedTuple):
    value: int
    label: str
    rule: str

    def __str__(self) -> str:
        return f"{self.value:+d} {self.label}"

    def facts(self) -> dict[str, object]:
        return {"value": self.value, "label": self.label, "rule": self.rule}
