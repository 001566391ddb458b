"""How fast the models are with holor, torch, onnxruntime and candle; writes the tables of README.md and docs/models.md.

    python3 models/fetch.py && python3 models/benches/speeds.py [--write]    (with models/fixtures/requirements.txt)

Every program runs five times, in turns with the others, and reports the median of several passes; a number here is
the median of five such reports. Programs have agreed before: on the greedy tokens of the answer, on an embedding.

candle is built by this script, once as cargo builds it and once with `-C target-cpu=native`. torch has the chat
model's weights as 32-bit floats, and is the one of models/fixtures; its speech detector is the package's own.
"""

import importlib.metadata
import importlib.util
import os
import pathlib
import platform
import re
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve()
ROOT = HERE.parents[2]
WEIGHTS = pathlib.Path(os.environ.get("HOLOR_MODELS") or ROOT / "target/models")
RECORDING = ROOT / "models/fixtures/speech.wav"
CHAT = WEIGHTS / "chat/SmolLM2-135M-Instruct.Q4_1.gguf"
PROMPT, ANSWER = 128, 64
SENTENCES, TOKENS = 32, 128
ROUNDS = 5


def token(i):
    return 1000 + i * 37 % 20_000


def median_of(times):
    return statistics.median(times)


# Python's side: each function runs in a process of its own, `speeds.py --run NAME`.


def fixture(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / f"models/fixtures/{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def torch_here():
    import torch

    torch.set_num_threads(int(os.environ["RAYON_NUM_THREADS"]))
    torch.set_grad_enabled(False)
    return torch


def stream(listen):
    """Times real time of windows of 512 samples, one by one; `listen` begins anew without a window."""
    import numpy as np
    import wave

    with wave.open(str(RECORDING)) as sound:
        samples = np.frombuffer(sound.readframes(sound.getnframes()), np.int16).astype(np.float32) / 32768
    windows = [samples[i : i + 512] for i in range(0, len(samples) - 511, 512)]
    found = []
    for _ in range(15):
        listen(None)
        start = time.perf_counter()
        for window in windows:
            listen(window)
        found.append(len(samples) / 16_000 / (time.perf_counter() - start))
    print(median_of(found))


def vad_torch():
    torch = torch_here()
    model = torch.jit.load(str(WEIGHTS / "vad/silero_vad.jit")).eval()

    def listen(window):
        if window is None:
            model.reset_states()
        else:
            model(torch.from_numpy(window), 16_000).item()

    stream(listen)


def vad_onnxruntime():
    import numpy as np
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.inter_op_num_threads = options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(WEIGHTS / "vad/silero_vad_16k_op15.onnx"), options)
    rate = np.array(16_000)
    kept = {}

    def listen(window):
        if window is None:
            kept["state"], kept["context"] = np.zeros((2, 1, 128), np.float32), np.zeros(64, np.float32)
            return
        x = np.concatenate([kept["context"], window])[None]
        p, kept["state"] = session.run(None, {"input": x, "state": kept["state"], "sr": rate})
        kept["context"] = window[-64:]
        p.item()

    stream(listen)


def chat_torch():
    torch = torch_here()
    import gguf

    llama = fixture("chat").Llama(gguf.GGUFReader(CHAT))
    tokens = torch.tensor([token(i) for i in range(PROMPT)])
    prompts, answers = [], []
    for _ in range(3):
        start = time.perf_counter()
        last = llama.forward(tokens, 0).argmax()
        prompts.append(PROMPT / (time.perf_counter() - start))
        start, said = time.perf_counter(), []
        for i in range(ANSWER):
            said.append(last.item())
            last = llama.forward(last[None], PROMPT + i).argmax()
        answers.append(ANSWER / (time.perf_counter() - start))
    print(median_of(prompts), median_of(answers), said[:8])


def embed_torch():
    torch = torch_here()
    model = fixture("embed").MiniLm()
    tokens = torch.tensor([token(i) for i in range(SENTENCES * TOKENS)]).reshape(SENTENCES, TOKENS)
    mask = torch.ones(SENTENCES, TOKENS)
    times = []
    for _ in range(5):
        start = time.perf_counter()
        found = model.forward(tokens, mask)
        times.append((time.perf_counter() - start) * 1e3)
    print(median_of(times), f"{found[0, 0]:.5f}")


# The programs.


def holor(*words):
    return [ROOT / "target/release/examples/speeds", *words]


def candle(native, *words):
    return [ROOT / ("target/candle_native" if native else "target/candle") / "release/candle_speeds", *words]


def python(name):
    return [sys.executable, HERE, "--run", name]


def build():
    subprocess.run(["cargo", "build", "--release", "-q", "-p", "models", "--example", "speeds"], cwd=ROOT, check=True)
    for native in (False, True):
        target = ROOT / ("target/candle_native" if native else "target/candle")
        environment = os.environ | ({"RUSTFLAGS": "-C target-cpu=native"} if native else {})
        command = ["cargo", "build", "--release", "-q", "--target-dir", target]
        subprocess.run(command, cwd=HERE.parent / "candle", env=environment, check=True)


def rounds(programs, threads):
    """The medians of what each program reports, by its name; numbers first, then what has to agree."""
    environment = os.environ | {"RAYON_NUM_THREADS": str(threads), "OMP_NUM_THREADS": str(threads)}
    reports = {name: [] for name in programs}
    agreed = {}
    for _ in range(ROUNDS):
        for name, command in programs.items():
            run = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
            numbers, _, rest = run.stdout.strip().partition(" [")
            reports[name].append([float(number) for number in numbers.split()])
            agreed[name] = rest
    wrong = [name for name in programs if agreed[name] != agreed["holor"]]
    if wrong:
        sys.exit(f"other tokens than holor's: {agreed}")
    return {name: [median_of(column) for column in zip(*found)] for name, found in reports.items()}


def compare():
    """Rows of the table: what, threads, and a cell for each library."""
    vad = WEIGHTS / "vad"
    found = rounds({
        "holor": holor("vad", vad / "silero_vad_16k.safetensors", RECORDING),
        "torch": python("vad_torch"),
        "onnxruntime": python("vad_onnxruntime"),
    }, 1)
    cells = {name: f"{numbers[0]:.0f}" for name, numbers in found.items()}
    rows = [("speech detection, times real time, as a stream", 1, cells)]
    rows.append(("the whole recording at once", 1, {"holor": f"{found['holor'][1]:.0f}"}))
    for threads in (1, 2):
        words = ("chat", CHAT, str(PROMPT), str(ANSWER))
        found = rounds({
            "holor": holor(*words),
            "torch": python("chat_torch"),
            "candle": candle(False, *words),
            "candle, native": candle(True, *words),
        }, threads)
        for n, what in enumerate([f"chat, prompt of {PROMPT}, tokens/s", f"chat, answer of {ANSWER}, tokens/s"]):
            rows.append((what, threads, {name: f"{numbers[n]:.0f}" for name, numbers in found.items()}))
    for threads in (1, 2):
        sizes = (str(SENTENCES), str(TOKENS))
        found = rounds({
            "holor": holor("embed", WEIGHTS / "embed", *sizes),
            "torch": python("embed_torch"),
            "candle": candle(False, "embed", WEIGHTS / "embed/model.safetensors", *sizes),
            "candle, native": candle(True, "embed", WEIGHTS / "embed/model.safetensors", *sizes),
        }, threads)
        first = found["holor"][1]
        assert all(abs(numbers[1] - first) < 1e-4 for numbers in found.values()), found
        cells = {name: f"{numbers[0]:.0f}" for name, numbers in found.items()}
        rows.append((f"embedding {SENTENCES} x {TOKENS} tokens, ms", threads, cells))
    return rows


def machine():
    """The processor without its maker's marketing, as lscpu says it, and its instruction sets."""
    flags = pathlib.Path("/proc/cpuinfo").read_text()
    name = re.search(r"model name\s*: (.*)", flags).group(1)
    sets = [what for flag, what in [("avx2", "AVX2"), ("avx512f", "AVX-512")] if re.search(rf"\b{flag}\b", flags)]
    return f"{os.cpu_count()} cores of an {name} with {' and '.join(sets)}, {platform.system()}"


def table(rows):
    libraries = ["holor", "torch", "onnxruntime", "candle", "candle, native"]
    version = importlib.metadata.version
    manifest = (HERE.parent / "candle/Cargo.toml").read_text()
    candle_version = re.search(r'candle-core = "=(.*)"', manifest).group(1)
    lines = [f"| | threads | {' | '.join(libraries)} |", "|---|---:|" + "---:|" * len(libraries)]
    for what, threads, cells in rows:
        lines.append(f"| {what} | {threads} | " + " | ".join(cells.get(name, "") for name in libraries) + " |")
    torch = version("torch").split("+")[0]
    lines += ["", f"torch {torch}, onnxruntime {version('onnxruntime')}, candle {candle_version} as cargo builds it and with",
              f"`target-cpu=native`; {machine()}.", "Medians of five runs in turns, by `python3 models/benches/speeds.py`."]
    return "\n".join(lines)


def written(page, text):
    """The page with the text between the two marks, in place of what was there."""
    begin, end = "<!-- speeds of models -->\n", "<!-- end of speeds -->"
    before, rest = page.split(begin)
    return before + begin + text + "\n" + end + rest.split(end)[1]


def main():
    if "--run" in sys.argv:
        return globals()[sys.argv[-1]]()
    build()
    text = table(compare())
    print(text)
    if "--write" in sys.argv:
        path = ROOT / "README.md"
        path.write_text(written(path.read_text(), text))


main()
