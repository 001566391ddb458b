//! Feature `image_0_25`: images as tensors of rows, columns and channels, and back.

mod common;

use common::{count, disguises};
use holor::prelude::*;
use image::{
    DynamicImage, GrayAlphaImage, GrayImage, ImageBuffer, Luma, LumaA, Rgb, Rgb32FImage, RgbImage,
    Rgba, Rgba32FImage, RgbaImage,
};

/// Of 3 columns and 2 rows; the samples count up.
fn counted() -> RgbImage {
    RgbImage::from_raw(3, 2, (0..18).collect()).unwrap()
}

fn counted_tensor() -> Tensor<u8, 3> {
    count([2, 3, 3]).cast()
}

#[test]
fn images_become_tensors_without_a_copy() {
    let image = counted();
    let first = image.as_raw().as_ptr();
    let view: TensorView<'_, u8, 3> = (&image).into();
    assert_eq!((view.as_ptr(), view), (first, counted_tensor().view()));
    for (x, y, pixel) in image.enumerate_pixels() {
        assert_eq!(view.slice(s![y as usize, x as usize, ..]).to_vec(), pixel.0);
    }
    let t: Tensor<u8, 3> = image.into();
    assert_eq!((t.as_ptr(), t.is_shared()), (first, false));
    // Other pixels and element types, and containers that are not a `Vec`.
    let t: Tensor<u16, 3> = ImageBuffer::from_pixel(2, 1, LumaA([7_u16, 9])).into();
    assert_eq!(t, tensor![[[7, 9], [7, 9]]]);
    let t: Tensor<f32, 3> = ImageBuffer::from_pixel(1, 2, Luma([0.5_f32])).into();
    assert_eq!(t.shape(), [2, 1, 1]);
    let samples = [1_u8, 2, 3, 4];
    let borrowed: ImageBuffer<Rgba<u8>, &[u8]> = ImageBuffer::from_raw(1, 1, &samples[..]).unwrap();
    assert_eq!(TensorView::from(&borrowed).as_ptr(), samples.as_ptr());
    let empty: Tensor<u8, 3> = RgbImage::new(0, 5).into();
    assert_eq!(empty.shape(), [5, 0, 3]);
}

/// A buffer may be longer than the image.
#[test]
fn what_follows_the_image_is_cut_off() {
    let image = RgbImage::from_raw(3, 2, (0..30).collect()).unwrap();
    let first = image.as_raw().as_ptr();
    assert_eq!(TensorView::from(&image), counted_tensor());
    let t: Tensor<u8, 3> = image.into();
    assert_eq!((t.as_ptr(), &t), (first, &counted_tensor()));
    assert_eq!(RgbImage::try_from(t).unwrap().as_raw().as_ptr(), first);
}

#[test]
fn pixels_are_written_through_a_mutable_view() {
    let mut image = counted();
    let mut view: TensorViewMut<'_, u8, 3> = (&mut image).into();
    view.slice_mut(s![1, .., 2]).fill(255);
    assert_eq!(image[(0, 1)], Rgb([9, 10, 255]));
    assert_eq!(image[(0, 0)], Rgb([0, 1, 2]));
}

#[test]
fn tensors_become_images() {
    let t = counted_tensor();
    let first = t.as_ptr();
    let image = RgbImage::try_from(t).unwrap();
    assert_eq!((image.as_raw().as_ptr(), image), (first, counted()));
    // In any layout; another owner keeps its elements.
    for (name, t) in disguises(&counted_tensor()) {
        assert_eq!(RgbImage::try_from(t.clone()).unwrap(), counted(), "{name}");
        assert_eq!(t, counted_tensor(), "{name}");
    }
    let flipped = counted_tensor().viewed(|v| v.flip(Axis::<1>));
    assert_eq!(RgbImage::try_from(flipped).unwrap(), image::imageops::flip_horizontal(&counted()));
    assert!(GrayImage::try_from(Tensor::zeros([2, 3, 1])).is_ok());
    assert!(GrayAlphaImage::try_from(Tensor::zeros([2, 3, 2])).is_ok());
    assert!(RgbaImage::try_from(Tensor::zeros([2, 3, 4])).is_ok());
    assert!(Rgb32FImage::try_from(Tensor::zeros([2, 3, 3])).is_ok());
    assert_eq!(RgbImage::try_from(Tensor::zeros([0, 4, 3])).unwrap().dimensions(), (4, 0));
}

#[test]
fn the_number_of_channels_is_checked() {
    let text = |error: ShapeError| error.to_string();
    let error = RgbaImage::try_from(counted_tensor()).unwrap_err();
    assert_eq!(text(error), "try_from: [2, 3, 3]: sizes 3 and 4 of axis 2 differ");
    let error = GrayImage::try_from(Tensor::zeros([3, 4, 5])).unwrap_err();
    assert_eq!(text(error), "try_from: [3, 4, 5]: sizes 5 and 1 of axis 2 differ");
    let error = DynamicImage::try_from(Tensor::<u8, 3>::zeros([3, 4, 5])).unwrap_err();
    assert_eq!(text(error), "try_from: [3, 4, 5]: channels is 5, expected 1 to 4");
    let error = DynamicImage::try_from(Tensor::<f32, 3>::zeros([3, 4, 2])).unwrap_err();
    assert_eq!(text(error), "try_from: [3, 4, 2]: channels is 2, expected 3 or 4");
    let long = Tensor::<u8, 3>::zeros([1 << 40, 0, 3]);
    let error = RgbImage::try_from(long).unwrap_err();
    let text_of_long = "try_from: [1099511627776, 0, 3]: shape is [1099511627776, 0, 3], \
                        expected at most 2^32 - 1 rows and columns";
    assert_eq!(text(error), text_of_long);
}

#[test]
fn images_of_a_type_known_at_run_time() {
    let first = |t: &Tensor<u8, 3>| t.as_ptr();
    for channels in 1..=4 {
        let t = Tensor::<u8, 3>::full([2, 3, channels], 7);
        let at = first(&t);
        let image = DynamicImage::try_from(t).unwrap();
        assert_eq!((image.width(), image.height()), (3, 2));
        assert_eq!(image.color().channel_count() as usize, channels);
        let t = Tensor::<u8, 3>::try_from(image).unwrap();
        assert_eq!((first(&t), t.shape()), (at, [2, 3, channels]));
        let image = DynamicImage::try_from(Tensor::<u16, 3>::full([2, 3, channels], 7)).unwrap();
        assert_eq!(image.color().bytes_per_pixel() as usize, 2 * channels);
        assert_eq!(
            Tensor::<u16, 3>::try_from(image).unwrap().sum(All).item(),
            42 * channels as u16
        );
    }
    for channels in [3, 4] {
        let image = DynamicImage::try_from(Tensor::<f32, 3>::ones([2, 3, channels])).unwrap();
        let error = Tensor::<u8, 3>::try_from(image.clone()).unwrap_err().to_string();
        assert_eq!(error, format!("try_from: [2, 3, {channels}]: dtype is f32, expected u8"));
        assert_eq!(Tensor::<f32, 3>::try_from(image).unwrap().shape(), [2, 3, channels]);
    }
    let image = DynamicImage::ImageLumaA16(ImageBuffer::new(5, 4));
    let error = Tensor::<f32, 3>::try_from(image).unwrap_err();
    assert_eq!(error.to_string(), "try_from: [4, 5, 2]: dtype is u16, expected f32");
    let image = DynamicImage::ImageRgba32F(Rgba32FImage::new(5, 4));
    assert!(Tensor::<u16, 3>::try_from(image).is_err());
}
