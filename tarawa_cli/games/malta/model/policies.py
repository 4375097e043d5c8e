"""The standing answers of both sides (24.2)."""

from tarawa_cli.kernel.engine.sides import StandingAnswer

_ASK = "you decide each time"
HITS = {
    "ask": _ASK,
    "hold": "hold and lose steps",
    "retreat": "retreat if that saves steps",
    "cheapest": "whatever costs the fewest steps, but never give up an objective",
}
AS_HITS = "as-hits"
"""The attacker's hits are taken as `hits` says."""

POLICIES = {
    "hits": StandingAnswer("how hits are taken in defence", "9.42", HITS, "cheapest"),
    "steps": StandingAnswer(
        "who loses a step",
        "9.42",
        {
            "weakest": "the unit whose step is worth least",
            "strongest": "the unit whose step is worth most",
            "ask": _ASK,
        },
        "weakest",
    ),
    "retreat": StandingAnswer(
        "where a stack retreats to",
        "9.6",
        {"nearest-hq": "towards its nearest headquarters", "ask": "you choose if there is more than one way"},
        "nearest-hq",
    ),
    "support": StandingAnswer(
        "which guns support a defence",
        "9.2",
        {
            "ask": _ASK,
            "never": "none, to save ammunition",
            "worthwhile": "only as many as shift the column",
            "always": "all that can",
        },
        "worthwhile",
    ),
    "absorb": StandingAnswer(
        "whether battalions absorb security companies",
        "17.4",
        {"ask": _ASK, "always": "whenever they can", "never": "not at all"},
        "always",
        side="allied",
    ),
    "dismantle": StandingAnswer(
        "whether strongpoints are given up for engineers",
        "16.25",
        {"ask": _ASK, "never": "keep them all"},
        "strongpoints far from the Axis, two at a time",
        side="allied",
    ),
    "coast": StandingAnswer(
        "what coast guns fire at",
        "16.55",
        {"ask": _ASK, "ships": "ships, as soon as they are in range", "landing": "wave boxes, unless none is in range"},
        "ships",
        side="allied",
    ),
    "attack-hits": StandingAnswer(
        "how hits are taken in attack", "9.42", {AS_HITS: "the same as `hits`", **HITS}, "cheapest"
    ),
    "follow": StandingAnswer(
        "who advances into a hex that a fight has emptied",
        "9.8",
        {"ask": _ASK, "all": "all that can", "none": "nobody"},
        "all",
        routine="all",
    ),
    "bombardment": StandingAnswer(
        "when the bombardment phase waits for you",
        "10.1",
        {
            "ask": "whenever guns or planes assigned to a hex can bombard it",
            "needed": "only if guns or planes are assigned to a hex that cannot be attacked",
        },
        "ships bombard, guns and planes support the attack",
        routine="needed",
    ),
}
