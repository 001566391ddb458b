//! Tokens a second of holor's chat model: `chat_speed FILE PROMPT_TOKENS ANSWER_TOKENS`, with `RAYON_NUM_THREADS`.
//!
//! `python3 models/benches/chat.py` runs it beside candle and torch.

use models::chat::{Llama, greedy};
use models::gguf::Gguf;

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let [_, path, prompt, answer] = &words[..] else {
        panic!("usage: chat_speed FILE PROMPT_TOKENS ANSWER_TOKENS");
    };
    let llama = Llama::new(&Gguf::read(path).unwrap()).unwrap();
    let (prompt, answer): (usize, usize) = (prompt.parse().unwrap(), answer.parse().unwrap());
    let tokens: Vec<u32> = (0..prompt as u32).map(|i| 1000 + i * 37 % 20_000).collect();
    let mut cache = llama.cache(prompt + answer);
    let (mut prompts, mut answers) = (vec![], vec![]);
    for _ in 0..5 {
        cache.truncate(0);
        let start = seconds();
        let mut next = greedy(&llama.forward(&tokens, &mut cache));
        prompts.push(prompt as f64 / (seconds() - start));
        let (start, mut said) = (seconds(), vec![]);
        for _ in 0..answer {
            said.push(next);
            next = greedy(&llama.forward(&[next], &mut cache));
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
