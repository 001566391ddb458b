"""Makes results.md and results.svg of what the bench and its twin measured.

    python report.py FILE.csv ROWS.txt RESULTS.md RESULTS.svg COMMIT [--least]
"""

import csv
import math
import os
import pathlib
import statistics
import sys

import svg

HERE = pathlib.Path(__file__).parent
ENGINES = ("gemm", "matrixmultiply", "nano-gemm", "private-gemm")
# name: colour, shape. Rust is round, engines are diamonds, Python is square or triangular.
PEERS = {
    "ndarray": ("#d55e00", "circle"),
    "candle": ("#e69f00", "circle"),
    "nalgebra": ("#56b4e9", "circle"),
    "faer": ("#0072b2", "circle"),
    "mdarray": ("#009e73", "circle"),
    "burn": ("#cc79a7", "circle"),
    "engine": ("#444444", "diamond"),
    "numpy": ("#4d77cf", "square"),
    "torch": ("#ee4c2c", "triangle"),
    "jax": ("#7b3fa0", "square"),
}
GROUPS = {
    "[16,16]x[16,16] f32": "Matrix products",
    "a+b, 1K": "Element-wise",
    "[2048,2048]+[2048]": "Broadcast, strided, copied",
    "sum of a[:, ::2], 4096^2": "Reductions and rows",
    "make 2x2 and add": "Small",
    "pad [16,3,224,224] by 3": "Joins and scans",
    "take 100K rows of [100K,64]": "Indices",
    "sort f32, 1K": "Order",
    "[1,3,224,224] conv 7x7 to 64 step 2": "Windows",
    "copysign, 1M": "Numbers and statistics",
    "exp_m1, 1M": "Everyday",
    "einsum bhqd,bhkd->bhqk, [4,8,128,64]": "Notation",
}
EQUAL = 1.05
# The label of holor without its cache of freed buffers.
UNCACHED = "holor without its cache"
INSTRUCTION_SETS = ("avx2", "fma", "f16c", "avx512f", "avx512_fp16", "asimd")


def family(label):
    """`holor gemm` is a form of holor; the engines are one peer."""
    if label == UNCACHED:
        return UNCACHED
    name = label.split()[0]
    return "engine" if name in ENGINES else name


def read(path, least=False):
    """Nanoseconds by threads, workload and family: the best form of each, with its label. The median over the processes
    of their medians, or the shortest sample of all."""
    samples = {}
    with open(path) as file:
        for workload, label, threads, median, shortest in csv.reader(file):
            samples.setdefault((int(threads), workload, label), []).append(float(shortest if least else median))
    middle = min if least else statistics.median
    times = {}
    for (threads, workload, label), values in samples.items():
        row = times.setdefault(threads, {}).setdefault(workload, {})
        form = (middle(values), label)
        row[family(label)] = min(row.get(family(label), form), form)
    return times


def machine():
    """The processor of this machine and the instruction sets that matter here."""
    facts = dict(line.split(":", 1) for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines() if ":" in line)
    facts = {key.strip(): value.strip() for key, value in facts.items()}
    flags = facts.get("flags", facts.get("Features", "")).split()
    sets = ", ".join(name for name in INSTRUCTION_SETS if name in flags)
    return f"{facts.get('model name', 'unknown processor')}, {os.cpu_count()} cores; instruction sets: {sets}"


def show(ns):
    for size, unit in ((1e9, "s"), (1e6, "ms"), (1e3, "us")):
        if ns >= size:
            return f"{ns / size:.3g} {unit}"
    return f"{ns:.3g} ns"


def ratio(value):
    return f"{value:.2f}" if value < 9.95 else f"{value:.0f}"


def geometric_mean(values):
    return math.exp(statistics.fmean(math.log(value) for value in values))


class Row:
    """A workload: holor's time and the peers'."""

    def __init__(self, workload, times):
        self.workload = workload
        self.holor, self.form = times["holor"]
        self.uncached = times.get(UNCACHED, (None, ""))[0]
        self.peers = {peer: times[peer][0] for peer in PEERS if peer in times}
        self.best, self.best_label = min(
            (time, label) for peer, (time, label) in times.items() if peer in PEERS)

    def is_behind(self):
        return self.holor > EQUAL * self.best


def rows_of(times):
    """The rows, in the order of the list."""
    return [Row(name, row) for name, row in times.items() if "holor" in row and set(PEERS) & set(row)]


def table(rows):
    head = ["workload", "holor", *PEERS, "best peer", "best / holor", "cache off"]
    yield "| " + " | ".join(head) + " |"
    yield "|---" + "|---:" * (len(head) - 1) + "|"
    for row in rows:
        peers = [ratio(row.peers[peer] / row.holor) if peer in row.peers else "" for peer in PEERS]
        form = "" if row.form == "holor" else f" ({row.form.removeprefix('holor ')})"
        uncached = ratio(row.uncached / row.holor) if row.uncached else ""
        cells = [row.workload, show(row.holor) + form, *peers, row.best_label,
                 ratio(row.best / row.holor), uncached]
        yield "| " + " | ".join(cells) + " |"


def summary(rows):
    beside_ndarray = [row.peers["ndarray"] / row.holor for row in rows if "ndarray" in row.peers]
    beside_python = [
        min(row.peers[peer] for peer in ("numpy", "torch", "jax") if peer in row.peers) / row.holor
        for row in rows if {"numpy", "torch", "jax"} & set(row.peers)]
    if beside_ndarray:
        yield f"- beside ndarray, geometric mean over {len(beside_ndarray)} rows: {ratio(geometric_mean(beside_ndarray))}"
    if beside_python:
        yield (f"- beside the best of numpy, torch and jax, row by row, over {len(beside_python)} rows: "
               f"{ratio(geometric_mean(beside_python))}")
    equal = sum(not row.is_behind() for row in rows)
    yield f"- not slower than the best peer of all (within 5 %): {equal} of {len(rows)} rows"


def behind(rows):
    """The rows in which a peer is ahead, the farthest first."""
    slower = sorted((row for row in rows if row.is_behind()), key=lambda row: row.best / row.holor)
    if slower:
        yield ""
        yield "Rows in which a peer is more than 5 % ahead (its time over holor's):"
        yield ""
        yield from (f"- {row.workload}: {row.best_label}, {ratio(row.best / row.holor)}" for row in slower)


def threads_table(one, many, count):
    yield f"| workload | holor, 1 thread | holor, {count} | gain | best peer, {count} | best / holor |"
    yield "|---|---:|---:|---:|---:|---:|"
    alone = {row.workload: row for row in one}
    for row in many:
        if row.workload in alone:
            before = alone[row.workload].holor
            yield (f"| {row.workload} | {show(before)} | {show(row.holor)} | {ratio(before / row.holor)} "
                   f"| {row.best_label} | {ratio(row.best / row.holor)} |")


def markdown(times, commit, statistic):
    one = rows_of(times[1])
    yield "# Results"
    yield ""
    yield (f"Made by `bash benches/peers/run` at commit {commit} on: {machine()}. Columns of peers are their time over holor's: above 1, "
           "holor is faster. Of several forms (a product into a result that is there, operations fused "
           "by `zip`) the fastest counts, for holor and for the peers. holor keeps freed buffers of 128 KiB "
           "and more for the next result; the last column is holor's time without that cache over its time "
           f"with it. Times are {statistic} samples.")
    yield ""
    yield "## One thread"
    yield ""
    yield from summary(one)
    yield from behind(one)
    yield ""
    yield from table(one)
    for count in sorted(times):
        if count > 1:
            yield ""
            yield f"## {count} threads"
            yield ""
            many = rows_of(times[count])
            yield from summary(many)
            yield from behind(many)
            yield ""
            yield from threads_table(one, many, count)
    yield ""


LEFT, RIGHT, STEP, TOP = 272, 72, 16, 107
LOW, HIGH, WIDTH = 0.1, 100.0, 880


def plot(rows):
    place = lambda value: LEFT + (WIDTH - LEFT - RIGHT) * (
        math.log(min(max(value, LOW), HIGH) / LOW) / math.log(HIGH / LOW))
    parts = [svg.text(16, 24, "Time of each library over holor's, one thread", 15, weight="bold"),
             svg.text(16, 42, "right of 1: holor is faster; log scale; points off the scale stand at its edge",
                      11, svg.GREY),
             svg.text(16, 57, "holor keeps freed buffers of 128 KiB and more; a cross: holor with that cache off, "
                      "if it is 5 % slower", 11, svg.GREY)]
    x = 16
    for peer, (colour, shape) in PEERS.items():
        parts += [svg.marker(shape, x + 5, 75, colour, 4.2), svg.text(x + 14, 79, peer, 12)]
        x += 14 + 7.2 * len(peer) + 18
    y, stripes, body = TOP, [], []
    for index, row in enumerate(rows):
        if row.workload in GROUPS:
            y += 10 if index else 0
            body.append(svg.text(16, y + 4, GROUPS[row.workload], 12, weight="bold"))
            y += STEP + 2
        if index % 2 == 0:
            stripes.append(svg.rectangle(16, y - STEP / 2, WIDTH - 24, STEP, "#f3f5f7"))
        body.append(svg.text(LEFT - 10, y + 4, row.workload, 11, anchor="end"))
        body.append(svg.text(WIDTH - 12, y + 4, show(row.holor), 11, svg.GREY, "end"))
        # What would lie upon each other goes up and down in turns.
        last, crowd = 0.0, 0
        for peer, time in sorted(row.peers.items(), key=lambda item: item[1]):
            at = place(time / row.holor)
            crowd = crowd + 1 if at - last < 5 else 0
            last = at
            body.append(svg.marker(PEERS[peer][1], at, y + (0, -3.5, 3.5)[crowd % 3], PEERS[peer][0]))
        if row.uncached and row.uncached > EQUAL * row.holor:
            body.append(svg.text(place(row.uncached / row.holor), y + 4, "\u00d7", 13, svg.INK, "middle"))
        y += STEP
    bottom = y - STEP + 8
    parts += stripes
    parts.append(svg.text(WIDTH - 12, TOP - 10, "holor", 11, svg.GREY, "end"))
    for value in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100):
        strong = value == 1
        parts.append(svg.line(place(value), TOP - 6, place(value), bottom,
                              svg.INK if strong else "#d8dde2", 1.2 if strong else 0.8))
        for height in (TOP - 10, bottom + 14):
            parts.append(svg.text(place(value), height, f"{value:g}", 11, svg.INK if strong else svg.GREY,
                                  "middle"))
    return svg.document(WIDTH, int(bottom + 26), parts + body)


def main(measured, order, page, picture, commit, option=""):
    names = pathlib.Path(order).read_text().splitlines()
    least = option == "--least"
    statistic = "the shortest of all" if least else "medians of all"
    times = {threads: {name: rows[name] for name in names if name in rows}
             for threads, rows in read(measured, least).items()}
    pathlib.Path(page).write_text("\n".join(markdown(times, commit, statistic)))
    pathlib.Path(picture).write_text(plot(rows_of(times[1])))


if __name__ == "__main__":
    main(*sys.argv[1:])
