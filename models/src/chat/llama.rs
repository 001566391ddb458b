//! The network of Llama models: attention of grouped heads with rotary positions, gated layers, RMS norms.

use super::weights::{Weights, products};
use crate::gguf::{Gguf, GgufError};
use holor::prelude::*;

/// A network with its weights.
pub struct Llama {
    sizes: Sizes,
    /// A row for each token; also the last layer.
    embedding: Weights,
    /// The last layer, if it is not the embedding.
    output: Option<Weights>,
    layers: Vec<Layer>,
    norm: Tensor<f32, 1>,
}

struct Layer {
    attention_norm: Tensor<f32, 1>,
    query: Weights,
    key: Weights,
    value: Weights,
    output: Weights,
    feed_norm: Tensor<f32, 1>,
    gate: Weights,
    up: Weights,
    down: Weights,
}

/// What shapes are made of.
#[derive(Clone, Copy)]
struct Sizes {
    /// Channels of a position.
    channels: usize,
    /// Heads that share keys and values: `[groups, repeats]` is all heads.
    groups: usize,
    repeats: usize,
    /// Channels of a head.
    head: usize,
    /// The largest number of positions.
    context: usize,
    /// The base of the angles of positions.
    base: f32,
    /// What is added to mean squares.
    eps: f32,
}

/// The keys and values of positions that were seen: `[groups, capacity, head]` for each layer, of which the first
/// `len` positions are in use.
pub struct Cache {
    layers: Vec<[Tensor<f32, 3>; 2]>,
    capacity: usize,
    len: usize,
}

impl Cache {
    /// Returns the number of positions that were seen.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether no position was seen.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the number of positions that there is place for.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// Forgets positions from `len` on.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }
}

impl Sizes {
    fn new(file: &Gguf) -> Result<Self, GgufError> {
        let architecture: &str = file.value("general.architecture")?;
        if architecture != "llama" {
            return Err(
                file.wrong(format!("the architecture is {architecture:?}, expected \"llama\""))
            );
        }
        let size = |key: &str| match file.value(&format!("llama.{key}"))? {
            0 => Err(file.wrong(format!("key \"llama.{key}\" is 0"))),
            size => Ok(size),
        };
        let (channels, heads): (usize, usize) =
            (size("embedding_length")?, size("attention.head_count")?);
        let (groups, head) = (size("attention.head_count_kv")?, size("rope.dimension_count")?);
        let is_whole = heads.is_multiple_of(groups) && heads.checked_mul(head) == Some(channels);
        if !is_whole || !head.is_multiple_of(2) {
            let what = format!(
                "{heads} heads in {groups} groups of {head} channels are not {channels} channels"
            );
            return Err(file.wrong(what));
        }
        Ok(Sizes {
            channels,
            groups,
            repeats: heads / groups,
            head,
            context: size("context_length")?,
            base: file.value("llama.rope.freq_base")?,
            eps: file.value("llama.attention.layer_norm_rms_epsilon")?,
        })
    }
}

impl Llama {
    /// Takes the weights of a file, which stay in its bytes.
    ///
    /// # Errors
    /// When a size or a tensor is missing, or has another type or shape.
    pub fn new(file: &Gguf) -> Result<Self, GgufError> {
        let sizes = Sizes::new(file)?;
        let Sizes { channels, groups, head, .. } = sizes;
        let hidden: usize = file.value("llama.feed_forward_length")?;
        let tokens = file.info("token_embd.weight")?.shape().first().copied().unwrap_or(0);
        let norm =
            |name: &str| match file.tensor::<1>(name)? {
                norm if norm.len() == channels => Ok(norm),
                norm => Err(file
                    .wrong(format!("tensor {name:?}: expected {channels}, found {}", norm.len()))),
            };
        let layer = |n: usize| {
            let name = |part: &str| format!("blk.{n}.{part}.weight");
            let weights = |part, shape| Weights::new(file, &name(part), shape);
            Ok(Layer {
                attention_norm: norm(&name("attn_norm"))?,
                query: weights("attn_q", [channels, channels])?,
                key: weights("attn_k", [groups * head, channels])?,
                value: weights("attn_v", [groups * head, channels])?,
                output: weights("attn_output", [channels, channels])?,
                feed_norm: norm(&name("ffn_norm"))?,
                gate: weights("ffn_gate", [hidden, channels])?,
                up: weights("ffn_up", [hidden, channels])?,
                down: weights("ffn_down", [channels, hidden])?,
            })
        };
        let output = match file.info("output.weight") {
            Ok(_) => Some(Weights::new(file, "output.weight", [tokens, channels])?),
            Err(_) => None,
        };
        let count: usize = file.value("llama.block_count")?;
        Ok(Llama {
            sizes,
            embedding: Weights::new(file, "token_embd.weight", [tokens, channels])?,
            output,
            // A layer that is missing ends this: a count that is too large allocates nothing.
            layers: (0..count).map(layer).collect::<Result<_, GgufError>>()?,
            norm: norm("output_norm.weight")?,
        })
    }

    /// Makes a cache for a number of positions, at most that of the network.
    pub fn cache(&self, capacity: usize) -> Cache {
        let capacity = capacity.min(self.sizes.context);
        let shape = [self.sizes.groups, capacity, self.sizes.head];
        let layer = |_: &Layer| [Tensor::zeros(shape), Tensor::zeros(shape)];
        Cache { layers: self.layers.iter().map(layer).collect(), capacity, len: 0 }
    }

    /// Returns the logits of the token that follows tokens, which follow those in the cache.
    ///
    /// `tokens.len()` positions -> `[vocabulary]`
    ///
    /// # Panics
    /// If there is no token, one that the network does not have, or no place in the cache.
    pub fn forward(&self, tokens: &[u32], cache: &mut Cache) -> Tensor<f32, 1> {
        let Sizes { repeats, head, eps, .. } = self.sizes;
        let (time, start) = (tokens.len(), cache.len);
        let angles = self.angles(start, time); // [time, pairs]
        let (cos, sin) = (angles.cos(), angles.sin());
        let mut x = self.embedding.rows(tokens); // [time, channels]
        for (layer, [keys, values]) in self.layers.iter().zip(&mut cache.layers) {
            let h = x.rms_norm(Last, eps) * &layer.attention_norm; // [time, channels]
            let [q, k, v] = products([&layer.query, &layer.key, &layer.value], &h);
            let q = rotate(&q, head, &cos, &sin); // [heads, time, head]
            let k = rotate(&k, head, &cos, &sin); // [groups, time, head]
            keys.narrow_mut(Axis::<1>, start, time).assign(&k);
            let v = rearrange!(&v, "t (g d) -> g t d", d = head);
            values.narrow_mut(Axis::<1>, start, time).assign(&v);

            let keys = keys.narrow(Axis::<1>, 0, start + time); // [groups, seen, head]
            let values = values.narrow(Axis::<1>, 0, start + time);
            // The heads of a group are more rows of one product.
            let q = rearrange!(&q, "(g r) t d -> g (r t) d", r = repeats);
            let scores = q.matmul(keys.transpose()) / (head as f32).sqrt(); // [groups, repeats * time, seen]
            let weights = masked(scores, time, start).softmax(Last);
            let mixed = weights.matmul(values); // [groups, repeats * time, head]
            let mixed = rearrange!(&mixed, "g (r t) d -> t (g r d)", t = time); // [time, channels]
            x += &layer.output.product(&mixed);

            let h = x.rms_norm(Last, eps) * &layer.feed_norm; // [time, channels]
            let [gate, up] = products([&layer.gate, &layer.up], &h); // [time, hidden]
            let hidden = gate.silu() * &up;
            x += &layer.down.product(&hidden);
        }
        cache.len = start + time;
        let last = x.narrow(Axis::<0>, time - 1, 1); // [1, channels]
        let last = last.rms_norm(Last, eps) * &self.norm;
        let logits = self.output.as_ref().unwrap_or(&self.embedding).product(&last);
        logits.reshape([self.embedding.shape()[0]])
    }

    /// The angles of positions: `[time, head / 2]`.
    fn angles(&self, start: usize, time: usize) -> Tensor<f32, 2> {
        let Sizes { head, base, .. } = self.sizes;
        // In 64 bits: a position of some thousands has few digits left after the point in 32.
        Tensor::from_fn([time, head / 2], |[position, pair]| {
            let speed = f64::from(base).powf(-2.0 * pair as f64 / head as f64);
            let angle = (start + position) as f64 * speed;
            (angle % std::f64::consts::TAU) as f32
        })
    }
}

/// Turns the pairs of neighbours of each head by the angles of its position:
/// `[time, heads * head], 2 x [time, head / 2] -> [heads, time, head]`.
fn rotate(
    x: &TensorRef<f32, 2>,
    head: usize,
    cos: &TensorRef<f32, 2>,
    sin: &TensorRef<f32, 2>,
) -> Tensor<f32, 3> {
    let pairs = rearrange!(x, "t (h p two) -> h t p two", p = head / 2, two = 2);
    let (even, odd) = (pairs.index_axis(Last, 0), pairs.index_axis(Last, 1)); // [heads, time, head / 2]
    let [heads, time, _] = even.shape();
    let turned = [even * cos - odd * sin, even * sin + odd * cos];
    stack(Axis::<3>, &turned).reshape([heads, time, head])
}

/// Hides from each position those after it: `[groups, repeats * time, seen]` of any repeats.
fn masked(scores: Tensor<f32, 3>, time: usize, start: usize) -> Tensor<f32, 3> {
    if time == 1 {
        return scores;
    }
    let [groups, rows, seen] = scores.shape();
    let is_past = Tensor::from_fn([time, seen], |[query, key]| key <= start + query);
    let scores = scores.reshape([groups, rows / time, time, seen]);
    is_past.where_cond(&scores, f32::NEG_INFINITY).reshape([groups, rows, seen])
}
