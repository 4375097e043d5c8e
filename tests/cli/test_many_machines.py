"""Series of games that are played in parts: files that are merged, and a cluster."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.malta.shell import malta

SERIES = "simulate --scenario cottonera --player random"


def test_parts_merged_are_the_series_played_at_once(tmp_path: Path) -> None:
    whole = malta(f"{SERIES} -g 5 --seed 11 --jsonl {tmp_path}/whole")
    for name, seed, games in (("b", 13, 3), ("a", 11, 2)):
        assert malta(f"{SERIES} -g {games} --seed {seed} --jsonl {tmp_path}/{name}").code == 0
    assert malta(f"simulate --merge {tmp_path}/b {tmp_path}/a").out == whole.out
    assert malta(f"simulate --merge {tmp_path}/whole {tmp_path}/a").out == whole.out, "a game counts once"
    for form in ("--csv", "--json"):
        assert (
            malta(f"simulate --merge {tmp_path}/a {tmp_path}/b {form}").out
            == malta(f"{SERIES} -g 5 --seed 11 {form}").out
        )
    assert len((tmp_path / "whole").read_text().splitlines()) == 5


def test_json_is_a_line_for_each_game_and_one_for_all() -> None:
    *games, told = map(json.loads, malta(f"{SERIES} -g 3 --json").out.splitlines())
    assert [game["seed"] for game in games] == [1, 2, 3]
    assert told["simulation"]["games"] == 3


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("simulate a", 2),
        ("simulate --merge", 2),
        ("simulate --merge {}/nothing", 3),
        ("simulate --merge {}/garbage", 3),
        ("simulate --merge {}/empty", 3),
        ("simulate --merge {}/list", 3),
        ("simulate --merge {}/forged", 3),
        ("simulate --merge {}/a {}/other", 3),
        ("simulate --merge {}/a {}/differs", 3),
        ("simulate -g 1 --jsonl {}/a", 3),
    ],
)
def test_what_does_not_belong_together_is_a_clear_error(line: str, code: int, tmp_path: Path) -> None:
    malta(f"{SERIES} -g 1 --jsonl {tmp_path}/a")
    malta(f"simulate --scenario hal-far --player random -g 1 --jsonl {tmp_path}/other")
    game = json.loads((tmp_path / "a").read_text())
    game["played"]["turn"] += 1
    (tmp_path / "differs").write_text(json.dumps(game))
    (tmp_path / "forged").write_text(json.dumps(game | {"played": {"seed": 1}}))
    (tmp_path / "garbage").write_text("{")
    (tmp_path / "list").write_text("[" * 5000)
    (tmp_path / "empty").write_text("\n")
    before = (tmp_path / "a").read_text()
    told = malta(line.format(*[tmp_path] * 2))
    assert told.code == code, told.err
    assert "Traceback" not in told.err
    assert (tmp_path / "a").read_text() == before


def test_a_cluster_without_dask_or_without_a_scheduler_is_a_clear_error() -> None:
    told = malta(f"{SERIES} -g 1 --cluster tcp://127.0.0.1:1")
    assert told.code in (2, 3)
    assert "Traceback" not in told.err


CLUSTER = """
import subprocess
import sys
from distributed import LocalCluster
from tarawa_cli.library.simulation import connected
from tarawa_cli import simulate

def main():
    given = {"player": "random", "games": 12, "seed": 21}
    alone = simulate("cottonera", game="malta", **given)
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1") as cluster:
        with connected(cluster.scheduler_address) as executor:
            assert simulate("cottonera", game="malta", **given, executor=executor) == alone
        line = "malta simulate --scenario cottonera --player random -g 6 --seed 21".split()
        printed = [
            subprocess.run([sys.executable, "-m", "tarawa_cli", *line, *more], capture_output=True, check=True)
            for more in ([], ["--cluster", cluster.scheduler_address])
        ]
        assert printed[0].stdout == printed[1].stdout != b""
        with connected(cluster.scheduler_address) as executor:
            submit, count = executor.submit, 0
            class Killing:
                def submit(self, *given):
                    nonlocal count
                    count += 1
                    if count == 6:
                        list(cluster.workers.values())[0].process.process.kill()
                    return submit(*given)
            assert simulate("cottonera", game="malta", **given, executor=Killing()) == alone
    print("the same figures")

if __name__ == "__main__":
    main()
"""


def test_a_local_cluster_gives_the_same_figures_in_a_shell_too_and_a_lost_worker_costs_time(
    tmp_path: Path,
) -> None:
    pytest.importorskip("distributed", reason="Dask is not installed: pip install 'tarawa-cli[cluster]'")
    (tmp_path / "program.py").write_text(CLUSTER)
    ended = subprocess.run(
        [sys.executable, str(tmp_path / "program.py")], capture_output=True, text=True, timeout=300, cwd=tmp_path,
        env={**os.environ, "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "20s"},
    )  # fmt: skip
    assert ended.stdout.endswith("the same figures\n"), ended.stderr[-3000:]
