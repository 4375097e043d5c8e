"""The rules as a book: chapters, appendices, and that all of it is true of the game."""

import pytest

from tarawa_cli.games import PROGRAMS
from tarawa_cli.games.malta import data as malta_data
from tarawa_cli.games.malta.model.state import PHASES as MALTA_PHASES
from tarawa_cli.games.malta.views.library import BOOK as MALTA
from tarawa_cli.games.tarawa import data as tarawa_data
from tarawa_cli.games.tarawa.model.state import PHASES as TARAWA_PHASES
from tarawa_cli.games.tarawa.views.library import BOOK as TARAWA
from tarawa_cli.kernel.narration.book import Book
from tests.cli.tools import command

BOOKS = pytest.mark.parametrize("book", [TARAWA, MALTA], ids=["tarawa", "malta"])
SEQUENCES = {
    "tarawa": (tarawa_data, list(dict.fromkeys(name.rstrip("-123") for name in TARAWA_PHASES))),
    "malta": (malta_data, [*MALTA_PHASES]),
}


def test_a_number_prints_the_paragraph_and_all_below_it() -> None:
    text = TARAWA.page("7.2").text()
    rules = TARAWA.rules()
    assert [number for number in rules if f"\n\n{number} {rules[number]['title']}\n\n" in f"\n\n{text}"] == [
        "7.2", "7.2.1", "7.2.2", "7.2.3", "7.2.4", "7.2.5", "7.2.6"
    ]  # fmt: skip
    assert [each["rule"] for each in MALTA.facts("16.7")["paragraphs"]] == ["16.71", "16.79"]
    assert [each["rule"] for each in MALTA.facts("18")["paragraphs"]] == [
        "18.1", "18.2", "18.3", "18.5", "18.6", "18.7"
    ]  # fmt: skip


def test_paragraph_8_10_is_no_part_of_8_1() -> None:
    assert "paragraphs" not in TARAWA.facts("8.1")


@BOOKS
def test_all_of_it_is_printed(book: Book) -> None:
    text = book.page("--all").text()
    for number, title in book.titles().items():
        assert f"\n{number} {title}\n" in text, number
    assert [each["rule"] for each in book.page("--all").facts()] == [*book.titles()]


@BOOKS
def test_a_paragraph_says_where_its_code_is_only_if_asked(book: Book) -> None:
    assert "tarawa_cli/" not in book.page("9").text()
    assert "In the code: tarawa_cli/" in book.page("9 --code").text()
    assert "code" not in book.page("9.1").facts()


@BOOKS
def test_the_sequence_card_names_every_phase_in_its_order(book: Book) -> None:
    data, phases = SEQUENCES[book.name]
    rows = data.document("book.toml")["sequence"]
    assert [*rows] == phases
    assert [row["rule"] for row in rows.values() if row["rule"] not in book.rules()] == []
    orders = {order for row in rows.values() for order in row.get("orders", [])}
    known = [line.split("`")[1] for line in book.page("A").text().split("\n") if line.startswith("  `")]
    assert known == phases
    for order in orders:
        assert command(PROGRAMS[book.name], order, "--help").code == 0, order


@BOOKS
def test_every_order_is_on_the_card(book: Book) -> None:
    from tarawa_cli.cli import program
    from tarawa_cli.cli.commands import COMMANDS, orders

    program.start(PROGRAMS[book.name])
    card = {
        order
        for row in SEQUENCES[book.name][0].document("book.toml")["sequence"].values()
        for order in row.get("orders", [])
    }
    always = {"next", "decide", "policy", "delegate", "resign", "sealed", "revealed"}
    assert {name for name in orders() if name not in COMMANDS} - card - always == set()


@BOOKS
def test_the_worked_combat_is_carried_out_by_the_program(book: Book) -> None:
    text = book.page("B").text()
    script = SEQUENCES[book.name][0].document("book.toml")["combat"]
    for step in script["orders"]:
        assert f"\n> {step['order'].partition(' #')[0]}\n" in text
    assert text.count("  [") > 4


def test_what_is_said_of_the_combats_is_so() -> None:
    assert "= 8 → one hex cleared" in TARAWA.page("B").text().replace("\n      ", " ")
    assert "column 7: 2 + 5 = 7 → -/2" in MALTA.page("B").text().replace("\n      ", " ")


def test_objectives_have_their_weights() -> None:
    text = MALTA.page("C").text()
    assert "28 in all" in text
    assert "  1613  Luqa airfield            3\n" in text
    assert "hexes of the south shore held  2" in TARAWA.page("C").text()


@BOOKS
def test_lines_fit_a_terminal(book: Book) -> None:
    assert max(map(len, book.text().split("\n"))) <= 90


@BOOKS
def test_an_appendix_is_found_by_its_letter_in_either_case(book: Book) -> None:
    assert book.page("d").text() == book.page("D").text()
    assert book.page("d").command == "rule D"


def test_all_and_a_number_together_are_refused() -> None:
    assert command(PROGRAMS["malta"], "rule", "9", "--all").code == 2


@BOOKS
def test_no_block_of_a_paragraph_packs_many_rules_together(book: Book) -> None:
    packed = {
        number: block
        for number, entry in book.rules().items()
        for block in entry["text"].strip().split("\n\n")
        if "\n  " not in block and len(block) > 420
    }
    assert packed == {}
