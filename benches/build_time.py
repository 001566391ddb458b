"""How long does a release build of a user's crate take, beside the same program with ndarray?

    python3 benches/check_time.py           the macros, then this table
    python3 benches/build_time.py           this table alone

Writes one small program for each row to a temporary crate, changes it, builds it again three times and
prints the least CPU seconds of cargo and its children, and the size of the executable. With `--library`,
also the CPU seconds of a cold release build of each library alone, its dependencies apart.
"""

import os
import pathlib
import resource
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent

HOLOR = """#![allow(unused_variables)]
use holor::prelude::*;

fn main() {
    let n = std::env::args().count() + 63;
    let a = Tensor::<f32, 2>::from_fn([n, n], |[i, j]| (i * j %% 7) as f32);
    let b = Tensor::<f32, 2>::from_fn([n, n], |[i, j]| (i + j) as f32 / n as f32);
    %s
    println!("{}", result);
}
"""
NDARRAY = """#![allow(unused_variables)]
use ndarray::prelude::*;

fn main() {
    let n = std::env::args().count() + 63;
    let a = Array2::<f32>::from_shape_fn([n, n], |(i, j)| (i * j %% 7) as f32);
    let b = Array2::<f32>::from_shape_fn([n, n], |(i, j)| (i + j) as f32 / n as f32);
    %s
    println!("{}", result);
}
"""
SOFTMAX = """let mut y = %s;
    for mut row in y.rows_mut() {
        let greatest = row.fold(f32::NEG_INFINITY, |a, &b| a.max(b));
        row.mapv_inplace(|x| (x - greatest).exp());
        let sum = row.sum();
        row /= sum;
    }
"""
# What the program does, with holor, with ndarray.
ROWS = [
    ("nothing", "let result = a[[1, 1]] + b[[1, 1]];", "let result = a[[1, 1]] + b[[1, 1]];"),
    ("`a + b`", "let y = &a + &b; let result = y[[1, 1]];", "let y = &a + &b; let result = y[[1, 1]];"),
    ("`map`", "let y = a.map(|x| x * 2.0 + 1.0); let result = y[[1, 1]];", "let y = a.mapv(|x| x * 2.0 + 1.0); let result = y[[1, 1]];"),
    ("`zip` of three", "let y = zip((&a, &b, &a)).map(|x, y, z| x * y + z); let result = y[[1, 1]];", "let y = ndarray::Zip::from(&a).and(&b).and(&a).map_collect(|x, y, z| x * y + z); let result = y[[1, 1]];"),
    ("`exp`", "let y = a.exp(); let result = y[[1, 1]];", "let y = a.mapv(f32::exp); let result = y[[1, 1]];"),
    ("`sum` of all", "let result = a.sum(All) + b[[1, 1]];", "let result = a.sum() + b[[1, 1]];"),
    ("`max` over an axis", "let y = a.max(Last); let result = y[[1]] + b[[1, 1]];", "let y = a.fold_axis(Axis(1), f32::NEG_INFINITY, |a, &b| a.max(b)); let result = y[[1]] + b[[1, 1]];"),
    ("softmax", "let y = a.softmax(Last); let result = y[[1, 1]] + b[[1, 1]];", SOFTMAX % "a.clone()" + "    let result = y[[1, 1]] + b[[1, 1]];"),
    ("`matmul`", "let y = a.matmul(&b); let result = y[[1, 1]];", "let y = a.dot(&b); let result = y[[1, 1]];"),
    ("13 lines: `matmul`, softmax, `sum`", "let y = a.matmul(&b).softmax(Last);\n    let result = y.sum(All);", SOFTMAX % "a.dot(&b)" + "    let result = y.sum();"),
]


def cpu(command, cwd):
    """CPU seconds of a command and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=cwd, env=os.environ, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def crate(folder, name, dependency):
    path = pathlib.Path(folder) / name
    (path / "src").mkdir(parents=True)
    manifest = f'[package]\nname = "{name}"\nedition = "2024"\n[workspace]\n[dependencies]\n{dependency}\n'
    (path / "Cargo.toml").write_text(manifest)
    (path / "rust-toolchain.toml").write_bytes((ROOT / "rust-toolchain.toml").read_bytes())
    return path


def measure(path, program):
    """CPU seconds of building the program again, and the size of the executable in bytes."""
    main = path / "src/main.rs"
    build = ["cargo", "build", "--release", "--quiet"]
    times = []
    for i in range(4):
        main.write_text(program + f"// {i}\n")
        times.append(cpu(build, path))
    return min(times[1:]), (path / "target/release" / path.name).stat().st_size  # the first builds the libraries


def library(path, name):
    """CPU seconds of building the library again, without its dependencies."""
    (path / "src/main.rs").write_text("fn main() {}\n")
    subprocess.run(["cargo", "clean", "--quiet", "--release", "--package", name], cwd=path, check=True)
    return cpu(["cargo", "build", "--release", "--quiet"], path)


def main():
    with tempfile.TemporaryDirectory() as folder:
        ours = crate(folder, "with_holor", f'holor = {{ path = "{ROOT}" }}')
        theirs = crate(folder, "with_ndarray", 'ndarray = "0.17"')
        print("| program | holor, s | ndarray, s | ratio | holor, KB | ndarray, KB |")
        print("|---|---:|---:|---:|---:|---:|")
        for name, holor, ndarray in ROWS:
            a, size_a = measure(ours, HOLOR % holor)
            b, size_b = measure(theirs, NDARRAY % ndarray)
            print(f"| {name} | {a:.2f} | {b:.2f} | {a / b:.1f} | {size_a // 1024} | {size_b // 1024} |", flush=True)
        a, b = library(ours, "holor"), library(theirs, "ndarray")
        print(f"\nThe library alone: holor {a:.1f} s, ndarray {b:.1f} s")


if __name__ == "__main__":
    main()
