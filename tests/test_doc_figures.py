"""The tool that finds stale figures finds them; and no page shows a figure without the command that reproduces it."""

import doc_figures
import pytest
from doc_figures import Block, blocks, unexplained

PAGE = """\
A share of 12.5 % here.

<!-- figures: tarawa simulate -g 2; python -c "a; b" -->
| won | 40 % |
| of | 1,000 |

```console
$ tarawa odds fire
  29.0 %
```

From 29 % on, in `7 %` of 3 ms.
"""


def test_blocks_have_the_commands_that_stand_above_them() -> None:
    named = [block.commands for block in blocks(PAGE) if block.commands]
    assert named == [("tarawa simulate -g 2", 'python -c "a; b"')]


def test_a_figure_needs_a_command_unless_the_page_shows_where_it_comes_from() -> None:
    assert unexplained(PAGE) == ["12.5 %", "3 ms"]


@pytest.mark.parametrize(("printed", "missing"), [("40.0 % of 1000", []), ("40.0 %", ["1,000"]), ("", ["40", "1,000"])])
def test_every_number_of_a_block_must_be_printed(printed: str, missing: list[str]) -> None:
    (block,) = [block for block in blocks(PAGE) if block.commands]
    assert block.missing(printed) == missing


def test_a_series_is_known_by_its_first_game() -> None:
    assert doc_figures.is_series("malta simulate -g 3 --scenario hal-far")


def test_no_page_shows_a_figure_without_a_command() -> None:
    bare = {page.name: unexplained(page.read_text("utf-8")) for page in doc_figures.pages()}
    assert {name: figures for name, figures in bare.items() if figures} == {}


def test_the_quick_check_plays_no_ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []
    ladder, plain = "python tools/ladder.py --game malta --games 40 strong", 'python -c "print(7)"'
    found = [Block("page.md", "7 % of all", (ladder,)), Block("page.md", "7 %", (plain,))]
    monkeypatch.setattr(doc_figures, "all_blocks", lambda: iter(found))
    monkeypatch.setattr(doc_figures, "pages", list)
    monkeypatch.setattr(doc_figures, "printed", lambda command: ran.append(command) or "7")
    assert list(doc_figures.stale(False, 1)) == []
    assert ran == [plain]
    assert list(doc_figures.stale(True, 2)) == []
    assert ran == [plain, f"{ladder} --jobs 2", plain]


def test_figures_that_no_command_prints_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    block = Block("page.md", "7 % of all", ('python -c "print(8)"',))
    monkeypatch.setattr(doc_figures, "all_blocks", lambda: iter([block]))
    monkeypatch.setattr(doc_figures, "pages", list)
    assert list(doc_figures.stale(False, 1)) == ['page.md: 7 not printed by python -c "print(8)"']
