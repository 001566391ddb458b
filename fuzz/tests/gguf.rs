//! Changed GGUF files: an error, or tensors that are in the file, apart from each other, and as long as they say.

use bolero::check;
use fuzz::{Choices, changed};
use holor::io::FileBytes;

/// The reader of the crate `models`, which needs holor alone; the crate needs much more.
#[path = "../../models/src/gguf/mod.rs"]
#[allow(dead_code, unreachable_pub, unused_imports)]
mod gguf;

use gguf::{Gguf, List, Value};

const WORDS: [&[u8]; 18] = [
    b"GGUF",
    b"\0\0\0\0\0\0\0\0",
    b"\x01\0\0\0\0\0\0\0",
    b"\x20\0\0\0\0\0\0\0",
    b"\xff\xff\xff\xff\xff\xff\xff\xff",
    b"\0\0\0\0\0\0\0\x10",
    b"\x02\0\0\0",
    b"\x03\0\0\0",
    b"\x08\0\0\0",
    b"\x09\0\0\0",
    b"\x0e\0\0\0",
    b"\x09\0\0\0\x01\0\0\0\0\0\0\0",
    b"\x09\0\0\0\x09\0\0\0\x01\0\0\0\0\0\0\0\x09\0\0\0\x01\0\0\0\0\0\0\0",
    b"\x11\0\0\0\0\0\0\0general.alignment",
    b"\xff",
    b"\x80",
    b"\x01",
    b"\0",
];

fn text(file: &mut Vec<u8>, text: &str) {
    file.extend((text.len() as u64).to_le_bytes());
    file.extend(text.as_bytes());
}

/// A file of four values and four tensors.
fn file() -> Vec<u8> {
    let mut file = b"GGUF".to_vec();
    file.extend(3u32.to_le_bytes());
    file.extend(4u64.to_le_bytes());
    file.extend(4u64.to_le_bytes());
    text(&mut file, "general.alignment");
    file.extend([4u32, 32].iter().flat_map(|n| n.to_le_bytes()));
    text(&mut file, "t");
    file.extend(8u32.to_le_bytes());
    text(&mut file, "ü");
    text(&mut file, "l");
    file.extend([9u32, 8, 2, 0].iter().flat_map(|n| n.to_le_bytes()));
    text(&mut file, "a");
    text(&mut file, "");
    text(&mut file, "n");
    file.extend([9u32, 9, 1, 0, 6, 2, 0, 0, 0].iter().flat_map(|n| n.to_le_bytes()));
    // Name, sizes with the contiguous axis first, type, offset.
    let tensors: [(&str, &[u64], u32, u64); 4] =
        [("q", &[32, 2], 3, 0), ("f", &[3], 0, 64), ("h", &[2, 2, 1], 1, 96), ("k", &[32], 8, 128)];
    for (name, sizes, kind, offset) in tensors {
        text(&mut file, name);
        file.extend((sizes.len() as u32).to_le_bytes());
        file.extend(sizes.iter().flat_map(|size| size.to_le_bytes()));
        file.extend(kind.to_le_bytes());
        file.extend(offset.to_le_bytes());
    }
    let start = file.len().next_multiple_of(32);
    file.resize(start + 128 + 34, 0x3c);
    file
}

/// The number of values in a value.
fn count(value: Value<'_>) -> usize {
    match value {
        Value::List(list) => list.iter().map(count).sum(),
        _ => 1,
    }
}

#[test]
fn a_changed_file_is_an_error_or_whole() {
    let original = file();
    let whole = Gguf::new(FileBytes::from_owner(original.clone())).unwrap();
    assert_eq!(whole.tensors().count(), 4);
    check!().with_type::<[u8; 32]>().for_each(|bytes| {
        let mut choices = Choices::new(bytes);
        let bytes = changed(&mut choices, &original, &WORDS);
        let len = bytes.len();
        let Ok(file) = Gguf::new(FileBytes::from_owner(bytes)) else { return };
        assert!(file.metadata().map(|(_, value)| count(value)).sum::<usize>() <= len);
        let _ = file.value::<List<'_>>("l").map(|list| list.len());
        let mut ranges = vec![];
        for (name, info) in file.tensors() {
            let range = info.byte_range();
            assert!(range.end <= len, "{name} ends at {} of {len}", range.end);
            if !range.is_empty() {
                ranges.push((range.start, range.end));
            }
            let elements: usize = info.shape().iter().product();
            assert_eq!(elements / info.kind().block_len() * info.kind().block_bytes(), range.len());
            let ranks = [
                file.tensor::<0>(name).map(|t| t.len()),
                file.tensor::<1>(name).map(|t| t.len()),
                file.tensor::<2>(name).map(|t| t.len()),
                file.tensor::<3>(name).map(|t| t.len()),
                file.tensor::<4>(name).map(|t| t.len()),
            ];
            let read: Vec<_> = ranks.into_iter().flatten().collect();
            assert!(read.is_empty() || read == [elements], "{name}: {read:?}");
        }
        ranges.sort_unstable();
        assert!(ranges.windows(2).all(|pair| pair[0].1 <= pair[1].0), "{ranges:?}");
    });
}
