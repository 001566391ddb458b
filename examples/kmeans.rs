//! k-means (Lloyd, 1957): finds the centres of clusters of points.
//! `cargo run --release --example kmeans`

use holor::prelude::*;

/// `[n, d], [k, d] -> [n]`: which centre is nearest to each point, and `[n]`: its squared distance.
fn nearest(points: &MatrixRef<f64>, centres: &MatrixRef<f64>) -> (Vector<usize>, Vector<f64>) {
    // [n, 1, d] - [k, d] -> [n, k, d]: each point against each centre.
    let apart = points.unsqueeze(Axis::<1>) - centres;
    let distances = (&apart * &apart).sum(Last);
    (distances.argmin(Last), distances.min(Last))
}

/// Chooses points that are far apart: each one is the farthest from those before it.
fn start(points: &MatrixRef<f64>, k: usize) -> Matrix<f64> {
    let mut chosen = vec![points.row(0)];
    while chosen.len() < k {
        let (_, distances) = nearest(points, &stack(Axis::<0>, &chosen));
        chosen.push(points.row(distances.argmax(All).item()));
    }
    stack(Axis::<0>, &chosen)
}

/// Splitmix64 (Steele, Lea and Flood, 2014): small, and the same everywhere.
struct Random(u64);

impl Random {
    /// Evenly in `0.0..1.0`.
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// About as a bell curve with a deviation of 1: twelve even numbers, added up.
    fn bell(&mut self) -> f64 {
        (0..12).map(|_| self.unit()).sum::<f64>() - 6.0
    }
}

fn main() {
    // Points around four true centres; the points of the clusters take turns.
    let truth = tensor![[0.0, 0.0], [6.0, 1.0], [1.0, 7.0], [7.0, 8.0]];
    let [k, d] = truth.shape();
    let mut random = Random(1);
    let points = Tensor::from_fn([600, d], |[i, j]| truth[[i % k, j]] + 1.5 * random.bell());

    let mut centres = start(&points, k);
    let (mut labels, _) = nearest(&points, &centres);
    for round in 1.. {
        centres = points.segment_mean(Axis::<0>, &labels, k);
        let (found, distances) = nearest(&points, &centres);
        let moved = found.not_equal(&labels).count_nonzero(All).item();
        let spread = distances.mean(All);
        println!("round {round:2}: {moved:2} points moved, spread {spread:.4}");
        labels = found;
        if moved == 0 {
            break;
        }
    }

    for (centre, size) in centres.rows().zip(labels.bincount()) {
        println!("{size} points around {centre:.3}");
    }

    // Each true centre has one that was found close by.
    let (_, off) = nearest(&truth, &centres);
    assert!(off.max(All).item() < 0.3, "a centre was missed: {off}");
}
