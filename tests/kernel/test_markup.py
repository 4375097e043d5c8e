"""Markup: whatever text is put in comes out as text."""

import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarawa_cli.kernel.exports.svg import Markup, ascii_only, element, escaped, joined, number
from tests.kernel.tools import examples

ANYTHING = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r"))
IN_XML = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff"))


@examples(200)
@given(IN_XML, IN_XML)
def test_text_and_attributes_are_read_back_as_they_were(text: str, value: str) -> None:
    read = ElementTree.fromstring(ascii_only(element("a", escaped(text), title=value)))
    assert (read.text or "", read.get("title")) == (text, value)


@examples(200)
@given(ANYTHING)
def test_what_xml_cannot_hold_does_not_break_it(text: str) -> None:
    read = ElementTree.fromstring(ascii_only(element("a", escaped(text), title=text)))
    assert len(read.text or "") == len(text)


@pytest.mark.parametrize("sign", ["\0", "\x1b", "\x0b", "\ufffe", "\ud800"])
def test_a_sign_that_xml_cannot_hold_is_replaced(sign: str) -> None:
    assert escaped(f"a{sign}b") == "a\ufffdb"


def test_an_element_without_children_closes_itself() -> None:
    assert element("br") == "<br/>"
    assert element("td", escaped("")) == "<td></td>"
    assert element("g", element("br"), escaped("<")) == "<g><br/>&lt;</g>"


def test_attributes_are_named_as_in_python() -> None:
    assert element("a", class_="b", font_size=2.04, viewBox="0", name="n") == (
        '<a class="b" font-size="2" viewBox="0" name="n"/>'
    )


@pytest.mark.parametrize(
    ("value", "written"),
    [(0, "0"), (-0.01, "0"), (1.0, "1"), (12.34, "12.3"), (-7.96, "-8"), (99999.94, "99999.9"), (1234567, "1234567")],
)
def test_numbers_are_short(value: float, written: str) -> None:
    assert number(value) == written


def test_other_signs_than_ascii_become_references() -> None:
    assert ascii_only(Markup("<a>→</a>")) == "<a>&#8594;</a>"


def test_parts_are_joined() -> None:
    assert joined([element("a"), element("b")], "\n") == "<a/>\n<b/>"
