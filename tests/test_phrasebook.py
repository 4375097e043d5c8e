"""The phrasebook holds what players read, with where it comes from."""

from phrasebook import PARTS, ROOT, in_data, in_page, in_python, in_script, in_sources, is_sentence, pages


def test_constants_and_f_strings_are_found_with_their_lines() -> None:
    text = (
        '"""For developers only."""\nx = "one sentence"\ny = f"{name} moves {far} hexes to {a if b else \'no hex\'}"\n'
    )
    assert [*in_python(text)] == [(2, "one sentence"), (3, "{…} moves {…} hexes to {no hex}")]


def test_types_in_quotes_and_code_to_execute_are_left_out_and_the_rest_is_in_order() -> None:
    text = """def told(word: "Mapping[str, Any]") -> "dict[str, Any] | None":
    found: "Callable[[Any, Any], Any]" = word["a hex too far"]
    exec("def made(): return nothing at all")
    if found:
        say("first this")
    say("then that")
"""
    assert [*in_python(text)] == [(2, "a hex too far"), (5, "first this"), (6, "then that")]


def test_names_and_keys_are_no_sentences() -> None:
    assert not any(map(is_sentence, ("axis", "japanese-fire", "a.b.c", "{…} {…}", "--dry-run", "%H:%M")))
    assert all(map(is_sentence, ("nothing to do", "{…} is cleared", "Allied: who advances?")))


def test_a_script_is_read_too() -> None:
    assert [*in_script('let a = "Show the map";\n// "not this one"\n')] == [(1, "Show the map")]


def test_a_page_is_read_with_its_attributes() -> None:
    line = '<p><b title="Zoom in on it">+</b> move the <i>map</i></p>'
    assert [*in_page(line)] == [(1, "Zoom in on it"), (1, "+ move the map")]


def test_every_module_of_the_package_is_in_one_part() -> None:
    places = [place for part in PARTS.values() for place in part]
    assert all(any(in_sources(place)) for place in places)
    found = [file for place in places for path in ROOT.glob(place) for file in {path, *path.rglob("*.py")}]
    modules = [file for file in found if file.suffix == ".py"]
    assert sorted(modules) == sorted((ROOT / "tarawa_cli").rglob("*.py"))


def test_every_part_has_its_sentences() -> None:
    refusals = {text for _, text in in_sources("tarawa_cli/games/*/rules")}
    assert any("is not next to" in text for text in refusals)
    texts = dict(in_data())
    assert "tarawa_cli/games/tarawa/data/rules.toml:1.title" in texts
    assert "scenarios/malta/herkules.toml:scenario.introduction" in texts
    book = [*pages()]
    assert sum(line.startswith("- ") for line in book) > 2000
    assert "## Help of `malta`\n" in book
