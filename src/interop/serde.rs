//! Serialisation of tensors by [serde](https://docs.rs/serde) (feature `serde`).
//!
//! [`Serialize`] is implemented for [`Tensor`], [`TensorRef`], [`TensorView`], [`TensorViewMut`] and [`AnyTensor`],
//! [`Deserialize`] for [`Tensor`] and [`AnyTensor`]. A tensor is its shape and its elements in row-major order, whatever
//! its strides are:
//!
//! | Format | Form |
//! |---|---|
//! | human-readable, such as JSON | a struct: `{"shape":[2,2],"elements":[1,2,3,4]}`; the fields are read in any order |
//! | binary, such as postcard | a pair without names: `([2, 2], [1, 2, 3, 4])` |
//!
//! ```ignore
//! use holor::prelude::*;
//!
//! let m = tensor![[1, 2], [3, 4]];
//! let json = serde_json::to_string(&m).unwrap();
//! assert_eq!(json, r#"{"shape":[2,2],"elements":[1,2,3,4]}"#);
//! let back: Tensor<i32, 2> = serde_json::from_str(&json).unwrap();
//! assert_eq!(back, m);
//!
//! // A rank that is known only at run time.
//! let any: AnyTensor<i32> = serde_json::from_str(&json).unwrap();
//! assert_eq!(any.rank(), 2);
//! ```
//!
//! Elements that cannot be serialised do not compile:
//!
//! ```compile_fail,E0277
//! use holor::prelude::*;
//!
//! fn to_json<T: serde_core::Serialize>(_: &T) {}
//!
//! struct Opaque;
//! to_json(&Tensor::from(vec![Opaque]));
//! ```
//!
//! # Errors
//! The shape is checked before the elements are read, if it comes first. A wrong rank is an error with both ranks,
//! `deserialize: [2, 2]: expected rank 3, found rank 2`, and so is another number of elements, `deserialize: [2, 2]: the
//! shape holds 4 elements, found 3`. Memory is allocated for elements that were read, and at most as much again: not for
//! those that a shape or a length announces.
//!
//! Nested lists such as `[[1,2],[3,4]]` are no tensors in a human-readable format: `invalid type: sequence, expected a
//! struct with the ..`.

use crate::error::{ErrorKind, ShapeError};
use crate::rank::MAX_RANK;
use crate::tensor::{AnyTensor, Tensor, TensorRef, TensorView, TensorViewMut};
use alloc::format;
use alloc::vec::Vec;
use core::fmt::{self, Formatter};
use core::marker::PhantomData;
use serde_core::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Unexpected, Visitor};
use serde_core::ser::{SerializeStruct, SerializeTuple};
use serde_core::{Deserialize, Deserializer, Serialize, Serializer};

const NAME: &str = "Tensor";
const FIELDS: [&str; 2] = ["shape", "elements"];

/// The elements of a tensor in row-major order.
struct Elements<'a, T, const R: usize>(&'a TensorRef<T, R>);

impl<T: Serialize, const R: usize> Serialize for Elements<'_, T, R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter())
    }
}

fn write<S: Serializer>(
    serializer: S,
    shape: &[usize],
    elements: impl Serialize,
) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() {
        let mut fields = serializer.serialize_struct(NAME, FIELDS.len())?;
        fields.serialize_field(FIELDS[0], shape)?;
        fields.serialize_field(FIELDS[1], &elements)?;
        fields.end()
    } else {
        let mut pair = serializer.serialize_tuple(FIELDS.len())?;
        pair.serialize_element(shape)?;
        pair.serialize_element(&elements)?;
        pair.end()
    }
}

macro_rules! serialize {
    ($($Tensor:ty;)+) => { $(
        /// Writes the shape and the elements.
        impl<T: Serialize, const R: usize> Serialize for $Tensor {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                write(serializer, &self.shape(), Elements(self))
            }
        }
    )+ };
}

serialize! {
    TensorRef<T, R>;
    Tensor<T, R>;
    TensorView<'_, T, R>;
    TensorViewMut<'_, T, R>;
}

/// Writes the shape and the elements.
impl<T: Serialize> Serialize for AnyTensor<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write(serializer, self.shape(), Elements(self.elements()))
    }
}

/// Reads a shape and elements.
impl<'de, T: Deserialize<'de>, const R: usize> Deserialize<'de> for Tensor<T, R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (shape, elements) = read(deserializer, Some(R))?;
        let shape = shape.try_into().expect("the rank was checked");
        Tensor::from_vec(elements, shape).map_err(|error| D::Error::custom(error.during(OPERATION)))
    }
}

/// Reads a shape and elements.
impl<'de, T: Deserialize<'de>> Deserialize<'de> for AnyTensor<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (shape, elements) = read(deserializer, None)?;
        AnyTensor::from_vec(elements, &shape)
            .map_err(|error| D::Error::custom(error.during(OPERATION)))
    }
}

const OPERATION: &str = "deserialize";

fn read<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
    rank: Option<usize>,
) -> Result<(Vec<usize>, Vec<T>), D::Error> {
    let is_named = deserializer.is_human_readable();
    let visitor = TensorFields { rank, is_named, elements: PhantomData };
    if is_named {
        deserializer.deserialize_struct(NAME, &FIELDS, visitor)
    } else {
        deserializer.deserialize_tuple(FIELDS.len(), visitor)
    }
}

/// Reads the two parts of a tensor.
struct TensorFields<T> {
    rank: Option<usize>,
    /// Whether the parts have to have their names.
    is_named: bool,
    elements: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for TensorFields<T> {
    type Value = (Vec<usize>, Vec<T>);

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self.is_named {
            true => "a struct with the `shape` and the `elements` of a tensor",
            false => "the shape and the elements of a tensor",
        })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Self::Value, A::Error> {
        if self.is_named {
            // `[[1, 2], [3, 4]]` is meant as rows, and would be read as a shape and elements.
            return Err(A::Error::invalid_type(Unexpected::Seq, &self));
        }
        let missing = |at| A::Error::invalid_length(at, &self);
        let shape = parts.next_element_seed(Shape(self.rank))?.ok_or_else(|| missing(0))?;
        let seed = ElementsOf { shape: Some(&shape), elements: self.elements };
        let elements = parts.next_element_seed(seed)?.ok_or_else(|| missing(1))?;
        Ok((shape, elements))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Self::Value, A::Error> {
        let (mut shape, mut elements) = (None, None);
        while let Some(field) = fields.next_key_seed(Field)? {
            match field {
                0 if shape.is_none() => shape = Some(fields.next_value_seed(Shape(self.rank))?),
                1 if elements.is_none() => {
                    let seed = ElementsOf { shape: shape.as_deref(), elements: self.elements };
                    elements = Some(fields.next_value_seed(seed)?);
                }
                twice => return Err(A::Error::duplicate_field(FIELDS[twice])),
            }
        }
        let shape = shape.ok_or_else(|| A::Error::missing_field(FIELDS[0]))?;
        Ok((shape, elements.ok_or_else(|| A::Error::missing_field(FIELDS[1]))?))
    }
}

/// Reads the name of a field as its position.
struct Field;

impl<'de> DeserializeSeed<'de> for Field {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Field {
    type Value = usize;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` or `{}`", FIELDS[0], FIELDS[1])
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<usize, E> {
        let position = FIELDS.iter().position(|field| *field == name);
        position.ok_or_else(|| E::unknown_field(name, &FIELDS))
    }

    fn visit_bytes<E: Error>(self, name: &[u8]) -> Result<usize, E> {
        let position = FIELDS.iter().position(|field| field.as_bytes() == name);
        position
            .ok_or_else(|| E::unknown_field(&alloc::string::String::from_utf8_lossy(name), &FIELDS))
    }

    fn visit_u64<E: Error>(self, position: u64) -> Result<usize, E> {
        let known = usize::try_from(position).ok().filter(|position| *position < FIELDS.len());
        known.ok_or_else(|| E::custom(format!("field {position}, expected 0 or 1")))
    }
}

/// Reads a shape, of this rank if it is known.
struct Shape(Option<usize>);

/// A shape with more sizes is not kept, only counted.
const LONGEST: usize = 32;

impl<'de> DeserializeSeed<'de> for Shape {
    type Value = Vec<usize>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<usize>, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Shape {
    type Value = Vec<usize>;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("the shape of a tensor")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sizes: A) -> Result<Vec<usize>, A::Error> {
        let (mut shape, mut found) = (Vec::new(), 0);
        let longest = self.0.unwrap_or(MAX_RANK).max(LONGEST);
        while let Some(size) = sizes.next_element::<usize>()? {
            if found < longest {
                shape.push(size);
            }
            found += 1;
        }
        let kind = match self.0 {
            Some(expected) if expected != found => ErrorKind::RankDiffers { expected, found },
            None if found > MAX_RANK => {
                let value = format!("{found}");
                ErrorKind::Argument { name: "rank", value, expected: "at most 12" }
            }
            _ => return Ok(shape),
        };
        let shapes: &[&[usize]] = if found > longest { &[] } else { &[&shape] };
        Err(A::Error::custom(ShapeError::new(OPERATION, shapes, kind)))
    }
}

/// Reads elements, as many as the shape has if it is known.
struct ElementsOf<'a, T> {
    shape: Option<&'a [usize]>,
    elements: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>> DeserializeSeed<'de> for ElementsOf<'_, T> {
    type Value = Vec<T>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<T>, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for ElementsOf<'_, T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("the elements of a tensor in row-major order")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Vec<T>, A::Error> {
        let mut elements = Vec::new();
        let Some(shape) = self.shape else {
            while let Some(element) = sequence.next_element()? {
                elements.push(element);
            }
            return Ok(elements);
        };
        let fail = |kind| Err(A::Error::custom(ShapeError::new(OPERATION, &[shape], kind)));
        let product =
            |sizes: &[usize]| sizes.iter().try_fold(1usize, |n, size| n.checked_mul(*size));
        // No size of 0 is counted, as in all tensors.
        let sizes: Vec<usize> = shape.iter().copied().filter(|size| *size > 0).collect();
        let bytes = product(&sizes).and_then(|len| len.checked_mul(size_of::<T>().max(1)));
        if bytes.is_none_or(|bytes| isize::try_from(bytes).is_err()) {
            return fail(ErrorKind::TooLarge);
        }
        let expected = if sizes.len() < shape.len() { 0 } else { product(&sizes).unwrap_or(0) };
        while let Some(element) = sequence.next_element()? {
            if elements.len() == expected {
                let error = format!(
                    "{OPERATION}: {shape:?}: the shape holds {expected} elements, found more"
                );
                return Err(A::Error::custom(error));
            }
            if elements.len() == elements.capacity() {
                // Twice as many as were read, but no more than the shape has: the last time, exactly these.
                let more = elements.len().max(4).min(expected - elements.len());
                elements.reserve_exact(more);
            }
            elements.push(element);
        }
        match elements.len() {
            found if found < expected => fail(ErrorKind::ElementCount { expected, found }),
            _ => Ok(elements),
        }
    }
}
