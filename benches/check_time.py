"""How much longer does `cargo check` take for 100 macros with patterns than for 100 plain calls?

    python3 benches/check_time.py

Writes a crate with four programs to a temporary folder: functions that call `rearrange!`, `reduce!` and
`repeat!`, functions that call `einsum!`, and for both the same functions calling ordinary ones. Each is
touched and checked several times; prints the medians, and fails if macros take two seconds more. Then
`build_time.py` compares release builds with those of ndarray.
"""

import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

import build_time
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


# Pattern, ranks of the operands and of the result.
EINSUMS = [
    ("bhqd,bhkd->bhqk", [4, 4], 4),
    ("ij,jk->ik", [2, 2], 2),
    ("ij,jk,kl->il", [2, 2, 2], 2),
    ("ii->i", [2], 1),
    ("bij,bjk->bik", [3, 3], 3),
    ("i,j->ij", [1, 1], 2),
    ("...ij->...ji", [4], 4),
    ("ij,ij->i", [2, 2], 1),
    ("abc,cd,db->a", [3, 2, 2], 1),
    ("ea,fb,abcd,gc,hd->efgh", [2, 2, 4, 2, 2], 4),
]


def patterns(i, with_macros):
    macro, pattern, rest, rank, result = CALLS[i % len(CALLS)]
    sizes = ", ".join(word.split("=")[1].strip() for word in rest.split(",") if "=" in word)
    call = f'{macro}!(x0, "{pattern}"{rest}).to_owned()' if with_macros else f"plain(x0, &[{sizes}])"
    return [rank], result, call


def einsums(i, with_macros):
    pattern, ranks, result = EINSUMS[i % len(EINSUMS)]
    operands = ", ".join(f"x{n}" for n in range(len(ranks)))
    call = f'einsum!("{pattern}", {operands}).to_owned()' if with_macros else f"plain{len(ranks)}({operands})"
    return ranks, result, call


def program(kind, with_macros):
    text = [
        "use holor::prelude::*;",
        "pub fn plain<const R: usize, const O: usize>(_: &TensorRef<f32, R>, _: &[usize]) -> Tensor<f32, O> { todo!() }",
    ]
    for count in [1, 2, 3, 5]:
        ranks = ", ".join(f"const R{n}: usize" for n in range(count))
        operands = ", ".join(f"_: &TensorRef<f32, R{n}>" for n in range(count))
        text.append(f"pub fn plain{count}<{ranks}, const O: usize>({operands}) -> Tensor<f32, O> {{ todo!() }}")
    for i in range(100):
        ranks, result, call = kind(i, with_macros)
        operands = ", ".join(f"x{n}: &TensorRef<f32, {rank}>" for n, rank in enumerate(ranks))
        text.append(f"pub fn f{i}({operands}) -> Tensor<f32, {result}> {{\n    {call}\n}}")
    return "\n".join(text) + "\nfn main() {}\n"


def median(crate, name):
    """Seconds of a check of a program of the crate."""
    times = []
    for _ in range(8):
        (crate / f"examples/{name}.rs").touch()
        start = time.perf_counter()
        check = ["cargo", "check", "--quiet", "--example", name]
        subprocess.run(check, cwd=crate, env=os.environ, check=True)
        times.append(time.perf_counter() - start)
    return statistics.median(times[1:])  # the first one checks the dependencies


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
        most = 0
        for kind in [patterns, einsums]:
            for word in ["macros", "plain"]:
                file = crate / f"examples/{kind.__name__}_{word}.rs"
                file.write_text(program(kind, word == "macros"))
            macros, plain = (median(crate, f"{kind.__name__}_{word}") for word in ["macros", "plain"])
            most = max(most, macros - plain)
            print(f"{kind.__name__}: macros {macros:.2f} s, plain {plain:.2f} s: {macros - plain:.2f} s more")
    build_time.main()
    sys.exit(most >= 2)


main()
