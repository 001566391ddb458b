//! Tables for notebooks: whole texts, and what stands in them for tensors of every rank.

use holor::prelude::*;
use insta::assert_snapshot;
use std::fmt::{self, Display};

/// The table without its styles.
fn plain(html: &str) -> String {
    let mut parts = html.split(" style=\"");
    let first = parts.next().unwrap().to_owned();
    first + &parts.map(|part| part.split_once('"').unwrap().1).collect::<String>()
}

/// The rows without the caption, each as its cells.
fn rows(html: &str) -> Vec<Vec<String>> {
    let plain = plain(html).replace("</th>", "").replace("</td>", "").replace("</tr>", "");
    let rows = plain.lines().filter_map(|line| line.strip_prefix("<tr>"));
    rows.map(|row| {
        let cells = row.replace("<td>", "<th>");
        cells.split("<th>").skip(1).map(str::to_owned).collect()
    })
    .collect()
}

#[test]
fn a_matrix_is_a_table_with_its_indices() {
    assert_snapshot!(tensor![[1.0, -2.5], [0.25, 3.0]].to_html(), @r#"
    <table style="font-family:monospace;white-space:pre;text-align:right;border-spacing:0.75em 0.15em">
    <caption style="text-align:left;opacity:0.75">f64, shape [2, 2]</caption>
    <tr><th></th><th style="text-align:right;font-weight:normal;opacity:0.75">0</th><th style="text-align:right;font-weight:normal;opacity:0.75">1</th></tr>
    <tr><th style="text-align:right;font-weight:normal;opacity:0.75">0</th><td>1</td><td>-2.5</td></tr>
    <tr><th style="text-align:right;font-weight:normal;opacity:0.75">1</th><td>0.25</td><td>3</td></tr>
    </table>
    "#);
}

#[test]
fn a_vector_is_a_row_and_a_scalar_a_cell() {
    assert_snapshot!(plain(&tensor![7, 8, 9].to_html()), @r"
    <table>
    <caption>i32, shape [3]</caption>
    <tr><th>0</th><th>1</th><th>2</th></tr>
    <tr><td>7</td><td>8</td><td>9</td></tr>
    </table>
    ");
    assert_snapshot!(plain(&Tensor::scalar(0.5_f32).to_html()), @r"
    <table>
    <caption>f32, shape []</caption>
    <tr><td>0.5</td></tr>
    </table>
    ");
}

#[test]
fn higher_ranks_are_matrices_under_their_indices() {
    let t = Tensor::<usize, 4>::from_fn([2, 2, 1, 2], |[i, j, _, l]| i * 100 + j * 10 + l);
    assert_snapshot!(plain(&t.to_html()), @r#"
    <table>
    <caption>usize, shape [2, 2, 1, 2]</caption>
    <tr><th></th><th>0</th><th>1</th></tr>
    <tr><th colspan="3">[0, 0, .., ..]</th></tr>
    <tr><th>0</th><td>0</td><td>1</td></tr>
    <tr><th colspan="3">[0, 1, .., ..]</th></tr>
    <tr><th>0</th><td>10</td><td>11</td></tr>
    <tr><th colspan="3">[1, 0, .., ..]</th></tr>
    <tr><th>0</th><td>100</td><td>101</td></tr>
    <tr><th colspan="3">[1, 1, .., ..]</th></tr>
    <tr><th>0</th><td>110</td><td>111</td></tr>
    </table>
    "#);
}

#[test]
fn empty_tensors_have_a_caption_only() {
    assert_snapshot!(plain(&Tensor::<u8, 1>::zeros([0]).to_html()), @r"
    <table>
    <caption>u8, shape [0]</caption>
    </table>
    ");
    for html in [
        Tensor::<u8, 2>::zeros([3, 0]).to_html(),
        Tensor::<u8, 2>::zeros([0, 3]).to_html(),
        Tensor::<u8, 4>::zeros([usize::MAX >> 4, 0, 1, 5]).to_html(),
    ] {
        assert!(html.contains("<caption") && !html.contains("<tr>"), "{html}");
    }
}

#[test]
fn what_is_long_is_summarised_as_in_the_text() {
    let v = Tensor::<usize, 1>::from_fn([1001], |[i]| i);
    let ends = ["0", "1", "2", "&hellip;", "998", "999", "1000"];
    assert_eq!(rows(&v.to_html()), [ends, ends]);
    assert_eq!(rows(&v.slice(s![..1000]).to_html())[1].len(), 1000);

    let m = Tensor::<usize, 2>::from_fn([500, 3], |[i, j]| i * 3 + j);
    let found = rows(&m.to_html());
    assert_eq!(found.len(), 8);
    assert_eq!(found[0], ["", "0", "1", "2"]);
    assert_eq!(found[3], ["2", "6", "7", "8"]);
    assert_eq!(found[4], ["&vellip;", "&vellip;", "&vellip;", "&vellip;"]);
    assert_eq!(found[5], ["497", "1491", "1492", "1493"]);

    let wide = Tensor::<u8, 2>::zeros([40, 40]);
    let (row, all) = (rows(&wide.to_html())[4].join(" "), "&vellip; &vellip; &vellip;");
    assert_eq!(row, format!("&vellip; {all} &hellip; {all}"));
}

#[test]
fn a_summary_does_not_grow_with_the_rank() {
    let t = Tensor::<usize, 6>::from_fn([7; 6], |[a, b, c, d, e, f]| {
        [a, b, c, d, e, f].iter().fold(0, |sum, i| sum * 10 + i)
    });
    let html = t.to_html();
    let plain = plain(&html);
    let titles = plain.lines().filter_map(|line| line.strip_prefix("<tr><th colspan=\"8\">"));
    let titles: Vec<&str> = titles.map(|title| title.trim_end_matches("</th></tr>")).collect();
    assert_eq!((titles.len(), titles[3]), (7, "&vellip;"));
    assert_eq!(titles[2], "[0, 0, 0, 2, .., ..]");
    assert_eq!(titles[4], "[6, 6, 6, 4, .., ..]");
    assert!(html.contains("<td>666666</td>") && html.contains("<td>666460</td>"), "{html}");
    assert!(html.len() < 30_000, "{}", html.len());
}

/// Writes what is markup, and what ends a text of evcxr.
struct Hostile;

impl Display for Hostile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<script>alert('\"&\"')</script>\r\nEVCXR_END_CONTENT\n")
    }
}

#[test]
fn no_element_is_markup() {
    let html = Tensor::from_fn([1], |_| Hostile).to_html();
    let cell = "&lt;script&gt;alert(&#39;&quot;&amp;&quot;&#39;)&lt;/script&gt;&#13;&#10;EVCXR_END_CONTENT&#10;";
    assert!(html.contains(&format!("<td>{cell}</td>")), "{html}");
    assert!(html.lines().all(|line| line != "EVCXR_END_CONTENT"));
    // The name of a type has brackets.
    let complex = Tensor::<holor::num_complex::Complex<f32>, 0>::zeros([]).to_html();
    assert!(complex.contains("num_complex::Complex&lt;f32&gt;, shape []"), "{complex}");
}

#[test]
#[should_panic(expected = "the `Display` of an element returned an error")]
fn a_display_that_fails_is_a_panic() {
    struct Fails;
    impl Display for Fails {
        fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
            Err(fmt::Error)
        }
    }
    Tensor::from_fn([1], |_| Fails).to_html();
}

#[test]
fn views_and_any_rank_show_what_they_select() {
    let m = tensor![[1, 2, 3], [4, 5, 6]];
    let expected = tensor![[3, 6], [1, 4]].to_html();
    assert_eq!(m.transpose().flip(Axis::<0>).step(Axis::<0>, 2).to_html(), expected);
    assert_eq!(
        AnyTensor::from(m.transpose().flip(Axis::<0>).step(Axis::<0>, 2)).to_html(),
        expected
    );
    assert_eq!(AnyTensor::from(Tensor::scalar(1)).to_html(), Tensor::scalar(1).to_html());
}

/// evcxr reads the standard output of a program: here, that of this test, started once more.
#[test]
fn evcxr_gets_the_table_and_the_text() {
    if std::env::var_os("HOLOR_SHOW").is_some() {
        tensor![[1, 2]].evcxr_display();
        AnyTensor::from(tensor![3]).evcxr_display();
        return;
    }
    let name = "html::evcxr_gets_the_table_and_the_text";
    let program = std::env::current_exe().unwrap();
    let mut test = std::process::Command::new(program);
    let output =
        test.args(["--exact", name, "--nocapture"]).env("HOLOR_SHOW", "1").output().unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    let m = tensor![[1, 2]];
    let expected = format!(
        "EVCXR_BEGIN_CONTENT text/html\n{}EVCXR_END_CONTENT\nEVCXR_BEGIN_CONTENT text/plain\n{m}\nEVCXR_END_CONTENT\n",
        m.to_html(),
    );
    assert!(output.contains(&expected), "{output}");
    assert!(
        output.contains("EVCXR_BEGIN_CONTENT text/plain\n[3]\nEVCXR_END_CONTENT\n"),
        "{output}"
    );
}
