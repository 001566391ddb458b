use holor::prelude::*;

fn main() {
    let image = Tensor::<f32, 3>::zeros([4, 4, 3]);
    let channels = image.channels();
    assert_eq!(channels.len(), 3);
}
