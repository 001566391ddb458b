"""How much longer does `cargo check` take for 100 macros with patterns than for 100 plain calls?

    python3 benches/check_time.py

Writes a crate with two programs to a temporary folder: functions that call `rearrange!`, `reduce!` and
`repeat!`, and the same functions calling ordinary ones. Each is touched and checked several times;
prints the medians, and fails if the macros take two seconds more.
"""

import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Macro, pattern, what stands behind it, ranks of operand and result.
CALLS = [
    ("rearrange", "b h w c -> b c h w", "", 4, 4),
    ("rearrange", "b c h w -> b (c h w)", "", 4, 2),
    ("rearrange", "b (h p) (w q) c -> b (h w) (p q c)", ", p = 2, q = 2", 4, 3),
    ("reduce", "b c (h 2) (w 2) -> b c h w", ", max", 4, 4),
    ("reduce", "b c h w -> b c", ", mean", 4, 2),
    ("repeat", "h w -> h w c", ", c = 3", 2, 3),
    ("rearrange", "b ... c -> b c ...", "", 4, 4),
    ("reduce", "... c -> ...", ", sum", 3, 2),
    ("repeat", "h w -> (h 2) (w 2)", "", 2, 2),
    ("rearrange", "(a b c) d -> c (d b) a", ", a = 2, b = 3", 2, 3),
]


def program(with_macros):
    text = ["use holor::prelude::*;"]
    for i, (_, _, _, rank, result) in enumerate(CALLS):
        header = f"pub fn plain{i}(_: &Tensor<f32, {rank}>, _: &[usize]) -> Tensor<f32, {result}>"
        text.append(f"{header} {{ todo!() }}")
    for i in range(100):
        macro, pattern, rest, rank, result = CALLS[i % len(CALLS)]
        sizes = ", ".join(word.split("=")[1].strip() for word in rest.split(",") if "=" in word)
        call = f'{macro}!(x, "{pattern}"{rest}).to_owned()' if with_macros else f"plain{i % len(CALLS)}(x, &[{sizes}])"
        text.append(f"pub fn f{i}(x: &Tensor<f32, {rank}>) -> Tensor<f32, {result}> {{\n    {call}\n}}")
    return "\n".join(text) + "\nfn main() {}\n"


def main():
    with tempfile.TemporaryDirectory() as folder:
        crate = pathlib.Path(folder)
        (crate / "examples").mkdir()
        (crate / "src").mkdir()
        (crate / "src/lib.rs").write_text("")
        manifest = '[package]\nname = "checked"\nedition = "2024"\n[workspace]\n[dependencies]\n'
        (crate / "Cargo.toml").write_text(f'{manifest}holor = {{ path = "{ROOT}" }}\n')
        for name in ["Cargo.lock", "rust-toolchain.toml"]:
            (crate / name).write_bytes((ROOT / name).read_bytes())
        medians = {}
        for name in ["macros", "plain"]:
            file = crate / f"examples/{name}.rs"
            file.write_text(program(name == "macros"))
            times = []
            for _ in range(8):
                file.touch()
                start = time.perf_counter()
                check = ["cargo", "check", "--quiet", "--example", name]
                subprocess.run(check, cwd=crate, env=os.environ, check=True)
                times.append(time.perf_counter() - start)
            medians[name] = statistics.median(times[1:])  # the first one checks the dependencies
        more = medians["macros"] - medians["plain"]
        print(f"macros {medians['macros']:.2f} s, plain {medians['plain']:.2f} s: {more:.2f} s more")
        sys.exit(more >= 2)


main()
