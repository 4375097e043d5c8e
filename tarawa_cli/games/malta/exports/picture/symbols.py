"""The signs of arms, as on maps of staffs: drawn around a middle, in a frame of 22 by 13."""

FRAME = "M-11,-6.5h22v13h-22z"
_CROSS = "M-11,-6.5l22,13M-11,6.5l22,-13"
_DOT = "M-2.6,0a2.6,2.6 0 1,0 5.2,0a2.6,2.6 0 1,0 -5.2,0"
SYMBOLS = {
    "infantry": _CROSS,
    "para": _CROSS + "M-5,6.3q2.5,-4 5,0q2.5,-4 5,0",
    "glider": _CROSS + "M-6,6l6,-3.5l6,3.5",
    "commando": _CROSS + "M0,-6.5v13",
    "marine": _CROSS + "M0,-5.5v10M-4,1q4,6 8,0",
    "motorcycle": _CROSS + "M-7,8.8a2,2 0 1,0 4,0a2,2 0 1,0 -4,0M3,8.8a2,2 0 1,0 4,0a2,2 0 1,0 -4,0",
    "engineer": "M-6,4v-7h12v7M0,-3v7",
    "tank": "M-5,-4h10a4,4 0 0,1 0,8h-10a4,4 0 0,1 0,-8z",
    "antitank": "M-11,6.5l11,-13l11,13",
    "artillery": "",
    "aa": "M-6,6.5a6,6 0 0,1 12,0",
    "coast-gun": "M-9,5q3,-3 6,0t6,0t6,0",
    "hq": "M-11,6.5v5M-11,-2h22",
    "security": "M-11,6.5l22,-13",
}
"""The lines of each kind of unit; leaders and ships have no frame."""
SOLID = {"artillery": _DOT, "aa": _DOT, "coast-gun": _DOT}
"""What is filled."""
LEADER = "M0,-8l2.2,5.2h5.6l-4.4,3.6l1.6,5.6l-5,-3.3l-5,3.3l1.6,-5.6l-4.4,-3.6h5.6z"
SHIP = "M-13,1h26l-4,6h-18zM-6,1v-4h11v4M-1,-3v-5M3,-3v-3"
SIZES = {"bn": "M14,-3.5v7m3,-7v7", "co": "M14,-3.5v7", "bty": "M14,-3.5v7"}
"""Strokes beside the frame."""
