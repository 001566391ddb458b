//! A Kalman filter (Kalman, 1960): follows what moves from positions that are measured badly.
//! `cargo run --release --features linalg,rand --example kalman`

use holor::prelude::*;
use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

/// The state is `[x, y, vx, vy]`, a measurement `[x, y]`.
struct Filter {
    state: Vector<f64>,             // [4]
    covariance: Matrix<f64>,        // [4, 4]: how uncertain the state is
    transition: Matrix<f64>,        // [4, 4]: the state a step later
    process_noise: Matrix<f64>,     // [4, 4]: what a step adds to the uncertainty
    observation: Matrix<f64>,       // [2, 4]: what of the state is measured
    observation_noise: Matrix<f64>, // [2, 2]: how uncertain a measurement is
}

impl Filter {
    /// Moves the state on by a step.
    fn predict(&mut self) {
        self.state = self.transition.matvec(&self.state);
        let moved = self.transition.matmul(&self.covariance).matmul(self.transition.transpose());
        self.covariance = moved + &self.process_noise;
    }

    /// Corrects the state by a measurement. Returns how surprising it was: the squared length of the
    /// residual, in units of its expected deviation.
    fn update(&mut self, measured: &VectorRef<f64>) -> f64 {
        let residual = measured - self.observation.matvec(&self.state);
        let seen = self.observation.matmul(&self.covariance); // [2, 4]
        let uncertainty = seen.matmul(self.observation.transpose()) + &self.observation_noise; // [2, 2]
        // The gain is `seen` over `uncertainty`, transposed: solved, not inverted.
        let gain = uncertainty.solve(&seen); // [2, 4]
        self.state += residual.vecmat(&gain);
        self.covariance -= gain.transpose().matmul(&seen);
        residual.dot(&uncertainty.solve(&residual))
    }

    /// The first half of the state, borrowed.
    fn position(&self) -> TensorView<'_, f64, 1> {
        self.state.slice(s![..2])
    }
}

/// How far a track is from the true one: the root of the mean squared distance. The first steps
/// are left out, for the velocity is not known then.
fn error(track: &MatrixRef<f64>, truth: &MatrixRef<f64>) -> f64 {
    let apart = track.slice(s![50.., ..]) - truth.slice(s![50.., ..]);
    (&apart * &apart).sum(Last).mean(All).item().sqrt()
}

fn main() {
    const STEPS: usize = 600;
    const STEP: f64 = 0.1;
    const NOISE: f64 = 0.5;
    const ACCELERATION: f64 = 0.5;

    // The true track is an eight; the positions are measured with errors.
    let track = Tensor::from_fn([STEPS, 2], |[i, axis]| {
        let t = i as f64 * STEP * 0.1;
        if axis == 0 { 10.0 * t.sin() } else { 5.0 * (2.0 * t).sin() }
    });
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let measured = &track + Tensor::normal([STEPS, 2], 0.0, NOISE, &mut rng);

    // Velocities change positions; an acceleration that is not known changes both.
    let mut transition = Tensor::eye(4);
    transition.slice_mut(s![..2, 2..]).assign(&(Tensor::eye(2) * STEP));
    let push: Vector<f64> = tensor![STEP * STEP / 2.0, STEP] * ACCELERATION;
    let mut filter = Filter {
        state: measured.row(0).pad([(0, 2)], 0.0),
        covariance: tensor![NOISE * NOISE, NOISE * NOISE, 4.0, 4.0].diag(),
        transition,
        // The same for x and y, which the acceleration changes independently.
        process_noise: einsum!("i,j,xy->ixjy", &push, &push, &Tensor::eye(2)).reshape([4, 4]),
        observation: Tensor::eye(4).viewed(|eye| eye.slice(s![..2, ..])),
        observation_noise: Tensor::eye(2) * (NOISE * NOISE),
    };

    let mut filtered = Tensor::zeros([STEPS, 2]);
    let mut surprises = Tensor::zeros([STEPS]);
    for (i, measurement) in measured.rows().enumerate() {
        filter.predict();
        surprises[[i]] = filter.update(&measurement);
        filtered.row_mut(i).assign(&filter.position());
    }

    for i in (149..STEPS).step_by(150) {
        let [truth, seen, found] = [track.row(i), measured.row(i), filtered.row(i)];
        println!("step {:3}: at {truth:6.2}, measured {seen:6.2}, filtered {found:6.2}", i + 1);
    }
    let (before, after) = (error(&measured, &track), error(&filtered, &track));
    println!("off by {before:.3} as measured, by {after:.3} as filtered");
    // Of two numbers that the filter expects as they are, the mean is 2 and the median 2 ln 2.
    let (mean, median) = (surprises.mean(All), surprises.median(All));
    println!("surprised by {mean:.3} on average, by {median:.3} in the median");
    println!("uncertain at last by\n{:.4}", filter.covariance);
    assert!(after < before / 2.0);
    assert!(filter.covariance.all_close(filter.covariance.transpose(), 0.0, 1e-9), "symmetric");
}
