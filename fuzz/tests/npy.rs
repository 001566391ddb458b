//! Changed npy files: an error or an array, alike in each way to read them.

use bolero::check;
use fuzz::{Choices, changed};
use holor::io::FileBytes;
use holor::io::npy::*;
use holor::prelude::*;
use holor::{DType, HasDType};

const WORDS: [&[u8]; 24] = [
    b"<",
    b">",
    b"|",
    b"f4",
    b"f8",
    b"b1",
    b"u2",
    b"O",
    b"(",
    b")",
    b",",
    b"0",
    b"9",
    b"99999999999999999999",
    b"4611686018427387904",
    b"'",
    b"True",
    b"False",
    b"descr",
    b"shape",
    b"{",
    b"}",
    b"\xff\xff",
    b"\x02\0",
];

fn files() -> Vec<Vec<u8>> {
    fn file<T: HasDType, const R: usize>(tensor: &TensorRef<T, R>) -> Vec<u8> {
        let mut file = Vec::new();
        write_npy_to(&mut file, tensor).unwrap();
        // Without the spaces at the end, where changes have no effect.
        let header = file[..128].trim_ascii_end().len() + 1;
        let mut short = [&file[..header - 1], b"\n", &file[128..]].concat();
        short[8..10].copy_from_slice(&((header - 10) as u16).to_le_bytes());
        assert_eq!(read_npy_any_from::<T>(&short[..]).unwrap().shape(), tensor.shape());
        short
    }
    let m = Tensor::<f32, 2>::from_fn([2, 3], |[i, j]| (i * 3 + j) as f32);
    let b = m.less(2.0);
    let m8 = m.cast::<f64>();
    vec![
        file(&m),
        file(&m8.transpose()),
        file(&b),
        file(&Tensor::scalar(7_u16)),
        file(&Tensor::<i64, 3>::zeros([2, 0, 3])),
    ]
}

fn read<T: HasDType + std::fmt::Debug>(file: &[u8]) {
    let any = read_npy_any_from::<T>(file);
    let shared = npy_any_from_bytes::<T>(&FileBytes::from_owner(file.to_vec()));
    let typed = read_npy_from::<T, 2>(file);
    let header = NpyHeader::read_from(file);
    match any {
        Ok(any) => {
            assert_eq!(header.unwrap().shape(), any.shape());
            assert!(any.len() * size_of::<T>() <= file.len());
            let mut out = Vec::new();
            write_npy_any_to(&mut out, &any).unwrap();
            let again = read_npy_any_from::<T>(&out[..]).unwrap();
            let mut twice = Vec::new();
            write_npy_any_to(&mut twice, &again).unwrap();
            // Bytes and not elements: NaN is equal to itself then.
            assert_eq!(out, twice);
            let mut mapped = Vec::new();
            write_npy_any_to(&mut mapped, &shared.unwrap()).unwrap();
            assert_eq!(out, mapped);
            assert_eq!(typed.is_ok(), any.rank() == 2);
        }
        Err(error) => {
            assert_eq!(error.to_string(), shared.unwrap_err().to_string());
            assert!(typed.is_err());
        }
    }
}

#[test]
fn a_changed_file_is_an_error_or_an_array() {
    let files = files();
    check!().with_type::<[u8; 32]>().for_each(|bytes| {
        let mut choices = Choices::new(bytes);
        let file = &files[choices.below(files.len())];
        let file = changed(&mut choices, file, &WORDS);
        match NpyHeader::read_from(&file[..]).map(|header| header.dtype()) {
            Ok(DType::F32) => read::<f32>(&file),
            Ok(DType::F64) => read::<f64>(&file),
            Ok(DType::Bool) => read::<bool>(&file),
            Ok(DType::I64) => read::<i64>(&file),
            Ok(_) => read::<u16>(&file),
            Err(_) => read::<u8>(&file),
        }
    });
}

/// The same file, in memory and mapped.
#[test]
fn a_changed_map_is_read_as_the_bytes_are() {
    let files = files();
    let path = std::env::temp_dir().join(format!("holor-fuzz-{}.npy", std::process::id()));
    check!().with_type::<[u8; 32]>().for_each(|bytes| {
        let mut choices = Choices::new(bytes);
        let file = &files[choices.below(files.len())];
        let file = changed(&mut choices, file, &WORDS);
        std::fs::write(&path, &file).unwrap();
        // SAFETY: the next input is written when the map and its tensors are dropped.
        let map = unsafe { FileBytes::map(&path) }.unwrap();
        assert_eq!(map.as_ref(), file);
        let found = npy_from_bytes::<f32, 2>(&map);
        let expected = npy_from_bytes::<f32, 2>(&FileBytes::from_owner(file));
        match (found, expected) {
            (Ok(found), Ok(expected)) => {
                let bits = |m: &Tensor<f32, 2>| m.map(|x| x.to_bits());
                assert_eq!(bits(&found), bits(&expected));
            }
            (Err(found), Err(expected)) => {
                let name = format!("{}: ", path.display());
                let found = found.to_string();
                assert_eq!(found.strip_prefix(&name), Some(expected.to_string().as_str()));
            }
            (found, expected) => panic!("{found:?}, but {expected:?} in memory"),
        }
    });
    let _ = std::fs::remove_file(&path);
}
