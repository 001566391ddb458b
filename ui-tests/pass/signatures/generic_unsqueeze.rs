use holor::prelude::*;

fn batch<const R: usize, const O: usize>(x: &TensorRef<f32, R>) -> TensorView<'_, f32, O>
where
    Axis<0>: InsertInto<R, Inserted = Rank<O>>,
{
    x.unsqueeze(Axis::<0>)
}

fn main() {
    let x = Tensor::<f32, 2>::ones([2, 3]);
    assert_eq!(batch(&x).shape(), [1, 2, 3]);
}
