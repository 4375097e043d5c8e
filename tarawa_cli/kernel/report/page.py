"""The page of a report and its furniture: sections, tables, the map."""

from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.hints import Any, Iterable, Iterator, Mapping
from tarawa_cli.kernel.render.markup import Markup, Value, ascii_only, element, escaped, number

STYLE = """
:root { color-scheme: light dark; --paper: #f6efdc; --ink: #33281c; --head: #54203c; --rule: #7a1f4d; --line: #d8cba8;
  --card: #fffaf0; --dim: #665b47; --all: #ece0bf; --hot: #b3261e; --blue: #1f4e8c; --note: #fff3c4 }
body { font: 17px/1.5 Georgia, 'Times New Roman', serif; color: var(--ink); background: var(--paper); margin: 0 auto;
  padding: 1rem 2rem 4rem; max-width: 1200px }
p, li { max-width: 46rem }
h1 { margin: .5rem 0 0; font-size: 2.2rem }
h2 { border-bottom: 2px solid var(--rule); color: var(--head); margin-top: 2.2rem }
h3 { margin: 1.2rem 0 .3rem }
.turn { font-size: 1.2rem; margin: .2rem 0 }
.outcome { font-size: 1.4rem; font-weight: bold; color: var(--hot) }
.note { background: var(--note); border-left: 5px solid #e0b13c; padding: .4rem .8rem }
.columns { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 0 3rem }
table { border-collapse: collapse; font: 14px/1.35 Helvetica, Arial, sans-serif; margin: .3rem 0 }
th, td { text-align: left; padding: .2rem .7rem; border-bottom: 1px solid var(--line); vertical-align: top }
th { color: var(--head) }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums }
tr.lost td { color: var(--dim); text-decoration: line-through }
tr.all th, tr.all td { font-weight: bold; background: var(--all) }
figure { margin: 1rem 0 }
figcaption { font-weight: bold }
.map { overflow: auto; border: 1px solid var(--ink); background: #5f97b9 }
.map svg { display: block; width: 100%; height: auto }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: .8rem }
.chart { margin: 0; background: var(--card); border: 1px solid var(--line); padding: .4rem .6rem }
.chart figcaption { font: 13px/1.4 Helvetica, Arial, sans-serif }
.chart svg { display: block; width: 100%; height: auto }
.chart .key { margin-left: .6rem; color: var(--own) }
.chart .axis { stroke: var(--line) } .chart .curve { fill: none; stroke-width: 2; stroke: var(--own) }
.chart .curve.c1 { stroke-dasharray: 6 3 } .chart .curve.c2 { stroke-dasharray: 2 3 }
.chart text { font: 10px Helvetica, Arial, sans-serif; fill: var(--dim); text-anchor: middle }
.chart .scale { text-anchor: end }
progress { width: 9rem; accent-color: var(--blue) }
pre, code { font: 14px/1.4 Menlo, Consolas, 'DejaVu Sans Mono', monospace }
pre { background: var(--card); border: 1px solid var(--line); padding: .7rem 1rem; overflow: auto }
details { border-top: 1px solid var(--line); padding: .2rem 0 }
summary { cursor: pointer; padding: .25rem 0 }
summary b { color: var(--head) }
.entry { margin: .35rem 0 .35rem 1rem }
.entry p { margin: 0 }
.entry code { font-weight: bold }
.entry .aside { color: var(--dim); font-size: .85rem; margin-left: .6rem }
.entry ul, .goes-on { margin: .1rem 0 .1rem 1.6rem; padding: 0; list-style: none; font-size: .93rem }
.goes-on { margin-left: 2.6rem }
.phase { font-weight: bold; color: var(--head); margin-left: -1rem }
.roll { color: var(--blue) }
@media screen and (prefers-color-scheme: dark) {
  :root { --paper: #1b1a17; --ink: #eee6d3; --head: #f0a8c8; --rule: #a04a78; --line: #4a4436; --card: #26241f;
    --dim: #b8ad96; --all: #38332a; --hot: #ff8a80; --blue: #9ec5ff; --note: #3a3216 }
  .map { filter: brightness(.72) }
  .chart .key { color: color-mix(in srgb, var(--own) 40%, #fff) }
  .chart .curve { stroke: color-mix(in srgb, var(--own) 40%, #fff) }
}
@media (max-width: 700px) {
  body { padding: .5rem .7rem 2rem } h1 { font-size: 1.6rem } .outcome { font-size: 1.15rem }
  table { display: block; overflow-x: auto } th, td { padding: .15rem .4rem }
  pre, code { font-size: 10.5px } pre { padding: .5rem; white-space: pre-wrap }
}
@page { margin: 14mm }
@media print {
  body { background: none; color: #000; padding: 0; font-size: 11pt; max-width: none } table { font-size: 9pt }
  .map { overflow: visible } input, label { display: none } pattern > * + * { display: none }
  h2, h3, figcaption, thead { break-after: avoid } figure, tr, .entry { break-inside: avoid }
}
"""

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
"""What the page may do: look as we say. It has no script, and nothing that a save could smuggle in can run or load."""


def html(title: str, wide: float, *parts: Markup) -> str:
    """The whole page, in one file; `wide` is the map at full size."""
    large = f"#large:checked ~ .map {{ max-height: 92vh }}\n#large:checked ~ .map svg {{ width: {number(wide)}px }}\n"
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=POLICY),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", escaped(title)),
        element("style", Markup(STYLE + large)),
    )
    page = element(
        "html", Markup("\n"), head, Markup("\n"), element("body", element("main", *parts)), Markup("\n"), lang="en"
    )
    return ascii_only(Markup(f"<!DOCTYPE html>\n{page}\n"))


def section(title: str, *parts: Markup) -> Iterator[Markup]:
    yield Markup("\n")
    yield element("section", element("h2", escaped(title)), *parts)


def paragraphs(lines: Iterable[str]) -> Iterator[Markup]:
    return (element("p", escaped(line)) for line in lines)


def header(match: Match[Any], broken: str, outcome: str) -> Iterator[Markup]:
    """What was played, how it stands, and which parts of it are unproven."""
    telling, state = match.game.narration, match.state
    yield element("h1", escaped(telling.opening(state).name))
    yield element("p", escaped(telling.headline(state).partition(" (`")[0]), class_="turn")
    if outcome:
        yield element("p", escaped(outcome), class_="outcome")
    for note in filter(None, (broken, "this save was edited by hand since its last command" if match.edited else "")):
        yield element("p", escaped(f"Note: {note}."), class_="note")
    if not outcome:
        yield element("h2", escaped("What comes next"))
        yield element("pre", escaped(telling.next_steps(state)), tabindex="0")


def picture(drawing: Markup) -> Iterator[Markup]:
    """The map, fitted to the page or at full size."""
    yield element("input", type="checkbox", id="large")
    yield element("label", escaped(" full size (point at a hex or a counter to read about it)"), for_="large")
    yield element("div", drawing, class_="map", tabindex="0")


# ── Tables


def table(heads: Iterable[Markup], rows: Iterable[Markup]) -> Markup:
    return element("table", element("thead", element("tr", *heads)), element("tbody", *rows), tabindex="0")


def heads(*titles: str) -> list[Markup]:
    """Heads of columns; one without a title heads nothing."""
    return [element("th", escaped(title), scope="col") if title else cell("") for title in titles]


def row(*cells: Markup, **attributes: Value) -> Markup:
    return element("tr", *cells, **attributes)


def cell(text: str) -> Markup:
    return element("td", escaped(text))


def figure(value: object) -> Markup:
    return element("td", escaped(str(value)), class_="number")


def pairs(lines: Mapping[str, str]) -> Markup:
    """A table of names and what they stand for."""
    rows = (row(element("th", escaped(name), scope="row"), cell(text)) for name, text in lines.items())
    return element("table", *rows, tabindex="0")


def dice(match: Match[Any]) -> dict[str, str]:
    """Where the dice came from, and what was done besides playing."""
    by = "given by the player" if match.manual else f"seed {match.seed}"
    return {
        "Dice": f"{by}, {match.used:,} rolled",
        "Mulligans, peeks, hand edits": f"{match.mulligans}, {match.peeks}, {match.edits}",
    }
