"""Checks that the documentation labels items with the features that they need.

Usage: python3 docs/check_labels.py FOLDER    (made by `cargo doc` with `--cfg docsrs`)

Each feature of Cargo.toml that source files ask for (`feature = ".."`) stands in a label of some page.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

asked = set()
for path in (ROOT / "src").rglob("*.rs"):
    asked |= set(re.findall(r'\bfeature = "(\w+)"', path.read_text()))
labelled = set()
for page in pathlib.Path(sys.argv[1]).rglob("*.html"):
    for label in re.findall(r'class="stab portability"[^>]*>(.*?)</span>', page.read_text()):
        labelled |= set(re.findall(r"<code>(\w+)</code>", label))
if missing := asked - labelled:
    sys.exit(f"no item is labelled with {sorted(missing)}")
print(f"labels: {' '.join(sorted(labelled & asked))}")
