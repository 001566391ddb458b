"""Counts the instructions of the kernels and compares them with counts.json; fails where more than 5 %
were added."""

import json
import sys

from count import STORED, counts

LIMIT = 1.05

stored, found = json.loads(STORED.read_text()), counts()
slower = [name for name in found if name in stored and found[name] > LIMIT * stored[name]]
for name in found:
    before = stored.get(name)
    change = f"{found[name] / before - 1:+.1%}" if before else "new"
    print(f"{name:24} {change:>8}{'  more than 5 %' if name in slower else ''}")
sys.exit(1 if slower else 0)
