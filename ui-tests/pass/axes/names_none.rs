use holor::prelude::*;

fn main() {
    axis_names!(Image { h });
    tensor![1].sum(Image::H);
}
