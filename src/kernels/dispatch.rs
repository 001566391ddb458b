//! Which instructions.

use pulp::Arch;

/// The widest instruction set of the machine that kernels are compiled for.
///
/// The environment variable `HOLOR_SIMD` names a narrower one: `scalar`, `avx2` or `avx512`. It is read
/// at the first call, and is there to test the kernels of other machines. A set that the machine does not
/// have, and any other word, is the widest one. The `gemm` crate chooses by itself, always the widest.
#[inline]
pub(crate) fn arch() -> Arch {
    #[cfg(feature = "std")]
    {
        static ARCH: std::sync::OnceLock<Arch> = std::sync::OnceLock::new();
        *ARCH.get_or_init(chosen)
    }
    #[cfg(not(feature = "std"))]
    Arch::new()
}

#[cfg(feature = "std")]
#[cold]
fn chosen() -> Arch {
    #[cfg(target_arch = "x86_64")]
    super::prefetch::detect();
    let arch = of_the_environment();
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if matches!(arch, Arch::V3(_) | Arch::V4(_)) {
        let at = &raw mut FUSED;
        // SAFETY: the precondition of `asm!`: the byte is valid for ever, and Rust neither reads nor writes it.
        unsafe {
            core::arch::asm!("mov byte ptr [{at}], 1", at = in(reg) at, options(nostack, preserves_flags));
        }
    }
    arch
}

#[cfg(feature = "std")]
fn of_the_environment() -> Arch {
    let Some(name) = std::env::var_os("HOLOR_SIMD") else { return Arch::new() };
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if name == "avx2"
        && let Some(simd) = pulp::x86::V3::try_new()
    {
        return Arch::V3(simd);
    }
    if name == "scalar" { Arch::Scalar } else { Arch::new() }
}

/// Whether the machine of the compiler's target multiplies and adds in one instruction, whatever [`arch`].
const ALWAYS_FUSED: bool =
    cfg!(all(feature = "std", any(target_arch = "aarch64", target_feature = "fma")));

/// 1 once [`arch`] has found a set with that instruction. Only assembly reaches it.
#[cfg(all(feature = "std", any(target_arch = "x86", target_arch = "x86_64")))]
static mut FUSED: u8 = 0;

/// Whether products and sums are rounded at once. If false, it may only be that nobody has called [`arch`] yet.
///
/// In code that [`vectorised`] runs, the answer is a constant of the compiled function: functions of floats
/// in a closure of the user become one formula without a branch, and the loop around it vectorises.
#[cfg(any(feature = "std", feature = "libm"))]
#[inline(always)]
pub(crate) fn is_fused() -> bool {
    #[cfg(all(feature = "std", any(target_arch = "x86", target_arch = "x86_64")))]
    if !ALWAYS_FUSED {
        let at = &raw const FUSED;
        let fused: u32;
        // SAFETY: the precondition of `nomem` and `pure`: the byte is memory of assembly alone, which no code of
        // Rust reads or writes, so that there is no access for this one to be out of order with. The compiler
        // may give an earlier answer again, and it may: an old 0 is a right answer, and there is no old 1.
        #[allow(clippy::pointers_in_nomem_asm_block)]
        unsafe {
            core::arch::asm!(
                "movzx {fused:e}, byte ptr [{at}]",
                at = in(reg) at,
                fused = lateout(reg) fused,
                options(pure, nomem, nostack, preserves_flags),
            );
        }
        return fused == 1;
    }
    ALWAYS_FUSED
}

/// Work to be compiled for each instruction set: a closure, or a struct that wants to know whether the machine
/// multiplies and adds in one instruction. Where it does not, `mul_add` is a call of a slow function.
pub(crate) trait Work {
    type Output;

    /// Has to be inlined always, as everything that it calls.
    fn run<const FMA: bool>(self) -> Self::Output;
}

impl<R, F: FnOnce() -> R> Work for F {
    type Output = R;

    #[inline(always)]
    fn run<const FMA: bool>(self) -> R {
        self()
    }
}

/// Runs `work` compiled for the instruction set of [`arch`].
///
/// Default builds of a crate target the oldest machine of their architecture. Here everything that
/// is inlined into `work` is compiled for AVX-512, AVX2 or NEON too,
/// and chosen at run time; the choice is a load and a branch. Whether products and sums are fused is one answer
/// for the whole machine, so that results do not depend on the path by which an element comes here.
///
/// A closure that moves what it changes (`let x = x;`) can be called once only. Others the compiler may leave a function of their
/// own, without these instructions.
#[inline(always)]
pub(crate) fn vectorised<W: Work>(work: W) -> W::Output {
    #[cfg(all(feature = "std", any(target_arch = "x86", target_arch = "x86_64")))]
    if let Arch::V4(simd) = arch() {
        return simd.vectorize(fused(work));
    }
    vectorised_by_256(work)
}

/// As [`vectorised`], with vectors of 256 bits at most. Work that waits for memory is slower with wider ones: an
/// unaligned load of 512 bits always crosses a line of the cache, one of 256 bits half of the time. There is also
/// one copy of the code less.
#[inline(always)]
pub(crate) fn vectorised_by_256<W: Work>(work: W) -> W::Output {
    #[cfg(all(feature = "std", any(target_arch = "x86", target_arch = "x86_64")))]
    {
        let simd = match arch() {
            Arch::V3(simd) => simd,
            Arch::V4(simd) => *simd,
            _ => return unvectorised(work),
        };
        simd.vectorize(fused(work))
    }
    #[cfg(not(all(feature = "std", any(target_arch = "x86", target_arch = "x86_64"))))]
    arch().dispatch(
        #[inline(always)]
        || work.run::<ALWAYS_FUSED>(),
    )
}

/// What runs with the vectors of x86. What the first branch has found holds for all of `work`; the second is
/// never taken.
#[cfg(all(feature = "std", any(target_arch = "x86", target_arch = "x86_64")))]
#[inline(always)]
fn fused<W: Work>(work: W) -> impl FnOnce() -> W::Output {
    #[inline(always)]
    || if is_fused() { work.run::<true>() } else { unvectorised(work) }
}

/// Clears the upper halves of the vector registers. While they are in use, instructions of the oldest machines keep them and
/// wait for them: a copy in pieces of 16 bytes takes twice as long on Zen 5. Compilers clear them where a function ends;
/// the assembly of faer's products does not.
#[cfg(feature = "linalg")]
pub(crate) fn clear_upper_halves() {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if let Some(simd) = pulp::x86::V3::try_new() {
        simd.avx._mm256_zeroupper();
    }
}

/// Runs `work` compiled for the target of the compiler.
#[cfg(all(feature = "std", any(target_arch = "x86", target_arch = "x86_64")))]
#[inline(never)]
fn unvectorised<W: Work>(work: W) -> W::Output {
    work.run::<ALWAYS_FUSED>()
}
