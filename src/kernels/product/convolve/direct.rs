//! Convolution of any number: one window after the other.

use super::{Inputs, Sizes, Spatial};
use crate::kernels::product::generic::Number;
use alloc::vec;
use alloc::vec::Vec;

/// As [`convolve`](super::convolve()), of any number, and without products of elements beside the images.
pub(crate) fn convolve<T: Number>(sizes: &Sizes<'_>, inputs: Inputs<'_, T>) -> Vec<T> {
    sizes.check(&inputs);
    let Inputs { x, weights, bias } = inputs;
    let (image, window, out) = (sizes.image(), sizes.window(), sizes.result());
    let channels = sizes.groups * sizes.c_out;
    let mut result = Vec::with_capacity(sizes.count * channels * out);
    let mut places = vec![];
    for n in 0..sizes.count {
        for channel in 0..channels {
            let group = channel / sizes.c_out;
            let first = (n * sizes.groups + group) * sizes.c_in;
            for at in 0..out {
                find_places(sizes.axes, at, &mut places);
                let mut sum = bias.map_or(T::zero(), |bias| bias[channel].clone());
                for c in 0..sizes.c_in {
                    let weights = &weights[(channel * sizes.c_in + c) * window..][..window];
                    let image = &x[(first + c) * image..][..image];
                    for &(t, place) in &places {
                        sum = sum + image[place].clone() * weights[t].clone();
                    }
                }
                result.push(sum);
            }
        }
    }
    result
}

/// Lists the elements of a window that lie inside of the image: their number in the window, and their place.
fn find_places(axes: &[Spatial], mut at: usize, places: &mut Vec<(usize, usize)>) {
    places.clear();
    places.push((0, 0));
    let (mut image, mut window) = (1, 1);
    for axis in axes.iter().rev() {
        let start = at % axis.out * axis.stride;
        at /= axis.out;
        let mut found = vec![];
        for t in 0..axis.kernel {
            let Some(i) = (start + t * axis.dilation).checked_sub(axis.before) else { continue };
            if i < axis.size {
                found.extend(places.iter().map(|(u, j)| (t * window + u, i * image + j)));
            }
        }
        *places = found;
        image *= axis.size;
        window *= axis.kernel;
    }
}
