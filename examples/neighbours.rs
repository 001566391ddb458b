//! Reads handwritten digits by their nearest neighbours (Cover and Hart, 1967): no training, only distances.
//! `cargo run --release --example neighbours`

use holor::prelude::*;

const CLASSES: usize = 10;

/// `[m, d], [n, d] -> [m, n]`: the squared distance of each point to each of the others.
fn distances(points: &MatrixRef<f32>, others: &MatrixRef<f32>) -> Matrix<f32> {
    // |p - o|^2 = |p|^2 - 2 p o + |o|^2: nearly all of the work is one product of matrices.
    let (p, o) = (points.square().sum(Keep(Last)), others.square().sum(Last));
    points.matmul(others.transpose()) * -2.0 + p + o
}

/// What is known, and the way it is asked.
struct Neighbours<'a> {
    points: TensorView<'a, f32, 2>,   // [n, d]
    labels: TensorView<'a, usize, 1>, // [n]
}

impl Neighbours<'_> {
    /// `[m, d] -> [m, k], [m, k]`: the labels of the `k` nearest points, and their squared distances.
    fn nearest(&self, x: &MatrixRef<f32>, k: usize) -> (Matrix<usize>, Matrix<f32>) {
        let apart = distances(x, &self.points);
        // The first k of a partition are the k least, in any order.
        let places = apart.argpartition(Last, k - 1).narrow(Last, 0, k).to_owned();
        (self.labels.take(Last, &places), apart.take_along_axis(Last, &places))
    }

    /// `[m, d] -> [m]`: the label that most of the `k` nearest points have.
    fn vote(&self, x: &MatrixRef<f32>, k: usize) -> Vector<usize> {
        let (labels, _) = self.nearest(x, k);
        labels.one_hot::<u32, _>(CLASSES).sum(Axis::<1>).argmax(Last)
    }

    /// `[m, d] -> [m]`: as `vote`, but near points count more.
    fn weighted_vote(&self, x: &MatrixRef<f32>, k: usize) -> Vector<usize> {
        let (labels, apart) = self.nearest(x, k);
        let weights = (apart + 1.0).recip(); // [m, k]
        let votes = labels.one_hot::<f32, _>(CLASSES) * weights.unsqueeze(Last); // [m, k, CLASSES]
        votes.sum(Axis::<1>).argmax(Last)
    }
}

/// The share of labels that are right, in percent.
fn accuracy(found: &VectorRef<usize>, labels: &VectorRef<usize>) -> f64 {
    100.0 * found.equal(labels).mean_as::<f64, _, _>(All).item()
}

fn main() {
    // The 1,797 digits, one a line: the label, then 8 x 8 pixels of 0 to 16 as base-17 digits.
    let lines: Vec<&[u8]> = include_str!("data/digits.txt").lines().map(str::as_bytes).collect();
    let value = |i: usize, at: usize| (lines[i][at] as char).to_digit(17).unwrap();
    let pixels = Tensor::from_fn([lines.len(), 64], |[i, j]| value(i, j + 2) as f32);
    let labels = Tensor::from_fn([lines.len()], |[i]| value(i, 0) as usize);

    // Every fifth is held out.
    let held = Tensor::arange(0, lines.len(), 1).remainder(5).equal(4);
    let (known, x) = (pixels.select(Axis::<0>, &!&held), pixels.select(Axis::<0>, &held));
    let (known_labels, truth) = (labels.select(Last, &!&held), labels.select(Last, &held));
    println!("{} digits known, {} held out", known.shape()[0], x.shape()[0]);
    println!("known of each: {}", known_labels.bincount());

    // The simplest reader: the nearest of the ten mean digits.
    let means = known.segment_mean(Axis::<0>, &known_labels, CLASSES);
    let by_means = distances(&x, &means).argmin(Last);
    println!("nearest mean:           {:6.2} %", accuracy(&by_means, &truth));

    let reader = Neighbours { points: known.view(), labels: known_labels.view() };
    for k in [1, 3, 5, 9, 15] {
        let found = reader.vote(&x, k);
        let weighted = reader.weighted_vote(&x, k);
        let [plain, weighted] = [&found, &weighted].map(|found| accuracy(found, &truth));
        println!("{k:2} nearest neighbours:  {plain:6.2} %, weighted {weighted:6.2} %");
    }

    // Which digit is read as which: a label and what was read make one number to count.
    let found = reader.vote(&x, 3);
    let pairs = (&truth * CLASSES + &found).bincount_with_min_len(CLASSES * CLASSES);
    let confusion = pairs.reshape([CLASSES, CLASSES]);
    println!("\nrows: what it is, columns: what was read\n{confusion}\n");

    // The doubtful ones: the nearest point of another digit is about as near as that of its own.
    let apart = distances(&x, &known);
    let own = truth.unsqueeze(Last).equal(&known_labels); // [m, n]
    let near = apart.mask_fill(&!&own, f32::INFINITY).min(Last);
    let other = apart.mask_fill(&own, f32::INFINITY).min(Last);
    let (doubts, places) = (near / other).topk(Last, 5);
    for (doubt, &i) in doubts.iter().zip(&places) {
        println!("a {} read as {}: {doubt:.2} times as far from its own", truth[[i]], found[[i]]);
    }

    // The product says what the differences say, and exactly: the pixels are small whole numbers.
    let (few, some) = (x.slice(s![..20, ..]), known.slice(s![..50, ..]));
    let differences = few.unsqueeze(Axis::<1>) - some; // [20, 50, 64]
    assert_eq!(differences.square().sum(Last), distances(&few, &some));
    assert_eq!(confusion.trace(), found.equal(&truth).count_nonzero(All).item());
    assert!(accuracy(&found, &truth) > 98.0, "less than 98 % of the digits were read");
}
