"""Runs the Python programs of docs/from_numpy.md and docs/from_torch.md, whose lines stand in their tables.

Usage: python3 docs/check_python.py    (with numpy and torch; a page whose library is not there is left out)
"""

import importlib.util
import pathlib
import re

for library in ["numpy", "torch"]:
    page = pathlib.Path(__file__).with_name(f"from_{library}.md")
    programs = re.findall(r"^```python\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL)
    assert len(programs) == 1, page
    if importlib.util.find_spec(library) is None:
        print(f"{page.name}: left out, there is no {library}")
        continue
    exec(compile(programs[0], str(page), "exec"), {})
    print(f"{page.name}: passed")
