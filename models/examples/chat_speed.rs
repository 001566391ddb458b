//! Tokens a second of holor's chat model: `chat_speed FILE PROMPT_TOKENS ANSWER_TOKENS`, with `RAYON_NUM_THREADS`.
//!
//! `python3 models/benches/chat.py` runs it beside candle and torch.

use models::chat::{Llama, greedy};
use models::gguf::Gguf;
use std::time::Instant;

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
        let start = Instant::now();
        let mut next = greedy(&llama.forward(&tokens, &mut cache));
        prompts.push(prompt as f64 / start.elapsed().as_secs_f64());
        let (start, mut said) = (Instant::now(), vec![]);
        for _ in 0..answer {
            said.push(next);
            next = greedy(&llama.forward(&[next], &mut cache));
        }
        answers.push(answer as f64 / start.elapsed().as_secs_f64());
        if answers.len() == 1 {
            eprintln!("{:?}", &said[..said.len().min(8)]);
        }
    }
    prompts.sort_by(f64::total_cmp);
    answers.sort_by(f64::total_cmp);
    println!("{:.1} {:.1}", prompts[2], answers[2]);
}
