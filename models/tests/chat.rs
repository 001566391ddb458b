//! The chat model beside torch (`fixtures/chat.py`): tokens, logits, and what follows greedily.
//!
//! The fixture is of the weights as 32-bit floats. Here they are multiplied in their blocks, which are made to the same
//! floats in registers, so that sums are in another order and nothing else differs.

use holor::io::safetensors::SafeTensors;
use holor::prelude::*;
use models::chat::{Chat, Sampler, greedy};
use models::gguf::Gguf;

const PROMPTS: [&str; 3] = [
    "What is the capital of France?",
    "Write a haiku about tensors, and count to 20.",
    "Why is the sky blue? Answer for a child — «en français», 日本語, or emoji 🙂.",
];
const FIXTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/chat.safetensors");

fn chat() -> Chat {
    let path = models::weights("chat", "SmolLM2-135M-Instruct.Q4_1.gguf").unwrap();
    Chat::new(&Gguf::read(path).unwrap()).unwrap()
}

fn fixture(name: &str) -> Vec<u32> {
    let file = SafeTensors::read(FIXTURE).unwrap();
    let tokens: Tensor<i64, 1> = file.tensor(name).unwrap();
    tokens.iter().map(|&token| u32::try_from(token).unwrap()).collect()
}

#[test]
fn tokens_logits_and_answers_are_those_of_torch() {
    let chat = chat();
    let file = SafeTensors::read(FIXTURE).unwrap();
    let logits: Tensor<f32, 2> = file.tensor("logits").unwrap();
    let answers: Tensor<i64, 2> = file.tensor("greedy").unwrap();
    for (n, prompt) in PROMPTS.into_iter().enumerate() {
        let tokens = chat.words.prompt(&[("user", prompt)]).unwrap();
        assert_eq!(tokens, fixture(&format!("prompt.{n}")), "tokens of {prompt:?}");
        let mut cache = chat.llama.cache(tokens.len() + 64);
        let last = chat.llama.forward(&tokens, &mut cache);
        let off = (&last - logits.row(n)).abs().max(Last).item();
        println!("{prompt:?}: logits are off by {off:e} at most");
        assert!(off < 1e-3, "{prompt:?}: logits are off by {off}");
        // The same, token by token: no product with many vectors.
        cache.truncate(0);
        let mut single = Tensor::<f32, 1>::zeros([0]);
        for token in &tokens {
            single = chat.llama.forward(&[*token], &mut cache);
        }
        let off = (&single - logits.row(n)).abs().max(Last).item();
        println!("{prompt:?}: token by token, logits are off by {off:e} at most");
        assert!(off < 1e-3, "{prompt:?}: logits are off by {off}, token by token");
        let mut answer = vec![];
        let mut next = last;
        while answer.len() < 64 {
            let token = greedy(&next);
            answer.push(i64::from(token));
            next = chat.llama.forward(&[token], &mut cache);
        }
        assert_eq!(Tensor::from_vec(answer, [64]).unwrap(), answers.row(n), "after {prompt:?}");
    }
}

#[test]
fn words_come_as_their_bytes_do() {
    let chat = chat();
    let text = "a 日本語 🙂🙂 naïve\n\n  x1234 <b>";
    let tokens = chat.words.encode(text).unwrap();
    assert_eq!(chat.words.decode(&tokens).unwrap(), text);
    let mut printer = chat.words.printer();
    let pieces: Vec<String> = tokens.iter().map(|&token| printer.push(token).unwrap()).collect();
    assert_eq!(pieces.concat(), text);
    assert!(pieces.iter().any(String::is_empty), "a character of several tokens waits");
    assert!(pieces.iter().filter(|piece| !piece.is_empty()).count() > 10);
}

#[test]
fn draws_are_of_the_likeliest_tokens_and_of_the_seed() {
    let logits = tensor![0.0_f32, 3.0, 1.0, 2.9, -1.0];
    let draws = |top_k, top_p, seed| {
        let mut sampler = Sampler::new(1.0, top_k, top_p, seed);
        (0..200).map(|_| sampler.draw(&logits)).collect::<Vec<_>>()
    };
    assert_eq!(draws(5, 1.0, 7), draws(5, 1.0, 7));
    assert_ne!(draws(5, 1.0, 7), draws(5, 1.0, 8));
    assert!(draws(1, 1.0, 1).iter().all(|&token| token == 1));
    assert!(draws(5, 0.0, 1).iter().all(|&token| token == 1));
    let two = draws(2, 1.0, 1);
    assert!(two.iter().all(|&token| token == 1 || token == 3));
    // 1 / (1 + exp(-0.1)) of 200 are 105; three standard deviations are 21.
    let ones = two.iter().filter(|&&token| token == 1).count();
    assert!((84..=126).contains(&ones), "{ones}");
    // The first two have 0.88 of the probability.
    assert!(draws(5, 0.8, 1).iter().all(|&token| token == 1 || token == 3));
    assert!(draws(5, 0.95, 1).contains(&2));
    assert_eq!(greedy(&logits), 1);
}

#[test]
#[should_panic(expected = "narrow: [3, 4, 64]: range 3..5 is out of bounds for axis 1 of size 4")]
fn positions_after_the_cache_are_refused() {
    let chat = chat();
    let mut cache = chat.llama.cache(4);
    chat.llama.forward(&[1, 2, 3], &mut cache);
    chat.llama.forward(&[4, 5], &mut cache);
}
