"""Instruction counts of the kernels of benches/counts.rs, by valgrind's callgrind.

Counts are of the instructions that valgrind knows, up to AVX2, on one thread: the same for the same
binary, whatever else the machine does.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
STORED = HERE / "counts.json"
TIMES = 20


def build():
    """Builds the benchmark and returns its path."""
    command = ["cargo", "bench", "--bench", "counts", "--no-run", "--message-format=json"]
    output = subprocess.run(command, cwd=HERE.parent.parent, check=True, stdout=subprocess.PIPE, text=True)
    for line in output.stdout.splitlines():
        message = json.loads(line)
        if message.get("target", {}).get("name") == "counts" and message.get("executable"):
            return message["executable"]
    sys.exit("the benchmark was not built")


def names():
    """Reads the names of the kernels from the source."""
    return re.findall(r'^    \("(\w+)", \|n\|', (HERE.parent / "counts.rs").read_text(), re.M)


def instructions(binary, name, times):
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", binary, name, str(times)]
    environment = {**os.environ, "RAYON_NUM_THREADS": "1"}
    output = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return int(re.search(r"Collected : (\d+)", output.stderr).group(1))


def counts():
    """Counts each kernel: what a call takes, without the start of the program and the operands."""
    binary = build()
    result = {}
    for name in names():
        base = instructions(binary, name, TIMES)
        result[name] = round((instructions(binary, name, 3 * TIMES) - base) / (2 * TIMES))
        print(f"{name:24} {result[name]:>10,}", flush=True)
    return result
