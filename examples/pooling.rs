//! An image filtered and pooled, as the first layers of a network do it, with filters that are known.
//! `cargo run --release --example pooling [in.png [out.png]]`

use holor::{ConvOptions, PoolOptions, prelude::*};
use png::{ColorType, Transformations};
use std::error::Error;
use std::fs::File;
use std::io::BufReader;

/// `[n, c, h, w] -> [n, c, h, w]`: a blur by the binomial kernel of 5 x 5, each channel by itself.
fn blur(images: &Tensor<f32, 4>) -> Tensor<f32, 4> {
    let [_, channels, _, _] = images.shape();
    let line = tensor![1.0, 4.0, 6.0, 4.0, 1.0] / 16.0;
    let weights = line.outer(&line).broadcast_to([channels, 1, 5, 5]).to_owned();
    // Mirrored at the edges: a border of zeros would darken them.
    let padded = images.pad_with_mode([(0, 0), (0, 0), (2, 2), (2, 2)], PadMode::Reflect);
    padded.conv_with_options(&weights, ConvOptions { groups: channels, ..Default::default() })
}

/// `[n, 3, h, w] -> [n, 1, h, w]`: brightness, as television weighs the colours (Rec. 601).
fn grey(images: &Tensor<f32, 4>) -> Tensor<f32, 4> {
    images.conv(&tensor![0.299, 0.587, 0.114].reshape([1, 3, 1, 1]))
}

/// `[n, 1, h, w] -> [n, 2, h - 2, w - 2]`: the change of brightness to the right and downwards (Sobel).
fn gradient(images: &Tensor<f32, 4>) -> Tensor<f32, 4> {
    let right = tensor![[-1.0, 0.0, 1.0], [-2.0, 0.0, 2.0], [-1.0, 0.0, 1.0]];
    let weights = stack(Axis::<0>, &[right.view(), right.transpose()]); // [2, 3, 3]
    images.conv(&weights.viewed(|w| w.unsqueeze(Axis::<1>)))
}

/// Prints what is in an image: its shape, and how its elements are spread.
fn report<const R: usize>(name: &str, image: &TensorRef<f32, R>) {
    let values = image.flatten();
    let quartiles = values.quantiles(Last, &[0.0, 0.25, 0.5, 0.75, 1.0]);
    println!("{name:10} {:16} {quartiles:.3}", format!("{:?}", image.shape()));
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data/coffee.png");
    let image = read(&arguments.next().unwrap_or_else(|| default.to_string()))?;

    // A network's order of axes: a batch of one, channels first, elements from 0 to 1.
    let image = rearrange!(&image, "h w c -> 1 c h w").cast::<f32>() / 255.0;
    println!("           shape            least, quartiles, greatest");
    report("image", &image);

    let blurred = blur(&image);
    report("blurred", &blurred);
    let grey = grey(&blurred);
    report("grey", &grey);

    let slopes = gradient(&grey);
    let edges = slopes.square().sum(Keep(Axis::<1>)).sqrt();
    report("edges", &edges);

    // Pooled by the strongest edge, and by the mean; a stride less than the window overlaps.
    let strongest = edges.max_pool([8, 8]);
    report("max 8/8", &strongest);
    let options = PoolOptions { stride: Some([4, 4]), padding: [2, 2], ..Default::default() };
    report("max 5/4", &edges.max_pool_with_options([5, 5], options));
    report("mean 8/8", &edges.avg_pool([8, 8]));

    // An edge that is the strongest of its neighbourhood, and strong, is a thin line.
    let around = PoolOptions { stride: Some([1, 1]), padding: [1, 1], ..Default::default() };
    let peaks = edges.max_pool_with_options([3, 3], around).equal(&edges) & edges.greater(0.5);
    println!("{} peaks", peaks.count_nonzero(All).item());

    // How the edges run: the angles, weighed by their strength, in eight directions of half a turn.
    let [right, down] = [0, 1].map(|i| slopes.index_axis(Axis::<1>, i));
    let eighth = std::f32::consts::PI / 8.0;
    let angles = (down.atan2(right) / eighth).floor().remainder(8.0).cast::<usize>();
    let strength = angles.bincount_with_weights(&edges.squeeze(Axis::<1>));
    println!("directions {:.3}", &strength / strength.sum(Keep(Last)));

    // The pooled edges at the size of a screen of text, and their five strongest blocks.
    let [_, _, rows, columns] = strongest.shape();
    let (strengths, places) = strongest.flatten().topk(Last, 5);
    for (strength, place) in strengths.iter().zip(&places) {
        println!("block {:2}, {:2}: {strength:.3}", place / columns, place % columns);
    }
    let shades = tensor![' ', '.', ':', 'o', 'O', '@'];
    let screen = strongest.reshape([rows, columns]).interpolate_linear([22, 44]);
    let shade = (screen * 6.0).clamp(0.0, 5.0).cast::<usize>();
    for row in shades.take(Last, &shade).rows() {
        println!("{}", String::from_iter(&row).trim_end());
    }

    if let Some(path) = arguments.next() {
        // Above: the image. Below: its strongest edges, enlarged to the same size.
        let [_, _, height, width] = image.shape();
        let edges = strongest.interpolate_linear([height, width]).clamp(0.0, 1.0);
        let both = concat(Axis::<2>, &[&image, &edges.broadcast_to(image.shape()).to_owned()]);
        let pixels = (both * 255.0).round().cast::<u8>();
        write(&path, rearrange!(&pixels, "1 c h w -> h w c"))?;
        println!("wrote {path}");
    }
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

/// Encodes `[height, width, 3]`.
fn write(path: &str, image: TensorView<'_, u8, 3>) -> Result<(), Box<dyn Error>> {
    let [height, width, _] = image.shape();
    let mut encoder = png::Encoder::new(File::create(path)?, width as u32, height as u32);
    encoder.set_color(ColorType::Rgb);
    encoder.write_header()?.write_image_data(&image.to_vec())?;
    Ok(())
}
