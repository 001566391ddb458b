//! `einsum!` and `tensordot` against numpy: the subscript strings of numpy's own tests and benchmarks.

use holor::operand::TensordotRhs;
use holor::prelude::*;
use num_complex::Complex;
use num_traits::Zero;
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::ops::Mul;

use crate::fixtures::{self, Case, Data};
use crate::oracle::Oracle;

trait Number: Clone + Zero + Mul<Output = Self> + PartialEq + Debug {}
impl<T: Clone + Zero + Mul<Output = T> + PartialEq + Debug> Number for T {}

fn tensor_of<T, const R: usize>(data: &Data, convert: impl Fn(f64) -> T) -> Tensor<T, R> {
    let elements = data.f64s().iter().map(|&x| convert(x)).collect();
    Tensor::from_vec(elements, data.shape()).unwrap()
}

/// Picks the macro call for a pattern and the ranks of its operands.
macro_rules! by_pattern {
    ($case:expr, $convert:expr; $($pattern:literal => $($name:ident $rank:literal),+;)+) => {{
        let ranks: Vec<usize> = $case.inputs.iter().map(|data| data.shape.len()).collect();
        let pattern = $case.words("pattern")[0].as_str();
        match (pattern, &ranks[..]) {
            $(($pattern, [$($rank),+]) => {
                let mut inputs = $case.inputs.iter();
                $(let $name: Tensor<_, $rank> = tensor_of(inputs.next().unwrap(), &$convert);)+
                Oracle::of(&einsum!($pattern, $(&$name),+))
            })+
            _ => panic!("no call of {pattern} for ranks {ranks:?}"),
        }
    }};
}

fn agrees<T: Number>(case: &Case, convert: impl Fn(f64) -> T) {
    #[rustfmt::skip]
    let found = by_pattern! { case, convert;
            "i->" => a 1;
            "ij->" => a 2;
            "ij->j" => a 2;
            "ij->i" => a 2;
            "ii->" => a 2;
            "ii->i" => a 2;
            "iii->i" => a 3;
            "ijk->jik" => a 3;
            "jii->ij" => a 3;
            "ij->ji" => a 2;
            "ij->ij" => a 2;
            "aabb->ab" => a 4;
            "->" => a 0;
            "bbcdc->d" => a 5;
            "...->..." => a 2;
            "...ii->...i" => a 3;
            "ii...->...i" => a 3;
            "...ii->i..." => a 3;
            "ii...->i..." => a 3;
            "i...i->i..." => a 3;
            "i...i->...i" => a 3;
            "...i->..." => a 3;
            "i...->..." => a 2;
            "i...->..." => a 3;
            "i...k->..." => a 3;
            "...a->...a" => a 2;
            "...a->..." => a 2;
            "i,i->" => a 1, b 1;
            "i,j->ij" => a 1, b 1;
            "ij,j->i" => a 2, b 1;
            "ij,jk->ik" => a 2, b 2;
            "ij,jh->hi" => a 2, b 2;
            "ijk,jil->kl" => a 3, b 3;
            "i,ij->" => a 1, b 2;
            "ij,i->" => a 2, b 1;
            "ji,i->" => a 2, b 1;
            ",i->" => a 0, b 1;
            "i,->" => a 1, b 0;
            ",i->i" => a 0, b 1;
            "i,->i" => a 1, b 0;
            ",->" => a 0, b 0;
            "ijk,j->ijk" => a 3, b 1;
            "ik,kj->ij" => a 2, b 2;
            "ijkl,k->ijl" => a 4, b 1;
            "cl,cpx->lpx" => a 2, b 3;
            "cl,cpxy->lpxy" => a 2, b 4;
            "ijklm,ijn->" => a 5, b 3;
            "aabcb,abc->" => a 5, b 3;
            "bhqd,bhkd->bhqk" => a 4, b 4;
            "abcd,ad->bc" => a 4, b 2;
            "ab,ab->" => a 2, b 2;
            "ab,ba->" => a 2, b 2;
            "abc,abc->" => a 3, b 3;
            "abc,bac->" => a 3, b 3;
            "abc,cba->" => a 3, b 3;
            "obk,ijk->ioj" => a 3, b 3;
            "cab,cdd->ab" => a 3, b 3;
            "jhcabhijaci,dfijejgh->fgje" => a 11, b 8;
            "baegffahgc,hdggeff->dhg" => a 10, b 7;
            "cehgbaifff,fhhdegih->cdghbi" => a 10, b 8;
            "gah,cdbcghefg->ef" => a 3, b 9;
            "cacc,bcb->" => a 4, b 3;
            "ij,ij->j" => a 2, b 2;
            "...,...->..." => a 1, b 1;
            "...,...->..." => a 2, b 3;
            "...,...->..." => a 2, b 0;
            "...i,...i->..." => a 1, b 1;
            "...i,...i->..." => a 2, b 2;
            "...i,...i->..." => a 2, b 1;
            "i...,i...->..." => a 2, b 2;
            "i...,i...->..." => a 2, b 1;
            "i...,j...->ij..." => a 1, b 1;
            "...j,j->..." => a 3, b 1;
            "i,...j->...ij" => a 1, b 2;
            ",i...->" => a 0, b 3;
            "i...,->" => a 3, b 0;
            "ij...,j...->i..." => a 2, b 3;
            "ij...,j...->ij..." => a 3, b 1;
            "ij...,...j->ij..." => a 3, b 1;
            "ij...,j->ij..." => a 3, b 1;
            "ik...,k...->i..." => a 2, b 2;
            "ik...,...kj->i...j" => a 2, b 2;
            "...k,kj->...j" => a 2, b 2;
            "ik,k...->i..." => a 2, b 2;
            "...kl,k->...l" => a 4, b 1;
            "...kl,k...->...l" => a 4, b 1;
            "...lmn,lmn...->..." => a 6, b 3;
            "...lmn,...lmno->...o" => a 6, b 4;
            "...lmn,lmno->...o" => a 6, b 4;
            "...ij,...jk->...ik" => a 2, b 2;
            "...ij,...jk->...ik" => a 3, b 3;
            "...ij,...jk->...ik" => a 3, b 2;
            "...ft,mf->...mt" => a 3, b 2;
            "i,ij,j->" => a 1, b 2, c 1;
            "i,i,i->" => a 1, b 1, c 1;
            "i,i,i->i" => a 1, b 1, c 1;
            "z,mz,zm->" => a 1, b 2, c 2;
            "ijp,ipq,ikq->ijk" => a 3, b 3, c 3;
            "ijklm,ijn,ijn->" => a 5, b 3, c 3;
            "x,yx,zx->xzy" => a 1, b 2, c 2;
            "a,ab,abc->abc" => a 1, b 2, c 3;
            "a,b,ab->ab" => a 1, b 1, c 2;
            "ab,ab,c->" => a 2, b 2, c 1;
            "ab,ab,c->c" => a 2, b 2, c 1;
            "ab,cd,ef->abcdef" => a 2, b 2, c 2;
            "ab,cd,ef->acdf" => a 2, b 2, c 2;
            "ab,cd,de->abcde" => a 2, b 2, c 2;
            "ab,cd,de->be" => a 2, b 2, c 2;
            "ab,bcd,cd->abcd" => a 2, b 3, c 2;
            "ab,bcd,cd->abd" => a 2, b 3, c 2;
            "eb,cb,fb->cef" => a 2, b 2, c 2;
            "bd,db,eac->ace" => a 2, b 2, c 3;
            "ba,ac,da->bcd" => a 2, b 2, c 2;
            "bb,ff,be->e" => a 2, b 2, c 2;
            "dba,ead,cad->bce" => a 3, b 3, c 3;
            "aef,fbc,dca->bde" => a 3, b 3, c 3;
            "a,a,a->a" => a 1, b 1, c 1;
            "a,b,c->abc" => a 1, b 1, c 1;
            "ijk,kl,jl->i" => a 3, b 2, c 2;
            "abjk,kl,jl->ab" => a 4, b 2, c 2;
            "ab,ab,cd,cd->" => a 2, b 2, c 2, d 2;
            "ab,ab,cd,cd->ac" => a 2, b 2, c 2, d 2;
            "ab,ab,cd,cd->cd" => a 2, b 2, c 2, d 2;
            "dd,fb,be,cdb->cef" => a 2, b 2, c 2, d 3;
            "bca,cdb,dbf,afc->" => a 3, b 3, c 3, d 3;
            "dcc,fce,ea,dbf->ab" => a 3, b 3, c 2, d 3;
            "fdf,cdd,ccd,afe->ae" => a 3, b 3, c 3, d 3;
            "ed,fcd,ff,bcf->be" => a 2, b 3, c 2, d 3;
            "baa,dcf,af,cde->be" => a 3, b 3, c 2, d 3;
            "fff,fae,bef,def->abd" => a 3, b 3, c 3, d 3;
            "efc,dbc,acf,fd->abe" => a 3, b 3, c 3, d 2;
            "aab,fa,df,ecc->bde" => a 3, b 2, c 2, d 3;
            "ecb,fef,bad,ed->ac" => a 3, b 3, c 3, d 2;
            "bcf,bbb,fbf,fc->" => a 3, b 3, c 3, d 2;
            "bcb,bb,fc,fff->" => a 3, b 2, c 2, d 3;
            "fbb,dfd,fc,fc->" => a 3, b 3, c 2, d 2;
            "afd,ba,cc,dc->bf" => a 3, b 2, c 2, d 2;
            "adb,bc,fa,cfc->d" => a 3, b 2, c 2, d 3;
            "bbd,bda,fc,db->acf" => a 3, b 3, c 2, d 2;
            "ab,bc,cd,de->ae" => a 2, b 2, c 2, d 2;
            "acdf,jbje,gihb,hfac->degi" => a 4, b 4, c 4, d 4;
            "ijk,kl,jl,i->i" => a 3, b 2, c 2, d 1;
            "abjk,kl,jl,ab->ab" => a 4, b 2, c 2, d 2;
            "ea,fb,gc,hd,abcd->efgh" => a 2, b 2, c 2, d 2, e 4;
            "ea,fb,abcd,gc,hd->efgh" => a 2, b 2, c 4, d 2, e 2;
            "abcd,ea,fb,gc,hd->efgh" => a 4, b 2, c 2, d 2, e 2;
            "abhe,hidj,jgba,hiab,gab->de" => a 4, b 4, c 4, d 4, e 3;
            "bdhe,acad,hiab,agac,hibd->eg" => a 4, b 4, c 4, d 4, e 4;
            "ab,ab,cd,cd,ef,ef->" => a 2, b 2, c 2, d 2, e 2, f 2;
    };
    let expected = &case.outputs[0];
    let elements: Vec<T> = expected.f64s().iter().map(|&x| convert(x)).collect();
    assert_eq!((&found.shape[..], &found.values), (&expected.shape[..], &elements), "{case}");
}

#[test]
fn contractions_agree_with_numpy() {
    let mut patterns = BTreeSet::new();
    for case in fixtures::load("einsum").iter().filter(|case| case.name == "einsum") {
        agrees(case, |x| x);
        agrees(case, |x| x as f32);
        agrees(case, |x| x as i32);
        agrees(case, |x| Complex::new(x, 0.0));
        patterns.insert(case.words("pattern")[0].clone());
    }
    assert!(patterns.len() >= 120, "{} patterns", patterns.len());
}

#[test]
fn tensordot_agrees_with_numpy() {
    fn check<const A: usize, const B: usize, L, R, const O: usize>(case: &Case, left: L, right: R)
    where
        for<'a> &'a Tensor<f64, B>: TensordotRhs<f64, A, L, R, Output = Rank<O>>,
        for<'a> &'a Tensor<i64, B>: TensordotRhs<i64, A, L, R, Output = Rank<O>>,
        L: Copy,
        R: Copy,
    {
        let (a, b) = (&case.inputs[0], &case.inputs[1]);
        let expected: Tensor<f64, O> = tensor_of(&case.outputs[0], |x| x);
        let (x, y) = (tensor_of::<f64, A>(a, |x| x), tensor_of::<f64, B>(b, |x| x));
        assert_eq!(x.tensordot(&y, left, right), expected, "{case}");
        let (x, y) = (tensor_of::<i64, A>(a, |x| x as i64), tensor_of::<i64, B>(b, |x| x as i64));
        assert_eq!(x.tensordot(&y, left, right).cast::<f64>(), expected, "{case}");
    }
    let mut cases = 0;
    for case in fixtures::load("einsum").iter().filter(|case| case.name == "tensordot") {
        cases += 1;
        let axes = [case.words("left").join(" "), case.words("right").join(" ")];
        match [&axes[0][..], &axes[1][..]] {
            ["1 0", "0 1"] => check::<3, 3, _, _, 2>(case, axes![1, 0], axes![0, 1]),
            ["2", "0"] => check::<3, 2, _, _, 3>(case, axes![2], axes![0]),
            ["0 1", "1 0"] => check::<2, 2, _, _, 0>(case, axes![0, 1], axes![1, 0]),
            ["", ""] => check::<2, 1, _, _, 3>(case, axes![], axes![]),
            ["1 2", "1 0"] => check::<3, 3, _, _, 2>(case, axes![1, 2], axes![1, 0]),
            ["0 2", "1 0"] => check::<4, 3, _, _, 3>(case, axes![0, 2], axes![1, 0]),
            axes => panic!("no call for {axes:?}"),
        }
    }
    assert_eq!(cases, 6);
}
