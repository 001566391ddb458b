//! BERT: layers of attention and of neurons over tokens.

use holor::io::FileError;
use holor::io::safetensors::SafeTensors;
use holor::prelude::*;

const HEADS: usize = 12;

/// A layer of neurons: weights `[out, in]` and a bias `[out]`.
struct Linear {
    weights: Tensor<f32, 2>,
    bias: Tensor<f32, 1>,
}

impl Linear {
    fn new(file: &SafeTensors, name: &str) -> Result<Self, FileError> {
        Ok(Linear {
            weights: file.tensor(&format!("{name}.weight"))?,
            bias: file.tensor(&format!("{name}.bias"))?,
        })
    }

    /// `[b, t, in] -> [b, t, out]`
    fn apply(&self, x: &TensorRef<f32, 3>) -> Tensor<f32, 3> {
        x.matmul(self.weights.t()) + &self.bias
    }
}

/// A normalisation over the channels, with a weight and a bias of each: `[c]`.
struct Norm {
    weight: Tensor<f32, 1>,
    bias: Tensor<f32, 1>,
}

impl Norm {
    fn new(file: &SafeTensors, name: &str) -> Result<Self, FileError> {
        let name = format!("{name}.LayerNorm");
        Ok(Norm {
            weight: file.tensor(&format!("{name}.weight"))?,
            bias: file.tensor(&format!("{name}.bias"))?,
        })
    }

    /// `[b, t, c] -> [b, t, c]`
    fn apply(&self, x: &TensorRef<f32, 3>) -> Tensor<f32, 3> {
        x.layer_norm(Last, 1e-12) * &self.weight + &self.bias
    }
}

struct Layer {
    query: Linear,
    key: Linear,
    value: Linear,
    mixed: (Linear, Norm),
    hidden: Linear,
    output: (Linear, Norm),
}

impl Layer {
    fn new(file: &SafeTensors, i: usize) -> Result<Self, FileError> {
        let of = |part: &str| format!("encoder.layer.{i}.{part}");
        let linear = |part: &str| Linear::new(file, &of(part));
        let both = |part: &str| -> Result<_, FileError> {
            Ok((linear(&format!("{part}.dense"))?, Norm::new(file, &of(part))?))
        };
        Ok(Layer {
            query: linear("attention.self.query")?,
            key: linear("attention.self.key")?,
            value: linear("attention.self.value")?,
            mixed: both("attention.output")?,
            hidden: linear("intermediate.dense")?,
            output: both("output")?,
        })
    }

    /// `[b, t, c] -> [b, t, c]`. `padding` is 0 for a token and minus infinity for padding: `[b, 1, 1, t]`.
    fn apply(&self, x: &TensorRef<f32, 3>, padding: &TensorRef<f32, 4>) -> Tensor<f32, 3> {
        let (mix, norm) = &self.mixed;
        let x = norm.apply(&(mix.apply(&self.attention(x, padding)) + x));
        let (output, norm) = &self.output;
        norm.apply(&(output.apply(&self.hidden.apply(&x).gelu()) + x))
    }

    /// `[b, t, c] -> [b, t, c]`: each token looks at all tokens of its sentence.
    fn attention(&self, x: &TensorRef<f32, 3>, padding: &TensorRef<f32, 4>) -> Tensor<f32, 3> {
        let [q, k, v] = [&self.query, &self.key, &self.value].map(|linear| linear.apply(x));
        let q = rearrange!(&q, "b t (h d) -> b h t d", h = HEADS); // views: heads are not copied
        let k = rearrange!(&k, "b t (h d) -> b h t d", h = HEADS);
        let v = rearrange!(&v, "b t (h d) -> b h t d", h = HEADS);
        let width = q.shape()[3] as f32;
        let scores = einsum!("bhqd,bhkd->bhqk", &q, &k) / width.sqrt() + padding; // [b, h, t, t]
        let mixed = scores.softmax(Last).matmul(v); // [b, h, t, d]
        rearrange!(&mixed, "b h t d -> b t (h d)")
    }
}

/// The network without its pooler.
pub(super) struct Bert {
    /// `[30522, 384]`, `[512, 384]`
    words: Tensor<f32, 2>,
    positions: Tensor<f32, 2>,
    norm: Norm,
    layers: Vec<Layer>,
}

impl Bert {
    pub(super) fn new(file: &SafeTensors) -> Result<Self, FileError> {
        let table =
            |name: &str| file.tensor::<f32, 2>(&format!("embeddings.{name}_embeddings.weight"));
        let count = file.names().filter(|name| name.ends_with("intermediate.dense.weight")).count();
        Ok(Bert {
            words: table("word")?,
            // All tokens are of the first of the two types.
            positions: table("position")? + table("token_type")?.row(0),
            norm: Norm::new(file, "embeddings")?,
            layers: (0..count).map(|i| Layer::new(file, i)).collect::<Result<_, _>>()?,
        })
    }

    pub(super) fn width(&self) -> usize {
        self.words.shape()[1]
    }

    /// `[b, t] x [b, t] -> [b, t, 384]`
    pub(super) fn forward(
        &self,
        tokens: &TensorRef<usize, 2>,
        mask: &TensorRef<f32, 2>,
    ) -> Tensor<f32, 3> {
        let [_, time] = tokens.shape();
        let x = self.words.take(Axis::<0>, tokens) + self.positions.narrow(Axis::<0>, 0, time);
        let padding = mask.map(|&x| if x == 0.0 { f32::NEG_INFINITY } else { 0.0 });
        let padding = rearrange!(&padding, "b t -> b 1 1 t");
        self.layers.iter().fold(self.norm.apply(&x), |x, layer| layer.apply(&x, &padding))
    }
}
