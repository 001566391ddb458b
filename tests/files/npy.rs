//! npy files.

use crate::made::{Folder, Made, assert_made, fixture, tensor, text, written};
use holor::half::f16;
use holor::io::FileBytes;
use holor::io::npy::*;
use holor::num_complex::Complex;
use holor::prelude::*;
use holor::{DType, Order};
use std::fs;

/// Reads the four arrays of a type in each way: either byte order, either order.
fn read_type<T: Made>(reader: &mut &[u8]) {
    for is_big_endian in [false, true] {
        for order in [Order::RowMajor, Order::ColMajor] {
            let bytes = *reader;
            let header = NpyHeader::read_from(bytes).unwrap();
            assert_eq!((header.dtype(), header.shape()), (T::DTYPE, &[2, 3, 4][..]));
            assert_eq!(header.order(), order);
            assert_eq!(header.is_big_endian(), is_big_endian && size_of::<T>() > 1);
            let m: Tensor<T, 3> = read_npy_from(&mut *reader).unwrap();
            assert_made(&m, [2, 3, 4]);
            // Not put into another order.
            let strides = if order == Order::RowMajor { [12, 4, 1] } else { [1, 2, 6] };
            assert_eq!(m.strides(), strides);

            let any: AnyTensor<T> = read_npy_any_from(bytes).unwrap();
            assert_made(&any.view_rank::<3>().unwrap(), [2, 3, 4]);
            assert_eq!(any.into_rank::<3>().unwrap().strides(), strides);

            let mine = &bytes[..bytes.len() - reader.len()];
            let shared = FileBytes::from_owner(mine.to_vec());
            let n: Tensor<T, 3> = npy_from_bytes(&shared).unwrap();
            assert_made(&n, [2, 3, 4]);
            assert_eq!(n.strides(), strides);
            let any: AnyTensor<T> = npy_any_from_bytes(&shared).unwrap();
            assert_made(&any.view_rank::<3>().unwrap(), [2, 3, 4]);

            if !header.is_big_endian() {
                let mut out = Vec::new();
                write_npy_to(&mut out, &m).unwrap();
                assert_eq!(out, mine, "{} as numpy writes it", T::DTYPE);
            }
        }
    }
}

#[test]
fn every_type_order_and_endianness_is_read_and_written_as_numpy_does() {
    let file = fs::read(fixture("arrays.npy")).unwrap();
    let reader = &mut &file[..];
    read_type::<bool>(reader);
    read_type::<i8>(reader);
    read_type::<i16>(reader);
    read_type::<i32>(reader);
    read_type::<i64>(reader);
    read_type::<u8>(reader);
    read_type::<u16>(reader);
    read_type::<u32>(reader);
    read_type::<u64>(reader);
    read_type::<f16>(reader);
    read_type::<f32>(reader);
    read_type::<f64>(reader);
    read_type::<Complex<f32>>(reader);
    read_type::<Complex<f64>>(reader);

    for version in [(1, 0), (2, 0), (3, 0)] {
        assert_eq!(NpyHeader::read_from(*reader).unwrap().version(), version);
        assert_made::<f64, 1>(&read_npy_from(&mut *reader).unwrap(), [3]);
    }
    assert_shape(reader, []);
    assert_shape(reader, [0]);
    assert_shape(reader, [5]);
    assert_shape(reader, [2, 0, 3]);
    assert_shape(reader, [1, 1]);
    assert_shape(reader, [3, 1, 2]);
    assert_shape(reader, [123_456, 0]);

    let m = tensor::<i32, 2>([3, 4]);
    let views = [m.narrow(Axis::<1>, 0, 1), m.transpose(), m.flip(Axis::<1>)];
    for view in views {
        let mut out = Vec::new();
        write_npy_to(&mut out, &view).unwrap();
        assert_eq!(out, reader[..out.len()]);
        assert_eq!(read_npy_from::<i32, 2>(&mut *reader).unwrap(), view);
    }
    assert!(reader.is_empty());
}

/// Reads an array whose type is written in each way that numpy takes for the order of this machine.
fn read_native<T: Made>() {
    let m = tensor::<T, 1>([4]);
    let mut file = Vec::new();
    write_npy_to(&mut file, &m).unwrap();
    let is_big_endian = cfg!(target_endian = "big") && size_of::<T>() > 1;
    for order in ["", "|", "="] {
        // The first quote after the key is at byte 20, and the byte order after it.
        let mut changed = file.clone();
        let rest = changed.split_off(22);
        changed.truncate(21);
        changed.extend(order.bytes().chain(rest));
        if order.is_empty() {
            changed.insert(100, b' ');
        }
        let header = NpyHeader::read_from(&changed[..]).unwrap();
        assert_eq!((header.dtype(), header.is_big_endian()), (T::DTYPE, is_big_endian));
        assert_made(&read_npy_from::<T, 1>(&changed[..]).unwrap(), [4]);
        let bytes = FileBytes::from_owner(changed);
        assert_made(&npy_from_bytes::<T, 1>(&bytes).unwrap(), [4]);
    }
}

#[test]
fn a_type_without_a_byte_order_is_of_this_machine() {
    read_native::<bool>();
    read_native::<i8>();
    read_native::<i16>();
    read_native::<i32>();
    read_native::<i64>();
    read_native::<u8>();
    read_native::<u16>();
    read_native::<u32>();
    read_native::<u64>();
    read_native::<f16>();
    read_native::<f32>();
    read_native::<f64>();
    read_native::<Complex<f32>>();
    read_native::<Complex<f64>>();
}

fn assert_shape<const R: usize>(reader: &mut &[u8], shape: [usize; R]) {
    let bytes = *reader;
    let m: Tensor<f32, R> = read_npy_from(&mut *reader).unwrap();
    assert_made(&m, shape);
    let mut out = Vec::new();
    write_npy_to(&mut out, &m).unwrap();
    assert_eq!(out, bytes[..out.len()], "{shape:?}");
    assert_eq!(out.len(), bytes.len() - reader.len());
}

#[test]
fn a_map_is_shared_by_its_tensors_and_outlives_the_file() {
    let folder = Folder::new("map");
    let path = folder.path("a.npy");
    let m = Tensor::<f64, 2>::from_fn([300, 5], |[i, j]| (i * 5 + j) as f64);
    write_npy(&path, &m).unwrap();
    // SAFETY: nothing writes into the file; it is replaced and removed only.
    let bytes = unsafe { FileBytes::map(&path) }.unwrap();
    let mut shared: Tensor<f64, 2> = npy_from_bytes(&bytes).unwrap();
    assert_eq!(shared.as_ptr().cast(), &raw const bytes.as_ref()[128]);
    assert_eq!(shared, m);
    let any: AnyTensor<f64> = npy_any_from_bytes(&bytes).unwrap();
    assert_eq!(any.view_rank::<2>().unwrap().as_ptr(), shared.as_ptr());
    drop(bytes);

    // Replaced while it is mapped, removed, written to: what was mapped stays.
    write_npy(&path, &Tensor::<f64, 2>::zeros([300, 5])).unwrap();
    assert_eq!(shared, m);
    assert_eq!(read_npy::<f64, 2>(&path).unwrap().sum(All).item(), 0.0);
    fs::remove_file(&path).unwrap();
    assert_eq!(shared, m);
    shared += 1.0;
    assert_eq!(any.into_rank::<2>().unwrap(), m);
    assert_eq!(shared, &m + 1.0);
    assert!(text(FileBytes::read(&path)).starts_with("a.npy: No such file or directory"));
    // SAFETY: as above; there is no file.
    let missing = unsafe { FileBytes::map(&path) };
    assert_eq!(text(missing), "a.npy: No such file or directory (os error 2)");
}

#[test]
fn a_map_in_fortran_order_is_shared_and_other_bytes_are_copied() {
    let m = tensor::<f64, 2>([3, 4]);
    let mut file = Vec::new();
    write_npy_to(&mut file, &m.transpose()).unwrap();
    let bytes = FileBytes::from_owner(file.clone());
    let shared: Tensor<f64, 2> = npy_from_bytes(&bytes).unwrap();
    assert_eq!(shared.strides(), [1, 4]);
    assert_made(&shared.transpose(), [3, 4]);
    let inside = bytes.as_ref().as_ptr_range();
    let is_aligned = (inside.start as usize).is_multiple_of(8);
    assert_eq!(inside.contains(&shared.as_ptr().cast()), is_aligned);

    // At every address: shared if it is a multiple of 8.
    let mut count = 0;
    for shift in 0..8 {
        let held = AtShift { bytes: [vec![0; shift], file.clone()].concat(), shift };
        let bytes = FileBytes::from_owner(held);
        let found: Tensor<f64, 2> = npy_from_bytes(&bytes).unwrap();
        assert_made(&found.transpose(), [3, 4]);
        let first = &raw const bytes.as_ref()[128];
        assert_eq!(found.as_ptr().cast() == first, first.addr().is_multiple_of(8));
        count += usize::from(first.addr().is_multiple_of(8));
    }
    assert_eq!(count, 1);
}

struct AtShift {
    bytes: Vec<u8>,
    shift: usize,
}

impl AsRef<[u8]> for AtShift {
    fn as_ref(&self) -> &[u8] {
        &self.bytes[self.shift..]
    }
}

#[test]
fn parts_become_the_file_of_the_whole() {
    let folder = Folder::new("parts");
    let path = folder.path("a.npy");
    let whole = tensor::<f64, 2>([7, 3]);
    let mut writer = NpyWriter::create(&path).unwrap();
    for (start, len) in [(0, 3), (3, 0), (3, 1), (4, 3)] {
        writer.append(&whole.narrow(Axis::<0>, start, len)).unwrap();
    }
    assert_eq!(writer.shape(), Some([7, 3]));
    let wrong = writer.append(&Tensor::zeros([1, 4]));
    assert_eq!(text(wrong), "a.npy: the shape is [1, 4], expected [_, 3]");
    assert!(!path.exists());
    writer.finish().unwrap();
    let mut expected = Vec::new();
    write_npy_to(&mut expected, &whole).unwrap();
    assert_eq!(fs::read(&path).unwrap(), expected);

    let none = NpyWriter::<f32, 1>::create(&path).unwrap().finish();
    assert_eq!(text(none), "a.npy: the number of parts is 0, expected 1 or more");
    let mut writer = NpyWriter::create(&path).unwrap();
    writer.append(&Tensor::scalar(1)).unwrap();
    let wrong = writer.append(&Tensor::scalar(2));
    assert_eq!(text(wrong), "a.npy: the shape is [], expected of rank 1 or more");
    drop(writer);
    assert_eq!(folder.names(), ["a.npy"]);
}

#[test]
fn rank_and_type_are_chosen_by_the_header() {
    let folder = Folder::new("header");
    let path = folder.path("a.npy");
    let m = tensor::<u16, 4>([1, 2, 3, 4]);
    write_npy_any(&path, &m.clone().into()).unwrap();
    let header = NpyHeader::read(&path).unwrap();
    assert_eq!((header.dtype(), header.rank(), header.data_offset()), (DType::U16, 4, 128));
    assert_eq!(read_npy_any::<u16>(&path).unwrap(), m.clone().into());
    assert_eq!(read_npy::<u16, 4>(&path).unwrap(), m);
    write_npy_any(&path, &AnyTensor::from(m.reverse_axes())).unwrap();
    assert_eq!(read_npy::<u16, 4>(&path).unwrap(), m.reverse_axes());
    let full = Tensor::<u8, 12>::ones([1; 12]);
    write_npy(&path, &full).unwrap();
    assert_eq!(read_npy_any::<u8>(&path).unwrap(), full.into());
    write_npy(&path, &Tensor::<u8, 13>::ones([1; 13])).unwrap();
    assert_eq!(read_npy::<u8, 13>(&path).unwrap().shape(), [1; 13]);
    let refused = text(read_npy_any::<u8>(&path));
    assert_eq!(refused, "a.npy: byte 60: rank is 13, expected at most 12");
}

#[test]
fn written_for_numpy() {
    let Some(path) = written("parts.npy") else { return };
    let whole = tensor::<f64, 2>([7, 3]);
    let mut writer = NpyWriter::create(path).unwrap();
    for row in whole.axis_iter(Axis::<0>) {
        writer.append(&row.unsqueeze(Axis::<0>)).unwrap();
    }
    writer.finish().unwrap();
    write_npy_any(written("any.npy").unwrap(), &whole.into()).unwrap();
}
