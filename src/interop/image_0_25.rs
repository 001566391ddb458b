//! Images of the crate [image] 0.25 (feature `image_0_25`), as tensors `[height, width, channels]`.
//!
//! | From | To | Elements | Method |
//! |---|---|---|---|
//! | `&ImageBuffer<P, _>` | [`TensorView<T, 3>`](TensorView) | shared | `from` |
//! | `&mut ImageBuffer<P, _>` | [`TensorViewMut<T, 3>`](TensorViewMut) | shared | `from` |
//! | `ImageBuffer<P, Vec<T>>` | [`Tensor<T, 3>`](Tensor) | moved | `from` |
//! | `DynamicImage` | `Tensor<u8, 3>`, `Tensor<u16, 3>`, `Tensor<f32, 3>` | moved | `try_from` |
//! | `Tensor<T, 3>` | `ImageBuffer<P, Vec<T>>` | moved if contiguous and the only owner, else copied once | `try_from` |
//! | `Tensor<u8, 3>`, `Tensor<u16, 3>`, `Tensor<f32, 3>` | `DynamicImage` | likewise | `try_from` |
//!
//! `P` is `Luma<T>`, `LumaA<T>`, `Rgb<T>` or `Rgba<T>`, with 1 to 4 channels of type `T`: `u8`, `u16` or `f32`. The last
//! axis holds the channels, of a grey image too.
//!
//! ```
//! use holor::prelude::*;
//! use image::{DynamicImage, Rgb, RgbImage};
//!
//! let photo = RgbImage::from_pixel(640, 480, Rgb([10, 20, 30])); // 640 columns, 480 rows
//! let pixels: Tensor<u8, 3> = photo.into(); // no copy
//! assert_eq!(pixels.shape(), [480, 640, 3]);
//!
//! let small: Tensor<u8, 3> = pixels.slice(s![..;2, ..;2, ..]).to_owned();
//! let small = RgbImage::try_from(small)?; // no copy; checks the number of channels
//! assert_eq!((small.dimensions(), small[(0, 0)]), ((320, 240), Rgb([10, 20, 30])));
//!
//! let grey = pixels.cast::<f32>().mean(Last).cast::<u8>().unsqueeze(Last).to_owned();
//! let grey = DynamicImage::try_from(grey)?; // `ImageLuma8`, because there is one channel
//! # assert_eq!(grey.to_luma8()[(0, 0)], image::Luma([20]));
//! # Ok::<(), ShapeError>(())
//! ```
//!
//! A rank other than 3 does not compile:
//!
//! ```compile_fail,E0277
//! use holor::prelude::*;
//!
//! let grey = Tensor::<u8, 2>::zeros([480, 640]);
//! let image = image::GrayImage::try_from(grey);
//! ```
//!
//! # Errors
//! An image of another number of channels is refused: `try_from: [480, 640, 3]: sizes 3 and 4 of axis 2 differ`. Of a
//! `DynamicImage`, the element type is checked, `try_from: [480, 640, 3]: dtype is u8, expected f32`, and no number is
//! converted: its methods `into_rgb8`, `into_luma16`, .. do that. An image has at most 2^32 - 1 rows and columns.

use crate::error::{ErrorKind, ShapeError, raise};
use crate::tensor::{DType, HasDType, Tensor, TensorView, TensorViewMut};
use alloc::format;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};
use image::{DynamicImage, ImageBuffer, Luma, LumaA, Pixel, Primitive, Rgb, Rgba};

/// The shape of an image and its number of elements, which its buffer holds and may exceed.
fn measures<P: Pixel, C>(image: &ImageBuffer<P, C>) -> ([usize; 3], usize)
where
    C: Deref<Target = [P::Subpixel]>,
{
    let (width, height) = image.dimensions();
    let shape = [height as usize, width as usize, P::CHANNEL_COUNT as usize];
    (shape, shape.iter().product())
}

/// Shares the elements.
impl<'a, T: Primitive, P: Pixel<Subpixel = T>, C: Deref<Target = [T]>> From<&'a ImageBuffer<P, C>>
    for TensorView<'a, T, 3>
{
    #[track_caller]
    fn from(image: &'a ImageBuffer<P, C>) -> Self {
        let (shape, len) = measures(image);
        let view = TensorView::from_slice(&image.as_raw()[..len], shape);
        raise(view.map_err(|error| error.during("from")))
    }
}

/// Shares the elements.
impl<'a, T: Primitive, P: Pixel<Subpixel = T>, C: DerefMut<Target = [T]>>
    From<&'a mut ImageBuffer<P, C>> for TensorViewMut<'a, T, 3>
{
    #[track_caller]
    fn from(image: &'a mut ImageBuffer<P, C>) -> Self {
        let (shape, len) = measures(image);
        let view = TensorViewMut::from_slice_mut(&mut (**image)[..len], shape);
        raise(view.map_err(|error| error.during("from")))
    }
}

/// Moves the elements.
impl<T: Primitive, P: Pixel<Subpixel = T>> From<ImageBuffer<P, Vec<T>>> for Tensor<T, 3> {
    #[track_caller]
    fn from(image: ImageBuffer<P, Vec<T>>) -> Self {
        let (shape, len) = measures(&image);
        let mut elements = image.into_raw();
        elements.truncate(len);
        raise(Tensor::from_vec(elements, shape).map_err(|error| error.during("from")))
    }
}

/// Moves or copies the elements, if the pixels have as many channels.
impl<T: Primitive, P: Pixel<Subpixel = T>> TryFrom<Tensor<T, 3>> for ImageBuffer<P, Vec<T>> {
    type Error = ShapeError;

    fn try_from(tensor: Tensor<T, 3>) -> Result<Self, ShapeError> {
        let shape = tensor.shape();
        let [height, width, channels] = shape;
        let expected = P::CHANNEL_COUNT as usize;
        if channels != expected {
            let kind = ErrorKind::SizesDiffer { axis: 2, left: channels, right: expected };
            return Err(ShapeError::new("try_from", &[&shape], kind));
        }
        let (Ok(width), Ok(height)) = (width.try_into(), height.try_into()) else {
            return Err(refused(
                &shape,
                "shape",
                format!("{shape:?}"),
                "at most 2^32 - 1 rows and columns",
            ));
        };
        let image = ImageBuffer::from_raw(width, height, tensor.into_vec());
        Ok(image.expect("the tensor has an element for each channel of each pixel"))
    }
}

fn refused(
    shape: &[usize],
    name: &'static str,
    value: alloc::string::String,
    expected: &'static str,
) -> ShapeError {
    ShapeError::new("try_from", &[shape], ErrorKind::Argument { name, value, expected })
}

macro_rules! dynamic_images {
    ($($T:ident: $expected:literal { $($Variant:ident($Pixel:ident)),+ } else $channels:literal;)+) => { $(
        /// Moves the elements, if they have this type.
        impl TryFrom<DynamicImage> for Tensor<$T, 3> {
            type Error = ShapeError;

            fn try_from(image: DynamicImage) -> Result<Self, ShapeError> {
                match image {
                    $(DynamicImage::$Variant(image) => Ok(image.into()),)+
                    other => {
                        let (shape, found) = describe(&other);
                        Err(refused(&shape, "dtype", format!("{found}"), $expected))
                    }
                }
            }
        }

        /// Moves or copies the elements; the number of channels chooses the variant.
        impl TryFrom<Tensor<$T, 3>> for DynamicImage {
            type Error = ShapeError;

            fn try_from(tensor: Tensor<$T, 3>) -> Result<Self, ShapeError> {
                let shape = tensor.shape();
                $(if shape[2] == $Pixel::<$T>::CHANNEL_COUNT as usize {
                    return Ok(DynamicImage::$Variant(tensor.try_into()?));
                })+
                Err(refused(&shape, "channels", format!("{}", shape[2]), $channels))
            }
        }
    )+ };
}

dynamic_images! {
    u8: "u8" { ImageLuma8(Luma), ImageLumaA8(LumaA), ImageRgb8(Rgb), ImageRgba8(Rgba) } else "1 to 4";
    u16: "u16" { ImageLuma16(Luma), ImageLumaA16(LumaA), ImageRgb16(Rgb), ImageRgba16(Rgba) } else "1 to 4";
    f32: "f32" { ImageRgb32F(Rgb), ImageRgba32F(Rgba) } else "3 or 4";
}

/// The shape of an image and the type of its elements.
fn describe(image: &DynamicImage) -> ([usize; 3], DType) {
    let color = image.color();
    let channels = color.channel_count() as usize;
    let dtype = match color.bytes_per_pixel() as usize / channels {
        1 => u8::DTYPE,
        2 => u16::DTYPE,
        _ => f32::DTYPE,
    };
    ([image.height() as usize, image.width() as usize, channels], dtype)
}
