"""From which size on is an operation worth two threads, or another way of its kernel?

Builds the library twice, with the thresholds of `src/kernels/thresholds.rs` at 1 and out of reach, and runs both
in turns in one process: the operation always takes the other way, or never.

    python3 benches/break_even.py            # two threads
    python3 benches/break_even.py --runs     # one thread: LONG_RUN, at 64 and at 8

Prints the medians of 31 samples and their ratio: below 1, the other way is worth it. A quiet machine is needed.
"""

import argparse
import os
import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "target" / "break_even"
THREADS = [
    "COMPUTED_IN_PARALLEL", "COPIED_IN_PARALLEL", "REDUCED_ON_THREADS", "LANES_ON_THREADS", "SORTED_ON_THREADS",
    "VECTOR_BYTES",
]
# Name, expression; `a` and `b` are vectors, `m` is a matrix of as many elements, `v` is as long as its rows.
SHARED = [
    ("a + b", "&x.a + &x.b"),
    ("sum", "x.a.sum(All)"),
    ("var", "x.a.var(All)"),
    ("exp", "x.a.exp()"),
    ("concat", "concat(Axis::<0>, &[&x.m, &x.m])"),
    ("transposed", "x.m.t().to_contiguous()"),
    ("avg_pool", "x.image().avg_pool([2, 2])"),
    ("softmax", "x.m.softmax(Axis::<1>)"),
    ("cumsum", "x.m.cumsum(Axis::<1>)"),
    ("sort lanes", "x.m.sort(Axis::<1>)"),
    ("matvec", "x.m.matvec(&x.v)"),
]
RUNS = [
    ("a + b of so many", "&x.v + &x.v"),
    ("slice + b", "x.m.slice(s![.., ..x.half]) + x.m.slice(s![.., x.half..])"),
    ("slice * 2", "x.m.slice(s![.., ..x.half]) * 2.0f32"),
    ("b.t() + a", "x.n.t() + &x.m"),
    ("b + row", "&x.m + &x.v"),
    ("concat axis 1", "concat(Axis::<1>, &[&x.m, &x.m])"),
]
HEAD = """
use std::hint::black_box;
use std::time::Instant;

#[allow(dead_code)]
macro_rules! of { ($m:ident, $holor:ident) => { mod $m {
    use $holor::prelude::*;
    pub struct Operands { a: Tensor<f32, 1>, b: Tensor<f32, 1>, m: Tensor<f32, 2>, n: Tensor<f32, 2>,
        v: Tensor<f32, 1>, half: usize }
    impl Operands {
        pub fn new([rows, columns]: [usize; 2]) -> Self {
            let v = |n| Tensor::<f32, 1>::from_fn([n], |[i]| (i * 7919 % 1000) as f32 * 0.001);
            let m = |shape| Tensor::<f32, 2>::from_fn(shape, |[i, j]| ((i * 31 + j * 7919) % 1000) as f32 * 0.001);
            let n = rows * columns;
            Operands { a: v(n), b: v(n), m: m([rows, columns]), n: m([columns, rows]), v: v(columns), half: columns / 2 }
        }
        #[allow(dead_code)]
        fn image(&self) -> TensorView<'_, f32, 4> { self.m.unsqueeze(Axis::<0>).unsqueeze(Axis::<0>) }
        pub fn run(&self, which: usize) {
            #[allow(unused_variables)]
            let x = self;
            match which { ARMS _ => unreachable!() }
        }
    }
} } }
of!(one, holor_one);
of!(other, holor_other);

fn sample(f: &dyn Fn()) -> f64 {
    let mut count = 1;
    loop {
        let start = Instant::now();
        (0..count).for_each(|_| f());
        let seconds = start.elapsed().as_secs_f64();
        if seconds > 2e-4 { return seconds / count as f64; }
        count *= 2;
    }
}

fn main() {
    for (which, name) in NAMES.into_iter().enumerate() {
        for shape in SHAPES {
            let (one, other) = (one::Operands::new(shape), other::Operands::new(shape));
            let mut times = [vec![], vec![]];
            for round in 0..31 {
                for turn in [round % 2, 1 - round % 2] {
                    times[turn].push(if turn == 0 { sample(&|| one.run(which)) } else { sample(&|| other.run(which)) });
                }
            }
            let [one, other] = times.map(|mut times| { times.sort_by(f64::total_cmp); times[15] * 1e6 });
            println!("{name:16} {:>12} {:>8} {one:10.2} {other:10.2} {:6.2}", format!("{shape:?}"), shape[0] * shape[1] * 4, one / other);
        }
    }
}
"""


def library(name: str, values: dict[str, str]) -> None:
    folder = FOLDER / name
    shutil.rmtree(folder, ignore_errors=True)
    for part in ["src", "docs"]:
        shutil.copytree(ROOT / part, folder / part)
    shutil.copy(ROOT / "README.md", folder)
    manifest = (ROOT / "Cargo.toml").read_text()
    manifest = manifest.replace('name = "holor"', f'name = "holor_{name}"', 1)
    manifest = re.sub(r"\[\[(example|test)\]\](\n[^\[\n].*)*", "", manifest)
    manifest = re.sub(r"\[(dev-dependencies|workspace|profile[^\]]*)\](\n[^\[\n].*)*", "", manifest)
    (folder / "Cargo.toml").write_text(manifest)
    path = folder / "src/kernels/thresholds.rs"
    text = path.read_text()
    for threshold, value in values.items():
        text, count = re.subn(rf"({threshold}: usize = )[^;]+;", rf"\g<1>{value};", text)
        assert count == 1, threshold
    path.write_text(text)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", action="store_true")
    runs = parser.parse_args().runs
    if runs:
        library("one", {"LONG_RUN": "64"})
        library("other", {})
        rows = RUNS
        shapes = [[65536 // columns, columns] for columns in [4, 8, 16, 32, 48, 64, 96, 128, 256]]
    else:
        library("one", dict.fromkeys(THREADS, "1"))
        library("other", dict.fromkeys(THREADS, "1 << 50"))
        rows = SHARED
        shapes = [[1 << exponent // 2, 1 << (exponent - exponent // 2)] for exponent in range(11, 20)]
    program = FOLDER / "program"
    (program / "src").mkdir(parents=True, exist_ok=True)
    (program / "Cargo.toml").write_text(
        '[package]\nname = "break_even"\nversion = "0.0.0"\nedition = "2024"\n\n[workspace]\n\n[dependencies]\n'
        'holor_one = { path = "../one" }\nholor_other = { path = "../other" }\n'
    )
    arms = "".join(
        f"{n} => {{ std::hint::black_box({expression}); }}\n" for n, (_, expression) in enumerate(rows)
    )
    names = ", ".join(f'"{name}"' for name, _ in rows)
    text = HEAD.replace("ARMS", arms).replace("NAMES", f"[{names}]").replace("SHAPES", str(shapes))
    (program / "src/main.rs").write_text(text.replace("use std::hint::black_box;\n", "", 1))
    environment = os.environ | {"RAYON_NUM_THREADS": "1" if runs else "2"}
    print("operation             elements    bytes   one, us  other, us  ratio")
    subprocess.run(["cargo", "run", "-q", "--release"], cwd=program, env=environment, check=True)


main()
