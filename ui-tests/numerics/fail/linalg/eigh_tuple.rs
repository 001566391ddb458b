// B: eigenvalues and eigenvectors as a tuple
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::eye(3);
    let (w, v) = m.eigh();
}
