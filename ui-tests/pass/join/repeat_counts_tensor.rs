use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::zeros([2]);
    let repeated = v.repeat_with_counts(Last, &tensor![2, 1].to_vec());
    assert_eq!(repeated.shape(), [3]);
}
