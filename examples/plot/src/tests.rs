//! The pictures are read back: texts, places and colours are those of the tensors.

use super::*;

/// The texts of a picture, in the order of the file.
fn texts(svg: &str) -> Vec<&str> {
    let starts = svg.split("<text").skip(1);
    starts.map(|rest| rest.split_once('>').unwrap().1.split('<').next().unwrap()).collect()
}

/// The value of an attribute.
fn attribute<'a>(element: &'a str, name: &str) -> &'a str {
    let (_, rest) = element.split_once(&format!(" {name}=\"")).expect(name);
    rest.split('"').next().unwrap()
}

/// The elements of this name.
fn elements<'a>(svg: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!("<{name}");
    let starts = svg.split(start.as_str()).skip(1);
    starts.map(|rest| rest.split('>').next().unwrap()).collect()
}

/// The numbers of a text, which may have letters between them.
fn numbers(text: &str) -> Vec<f64> {
    text.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

#[test]
fn each_cell_of_the_heat_map_has_the_place_and_the_colour_of_its_element() {
    let decibels = spectrogram(&sound());
    assert_eq!(decibels.shape(), [65, 64]);
    let svg = heat_map(&decibels).svg();
    // The frame of the clip path, and the colour bar, have other widths.
    let rects = elements(&svg, "rect");
    let width = attribute(rects[2], "width");
    let cells: Vec<_> = rects.into_iter().filter(|e| attribute(e, "width") == width).collect();
    assert_eq!(cells.len(), decibels.len());

    let place = |cell: &str| ["x", "y"].map(|name| attribute(cell, name).parse::<f64>().unwrap());
    let [[left, bottom], [right, top]] = [place(cells[0]), place(cells[cells.len() - 1])];
    let (low, high) = (decibels.min(All).item(), decibels.max(All).item());
    for (([i, j], level), cell) in decibels.indexed_iter().zip(&cells) {
        let [x, y] = place(cell);
        assert!((x - left - j as f64 / 63.0 * (right - left)).abs() < 0.02, "{i} {j}: {cell}");
        assert!((y - bottom - i as f64 / 64.0 * (top - bottom)).abs() < 0.02, "{i} {j}: {cell}");
        let colour = ColorMap::Viridis.map((level - low) / (high - low));
        assert_eq!(attribute(cell, "fill"), colour, "{i} {j}");
    }
    assert!(left < right && top < bottom, "time goes to the right, and frequency up");
}

#[test]
fn the_heat_map_has_a_title_units_ticks_and_a_colour_bar() {
    let svg = heat_map(&spectrogram(&sound())).svg();
    let texts = texts(&svg);
    for text in ["Spectrogram of a rising and a pulsed tone", "Time (s)", "Frequency (Hz)"] {
        assert!(texts.contains(&text), "{text}: {texts:?}");
    }
    for tick in ["0.0", "0.5", "1.0", "1.5", "2.0", "0", "500", "1000", "1500", "2000"] {
        assert!(texts.contains(&tick), "{tick}: {texts:?}");
    }
    let bar: Vec<_> = texts.into_iter().filter(|text| text.ends_with(" dB")).collect();
    assert_eq!(bar, ["-60 dB", "-50 dB", "-40 dB", "-30 dB", "-20 dB", "-10 dB", "0 dB"]);
}

#[test]
fn each_line_goes_through_its_elements() {
    let signals = signals();
    let svg = lines(&signals).svg();
    let count = signals.times.len();
    let paths = elements(&svg, "path");
    let found = paths.iter().map(|path| numbers(attribute(path, "d")));
    let points: Vec<_> = found.filter(|found| found.len() == 2 * count).collect();
    assert_eq!(points.len(), 3);
    // `[3, 300]` each: where the lines are, and what they show.
    let points = Tensor::from_vec(points.concat(), [3, count, 2]).unwrap();
    let [x, y] = [0, 1].map(|i| points.channel(i));
    let values = stack(Axis::<0>, &[&signals.noisy, &signals.clean, &signals.filtered]);
    let times = stack(Axis::<0>, &[&signals.times; 3]);
    // One scale for all lines: that between the first point of the first and the last of the last.
    let ends = [[0, 0], [2, count - 1]];
    for (places, values) in [(x, times), (y, values)] {
        let [from, to] = ends.map(|at| values[at]);
        let unit = (places[ends[1]] - places[ends[0]]) / (to - from);
        assert!(places.all_close((values - from) * unit + places[ends[0]], 0.0, 0.03), "{unit}");
    }
    assert!(x[[0, 0]] < x[[0, count - 1]]);
    assert!(y[[1, 0]] > y[[1, signals.clean.argmax(All).item()]], "up is more");
    let texts = texts(&svg);
    for text in
        ["Time (s)", "Voltage (V)", "with noise", "the wave", "filtered", "0.0", "2.0", "-1.0"]
    {
        assert!(texts.contains(&text), "{text}: {texts:?}");
    }
    // The filter does what the title says.
    let error = |x: &Vector<f64>| (x - &signals.clean).square().mean(All).item();
    assert!(error(&signals.filtered) < error(&signals.noisy) / 8.0);
}

#[test]
fn the_png_files_have_the_size_and_the_colours_of_the_svg() {
    for (picture, colours) in [(heat_map(&spectrogram(&sound())), 200), (lines(&signals()), 50)] {
        let png = picture.png(2.0).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
        assert_eq!(reader.info().size(), (1440, 800));
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        let samples = info.color_type.samples();
        let pixels = TensorView::from_slice(&pixels, [800, 1440, samples]).unwrap();
        let distinct: std::collections::BTreeSet<_> =
            pixels.lanes(Last).map(|pixel| pixel.to_vec()).collect();
        assert!(distinct.len() > colours, "{}", distinct.len());
        assert!(pixels.slice(s![0, 0, ..3]).iter().all(|&x| x == 255), "white at the border");
    }
}
