"""Bots: programs that choose orders. They get JSON lines on standard input and answer with one line each.

docs/bots.md describes the protocol. A bot gets its side's view of the position and the legal orders. It runs with the
rights of the user who named it: no save, scenario or opponent ever names a program. Whatever it does, it can only cost
time: a bot that is late, ends, or answers nonsense has failed, and is ended with all processes of its group.
"""

import json
import os
from errno import ENOEXEC
from select import POLLIN, POLLOUT, poll
from subprocess import PIPE, Popen, TimeoutExpired
from time import monotonic

from tarawa_cli.kernel.engine.grammar import Words
from tarawa_cli.kernel.engine.order_words import shown, split_line
from tarawa_cli.kernel.engine.play import question
from tarawa_cli.kernel.errors import BadFile, GameError, Refused
from tarawa_cli.kernel.game import Game
from tarawa_cli.kernel.hints import Any, NoReturn
from tarawa_cli.kernel.narration.visible import cut, on_one_line
from tarawa_cli.kernel.players import Bots, Choice
from tarawa_cli.kernel.standard import suppress

PROTOCOL = 1
LONGEST = 64_000
"""Bytes of an answer."""
CHUNK = 1 << 16
GRACE = 0.5
"""Seconds that a bot has to end by itself after the game."""
PATIENCE = 10
"""How often one order may be refused for reasons that the side cannot know."""
MOST_ORDERS = 2_000
"""Orders in one phase: four times what random play has needed. A bot could set standing answers for ever."""


class BotFailed(GameError):
    """A bot gave no order that can be carried out."""

    kind = "bot"
    exit_code = 5

    def __init__(self, side: str, reason: str) -> None:
        super().__init__(f"the {side} bot failed: {reason}", hint="nothing was ordered for it")
        self.side, self.reason = side, reason


class Bot:
    """A program that plays one side. It is started with its first order, and `close` ends it."""

    def __init__(self, game: Game[Any], chosen: Bots, program: str, side: str, scenario: str) -> None:
        self.game, self.side, self.program, self.seconds = game, side, program, chosen.seconds
        self._about = {"protocol": PROTOCOL, "game": game.id, "rules": game.rules, "scenario": scenario, "side": side}
        self._process: Popen[bytes] | None = None
        self._answers = poll()
        self._sent: dict[str, Any] = {}
        """What the bot knows of the position, so that it gets only what has changed."""
        self._wants_position = True
        self._number = self._refusals = self._in_phase = 0
        self._refused = ""
        self._phase = (0, "")

    def choose(self, state: Any) -> Choice:
        """The bot's order, if it is legal as far as its side knows; BotFailed if there is none."""
        answer = self._ask(state)
        order, why = answer.get("order"), answer.get("why")
        if not isinstance(order, str):
            self._fail('"order" is missing in its answer, or is not text')
        if not isinstance(why, str | None):
            self._fail('"why" in its answer is not text')
        try:
            action = self.game.read(state, split_line(order))
            self.game.check(state, action)
        except GameError as error:
            self._fail(f"{shown(order)} is not legal: {error.message}")
        if (owner := self.game.sides.owner(state, action)) not in ("", self.side):
            self._fail(f"{shown(order)} is not legal: it is an order for {owner} to give")
        return Choice(action, on_one_line(cut(why or "")) or "the bot gives no reason", judged=True)

    def refused(self, order: Words, error: Refused) -> None:
        """Note that an order was refused for a reason that the side does not know."""
        self._refusals += 1
        self._refused = f"{order.text()}: forbidden by {error.rule}"
        if self._refusals > PATIENCE:
            self._fail(f"{PATIENCE} orders were refused: {self._refused}")

    def _ask(self, state: Any) -> dict[str, Any]:
        now, asked = self.game.moment(state), question(state) if state.stack else None
        self._number += 1
        self._count((now.turn, now.phase))
        request = {
            "type": "order",
            "number": self._number,
            "turn": now.turn,
            "phase": now.phase,
            "question": {"text": asked.text, "options": list(asked.options)} if asked else None,
            "position": self.game.changes(state, self._sent) if self._wants_position else {},
            "legal": self.game.legal.legal(state),
            "seconds": self.seconds,
        }
        if self._refused:
            request["refused"], self._refused = self._refused, ""
        if not self._wants_position:
            del request["position"]
        head = _encoded({"type": "game", **self._about}) + "\n" if self._number == 1 else ""
        return self._read(self._exchange(f"{head}{_encoded(request)}\n".encode()))

    def _count(self, phase: tuple[int, str]) -> None:
        self._in_phase = self._in_phase + 1 if phase == self._phase else 1
        self._phase = phase
        if self._in_phase > MOST_ORDERS:
            self._fail(f"it gave {MOST_ORDERS} orders in one phase")

    def _read(self, line: bytes) -> dict[str, Any]:
        try:
            answer = _decoded(line.decode())
        except (ValueError, RecursionError):
            self._fail(f"its answer is not JSON: {shown(cut(line.decode('utf-8', 'replace')))}")
        if not isinstance(answer, dict):
            self._fail("its answer is not a JSON object")
        self._wants_position = answer.get("position") is not False and self._wants_position
        return answer

    # ── The process

    def _started(self) -> Popen[bytes]:
        if self._process is None:
            try:
                self._process = Popen([self.program], stdin=PIPE, stdout=PIPE, start_new_session=True)
            except (OSError, ValueError) as error:
                self._fail(f"it cannot be started: {_why_not(error, self.program)}")
            for pipe in (self._process.stdin, self._process.stdout):
                assert pipe
                os.set_blocking(pipe.fileno(), False)
            assert self._process.stdout
            self._answers.register(self._process.stdout, POLLIN)
        return self._process

    def _exchange(self, left: bytes) -> bytes:
        """Send a request, and receive one line; neither may take longer than the time that the bot has."""
        process = self._started()
        assert process.stdin
        assert process.stdout
        to, back = process.stdin.fileno(), process.stdout.fileno()
        ready, end, got = self._answers, monotonic() + self.seconds, b""
        if ready.poll(0):
            self._fail("it exited" if not self._received(back) else "it printed something before it was asked")
        left = left[self._written(to, left) :]
        if left:
            ready.register(to, POLLOUT)
        while b"\n" not in got:
            wait = end - monotonic()
            if wait <= 0:
                self._fail(f"it gave no order within {self.seconds:g} s")
            for pipe, _ in ready.poll(wait * 1000):
                if pipe == to:
                    left = left[self._written(to, left) :]
                    if not left:
                        ready.unregister(to)
                elif part := self._received(back):
                    got += part
                else:
                    self._fail("it exited without an answer")
            if len(got) > LONGEST:
                self._fail(f"its answer is longer than {LONGEST} bytes")
        line, _, more = got.partition(b"\n")
        if left or more:
            self._fail("it printed more than one line" if more else "it answered before it had read the request")
        return line

    def _received(self, pipe: int) -> bytes:
        try:
            return os.read(pipe, CHUNK)
        except OSError:
            return b""

    def _written(self, pipe: int, data: bytes) -> int:
        try:
            return os.write(pipe, data[:CHUNK])
        except BlockingIOError:
            return 0
        except OSError:
            self._fail("it exited, or stopped reading")

    def _fail(self, reason: str) -> NoReturn:
        self._end(at_once=True)
        raise BotFailed(self.side, reason)

    def close(self) -> None:
        """Send the bot the end of the game, and terminate it with all processes that it has started."""
        if self._process and self._process.stdin:
            with suppress(OSError, ValueError):
                os.write(self._process.stdin.fileno(), b'{"type": "end"}\n')
        self._end(at_once=False)

    def _end(self, *, at_once: bool) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        from signal import SIGKILL  # start-up

        for pipe in (process.stdin, process.stdout):
            with suppress(OSError, ValueError):
                if pipe and not (pipe is process.stdout and not at_once):
                    pipe.close()
        if not at_once:
            with suppress(TimeoutExpired):
                process.wait(GRACE)
        with suppress(OSError):
            os.killpg(process.pid, SIGKILL)
        process.wait()
        with suppress(OSError, ValueError):
            if process.stdout:
                process.stdout.close()


def _why_not(error: Exception, program: str) -> str:
    """Why a program could not be started; the system's own words do not name what a script's first line lacks."""
    if isinstance(error, FileNotFoundError) and os.path.exists(program):
        return "the interpreter in its first line does not exist"
    if isinstance(error, OSError) and error.errno == ENOEXEC:
        return "its first line names no interpreter, such as #!/bin/sh"
    return str(error)


_decoded = json.JSONDecoder().decode
_encoded = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode


def program_file(word: str) -> str:
    """The absolute path of a program that the user has named; BadFile if it cannot be run."""
    path = os.path.abspath(word)
    if not os.path.isfile(path):
        raise BadFile(f"there is no program {word}")
    if not os.access(path, os.X_OK):
        raise BadFile(f"{word} is not executable", hint=f"chmod +x {word}")
    return path
