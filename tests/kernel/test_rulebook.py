"""The number of the paragraph on the code that carries it out."""

import inspect

from tarawa_cli.kernel.board.tables import CodePlace, Rulebook, sort_key
from tests.kernel import toy

BOOK = Rulebook()


@BOOK.rule("901.2", "901.10")
def for_two_paragraphs() -> str:
    return "done"


@BOOK.rule("901.2")
class ForOneParagraph:
    pass


def line_of(thing: object) -> int:
    return inspect.getsourcelines(thing)[1]  # type: ignore[arg-type]


def file_of(module: str) -> str:
    return f"{module.replace('.', '/')}.py"


def test_a_paragraph_is_found_at_every_place_that_carries_it_out() -> None:
    assert BOOK.places("901.2") == [
        CodePlace(file_of(__name__), "for_two_paragraphs", line_of(for_two_paragraphs)),
        CodePlace(file_of(__name__), "ForOneParagraph", line_of(ForOneParagraph)),
    ]
    assert BOOK.places("901.10") == [CodePlace(file_of(__name__), "for_two_paragraphs", line_of(for_two_paragraphs))]


def test_the_place_is_where_the_source_says() -> None:
    place = BOOK.places("901.2")[0]
    with open(__file__, encoding="utf-8") as source:
        assert source.read().splitlines()[place.line - 1].startswith('@BOOK.rule("901.2"')


def test_the_mark_changes_nothing_about_the_code() -> None:
    assert for_two_paragraphs() == "done"
    assert isinstance(ForOneParagraph(), ForOneParagraph)


def test_an_unknown_paragraph_has_no_place() -> None:
    assert BOOK.places("901.99") == []


def test_a_game_is_in_the_book_once_it_is_imported() -> None:
    assert CodePlace(file_of(toy.__name__), "race", line_of(toy.race)) in toy.BOOK.places("1.1")


def test_two_games_have_a_book_each() -> None:
    assert toy.BOOK.places("901.2") == []
    assert BOOK.places("1.1") == []


def test_paragraphs_come_in_book_order() -> None:
    assert BOOK.numbers() == ["901.2", "901.10"]
    assert sorted(["7.10", "7.2", "12", "7", "7.2.4"], key=sort_key) == ["7", "7.2", "7.2.4", "7.10", "12"]
