//! [`Weights`]: a matrix whose rows are blocks of a file.

use super::product::Blocks;
use crate::gguf::{BLOCK, Gguf, GgufError};
use holor::io::FileBytes;
use holor::prelude::*;
use rayon::prelude::*;
use std::cell::RefCell;
use std::ops::Range;

/// The number of rows that are made to floats at once, for products with many vectors: as many as the product of floats
/// takes together on AVX-512. Twice and three times as many were up to a tenth slower.
const PANEL: usize = 64;
/// The number of vectors from which rows are made to floats; below, each vector is multiplied with blocks.
const MANY: usize = 4;
/// The number of rows below which a product is not worth a second thread.
const FEW: usize = 64;

/// A matrix of weights, `[outputs, inputs]`, that stays in the blocks of its file.
///
/// Blocks of `Q4_1` and `Q8_0` are multiplied as they are; other types become floats once.
pub struct Weights {
    shape: [usize; 2],
    storage: Storage,
}

enum Storage {
    /// The bytes of the file that are the matrix, and how many a row has.
    Blocks {
        file: FileBytes,
        range: Range<usize>,
        row: usize,
        blocks: Blocks,
    },
    Floats(Tensor<f32, 2>),
}

impl Weights {
    /// Takes a matrix of a file.
    ///
    /// # Errors
    /// When there is no such tensor, or its shape is another: `a.gguf: tensor "w": expected shape [4, 32], found [8, 32]`.
    pub fn new(file: &Gguf, name: &str, shape: [usize; 2]) -> Result<Self, GgufError> {
        let info = file.info(name)?;
        if info.shape() != shape {
            let found = info.shape();
            return Err(
                file.wrong(format!("tensor {name:?}: expected shape {shape:?}, found {found:?}"))
            );
        }
        let storage = match Blocks::of(info.kind()) {
            Some(blocks) => Storage::Blocks {
                file: file.file().clone(),
                range: info.byte_range(),
                row: shape[1] / BLOCK * info.kind().block_bytes(),
                blocks,
            },
            None => Storage::Floats(file.tensor(name)?),
        };
        Ok(Weights { shape, storage })
    }

    /// Returns the shape, `[outputs, inputs]`.
    pub fn shape(&self) -> [usize; 2] {
        self.shape
    }

    /// Returns rows as floats: `[outputs, inputs] -> [rows.len(), inputs]`.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn rows(&self, rows: &[u32]) -> Tensor<f32, 2> {
        let [_, inputs] = self.shape;
        let mut floats = vec![0.0; rows.len() * inputs];
        for (floats, &row) in floats.chunks_exact_mut(inputs).zip(rows) {
            self.unpack(row as usize, floats);
        }
        Tensor::from_vec(floats, [rows.len(), inputs]).expect("as many elements")
    }

    /// Makes floats of as many rows as there is place for.
    fn unpack(&self, start: usize, floats: &mut [f32]) {
        let [outputs, inputs] = self.shape;
        let end = start + floats.len() / inputs;
        assert!(end <= outputs, "rows {start}..{end} of {outputs}");
        match &self.storage {
            Storage::Blocks { file, range, row, blocks } => {
                blocks.to_floats(&file.as_ref()[range.clone()][start * row..end * row], floats);
            }
            Storage::Floats(all) => {
                let rows = all.narrow(Axis::<0>, start, end - start);
                floats.copy_from_slice(rows.as_slice().expect("made row-major"));
            }
        }
    }

    /// Multiplies vectors with the matrix: `[vectors, inputs] -> [vectors, outputs]`.
    ///
    /// torch: `nn.functional.linear`.
    ///
    /// # Panics
    /// If the vectors are not as long as a row.
    pub fn product(&self, x: &TensorRef<f32, 2>) -> Tensor<f32, 2> {
        let [y] = products([self], x);
        y
    }

    /// Multiplies a vector with rows from `start` on.
    fn rows_product(&self, start: usize, x: &[f32], y: &mut [f32]) {
        match &self.storage {
            Storage::Blocks { file, range, row, blocks } => {
                let rows = &file.as_ref()[range.clone()][start * row..][..y.len() * row];
                blocks.rows_times_vector(rows, x, y);
            }
            Storage::Floats(all) => {
                let x = TensorView::<f32, 1>::from_slice(x, [x.len()]).expect("as many");
                let rows = all.narrow(Axis::<0>, start, y.len());
                y.copy_from_slice(&rows.matvec(&x).to_vec());
            }
        }
    }

    /// Multiplies many vectors with rows from `start` on, into columns of a result.
    fn panel_product(&self, start: usize, x: &TensorRef<f32, 2>, y: &mut TensorRef<f32, 2>) {
        let [_, rows] = y.shape();
        let inputs = self.shape[1];
        PANEL_FLOATS.with_borrow_mut(|floats| {
            floats.resize(floats.len().max(rows * inputs), 0.0);
            let floats = &mut floats[..rows * inputs];
            self.unpack(start, floats);
            let panel = TensorView::from_slice(floats, [rows, inputs]).expect("as many elements");
            x.matmul_into(panel.t(), y);
        });
    }
}

thread_local! {
    /// The floats of a panel: a new vector for each would be given back to the system and cleared by it.
    static PANEL_FLOATS: RefCell<Vec<f32>> = const { RefCell::new(Vec::new()) };
}

/// Multiplies the same vectors with several matrices: `[vectors, inputs] -> N x [vectors, outputs]`.
///
/// # Panics
/// If the vectors are not as long as a row.
pub(super) fn products<const N: usize>(
    weights: [&Weights; N],
    x: &TensorRef<f32, 2>,
) -> [Tensor<f32, 2>; N] {
    dims!(x => [vectors, inputs]);
    let mut results = weights.map(|w| {
        assert_eq!(w.shape[1], inputs, "the inputs of the weights and of the vectors");
        Tensor::<f32, 2>::zeros([vectors, w.shape[0]])
    });
    let threads = rayon::current_num_threads();
    if vectors < MANY {
        let x = x.to_contiguous();
        let x = x.as_slice().expect("contiguous");
        let mut tasks = vec![];
        for (w, y) in weights.into_iter().zip(&mut results) {
            let outputs = w.shape[0];
            let len = outputs.div_ceil(threads).max(FEW).max(1);
            let rows = y.as_slice_mut().expect("made row-major").chunks_exact_mut(outputs);
            for (x, y) in x.chunks_exact(inputs).zip(rows) {
                tasks.extend(y.chunks_mut(len).enumerate().map(|(n, y)| (w, n * len, x, y)));
            }
        }
        let run =
            |(w, start, x, y): (&Weights, usize, &[f32], &mut [f32])| w.rows_product(start, x, y);
        match threads {
            1 => tasks.into_iter().for_each(run),
            _ => tasks.into_par_iter().for_each(run),
        }
        return results;
    }
    for (w, y) in weights.into_iter().zip(&mut results) {
        let starts = (0..w.shape[0]).step_by(PANEL);
        let len = |start: usize| PANEL.min(w.shape[0] - start);
        let panels = y.split_mut(Last, starts.clone().map(len).collect::<Vec<_>>());
        let run =
            |(start, mut y): (usize, TensorViewMut<'_, f32, 2>)| w.panel_product(start, x, &mut y);
        match threads {
            1 => starts.zip(panels).for_each(run),
            _ => starts.zip(panels).collect::<Vec<_>>().into_par_iter().for_each(run),
        }
    }
    results
}
