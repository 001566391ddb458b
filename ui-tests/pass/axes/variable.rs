use holor::prelude::*;

fn main() {
    let t = Tensor::<f32, 3>::zeros([2, 3, 4]);
    const AXIS: Axis<1> = Axis;
    let p = t.permute(axes![AXIS, 0, 2]);
    assert_eq!(p.shape(), [3, 2, 4]);
}
