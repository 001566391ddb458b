//! Products of weights in blocks and vectors of floats: each block becomes floats in registers.
//!
//! The functions of [`V4`] and [`V3`] are those of the processor (AVX-512 and AVX2), safe because a value is the proof that
//! they are there. Other processors run plain loops over arrays of fixed size, compiled for the instructions they have.

use crate::gguf::{BLOCK, Kind, Q4_1_BYTES, Q8_0_BYTES, f16_to_f32, q4_1, q8_0};
use pulp::{Arch, NullaryFnOnce};
use std::marker::PhantomData;
use std::sync::OnceLock;

/// Half of a block: the numbers that are multiplied beside each other.
const LANES: usize = BLOCK / 2;

/// A format of blocks of `BYTES` bytes.
trait Format<const BYTES: usize> {
    /// The floats that a block stands for.
    fn floats(block: &[u8; BYTES]) -> [f32; BLOCK];

    /// The same in two registers.
    #[cfg(target_arch = "x86_64")]
    fn registers(simd: V4, block: &[u8; BYTES]) -> (__m512, __m512);

    /// The same in four registers of half the size.
    #[cfg(target_arch = "x86_64")]
    fn halves(simd: V3, block: &[u8; BYTES]) -> [__m256; 4];
}

#[cfg(target_arch = "x86_64")]
use {
    pulp::x86::{V3, V4},
    std::arch::x86_64::{__m128i, __m256, __m256i, __m512},
};

struct Q4_1;

impl Format<Q4_1_BYTES> for Q4_1 {
    #[inline(always)]
    fn floats(block: &[u8; Q4_1_BYTES]) -> [f32; BLOCK] {
        q4_1(block)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn registers(simd: V4, block: &[u8; Q4_1_BYTES]) -> (__m512, __m512) {
        let simd = simd.avx512f;
        let (factors, bytes) = block.split_first_chunk::<4>().expect("20 bytes");
        // Factor and smallest value in turns.
        let pairs: __m256i = pulp::cast([u32::from_ne_bytes(*factors); 8]);
        let pairs = simd._mm512_cvtph_ps(pairs);
        let (factor, smallest) = (simd._mm512_moveldup_ps(pairs), simd._mm512_movehdup_ps(pairs));
        // The sixteen numbers that half a byte can stand for; the lowest four bits of a lane choose one of them.
        let table: __m512 = pulp::cast(std::array::from_fn::<f32, LANES, _>(|n| n as f32));
        let table = simd._mm512_fmadd_ps(table, factor, smallest);
        let bytes: &[u8; LANES] = bytes.try_into().expect("16 bytes");
        let low = simd._mm512_cvtepu8_epi32(pulp::cast::<[u8; LANES], __m128i>(*bytes));
        let high = simd._mm512_srli_epi32::<4>(low);
        (simd._mm512_permutexvar_ps(low, table), simd._mm512_permutexvar_ps(high, table))
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn halves(simd: V3, block: &[u8; Q4_1_BYTES]) -> [__m256; 4] {
        let (factors, bytes) = block.split_first_chunk::<4>().expect("20 bytes");
        let [a, b, c, d] = *factors;
        let float = |bits| simd.avx._mm256_set1_ps(f16_to_f32(u16::from_le_bytes(bits)));
        let (factor, smallest) = (float([a, b]), float([c, d]));
        let bytes: &[u8; LANES] = bytes.try_into().expect("16 bytes");
        let bytes = u128::from_le_bytes(*bytes);
        let mask = u128::from_le_bytes([15; LANES]);
        let halves = [bytes & mask, bytes >> 4 & mask];
        let eight = |half: u128| {
            let bytes = pulp::cast::<[u64; 2], __m128i>([half as u64, 0]);
            let numbers = simd.avx._mm256_cvtepi32_ps(simd.avx2._mm256_cvtepu8_epi32(bytes));
            simd.fma._mm256_fmadd_ps(numbers, factor, smallest)
        };
        [eight(halves[0]), eight(halves[0] >> 64), eight(halves[1]), eight(halves[1] >> 64)]
    }
}

struct Q8_0;

impl Format<Q8_0_BYTES> for Q8_0 {
    #[inline(always)]
    fn floats(block: &[u8; Q8_0_BYTES]) -> [f32; BLOCK] {
        q8_0(block)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn registers(simd: V4, block: &[u8; Q8_0_BYTES]) -> (__m512, __m512) {
        let simd = simd.avx512f;
        let (factor, bytes) = block.split_first_chunk::<2>().expect("34 bytes");
        let factor: __m256i = pulp::cast([u16::from_ne_bytes(*factor); LANES]);
        let factor = simd._mm512_cvtph_ps(factor);
        let halves = bytes.as_chunks::<LANES>().0;
        let half = |n: usize| {
            let bytes = pulp::cast::<[u8; LANES], __m128i>(halves[n]);
            let numbers = simd._mm512_cvtepi32_ps(simd._mm512_cvtepi8_epi32(bytes));
            simd._mm512_mul_ps(numbers, factor)
        };
        (half(0), half(1))
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn halves(simd: V3, block: &[u8; Q8_0_BYTES]) -> [__m256; 4] {
        let (factor, bytes) = block.split_first_chunk::<2>().expect("34 bytes");
        let factor = simd.avx._mm256_set1_ps(f16_to_f32(u16::from_le_bytes(*factor)));
        let quarters = bytes.as_chunks::<8>().0;
        std::array::from_fn(|n| {
            let bytes = pulp::cast::<[u64; 2], __m128i>([u64::from_le_bytes(quarters[n]), 0]);
            let numbers = simd.avx._mm256_cvtepi32_ps(simd.avx2._mm256_cvtepi8_epi32(bytes));
            simd.avx._mm256_mul_ps(numbers, factor)
        })
    }
}

/// What is done with the blocks of a matrix.
trait Work {
    /// In plain loops; `FUSED` if the machine multiplies and adds in one instruction.
    fn portable<const BYTES: usize, F: Format<BYTES>, const FUSED: bool>(
        self,
        blocks: &[[u8; BYTES]],
    );

    #[cfg(target_arch = "x86_64")]
    fn wide<const BYTES: usize, F: Format<BYTES>>(self, simd: V4, blocks: &[[u8; BYTES]]);

    #[cfg(target_arch = "x86_64")]
    fn narrow<const BYTES: usize, F: Format<BYTES>>(self, simd: V3, blocks: &[[u8; BYTES]]);
}

/// Work on blocks of a format. A closure would not be inlined for certain, and a function that is called has not the
/// instructions of its caller.
struct Call<'a, W, F, const BYTES: usize, const FUSED: bool> {
    work: W,
    blocks: &'a [[u8; BYTES]],
    format: PhantomData<F>,
}

impl<W: Work, F: Format<BYTES>, const BYTES: usize, const FUSED: bool> NullaryFnOnce
    for Call<'_, W, F, BYTES, FUSED>
{
    type Output = ();

    #[inline(always)]
    fn call(self) {
        self.work.portable::<BYTES, F, FUSED>(self.blocks);
    }
}

/// The same with registers of 512 bits.
#[cfg(target_arch = "x86_64")]
struct Wide<'a, W, F, const BYTES: usize> {
    simd: V4,
    work: W,
    blocks: &'a [[u8; BYTES]],
    format: PhantomData<F>,
}

#[cfg(target_arch = "x86_64")]
impl<W: Work, F: Format<BYTES>, const BYTES: usize> NullaryFnOnce for Wide<'_, W, F, BYTES> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        self.work.wide::<BYTES, F>(self.simd, self.blocks);
    }
}

/// The same with registers of 256 bits.
#[cfg(target_arch = "x86_64")]
struct Narrow<'a, W, F, const BYTES: usize> {
    simd: V3,
    work: W,
    blocks: &'a [[u8; BYTES]],
    format: PhantomData<F>,
}

#[cfg(target_arch = "x86_64")]
impl<W: Work, F: Format<BYTES>, const BYTES: usize> NullaryFnOnce for Narrow<'_, W, F, BYTES> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        self.work.narrow::<BYTES, F>(self.simd, self.blocks);
    }
}

/// The instructions of the machine, or fewer if `HOLOR_SIMD` says `avx2` or `scalar`, as in holor.
fn arch() -> Arch {
    static ARCH: OnceLock<Arch> = OnceLock::new();
    *ARCH.get_or_init(|| match std::env::var("HOLOR_SIMD").as_deref() {
        Ok("scalar") => Arch::Scalar,
        #[cfg(target_arch = "x86_64")]
        Ok("avx2") => pulp::x86::V3::try_new().map_or(Arch::Scalar, Arch::V3),
        _ => Arch::new(),
    })
}

fn dispatch<const BYTES: usize, F: Format<BYTES>>(bytes: &[u8], work: impl Work) {
    let (blocks, format) = (bytes.as_chunks::<BYTES>().0, PhantomData::<F>);
    match arch() {
        #[cfg(target_arch = "x86_64")]
        Arch::V4(simd) => simd.vectorize(Wide { simd, work, blocks, format }),
        #[cfg(target_arch = "x86_64")]
        Arch::V3(simd) => simd.vectorize(Narrow { simd, work, blocks, format }),
        Arch::Scalar => Call::<_, _, BYTES, false> { work, blocks, format }.call(),
        arch => arch.dispatch(Call::<_, _, BYTES, true> { work, blocks, format }),
    }
}

/// The types whose blocks are multiplied as they are.
#[derive(Clone, Copy)]
pub(super) enum Blocks {
    Q4_1,
    Q8_0,
}

impl Blocks {
    /// The type with a name, if it is one of these.
    pub(super) fn of(kind: Kind) -> Option<Self> {
        match kind.name() {
            "Q4_1" => Some(Blocks::Q4_1),
            "Q8_0" => Some(Blocks::Q8_0),
            _ => None,
        }
    }

    fn run(self, bytes: &[u8], work: impl Work) {
        match self {
            Blocks::Q4_1 => dispatch::<Q4_1_BYTES, Q4_1>(bytes, work),
            Blocks::Q8_0 => dispatch::<Q8_0_BYTES, Q8_0>(bytes, work),
        }
    }

    /// Multiplies rows of blocks and a vector: `[y.len(), x.len()] x [x.len()] -> [y.len()]`.
    pub(super) fn rows_times_vector(self, rows: &[u8], x: &[f32], y: &mut [f32]) {
        self.run(rows, Dot { x: x.as_chunks().0, y });
    }

    /// Makes floats of blocks.
    pub(super) fn to_floats(self, bytes: &[u8], floats: &mut [f32]) {
        self.run(bytes, Unpack { floats: floats.as_chunks_mut().0 });
    }
}

struct Dot<'a> {
    x: &'a [[f32; BLOCK]],
    y: &'a mut [f32],
}

impl Work for Dot<'_> {
    #[inline(always)]
    fn portable<const BYTES: usize, F: Format<BYTES>, const FUSED: bool>(
        self,
        blocks: &[[u8; BYTES]],
    ) {
        for (y, row) in self.y.iter_mut().zip(blocks.chunks_exact(self.x.len())) {
            let mut sums = [0.0; BLOCK];
            for (block, x) in row.iter().zip(self.x) {
                let w = F::floats(block);
                for ((sum, w), x) in sums.iter_mut().zip(w).zip(x) {
                    *sum = if FUSED { w.mul_add(*x, *sum) } else { w * x + *sum };
                }
            }
            *y = sums.iter().sum();
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn wide<const BYTES: usize, F: Format<BYTES>>(self, simd: V4, blocks: &[[u8; BYTES]]) {
        let f = simd.avx512f;
        for (y, row) in self.y.iter_mut().zip(blocks.chunks_exact(self.x.len())) {
            let mut sums = [f._mm512_setzero_ps(); 2];
            for (block, x) in row.iter().zip(self.x) {
                let (low, high) = F::registers(simd, block);
                let [x_low, x_high]: [__m512; 2] = pulp::cast(*x);
                sums = [
                    f._mm512_fmadd_ps(low, x_low, sums[0]),
                    f._mm512_fmadd_ps(high, x_high, sums[1]),
                ];
            }
            *y = f._mm512_reduce_add_ps(f._mm512_add_ps(sums[0], sums[1]));
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn narrow<const BYTES: usize, F: Format<BYTES>>(self, simd: V3, blocks: &[[u8; BYTES]]) {
        for (y, row) in self.y.iter_mut().zip(blocks.chunks_exact(self.x.len())) {
            let mut sums = [simd.avx._mm256_setzero_ps(); 4];
            for (block, x) in row.iter().zip(self.x) {
                let w = F::halves(simd, block);
                let x: [__m256; 4] = pulp::cast(*x);
                sums = std::array::from_fn(|n| simd.fma._mm256_fmadd_ps(w[n], x[n], sums[n]));
            }
            let [a, b, c, d] = sums;
            let sum =
                simd.avx._mm256_add_ps(simd.avx._mm256_add_ps(a, b), simd.avx._mm256_add_ps(c, d));
            *y = pulp::cast::<__m256, [f32; 8]>(sum).iter().sum();
        }
    }
}

struct Unpack<'a> {
    floats: &'a mut [[f32; BLOCK]],
}

impl Work for Unpack<'_> {
    #[inline(always)]
    fn portable<const BYTES: usize, F: Format<BYTES>, const FUSED: bool>(
        self,
        blocks: &[[u8; BYTES]],
    ) {
        for (floats, block) in self.floats.iter_mut().zip(blocks) {
            *floats = F::floats(block);
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn wide<const BYTES: usize, F: Format<BYTES>>(self, simd: V4, blocks: &[[u8; BYTES]]) {
        for (floats, block) in self.floats.iter_mut().zip(blocks) {
            *floats = pulp::cast(<[__m512; 2]>::from(F::registers(simd, block)));
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn narrow<const BYTES: usize, F: Format<BYTES>>(self, simd: V3, blocks: &[[u8; BYTES]]) {
        for (floats, block) in self.floats.iter_mut().zip(blocks) {
            *floats = pulp::cast(F::halves(simd, block));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes that look like nothing in particular, with factors from 0.5 to 2 where blocks have them.
    fn blocks(count: usize, bytes: usize, factors: usize) -> Vec<u8> {
        let mut state = 18u32;
        let mut blocks = vec![0; count * bytes];
        for (n, byte) in blocks.iter_mut().enumerate() {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *byte = (state >> 24) as u8;
            if n % bytes < 2 * factors && n % 2 == 1 {
                *byte = 0x38 + *byte % 8;
            }
        }
        blocks
    }

    /// The floats of blocks and their products, by the instructions of the machine, in plain loops, and in 64 bits.
    fn agree<const BYTES: usize, F: Format<BYTES>>(factors: usize) {
        let (rows, columns) = (7, 5 * BLOCK);
        let bytes = blocks(rows * columns / BLOCK, BYTES, factors);
        let x: Vec<f32> = (0..columns).map(|n| (n as f32).sin()).collect();
        let mut floats = vec![0.0; rows * columns];
        dispatch::<BYTES, F>(&bytes, Unpack { floats: floats.as_chunks_mut().0 });
        let plain: Vec<f32> = bytes.as_chunks().0.iter().flat_map(F::floats).collect();
        let is_near = |(a, b): (&f32, &f32)| (a - b).abs() <= 1e-6 * b.abs().max(1.0);
        assert!(floats.iter().zip(&plain).all(is_near), "floats of {BYTES} bytes");

        let (mut found, mut portable) = (vec![0.0; rows], vec![0.0; rows]);
        let x_blocks = x.as_chunks().0;
        dispatch::<BYTES, F>(&bytes, Dot { x: x_blocks, y: &mut found });
        let work = Dot { x: x_blocks, y: &mut portable };
        work.portable::<BYTES, F, false>(bytes.as_chunks().0);
        for ((row, found), portable) in plain.chunks(columns).zip(found).zip(portable) {
            let exact: f64 = row.iter().zip(&x).map(|(w, x)| f64::from(*w) * f64::from(*x)).sum();
            let size: f64 = row.iter().zip(&x).map(|(w, x)| f64::from((w * x).abs())).sum();
            assert!((f64::from(found) - exact).abs() < 1e-6 * size, "{found} and {exact}");
            assert!((f64::from(portable) - exact).abs() < 1e-6 * size, "{portable} and {exact}");
        }
    }

    #[test]
    fn products_of_blocks_are_those_of_their_floats() {
        agree::<Q4_1_BYTES, Q4_1>(2);
        agree::<Q8_0_BYTES, Q8_0>(1);
    }
}
