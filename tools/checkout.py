"""Import this to import `tests` from a tool: puts the checkout at the end of the path, behind the installed program."""

import sys
from pathlib import Path

ROOT = str(Path(__file__).resolve().parents[1])
if ROOT not in sys.path:
    sys.path.append(ROOT)
