use holor::prelude::*;

fn main() {
    let m = tensor![[1.0, 2.0], [3.0, 4.0]];
    let sum = zip((&m, &tensor![1.0, 2.0])).map(|a, b| a + b);
}
