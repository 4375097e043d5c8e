"""Measures and colours of the picture."""

from tarawa_cli.kernel.render.markup import Markup, element
from tarawa_cli.kernel.render.svg import Point

WIDTH = 84
"""A hex from side to side; everything else is measured against it."""
HEAD = 70
EDGE = 24
COUNTER = Point(42, 11)

_RULES = """
.sea{fill:#b9d7e8}
.hex{stroke:#8a8a7a;stroke-width:.6;fill:#eee8cf}
.ocean{fill:#b9d7e8;stroke:#a3c4d8}
.town{fill:#e3cfa9}.city{fill:#c9a27c}.fort{fill:#cfc7b8}.woods{fill:#bcd1a0}.beach{fill:#f7edb0}.airfield{fill:#d9d9d9}
.hex.axis{stroke:#b03030;stroke-width:1.4}
.road{stroke:#a4552a;stroke-width:2;fill:none;stroke-linecap:round}
.stream{stroke:#3c7fb1;stroke-width:2.5;fill:none}
.steep{stroke:#6b4a2b;stroke-width:4;fill:none;stroke-dasharray:2 1.5}
.water{stroke:#1f5f94;stroke-width:6;fill:none}
.number{font:7px sans-serif;fill:#666;text-anchor:middle}
.name{font:8px serif;text-anchor:middle}
.halo{stroke:#fff;stroke-width:2.5;fill:none}
.objective{fill:#c02020}
.strongpoint{fill:none;stroke:#222;stroke-width:2;stroke-dasharray:4 2}
.unit rect{stroke:#222;stroke-width:.5}
.unit.axis rect{fill:#d8b48a}.unit.allied rect{fill:#a9c0e0}
.disorganised rect{stroke:#d07000;stroke-width:1.5}.demoralised rect{stroke:#c00000;stroke-width:1.5}
.counter{font:6.5px sans-serif;text-anchor:middle}
.title{font:bold 20px serif}.small{font:11px sans-serif}
"""


def sheet_style() -> Markup:
    return element("style", Markup(_RULES))
