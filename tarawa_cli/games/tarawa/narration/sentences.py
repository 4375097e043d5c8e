"""One sentence for each event, and what to do next."""

from tarawa_cli.games.tarawa.model.board import parts
from tarawa_cli.games.tarawa.model.charts import Charts, signed
from tarawa_cli.games.tarawa.model.state import State, headline, phase_name
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.hints import TYPE_CHECKING, Iterable, Sequence
from tarawa_cli.kernel.narration.digest import Facts, Sentences
from tarawa_cli.kernel.narration.visible import plural, wrapped

if TYPE_CHECKING:
    from tarawa_cli.games.tarawa.model.charts import TurnBox
    from tarawa_cli.games.tarawa.rules.ch12_13_victory_timetable import GoalPart
    from tarawa_cli.kernel.narration.digest import Change, DigestLine
    from tarawa_cli.kernel.presentation import Opening

ELSEWHERE = {"reason": "narration.effects:reason"}
TOLD = Sentences[State]("tarawa_cli.games.tarawa.narration.event_sentences")
tells, words, sentence, sentences = TOLD.tells, TOLD.words, TOLD.sentence, TOLD.sentences
TRACK_NAMES = {
    "japanese": "Japanese",
    "marines": "Marine general",
    "2nd": "2nd Marines",
    "6th": "6th Marines",
    "8th": "8th Marines",
    "10th": "10th Marines",
}


def summarize(events: Iterable[Event], state: State) -> list[str]:
    """What happened, with the enemy's part summed up."""
    from tarawa_cli.games.tarawa.narration.summary import summarize  # start-up

    return summarize(events, state)


def digest(events: Sequence[Event], state: State) -> "list[DigestLine]":
    """What others have done, the biggest first."""
    from tarawa_cli.games.tarawa.narration.turn_report import digest  # start-up

    return digest(events, state)


# ── Rolls and the sequence

words("order-given", "the computer: {command}  ({why})")


@tells("roll")
def roll_text(facts: Facts, state: State) -> str:
    """A roll as a player would work it out on paper."""
    table = state.charts.table(facts["table"])
    column = f", {facts['column']}" if facts.get("column") else ""
    on = f" on {facts['on']}" if facts.get("on") else ""
    sum_ = ", ".join(f"{m['value']:+d} {m['label']}" for m in facts["modifiers"])
    total = f", {sum_} = {facts['total']}" if sum_ else ""
    return f"{table.name}{column}{on}: die {facts['dice'][0]}{total} → {_result(facts)}"


def _result(facts: Facts) -> str:
    if facts["result"] != "-":
        return str(facts["result"])
    return "no more than the best supporter" if facts["table"] == "close-support" else "no effect"


@tells("pick")
def _pick(facts: Facts, state: State) -> str:
    dice = " ".join(map(str, facts["dice"]))
    return f"{facts['purpose']}: dice {dice} → {facts['picked']}, one of {len(facts['among'])}"


@tells("phase-begun")
def _phase(facts: Facts, state: State) -> str:
    return phase_name(facts["phase"])


@tells("phase-passed")
def _passed(facts: Facts, state: State) -> str:
    return f"{phase_name(facts['phase'])}: skipped, nothing to do"


@tells("phases-left-out")
def _left_out(facts: Facts, state: State) -> str:
    first, last = phase_name(facts["phases"][0]), phase_name(facts["phases"][-1])
    return f"{first}{f' to {last}' if last != first else ''}: skipped, {facts['why']}"


@tells("turn-begun")
def _turn(facts: Facts, state: State) -> str:
    scenario = state.setting.scenario
    last = ", the last turn" if scenario.goal and facts["turn"] == scenario.length else ""
    return f"Turn {facts['turn']}: {state.charts.turn(facts['turn']).label}{last}"


@tells("impulse-begun", "craft-loss-counted", "suppression-lifted")
def _silent(facts: Facts, state: State) -> str:
    return ""


words("policy-set", "standing answer: {policy} {value}")


@tells("game-over")
def _over(facts: Facts, state: State) -> str:
    return state.ending


# ── Bombardment and support


@tells("bombarded")
def _bombarded(facts: Facts, state: State) -> str:
    delay = f", at the cost of {plural(facts['delay'], 'impulse')} of turn 1" if facts["delay"] else ""
    return f"the fleet wins {plural(facts['chits'], 'chit')}{delay}"


@tells("chit-placed")
def _chit(facts: Facts, state: State) -> str:
    return f"{facts['area']}: chit {facts['chit'] or 'blank'}"


@tells("chits-aged")
def _aged(facts: Facts, state: State) -> str:
    left = ", ".join(f"{area} {chit}" for area, chit in facts["left"].items())
    return f"the bombardment's chits wear off; left: {left}" if left else "the bombardment's chits are removed"


@tells("shore-points-set")
def _shore(facts: Facts, state: State) -> str:
    return f"{plural(facts['points'], 'shore point')} this turn"


# ── Embarking and the impulses

words("embarked", "{unit} embarks in {craft} for {beach}, at {hex}")
words("supply-embarked", "{craft} takes a supply point for {battalion} to {beach}, at {hex}")
words("lvt-put-out", "{craft} waits empty at {hex} off {beach}")
words("sent-to-bairiki", "{unit} lands on Bairiki")
words("put-on-pier", "{unit} starts on the pier head, {hex}")
words("plan-fixed", "the {regiment} Marines are in the first wave")
words("price-paid", "the price for {name} is paid")
words("course-run", "{unit} is back on course")
words("supply-brought-in", "{craft} brings its supply point for {battalion} ashore at {hex}")
words("supply-moved-over", "{craft} hands its supply point over to {to}")
words("supply-unloaded-at-pier", "{craft} unloads its supply point for {battalion} at the pier: landed in 2731")
words("supply-wasted", "none of {battalion} can take the supply point landed at {hex}: it is lost")
words("taken-aboard", "{craft} takes {unit} off the pier")
words("pier-walked", "{unit} has walked the whole pier")
words("back-in-pool", "{craft} is back in the pool")
words("waits-at-edge", "{craft} waits empty at the edge")


@tells("withdrawn")
def _withdrawn(facts: Facts, state: State) -> str:
    load = facts["load"]
    what = f" with {load}" if load in state.units else " with its supply point" if load else ""
    return f"{facts['craft']} returns to the pool{what}"


@tells("advanced")
def _advanced(facts: Facts, state: State) -> str:
    return f"{facts['unit']} advances to {facts['route'][-1]} ({_way(facts)})"


@tells("walked")
def _walked(facts: Facts, state: State) -> str:
    return f"{facts['unit']} walks the pier to {facts['route'][-1]} ({_way(facts)})"


def _way(facts: Facts) -> str:
    return f"{plural(len(facts['route']), 'hex').replace('hexs', 'hexes')}, {facts['spent']:g} AP spent"


@tells("landed")
def _landed(facts: Facts, state: State) -> str:
    craft = f" from {facts['craft']}" if facts["craft"] else ""
    rushed = f", with {state.charts.value('rushed-ap')} AP fewer this turn" if facts["rushed"] else ""
    return f"{facts['unit']} lands{craft} at {facts['hex']}{rushed}"


@tells("unloaded")
def _unloaded(facts: Facts, state: State) -> str:
    to = parts(facts["to"])
    where = f"into {to.craft}" if to.craft else f"on the pier, {to.pier}" if to.pier else f"into the water at {to.hex}"
    return f"{facts['craft']} unloads {facts['unit']} {where}"


@tells("supplied-directly")
def _supplied(facts: Facts, state: State) -> str:
    return f"supplied: {', '.join(facts['units'])}"


@tells("went-homeward")
def _homeward(facts: Facts, state: State) -> str:
    return f"{facts['craft']} goes home, to {facts['to']}"


@tells("pin-eased")
def _eased(facts: Facts, state: State) -> str:
    pins = f"Pin {facts['pins']}" if facts["pins"] else "no longer pinned"
    return f"{facts['unit']} sits the impulse out: {pins}"


words("landing-turn-set", "{unit} is ashore; landing turn {turn}")


@tells("land-phase-begun")
def _land_phase(facts: Facts, state: State) -> str:
    return f"fewer AP: {', '.join(facts['rushed'])}" if facts["rushed"] else ""


# ── Fire, losses, morale

words("course-kept", "{unit} keeps its course: {why}")
words("left-pier", "{unit} leaves the pier for {to}, and wades for {beach}")
words("course-changed", "{unit} changes course to the {side}")
words("pinned", "{unit} is pinned: Pin {pins}")
words("hit-as-morale", "{unit} takes the hit as morale")
words("unit-lost", "{unit} is lost")
words("craft-emptied", "{craft} is empty now")
words("wades-on", "{unit} wades on from {hex}")
words("supply-lost", "the supply point in {craft} is lost")
words("craft-returned", "{craft} returns to the pool with {steps} steps")


@tells("casualties-counted")
def _casualties(facts: Facts, state: State) -> str:
    return f"casualties {facts['total']:,} (+{facts['spaces'] * state.charts.value('casualty-space')})"


@tells("steps-lost")
def _steps_lost(facts: Facts, state: State) -> str:
    return f"{facts['unit']} loses {plural(facts['steps'], 'step')}, {facts['left']} left"


@tells("suppression-fired")
def _suppressed(facts: Facts, state: State) -> str:
    return f"{facts['area']} is suppressed" if facts["suppressed"] else f"{facts['area']} is not suppressed"


@tells("marker-moved")
def _marker(facts: Facts, state: State) -> str:
    boxes = "box" if abs(facts["by"]) == 1 else "boxes"
    to = state.charts.box_name(facts["to"])
    return f"{TRACK_NAMES[facts['track']]} morale {facts['by']:+d} {boxes}, to {to}: {facts['why']}"


def track_row(charts: Charts, box: int) -> str:
    """A morale track with its marker: `−3 ○○○○○●○○○○○ +3`."""
    row = "".join("●" if other == box else "○" for other in charts.levels)
    return f"−{-charts.boxes[0]} {row} {signed(charts.boxes[-1])}"


@tells("levels-copied")
def _copied(facts: Facts, state: State) -> str:
    levels = (f"{TRACK_NAMES[name]} {signed(state.charts.level(box))}" for name, box in facts["levels"].items())
    return f"operative morale: {', '.join(levels)}"


@tells("markers-cleaned")
def _cleaned(facts: Facts, state: State) -> str:
    return f"pins eased: {', '.join(facts['pins'])}" if facts["pins"] else ""


# ── What comes next


def outlook(state: State, events: Iterable[Event]) -> str:
    """After an order: its effects, the headline, what to do if something new has come up, and who is ready.

    If nothing is left to do, the last line says how to continue.
    """
    from tarawa_cli.games.tarawa.narration.summary import now, ready  # start-up

    events = list(events)
    begun = any(event.type in ("phase-begun", "turn-begun") for event in events)
    new = begun or state.question or state.outcome or state.phase == "bombardment"
    if new:
        return "\n".join([*now(events, state), next_steps(state), *ready(state)])
    return "\n".join([*now(events, state), headline(state), *(ready(state) or [way_on(state)])])


def way_on(state: State) -> str:
    """How to continue if nothing is left to do."""
    from tarawa_cli.games.tarawa.narration.next_steps import steps  # start-up

    return wrapped(f"  {steps(state)[-1]}", 4)


def next_steps(state: State) -> str:
    """What the player can do now."""
    from tarawa_cli.games.tarawa.narration.next_steps import listed  # start-up

    if state.outcome:
        over = wrapped(f"{state.ending}.", 2)
        lines = [headline(state), over, *goal_lines(state), "  → undo — undo the last order; new --force — start over"]
        return "\n".join(lines)
    return listed(state)


def find_waste(state: State) -> list[str]:
    """What `next` would waste now."""
    from tarawa_cli.games.tarawa.narration.summary import find_waste  # start-up

    return find_waste(state)


def basis(state: State, events: "Sequence[Event]") -> list[str]:
    """Empty: every table of Tarawa is rolled with modifiers alone."""
    return []


def opening(state: State) -> "Opening":
    """The scenario, its introduction, and its own goal if it has one."""
    from tarawa_cli.kernel.presentation import Opening  # start-up

    scenario = state.setting.scenario
    return Opening(scenario.id, scenario.name, scenario.introduction, goal_text(state))


def changed(before: State, after: State, found: "Sequence[Change]") -> list[str]:
    """What has changed from one position to another."""
    from tarawa_cli.games.tarawa.narration.effects import changed  # start-up

    return changed(before, after, found)


def report_turn(events: "Sequence[Event]", state: State) -> list[str]:
    """A turn as in a battle report."""
    from tarawa_cli.games.tarawa.narration.turn_report import report_turn  # start-up

    return report_turn(events, state)


def dated(state: State, turn: int) -> tuple[str, str]:
    """A turn's title, and its day."""
    now = state.charts.turn(turn)
    return f"Turn {turn} · {now.label}", now.date


def score(state: State) -> str:
    """Losses and ground."""
    held = len(state.cleared) + len(state.occupied)
    cleared = f"{len(state.cleared)} of {len(state.board.defended)} cleared"
    return f"casualties {state.casualties:,}, {held} hexes held, {cleared}"


def goal_heading(text: str, judged: str, last: "TurnBox") -> list[str]:
    """A scenario's goal in a sentence, and when it is judged (13.3)."""
    end = f"the end of turn {last.number} ({last.label})"
    when = f"judged at {end}" if judged == "at the end" else f"wins at once, up to {end}"
    return [wrapped(f"Goal: {text}", 2), wrapped(f"  {when}  [13.3]", 4)]


def goal_text(state: State) -> str:
    """The scenario's own goal and its progress; nothing if it has none."""
    scenario = state.setting.scenario
    if not scenario.goal:
        return ""
    heading = goal_heading(scenario.goal.text, scenario.goal.judged, state.charts.turn(scenario.length))
    return "\n".join([*heading, *goal_lines(state)])


def goal_lines(state: State) -> list[str]:
    """The parts of the scenario's goal, each with what is done and what is left (13.3)."""
    if not state.setting.scenario.goal:
        return []
    from tarawa_cli.games.tarawa.rules.ch12_13_victory_timetable import limit, progress  # start-up

    lines = [f"  {part.name}: {part.done} of {part.needed}{_left(part)}" for part in progress(state)]
    price = f"  casualties: {state.casualties:,}; {limit(state):,} or more makes it a pyrrhic victory"
    return [wrapped(line, 4) for line in (*lines, price)]


def _left(part: "GoalPart", most: int = 10) -> str:
    """What is missing from a part of the goal; hexes by number if there are few."""
    if part.met:
        return ", done"
    missing = part.needed - part.done
    if not 0 < len(part.left) <= most:
        return f", {missing} left"
    return f", {missing} left{' of' if len(part.left) > missing else ':'} {' '.join(part.left)}"
