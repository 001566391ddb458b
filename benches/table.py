"""Prints what `cargo bench` measured last as tables in Markdown: medians and ratios.

    python3 benches/table.py [folder]

The folder is criterion's, `target/criterion` unless said otherwise (or where CARGO_TARGET_DIR says).
A row stands where its file was written: in the order of the last run. The ratio is holor's time over
that of ndarray; below 1, holor is faster.
"""

import json
import os
import pathlib
import sys

FILES = ["elementwise", "broadcast", "copy", "reduce", "order", "matmul", "einsum", "small", "notation"]
UNITS = [(1e9, "s"), (1e6, "ms"), (1e3, "us"), (0, "ns")]


def read(folder):
    """Medians in nanoseconds by file, row and library, the oldest first."""
    times = {}
    found = folder.glob("**/new/benchmark.json")
    for path in sorted(found, key=lambda path: path.stat().st_mtime):
        about = json.loads(path.read_text())
        medians = json.loads(path.with_name("estimates.json").read_text())
        row = times.setdefault(about["group_id"], {}).setdefault(about["function_id"], {})
        row[about["value_str"]] = medians["median"]["point_estimate"]
    return times


def show(nanoseconds):
    if nanoseconds is None:
        return "-"
    size, unit = next(unit for unit in UNITS if nanoseconds >= unit[0])
    value = nanoseconds / (size or 1)
    return f"{value:.{2 if value < 10 else 1 if value < 100 else 0}f} {unit}"


def table(name, rows):
    others = dict.fromkeys(library for row in rows.values() for library in row)
    columns = ["holor", "ndarray"] + [o for o in others if o not in ("holor", "ndarray")]
    print(f"| {name} | " + " | ".join(columns) + " | ratio |")
    print("|---" * (len(columns) + 2) + "|")
    for row, times in rows.items():
        ratio = "-"
        other = times.get("ndarray", times.get("by hand"))
        if "holor" in times and other:
            ratio = f"{times['holor'] / other:.2f}"
        print(f"| {row} | " + " | ".join(show(times.get(c)) for c in columns) + f" | {ratio} |")
    print()


def main():
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", "target"))
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else target / "criterion"
    times = read(folder)
    if not times:
        sys.exit(f"{folder}: nothing measured yet; run `cargo bench` first")
    for name in FILES:
        if name in times:
            table(name, times[name])


main()
