"""Makes results.md and results.svg of what the bench and its twin measured.

    python report.py FILE.csv RESULTS.md RESULTS.svg [--least]

`targets.csv` has what was measured before the work on speed began, on one machine: the limit (a loop
by hand; for products the multiply-adds that the machine can do), the best peers and the target of
each workload. Its times are multiplied by how much slower ndarray is now than it was then, the median
over all workloads.
"""

import csv
import math
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
    "einsum bhqd,bhkd->bhqk, [4,8,128,64]": "Notation",
}
EQUAL = 1.05


def family(label):
    """`holor gemm` is a form of holor; the engines are one peer."""
    name = label.split()[0]
    return "engine" if name in ENGINES else name


def read(path):
    """Nanoseconds by threads, workload and family: the best form of each, with its label."""
    times = {}
    with open(path) as file:
        for workload, label, threads, ns in csv.reader(file):
            row = times.setdefault(int(threads), {}).setdefault(workload, {})
            known = row.get(family(label))
            if known is None or float(ns) < known[0]:
                row[family(label)] = (float(ns), label)
    return times


def read_targets():
    with open(HERE / "targets.csv") as file:
        rows = list(csv.DictReader(file))
    number = lambda cell: float(cell) if cell else None
    return {row["workload"]: {key: number(row[key]) for key in row if key != "workload"} for row in rows}


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
    """A workload: holor's time, the peers' and what it is held against."""

    def __init__(self, workload, times, targets, drift):
        self.workload = workload
        self.holor, self.form = times["holor"]
        self.peers = {peer: times[peer][0] for peer in PEERS if peer in times}
        self.best, self.best_label = min(
            (time, label) for peer, (time, label) in times.items() if peer != "holor")
        known = targets.get(workload, {})
        scaled = lambda key: known[key] * drift if known.get(key) else None
        self.limit, self.target = scaled("limit"), scaled("target")
        then = [known[key] for key in known if key.startswith("best") and known[key]]
        # Where the target is the best peer's time, the best peer of this run may stand for it.
        if self.target and then and known["target"] >= 0.98 * min(then):
            self.target = max(self.target, self.best)

    def meets(self):
        return self.target is None or self.holor <= EQUAL * self.target


def drift_of(times, targets):
    pairs = [(times[name]["ndarray"][0], targets[name]["ndarray"]) for name in times
             if "ndarray" in times[name] and targets.get(name, {}).get("ndarray")]
    return statistics.median(now / then for now, then in pairs) if pairs else 1.0


def rows_of(times, targets, drift):
    order = list(targets)
    names = sorted((name for name in times if "holor" in times[name]),
                   key=lambda name: order.index(name) if name in targets else len(order))
    return [Row(name, times[name], targets, drift) for name in names if len(times[name]) > 1]


def table(rows):
    head = ["workload", "holor", *PEERS, "best peer", "best / holor", "limit / holor", "target"]
    yield "| " + " | ".join(head) + " |"
    yield "|---" + "|---:" * (len(head) - 1) + "|"
    for row in rows:
        peers = [ratio(row.peers[peer] / row.holor) if peer in row.peers else "" for peer in PEERS]
        form = "" if row.form == "holor" else f" ({row.form.removeprefix('holor ')})"
        limit = ratio(row.limit / row.holor) if row.limit else ""
        target = "" if not row.target else (
            "yes" if row.meets() else f"no, {ratio(row.holor / row.target)}x")
        cells = [row.workload, show(row.holor) + form, *peers, row.best_label,
                 ratio(row.best / row.holor), limit, target]
        yield "| " + " | ".join(cells) + " |"


def summary(rows):
    beside_ndarray = [row.peers["ndarray"] / row.holor for row in rows if "ndarray" in row.peers]
    beside_python = [
        min(row.peers[peer] for peer in ("numpy", "torch", "jax") if peer in row.peers) / row.holor
        for row in rows if {"numpy", "torch", "jax"} & set(row.peers)]
    held = [row for row in rows if row.target]
    if beside_ndarray:
        yield f"- beside ndarray, geometric mean over {len(beside_ndarray)} rows: {ratio(geometric_mean(beside_ndarray))}"
    if beside_python:
        yield (f"- beside the best of numpy, torch and jax, row by row, over {len(beside_python)} rows: "
               f"{ratio(geometric_mean(beside_python))}")
    equal = sum(row.best * EQUAL >= row.holor for row in rows)
    yield f"- not slower than the best peer of all (within 5 %): {equal} of {len(rows)} rows"
    yield f"- meets its target: {sum(row.meets() for row in held)} of {len(held)} rows"


def threads_table(one, many, count):
    yield f"| workload | holor, 1 thread | holor, {count} | gain | best peer, {count} | best / holor |"
    yield "|---|---:|---:|---:|---:|---:|"
    alone = {row.workload: row for row in one}
    for row in many:
        if row.workload in alone:
            before = alone[row.workload].holor
            yield (f"| {row.workload} | {show(before)} | {show(row.holor)} | {ratio(before / row.holor)} "
                   f"| {row.best_label} | {ratio(row.best / row.holor)} |")


def markdown(times, targets, drift, statistic):
    one = rows_of(times[1], targets, drift)
    yield "# Results"
    yield ""
    yield ("Made by `bash benches/peers/run`. Columns of peers are their time over holor's: above 1, "
           "holor is faster. Of several forms (a product into a result that is there, operations fused "
           "by `zip`) the fastest counts, for holor and for the peers. `limit` is a loop by hand, or the "
           "multiply-adds that the machine can do; limits and targets were measured before "
           f"(`targets.csv`) and are multiplied by {drift:.2f}, by which ndarray has moved since. Times are "
           f"{statistic} samples.")
    yield ""
    yield "## One thread"
    yield ""
    yield from summary(one)
    yield ""
    yield from table(one)
    for count in sorted(times):
        if count > 1:
            yield ""
            yield f"## {count} threads"
            yield ""
            many = rows_of(times[count], targets, drift)
            yield from summary(many)
            yield ""
            yield from threads_table(one, many, count)
    yield ""


LEFT, RIGHT, STEP, TOP = 272, 72, 16, 92
LOW, HIGH, WIDTH = 0.1, 100.0, 880


def plot(rows):
    place = lambda value: LEFT + (WIDTH - LEFT - RIGHT) * (
        math.log(min(max(value, LOW), HIGH) / LOW) / math.log(HIGH / LOW))
    parts = [svg.text(16, 24, "Time of each library over holor's, one thread", 15, weight="bold"),
             svg.text(16, 42, "right of 1: holor is faster; log scale; what is off the scale stands at its edge",
                      11, svg.GREY)]
    x = 16
    for peer, (colour, shape) in PEERS.items():
        parts += [svg.marker(shape, x + 5, 60, colour, 4.2), svg.text(x + 14, 64, peer, 12)]
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


def main(measured, page, picture, option=""):
    times, targets = read(measured), read_targets()
    drift = drift_of(times[1], targets)
    statistic = "the shortest of all" if option == "--least" else "medians of all"
    pathlib.Path(page).write_text("\n".join(markdown(times, targets, drift, statistic)))
    pathlib.Path(picture).write_text(plot(rows_of(times[1], targets, drift)))


if __name__ == "__main__":
    main(*sys.argv[1:])
