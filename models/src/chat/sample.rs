//! The next token: the likeliest one, or one drawn from the likeliest.

use holor::prelude::*;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// Returns the token with the largest logit; the first of equal ones.
pub fn greedy(logits: &TensorRef<f32, 1>) -> u32 {
    logits.argmax(Last).item() as u32
}

/// Draws tokens by their probabilities.
pub struct Sampler {
    temperature: f32,
    top_k: usize,
    top_p: f32,
    rng: StdRng,
}

impl Sampler {
    /// Makes a sampler: logits are divided by the temperature; of the `top_k` likeliest tokens those are drawn that
    /// together have a probability of `top_p`. The same seed draws the same tokens.
    ///
    /// # Panics
    /// If the temperature is not positive, `top_k` is zero, or `top_p` is not in `0.0..=1.0`.
    pub fn new(temperature: f32, top_k: usize, top_p: f32, seed: u64) -> Self {
        assert!(temperature > 0.0, "the temperature is {temperature}, expected a positive number");
        assert!(top_k > 0, "top_k is 0");
        assert!((0.0..=1.0).contains(&top_p), "top_p is {top_p}, expected 0 to 1");
        Sampler { temperature, top_k, top_p, rng: StdRng::seed_from_u64(seed) }
    }

    /// Draws a token.
    pub fn draw(&mut self, logits: &TensorRef<f32, 1>) -> u32 {
        let (best, tokens) = logits.topk(Last, self.top_k.min(logits.len()));
        let below = (best / self.temperature).softmax(Last).cumsum(Last);
        // The first places that together reach `top_p`, and at least one.
        let kept = 1 + below.iter().take_while(|&&sum| sum < self.top_p).count();
        let kept = kept.min(tokens.len());
        let point = self.rng.random::<f32>() * below[[kept - 1]];
        let place = below.iter().take(kept).take_while(|&&sum| sum <= point).count();
        tokens[[place.min(kept - 1)]] as u32
    }
}
