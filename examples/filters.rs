//! Filters of images: grey values, a blur, edges by Sobel, each written in more than one way.
//! `cargo run --release --example filters [in.png]`

use holor::prelude::*;
use png::{ColorType, Transformations};
use std::error::Error;
use std::fs::File;
use std::io::BufReader;

/// `[h, w, 3] -> [h, w]`: brightness from 0 to 1, as television weighs the colours (Rec. 601).
fn grey(image: &TensorRef<u8, 3>) -> Matrix<f32> {
    // By pixel, so that no image of floats in colour is made.
    let [red, green, blue] = [0, 1, 2].map(|i| image.channel(i));
    zip((red, green, blue)).map(|&red, &green, &blue| {
        (0.299 * f32::from(red) + 0.587 * f32::from(green) + 0.114 * f32::from(blue)) / 255.0
    })
}

/// `[h, w], [kh, kw] -> [h - kh + 1, w - kw + 1]`: the sum of each window, weighed by the kernel.
fn correlate(image: &MatrixRef<f32>, kernel: &MatrixRef<f32>) -> Matrix<f32> {
    // The windows overlap in memory; none is copied.
    einsum!("yxij,ij->yx", &image.sliding_windows(kernel.shape()), kernel)
}

/// `[h, w] -> [h - 4, w - 4]`: a blur by the binomial kernel, rows first and columns next.
fn blur(image: &MatrixRef<f32>) -> Matrix<f32> {
    let kernel = tensor![[1.0, 4.0, 6.0, 4.0, 1.0]] / 16.0;
    correlate(&correlate(image, &kernel), &kernel.transpose())
}

/// `[h, w] -> [h - 2, w - 2]` twice: how the brightness changes to the right, and downwards.
fn sobel(image: &MatrixRef<f32>) -> (Matrix<f32>, Matrix<f32>) {
    // A difference along one axis, then a sum of three neighbours along the other.
    let across = image.slice(s![.., 2..]) - image.slice(s![.., ..-2]);
    let down = image.slice(s![2.., ..]) - image.slice(s![..-2, ..]);
    let across =
        across.slice(s![..-2, ..]) + across.slice(s![1..-1, ..]) * 2.0 + across.slice(s![2.., ..]);
    let down = down.slice(s![.., ..-2]) + down.slice(s![.., 1..-1]) * 2.0 + down.slice(s![.., 2..]);
    (across, down)
}

/// Sets each block of this size to its mean; what is left at the edges stays as it is.
fn pixelate(image: &mut MatrixRef<f32>, size: [usize; 2]) {
    for mut block in image.exact_chunks_mut(size) {
        let mean = block.mean(All).item();
        block.fill(mean);
    }
}

/// Prints an image of values from 0 to 1, a character for each pixel.
fn draw(image: &MatrixRef<f32>) {
    const INK: [char; 6] = [' ', '.', ':', 'o', 'O', '@'];
    for row in image.rows() {
        let line: String = row.iter().map(|&x| INK[(x * 6.0).clamp(0.0, 5.0) as usize]).collect();
        println!("{}", line.trim_end());
    }
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

fn main() -> Result<(), Box<dyn Error>> {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data/coffee.png");
    let input = std::env::args().nth(1).unwrap_or_else(|| default.to_string());
    let image = read(&input)?;

    let grey = grey(&image);
    let blurred = blur(&grey);
    println!("grey {:?}, mean {:.4}, deviation {:.4}", grey.shape(), grey.mean(All), grey.std(All));
    println!("blurred {:?}, deviation {:.4}", blurred.shape(), blurred.std(All));

    // The same blur by one kernel of two axes.
    let line = tensor![1.0, 4.0, 6.0, 4.0, 1.0] / 16.0;
    assert!(blurred.all_close(correlate(&grey, &line.outer(&line)), 0.0, 1e-5));

    // Sharper: the middle of the image, and once more what the blur took from it.
    let middle = grey.slice(s![2..-2, 2..-2]);
    let sharp = (middle * 2.0 - &blurred).clamp(0.0, 1.0);
    println!("sharpened {:?}, deviation {:.4}", sharp.shape(), sharp.std(All));

    let (across, down) = sobel(&blurred);
    let kernel = tensor![[-1.0, 0.0, 1.0], [-2.0, 0.0, 2.0], [-1.0, 0.0, 1.0]];
    assert!(across.all_close(correlate(&blurred, &kernel), 0.0, 1e-5));
    assert!(down.all_close(correlate(&blurred, &kernel.transpose()), 0.0, 1e-5));

    let mut edges = zip((&across, &down)).map(|x, y| x.hypot(*y));
    let strong = edges.greater(1.0).count_nonzero(All).item();
    println!("edges {:?}, {strong} pixels are strong", edges.shape());

    pixelate(&mut edges, [10, 5]);
    draw(&edges.slice(s![..;10, ..;5]));
    Ok(())
}
