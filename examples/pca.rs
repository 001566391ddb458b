//! Principal components by power iteration: the directions in which points vary most.
//! `cargo run --release --example pca`

use holor::prelude::*;

/// What varies independently: directions of length 1, a row each, and the variance along them.
struct Components {
    directions: Matrix<f64>, // [count, d]
    variances: Vector<f64>,  // [count]
}

/// `[n, d] -> [d, d]`: how the columns vary together. The mean of each column has to be 0.
fn covariance(centred: &MatrixRef<f64>) -> Matrix<f64> {
    let [n, _] = centred.shape();
    centred.transpose().matmul(centred) / (n - 1) as f64
}

/// Finds the eigenvectors of a symmetric matrix with the largest eigenvalues.
fn components(mut matrix: Matrix<f64>, count: usize) -> Components {
    let [_, d] = matrix.shape();
    let mut directions = Tensor::zeros([count, d]);
    let mut variances = Tensor::zeros([count]);
    for i in 0..count {
        let mut v = Tensor::full([d], 1.0 / (d as f64).sqrt());
        // Whatever is multiplied by the matrix turns towards the direction that it stretches most.
        for _ in 0..1000 {
            let mut next = matrix.matvec(&v);
            next /= next.norm(All);
            let turned = (&next - &v).norm(All).item();
            v = next;
            if turned < 1e-12 {
                break;
            }
        }
        let variance = v.dot(&matrix.matvec(&v));
        // What was found is taken out; the next largest is the largest of what remains.
        matrix -= v.outer(&v) * variance;
        directions.row_mut(i).assign(&v);
        variances[[i]] = variance;
    }
    Components { directions, variances }
}

/// Splitmix64 (Steele, Lea and Flood, 2014): small, and the same everywhere.
struct Random(u64);

impl Random {
    /// Evenly in `-1.0..1.0`.
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

fn main() {
    // Points of five numbers of which two say nearly everything; the rest is noise.
    let mut random = Random(1);
    let mut even = |shape: [usize; 2]| Tensor::from_fn(shape, |_| random.unit());
    let hidden = even([400, 2]) * tensor![3.0, 1.0];
    let mixing = tensor![[2.0, 1.0, 0.0, -1.0, 1.0], [0.0, 1.0, 2.0, 1.0, 0.0]];
    let mean = tensor![10.0, 20.0, 30.0, 40.0, 50.0];
    let points = hidden.matmul(&mixing) + even([400, 5]) * 0.1 + mean;

    let mean = points.mean(Axis::<0>);
    let centred = &points - &mean;
    let spread = covariance(&centred);
    let total = spread.trace();
    // The clone is of the handle: the elements are copied when the first component is taken out.
    let Components { directions, variances } = components(spread.clone(), 2);
    println!("mean        {mean:.3}");
    println!("variances   {variances:.3} of {total:.3}");
    println!("directions\n{directions:+.3}");
    println!("explained   {:.2} %", 100.0 * variances.sum(All).item() / total);

    // [n, d] x [d, 2]: each point in two numbers, and back.
    let scores = centred.matmul(directions.transpose());
    let restored = scores.matmul(&directions) + &mean;
    let error = (&points - &restored).abs().max(All).item();
    println!("{:?} -> {:?} -> {:?}", points.shape(), scores.shape(), restored.shape());
    println!("largest error after the way back: {error:.3}");

    // Directions are of length 1 and at right angles, and the matrix only stretches them.
    let gram = directions.matmul(directions.transpose());
    assert!(gram.all_close(Tensor::eye(2), 0.0, 1e-9), "{gram}");
    let stretched = directions.matmul(&spread);
    let expected = &directions * variances.unsqueeze(Last);
    assert!(stretched.all_close(&expected, 0.0, 1e-9), "{stretched}\n{expected}");
    // Scores vary as much as the components say, and independently.
    assert!(covariance(&scores).all_close(variances.diag(), 0.0, 1e-9));
}
