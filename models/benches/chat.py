"""Tokens a second of holor, candle and torch on one file, one thread and two.

python3 models/fetch.py chat && python3 models/benches/chat.py [--cpu]    (models/fixtures/requirements.txt)

A prompt of 128 tokens, then 64 tokens one by one; medians of five. candle's quantised Llama is built by this script
into target/chat_candle, once as cargo builds it and once for this machine's processor. torch has the weights as
32-bit floats (models/fixtures/chat.py). With --cpu, seconds are those of the processor, of one thread: what
is left to say on a machine that others use.
"""

import importlib.util
import os
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve()
ROOT = HERE.parents[2]
FILE = pathlib.Path(os.environ.get("HOLOR_MODELS") or ROOT / "target/models") / "chat/SmolLM2-135M-Instruct.Q4_1.gguf"
PROMPT, ANSWER = 128, 64
CANDLE = ROOT / "target/chat_candle"

MANIFEST = """[package]
name = "candle_chat"
version = "0.0.0"
edition = "2024"
[dependencies]
candle-core = "=0.11.1"
candle-transformers = "=0.11.1"
[workspace]
"""

MAIN = """use candle_core::{Device, Tensor, quantized::gguf_file};
use candle_transformers::models::quantized_llama::ModelWeights;

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let (prompt, answer): (usize, usize) = (words[2].parse().unwrap(), words[3].parse().unwrap());
    let mut file = std::fs::File::open(&words[1]).unwrap();
    let content = gguf_file::Content::read(&mut file).unwrap();
    let mut model = ModelWeights::from_gguf(content, &mut file, &Device::Cpu).unwrap();
    let tokens: Vec<u32> = (0..prompt as u32).map(|i| 1000 + i * 37 % 20_000).collect();
    let mut forward = |tokens: &[u32], start: usize| {
        let x = Tensor::new(tokens, &Device::Cpu).unwrap().unsqueeze(0).unwrap();
        let logits = model.forward(&x, start).unwrap().squeeze(0).unwrap();
        logits.argmax(0).unwrap().to_scalar::<u32>().unwrap()
    };
    let (mut prompts, mut answers) = (vec![], vec![]);
    for _ in 0..5 {
        let start = seconds();
        let mut next = forward(&tokens, 0);
        prompts.push(prompt as f64 / (seconds() - start));
        let (start, mut said) = (seconds(), vec![]);
        for i in 0..answer {
            said.push(next);
            next = forward(&[next], prompt + i);
        }
        answers.push(answer as f64 / (seconds() - start));
        if answers.len() == 1 {
            eprintln!("{:?}", &said[..said.len().min(8)]);
        }
    }
    prompts.sort_by(f64::total_cmp);
    answers.sort_by(f64::total_cmp);
    println!("{:.1} {:.1}", prompts[2], answers[2]);
}

/// Seconds: of the clock, or of the processor if `CHAT_CLOCK` is `cpu` (Linux), for a machine that others use.
fn seconds() -> f64 {
    if std::env::var_os("CHAT_CLOCK").is_some_and(|clock| clock == "cpu") {
        let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
        let ticks = |n: usize| fields[n].parse::<f64>().unwrap();
        return (ticks(11) + ticks(12)) / 100.0;
    }
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed().as_secs_f64()
}
"""


def candle(native):
    (CANDLE / "src").mkdir(parents=True, exist_ok=True)
    (CANDLE / "Cargo.toml").write_text(MANIFEST)
    (CANDLE / "src/main.rs").write_text(MAIN)
    target = CANDLE / ("native" if native else "plain")
    environment = os.environ | ({"RUSTFLAGS": "-C target-cpu=native"} if native else {})
    command = ["cargo", "build", "--release", "--quiet", "--target-dir", target]
    subprocess.run(command, cwd=CANDLE, env=environment, check=True)
    return [target / "release/candle_chat", FILE, str(PROMPT), str(ANSWER)]


def torch_speed():
    """Runs in a process of its own: `chat.py --torch`."""
    import gguf
    import torch

    clock = time.process_time if os.environ.get("CHAT_CLOCK") == "cpu" else time.perf_counter
    torch.set_num_threads(int(os.environ["RAYON_NUM_THREADS"]))
    spec = importlib.util.spec_from_file_location("fixture", ROOT / "models/fixtures/chat.py")
    fixture = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(fixture)
    llama = fixture.Llama(gguf.GGUFReader(FILE))
    tokens = torch.tensor([1000 + i * 37 % 20_000 for i in range(PROMPT)])
    prompts, answers = [], []
    with torch.no_grad():
        for _ in range(5):
            start = clock()
            last = llama.forward(tokens, 0).argmax()
            prompts.append(PROMPT / (clock() - start))
            start = clock()
            for i in range(ANSWER):
                last = llama.forward(last[None], PROMPT + i).argmax()
            answers.append(ANSWER / (clock() - start))
    print(f"{sorted(prompts)[2]:.1f} {sorted(answers)[2]:.1f}")


def main():
    if "--torch" in sys.argv:
        return torch_speed()
    build = ["cargo", "build", "--release", "--quiet", "-p", "models", "--example", "chat_speed"]
    subprocess.run(build, cwd=ROOT, check=True)
    programs = {"holor": [ROOT / "target/release/examples/chat_speed", FILE, str(PROMPT), str(ANSWER)]}
    if "--no-candle" not in sys.argv:
        programs |= {"candle": candle(False), "candle, target-cpu=native": candle(True)}
    programs["torch, f32"] = [sys.executable, HERE, "--torch"]
    environment = os.environ | ({"CHAT_CLOCK": "cpu"} if "--cpu" in sys.argv else {})
    print("| | threads | prompt, tokens/s | answer, tokens/s |")
    print("|---|---|---|---|")
    for threads in (1,) if "--cpu" in sys.argv else (1, 2):
        for name, command in programs.items():
            environment |= {"RAYON_NUM_THREADS": str(threads), "OMP_NUM_THREADS": str(threads)}
            run = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
            prompt, answer = run.stdout.split()
            print(f"| {name} | {threads} | {prompt} | {answer} |", flush=True)


main()
