"""System calls that fail, one at a time: what the command then says about its file is true."""

from tests.attacks.cases import CASES, claims, old_or_new, prepare, struck_command, works_later
from tests.attacks.kills import CALLS
from tests.attacks.tools import Round, need

ERRORS = ["ENOSPC", "EIO", "EACCES", "EROFS", "EDQUOT", "EPERM", "ENOTSUP", "ESTALE", "ENOENT", "EMFILE", "ENOMEM"]


def attack(at: Round) -> None:
    case = CASES[at.number % len(CASES)]
    prepare(case, at)
    call = at.rng.choice(list(CALLS))
    what = at.rng.choice([*ERRORS, "interrupt", *(["short"] * 5 if call == "write" else [])])
    result = at.process(at.note(*struck_command(case, call, at.rng.randint(1, CALLS[call]), what)))
    if result.code != 130:
        at.decent(result)
    at.counts[f"exit code {result.code}"] += 1
    claimed, found = claims(result, case), old_or_new(at, case)
    said = f"exit code {result.code}, {result.out[-500:]}{result.err}"
    need(
        claimed in ("", found), f"`{case.words}` says that the file is the {claimed} one, and it is the {found}: {said}"
    )
    works_later(at, case)
