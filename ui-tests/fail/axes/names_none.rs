// A: `axis_names!` without names
use holor::prelude::*;

fn main() {
    axis_names!(Image {});
}
