"""The standing answers of either side (24.2)."""

from tarawa_cli.kernel.policies import Policy

_ASK = "you decide each time"
HITS = {
    "ask": _ASK,
    "hold": "stay, and lose steps",
    "retreat": "go back as far as that saves steps",
    "cheapest": "whatever costs the fewest steps; an objective is never given up for it",
}
AS_HITS = "as-hits"
"""The attacker's hits are answered as `hits` says."""

POLICIES = {
    "hits": Policy("how hits are taken in defence", "9.42", HITS, "cheapest"),
    "steps": Policy(
        "who loses a step",
        "9.42",
        {"weakest": "the unit whose step is worth least", "strongest": "the one whose step is worth most", "ask": _ASK},
        "weakest",
    ),
    "retreat": Policy(
        "where a stack retreats to",
        "9.6",
        {"nearest-hq": "towards its nearest headquarters", "ask": "you choose if there is more than one way"},
        "nearest-hq",
    ),
    "support": Policy(
        "which guns support a defence",
        "9.2",
        {
            "ask": _ASK,
            "never": "none: all keep their ammunition",
            "worthwhile": "as many as move the column",
            "always": "all that can",
        },
        "worthwhile",
    ),
    "absorb": Policy(
        "whether battalions absorb men of other services",
        "17.4",
        {"ask": _ASK, "always": "wherever they can", "never": "nowhere"},
        "always",
        side="allied",
    ),
    "dismantle": Policy(
        "whether strongpoints are given up for engineers",
        "16.4",
        {"ask": _ASK, "never": "they all stay"},
        "strongpoints far from the Axis, two at a time",
        side="allied",
    ),
    "coast": Policy(
        "what coast guns fire at",
        "16.55",
        {"ask": _ASK, "ships": "ships, as soon as they are in reach", "landing": "the waves, unless they reach none"},
        "ships",
        side="allied",
    ),
    "attack-hits": Policy("how hits are taken in attack", "9.42", {AS_HITS: "as `hits` says", **HITS}, "cheapest"),
    "follow": Policy(
        "who advances into a hex that a fight has emptied",
        "9.8",
        {"ask": _ASK, "all": "everybody who can", "none": "nobody"},
        "all",
        routine="all",
    ),
    "bombardment": Policy(
        "when the bombardment phase waits for you",
        "10.1",
        {
            "ask": "whenever anything that was assigned can bombard",
            "needed": "only for what is assigned to a hex that nobody can attack",
        },
        "ships bombard, guns and planes are kept for the attack",
        routine="needed",
    ),
}
