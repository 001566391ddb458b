"""Counts the instructions of the kernels and writes them to counts.json."""

import json

from count import STORED, counts

STORED.write_text(json.dumps(counts(), indent=2) + "\n")
