//! A walk through views on a photograph, PNG in and PNG out: which steps share memory, which copy.
//! `cargo run --release --example views [in.png [out.png]]`

use holor::prelude::*;
use png::{ColorType, Transformations};
use std::error::Error;
use std::fs::File;
use std::io::BufReader;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data/coffee.png");
    let input = arguments.next().unwrap_or_else(|| default.to_string());
    let output = arguments.next().unwrap_or_else(|| "views.png".to_string());

    // A decoder gives rows of pixels of channels: height, width, channels. The vector is moved in.
    let image = read(&input)?;
    report("image (HWC)", &image, &image);

    // Networks want channels first: another order of the axes, the same memory.
    let planes = image.permute(axes![2, 0, 1]);
    report("planes (CHW)", &planes, &image);

    // A crop, a mirror and a thumbnail are offsets and strides.
    let [h, w, _] = image.shape();
    let crop = image.slice(s![h / 4..3 * h / 4, w / 4..3 * w / 4, ..]);
    report("crop", &crop, &image);
    let mirrored = crop.flip(Axis::<1>);
    report("mirrored crop", &mirrored, &image);
    let small = image.slice(s![..;4, ..;4, ..]);
    report("every 4th pixel", &small, &image);

    // Reductions read views as they are. Bytes are converted while they are added up: one sum for
    // each channel, and no image of floats in between.
    let sums: Vector<f64> = image.sum_as(axes![0, 1]);
    let [red, green, blue] = [0, 1, 2].map(|channel| sums[[channel]] / (h * w) as f64);
    println!("channel means: red {red:.2}, green {green:.2}, blue {blue:.2}");

    // A blur: every 7 x 7 window of the crop (rank 6, one channel deep, still the same memory),
    // averaged over the axes of the window.
    let windows = crop.sliding_windows([7, 7, 1]);
    report("windows", &windows, &image);
    let sums: Tensor<f32, 3> = windows.sum_as(axes![3, 4, 5]);
    let blurred = (sums / 49.0).round().cast::<u8>();
    report("blurred crop", &blurred, &image);

    // A frame. The clone shares the pixels of the image until the first write, which copies them.
    let mut framed = image.clone();
    let colour = tensor![255, 140, 0];
    framed.slice_mut(s![..4, .., ..]).assign(&colour);
    framed.slice_mut(s![-4.., .., ..]).assign(&colour);
    framed.slice_mut(s![.., ..4, ..]).assign(&colour);
    framed.slice_mut(s![.., -4.., ..]).assign(&colour);
    report("framed copy", &framed, &image);
    assert_ne!(image[[0, 0, 0]], 255, "the original keeps its corner");

    // Side by side: the framed image, and the blurred crop mirrored and padded to its height.
    let [blurred_height, _, _] = blurred.shape();
    let above = (h - blurred_height) / 2;
    let below = h - blurred_height - above;
    let padded = blurred.flip(Axis::<1>).pad([(above, below), (8, 8), (0, 0)], 24);
    let both = concat(Axis::<1>, &[framed, padded]);
    let [height, width, _] = both.shape();
    write(&output, both)?;
    println!("wrote {output}: {width} x {height}");
    Ok(())
}

/// Decodes a picture: `[height, width, 3]`.
fn read(path: &str) -> Result<Tensor<u8, 3>, Box<dyn Error>> {
    let mut decoder = png::Decoder::new(BufReader::new(File::open(path)?));
    decoder.set_transformations(Transformations::normalize_to_color8());
    let mut reader = decoder.read_info()?;
    let (width, height) = reader.info().size();
    let (ColorType::Rgb, _) = reader.output_color_type() else {
        return Err(format!("{path}: a picture in colours without transparency is expected").into());
    };
    let mut pixels = vec![0; width as usize * height as usize * 3];
    reader.next_frame(&mut pixels)?;
    Ok(Tensor::from_vec(pixels, [height as usize, width as usize, 3])?)
}

/// Encodes `[height, width, 3]`. By value, so that the pixels are moved out and not copied.
fn write(path: &str, image: Tensor<u8, 3>) -> Result<(), Box<dyn Error>> {
    let [height, width, _] = image.shape();
    let mut encoder = png::Encoder::new(File::create(path)?, width as u32, height as u32);
    encoder.set_color(ColorType::Rgb);
    encoder.write_header()?.write_image_data(&image.into_vec())?;
    Ok(())
}

fn report<const R: usize>(name: &str, view: &TensorRef<u8, R>, image: &TensorRef<u8, 3>) {
    let memory =
        if view.shares_memory_with(image) { "the image's memory" } else { "its own memory" };
    println!("{name:16} {:?} strides {:?}, {memory}", view.shape(), view.strides());
}
