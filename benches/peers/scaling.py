"""Makes scaling.svg of what `peers --scaling` measured: the cost as the work grows.

    python scaling.py FILE.csv PICTURE.svg
"""

import csv
import math
import pathlib
import sys

import svg

COLOURS = {"holor": "#0072b2", "ndarray": "#d55e00"}
PANELS = {
    "add": "a + b, ns per element",
    "sum": "sum, ns per element",
    "exp": "exp, ns per element",
    "transpose": "transpose, copied, ns per element",
    "matmul": "matmul, ns per multiply-add",
}
WIDTH, PANEL_WIDTH, PANEL_HEIGHT = 880, 400, 200


def read(path):
    """Curves by name, and cliffs by name: (work, ns per unit of work) of each library."""
    curves, cliffs = {}, {}
    with open(path) as file:
        for name, library, _, ns, _ in csv.reader(file):
            what, work = name.split(" @ ")
            work = int(work)
            if what in PANELS:
                curves.setdefault(what, {}).setdefault(library, []).append((work, float(ns) / work))
            else:
                cliffs.setdefault(what, {})[library] = float(ns) / work
    return curves, cliffs


def decades(low, high):
    return [10.0 ** power for power in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)]


def label(value):
    return f"{value:g}" if 1e-3 <= value < 1e4 else f"1e{round(math.log10(value))}"


def panel(x, y, title, lines):
    left, top, right, bottom = x + 44, y + 26, x + PANEL_WIDTH - 10, y + PANEL_HEIGHT - 24
    values = [cost for points in lines.values() for _, cost in points]
    levels, works = decades(min(values), max(values)), decades(1, 1e8)
    across = lambda work: left + (right - left) * math.log10(work) / 8
    span = math.log10(levels[-1] / levels[0])
    up = lambda cost: bottom - (bottom - top) * math.log10(cost / levels[0]) / span
    parts = [svg.text(left, y + 14, title, 12, weight="bold")]
    for level in levels:
        parts += [svg.line(left, up(level), right, up(level)),
                  svg.text(left - 6, up(level) + 4, label(level), 10, svg.GREY, "end")]
    for work in works[::2]:
        parts += [svg.line(across(work), top, across(work), bottom),
                  svg.text(across(work), bottom + 14, label(work), 10, svg.GREY, "middle")]
    for library, points in lines.items():
        places = [(across(work), up(cost)) for work, cost in sorted(points)]
        parts.append(svg.path(places, COLOURS[library]))
        parts += [svg.marker("circle", px, py, COLOURS[library], 2.4) for px, py in places]
    return parts


def steps(y, rows):
    """One row for each size that might be a cliff."""
    left, right, parts = 290, WIDTH - 130, []
    values = [cost for row in rows.values() for cost in row.values()]
    levels = decades(min(values), max(values))
    place = lambda cost: left + (right - left) * (
        math.log10(cost / levels[0]) / math.log10(levels[-1] / levels[0]))
    bottom = y + 34 + 15 * len(rows)
    parts.append(svg.text(16, y + 4, "Where there might be a cliff, ns per element or multiply-add", 12, weight="bold"))
    for level in levels:
        parts += [svg.line(place(level), y + 22, place(level), bottom - 8),
                  svg.text(place(level), y + 20, label(level), 10, svg.GREY, "middle")]
    for index, (name, row) in enumerate(rows.items()):
        at = y + 34 + 15 * index
        parts += [svg.line(left, at, right, at), svg.text(left - 10, at + 4, name, 11, anchor="end")]
        parts += [svg.marker("circle", place(cost), at, COLOURS[library]) for library, cost in row.items()]
        costs = " / ".join(f"{row[library]:.2g}" for library in COLOURS if library in row)
        parts.append(svg.text(WIDTH - 12, at + 4, costs, 11, svg.GREY, "end"))
    return parts, bottom


def main(measured, picture):
    curves, cliffs = read(measured)
    parts = [svg.text(16, 24, "Cost as the work grows, one thread", 15, weight="bold"),
             svg.text(16, 42, "f32; log scales; the lower, the faster", 11, svg.GREY)]
    for index, (library, colour) in enumerate(COLOURS.items()):
        parts += [svg.marker("circle", 300 + 90 * index, 20, colour, 4.2),
                  svg.text(309 + 90 * index, 24, library, 12)]
    for index, (what, title) in enumerate(item for item in PANELS.items() if item[0] in curves):
        x, y = 16 + (PANEL_WIDTH + 24) * (index % 2), 60 + (PANEL_HEIGHT + 16) * (index // 2)
        parts += panel(x, y, title, curves[what])
    bottom = 60 + (PANEL_HEIGHT + 16) * math.ceil(len(curves) / 2)
    if cliffs:
        more, bottom = steps(bottom + 8, cliffs)
        parts += more
    pathlib.Path(picture).write_text(svg.document(WIDTH, bottom + 12, parts))


if __name__ == "__main__":
    main(*sys.argv[1:])
