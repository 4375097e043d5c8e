"""Bots for the tests, and games for them."""

from pathlib import Path

from tests.cli.tools import Result
from tests.malta.shell import called

HEAD = "#!/usr/bin/env python3\nimport json, os, sys, time\n"
LAST = "for line in sys.stdin:\n  told = json.loads(line)\n  if told['type'] == 'order':\n"
GOOD = LAST + "    print(json.dumps({'order': told['legal'][-1], 'why': 'why not'}), flush=True)\n"
GARBAGE = LAST + "    print('hello', flush=True)\n"


def bot(folder: Path, body: str, name: str = "bot") -> Path:
    path = folder / name
    path.write_text(HEAD + body)
    path.chmod(0o755)
    return path


def begun(save: Path, *words: str) -> Result:
    return called(["new", "cottonera", "--seed", "3", "--save", str(save), *words])
