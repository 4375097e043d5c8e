"""Types of units (2.1): identity, strength and abilities, which never change; and the checks of the unit file."""

from tarawa_cli.games.malta.model.board import malta
from tarawa_cli.kernel.hints import Any, Iterable, Iterator, Literal, Mapping, NamedTuple, Sequence, get_args

Side = Literal["axis", "allied"]
SIDES: tuple[Side, ...] = get_args(Side)
Ability = Literal["combat", "escort", "engineer", "tank", "gun", "hq", "lead", "coast-gun", "security", "ship"]
MOBILITIES = ("foot", "motor", "mech", "static")
THIRDS = {"bn": 3, "co": 1, "bty": 1, "-": 0}
"""Battalion equivalents by size, in thirds."""
ENTRIES = ("setup", "strongpoint", "sea", "drop", "airland", "warship")
NATIONS = ("british", "maltese", "italian", "german")


class Strength(NamedTuple):
    attack: int
    defence: int


class Company(NamedTuple):
    attack: int
    defence: int
    move: int


class Kind(NamedTuple):
    """What units of a kind have in common."""

    id: str
    name: str
    letter: str
    """On counters."""
    can: frozenset[Ability]


class Battalion(NamedTuple):
    """A type of battalion and what it breaks into (13)."""

    id: str
    companies: tuple[Company, ...]
    ladder: tuple[Strength, ...]
    """With all companies, then with one fewer each."""
    reduced: tuple[Company, ...]

    def together(self, numbers: Iterable[int]) -> Strength:
        """Some of its companies, the first being number 1."""
        some = [self.companies[number - 1] for number in numbers]
        return Strength(sum(company.attack for company in some), sum(company.defence for company in some))


class UnitType(NamedTuple):
    id: str
    name: str
    side: Side
    nation: str
    kind: Kind
    size: str
    formation: str
    attack: int
    defence: int
    move: int
    morale: int
    mobility: str
    steps: int
    entry: str
    regiment: str = ""
    attached: str = ""
    """The formation to which an independent unit belongs at the start (15)."""
    type: Battalion | None = None
    offence: int = 0
    support: int = 0
    range: int = 0
    anti_air: int = 0
    aa_range: int = 0
    antitank: int = 0
    armour: int = 0
    factors: int = 0
    bombard: int = 0
    rating: int = 0
    hex: str = ""
    """Where it is set up."""
    zone: str = ""
    day: int = 0
    optional: bool = False
    hidden: bool = False
    """Set up face down (16.5)."""
    dummy: bool = False
    of: str = ""
    """The battalion of a company that a battalion breaks into (13)."""
    reduced: Strength | None = None
    """The weaker side of a company that drops (19.46)."""

    def can(self, ability: Ability) -> bool:
        return ability in self.kind.can

    @property
    def thirds(self) -> int:
        """Battalion equivalents for stacking, in thirds; leaders, HQs and coast guns count for nothing (7)."""
        return 0 if self.can("coast-gun") else THIRDS[self.size]

    @property
    def defensive_support(self) -> int:
        """As printed; a ship has one value for attack and defence (2.1)."""
        return self.offence if self.can("ship") else self.support

    def strength(self, steps: int, companies: Sequence[int] = ()) -> Strength:
        """Attack and defence with the given steps left (2.2); for a battalion, those of its companies."""
        if self.type and companies and steps < self.steps:
            return self.type.together(companies[:steps])
        if self.type:
            return self.type.ladder[self.steps - steps]
        return Strength(self.weakened(self.attack, steps), self.weakened(self.defence, steps))

    def weakened(self, value: int, steps: int) -> int:
        """A value of a unit that is not a battalion: half after a loss (2.2)."""
        return value if steps == self.steps else -(-value // 2)


def kinds(doc: Mapping[str, Any]) -> dict[str, Kind]:
    return {id: Kind(id, sheet["name"], sheet["letter"], frozenset(sheet["can"])) for id, sheet in doc["kinds"].items()}


def battalions(doc: Mapping[str, Any]) -> dict[str, Battalion]:
    return {
        id: Battalion(
            id,
            tuple(Company(**company) for company in sheet["companies"]),
            tuple(Strength(*rung) for rung in sheet["ladder"]),
            tuple(Company(**company) for company in sheet.get("reduced", ())),
        )
        for id, sheet in doc["types"].items()
    }


def unit_types(doc: Mapping[str, Any]) -> dict[str, UnitType]:
    """All units in the order of the file, each battalion before its companies."""
    every_kind, every_type = kinds(doc), battalions(doc)
    found: dict[str, UnitType] = {}
    for id, sheet in doc["units"].items():
        rest = {key: value for key, value in sheet.items() if key not in ("kind", "type")}
        type = every_type[sheet["type"]] if "type" in sheet else None
        found[id] = UnitType(id=id, kind=every_kind[sheet["kind"]], type=type, **rest)
        found |= {company.id: company for company in company_types(found[id])}
    return found


def company_types(battalion: UnitType) -> Iterator[UnitType]:
    """The companies of a battalion, strongest first (13)."""
    if not battalion.type:
        return
    weaker = battalion.type.reduced
    for number, company in enumerate(battalion.type.companies, 1):
        yield battalion._replace(
            id=f"{battalion.id}-{number}",
            name=f"{battalion.name}, company {number}",
            of=battalion.id,
            size="co",
            steps=1,
            type=None,
            hex="",
            attack=company.attack,
            defence=company.defence,
            move=company.move,
            reduced=Strength(*weaker[number - 1][:2]) if weaker else None,
        )


# ── Checks


def problems(doc: Mapping[str, Any]) -> list[str]:
    """Everything that is wrong with a unit file."""
    wrong = [*_kind_problems(doc), *_type_problems(doc)]
    return wrong + [f"units.{id}: {what}" for id, sheet in doc["units"].items() for what in _sheet_problems(doc, sheet)]


def _kind_problems(doc: Mapping[str, Any]) -> Iterator[str]:
    letters = [sheet["letter"] for sheet in doc["kinds"].values()]
    if len(set(letters)) < len(letters):
        yield "kinds: two have the same letter"
    for id, sheet in doc["kinds"].items():
        unknown = [word for word in sheet["can"] if word not in get_args(Ability)]
        yield from (f"kinds.{id}: unknown ability {word}" for word in unknown)


def _type_problems(doc: Mapping[str, Any]) -> Iterator[str]:
    for id, sheet in doc["types"].items():
        if len(sheet["ladder"]) != len(sheet["companies"]):
            yield f"types.{id}: ladder must have a strength for each company"
        if "reduced" in sheet and len(sheet["reduced"]) != len(sheet["companies"]):
            yield f"types.{id}: reduced must have a side for each company"
        if sheet["ladder"][0] != [sheet["attack"], sheet["defence"]]:
            yield f"types.{id}: ladder must begin with the full strength"
        strengths = [(company["attack"], company["defence"]) for company in sheet["companies"]]
        if strengths != sorted(strengths, reverse=True):
            yield f"types.{id}: the strongest company must come first"


_NEEDED = set(UnitType._fields) - set(UnitType._field_defaults) - {"id"}
_MADE = {"of", "reduced"}
"""What only companies have; they are made from their battalion."""


def _sheet_problems(doc: Mapping[str, Any], sheet: Mapping[str, Any]) -> Iterator[str]:
    missing = sorted(_NEEDED - set(sheet))
    unknown = sorted(set(sheet) - set(UnitType._fields) | _MADE & set(sheet))
    if missing or unknown:
        yield f"missing: {', '.join(missing) or 'none'}; unknown: {', '.join(unknown) or 'none'}"
        return
    allowed: dict[str, Any] = {
        "side": SIDES,
        "nation": NATIONS,
        "kind": doc["kinds"],
        "size": THIRDS,
        "formation": (*doc["formations"], "none"),
        "attached": doc["formations"],
        "mobility": MOBILITIES,
        "entry": ENTRIES,
        "type": doc["types"],
        "hex": malta().land,
        "zone": malta().beaches,
    }
    for key, values in allowed.items():
        if key in sheet and sheet[key] not in values:
            yield f"{key} {sheet[key]!r} is unknown"
            return
    yield from _sense_problems(doc, sheet)


def _sense_problems(doc: Mapping[str, Any], sheet: Mapping[str, Any]) -> Iterator[str]:
    if not 1 <= sheet["morale"] <= 6:
        yield "morale must be 1 to 6"
    if (sheet["mobility"] == "static") != (sheet["move"] == 0) and sheet["kind"] != "warship":
        yield "static units, and only they, have move 0"
    if (sheet["size"] == "bn") != ("type" in sheet):
        yield "battalions, and only they, have a type"
    if "type" in sheet and sheet["steps"] != len(doc["types"][sheet["type"]]["companies"]):
        yield "a battalion has a step for each company"
    if "type" not in sheet and sheet["steps"] > 2:
        yield "units other than battalions have one or two steps"
    if sheet["formation"] != "none" and doc["formations"][sheet["formation"]]["side"] != sheet["side"]:
        yield "its formation is on the other side"
