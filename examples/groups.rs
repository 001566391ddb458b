//! A table analysed by group: trips of a bicycle hire by station and by hour.
//! `cargo run --release --example groups`

use holor::prelude::*;

/// The columns of a table; row `i` is a trip.
struct Trips {
    station: Vector<&'static str>, // where it started
    hour: Vector<usize>,           // at which hour of the day
    minutes: Vector<f64>,          // how long it took
    metres: Vector<f64>,           // how far it went; NaN where the wheel did not say
}

/// Makes up a table. Some stations are popular, some far out, and people are faster in the morning.
fn trips(count: usize) -> Trips {
    let names = tensor!["Harbour", "Market", "Museum", "Park", "Station", "University"];
    let usual = tensor![4_000.0, 1_500.0, 2_500.0, 3_000.0, 2_000.0, 6_000.0]; // metres
    // Weyl's sequence: multiples of an irrational number, without their whole parts, are spread evenly.
    let spread = |step: f64| (Tensor::arange(1.0, count as f64 + 1.0, 1.0) * step).fract();
    let [place, time, speed, length] =
        [0.618_033_988_75, 0.414_213_562_37, 0.732_050_807_57, 0.718_281_828_46].map(spread);

    // The square makes the first stations more popular than the last ones.
    let station = (place.square() * names.len() as f64).cast::<usize>();
    let hour = (6.0 + time * 16.0).floor();
    let metres = usual.take(Last, &station) * (0.2 + length * 1.6);
    let metres_per_minute = 150.0 + &speed * 100.0 + hour.less(10.0).where_cond(50.0, 0.0);
    Trips {
        station: names.take(Last, &station),
        hour: hour.cast(),
        minutes: &metres / metres_per_minute,
        metres: metres.mask_fill(&speed.greater(0.99), f64::NAN),
    }
}

fn main() {
    let all = trips(5_000);

    // Rows without a distance are left out, in all columns.
    let known = !all.metres.is_nan();
    let table = Trips {
        station: all.station.select(Last, &known),
        hour: all.hour.select(Last, &known),
        minutes: all.minutes.select(Last, &known),
        metres: all.metres.select(Last, &known),
    };
    println!("{} of {} trips have a distance", table.metres.len(), all.metres.len());

    // By station: the number of its group stands for the name of each row.
    let Unique { values: names, inverse: group, counts, .. } = table.station.unique_all();
    let k = names.len();
    let kilometres = table.metres.segment_sum(Last, &group, k) / 1000.0;
    let longest = table.minutes.segment_max(Last, &group, k);
    let both = stack(Last, &[&table.minutes, &table.metres]); // [n, 2]
    let means = both.segment_mean(Axis::<0>, &group, k); // [k, 2]
    let speeds = means.column(1) / means.column(0) * 0.06; // km/h

    println!("\nstation     trips      km  minutes  longest  km/h");
    for i in counts.argsort_descending(Last) {
        let (name, trips, km, most) = (names[[i]], counts[[i]], kilometres[[i]], longest[[i]]);
        let (minutes, speed) = (means[[i, 0]], speeds[[i]]);
        println!("{name:10} {trips:6} {km:7.1} {minutes:8.2} {most:8.2} {speed:5.1}");
    }

    // The spread within a group is a quantile of its rows.
    println!("\nstation     quartiles of minutes");
    for (i, name) in names.iter().enumerate() {
        let minutes = table.minutes.select(Last, group.equal(i));
        println!("{name:10} {:6.2}", minutes.quantiles(Last, &[0.25, 0.5, 0.75]));
    }

    // By station and hour: two keys make one, and the groups are a matrix.
    let key = &group * 24 + &table.hour;
    let per_hour = key.bincount_with_min_len(k * 24).reshape([k, 24]);
    let (busiest, hours) = per_hour.topk(Last, 3);
    println!("\nstation     busiest hours, and trips then");
    for (i, name) in names.iter().enumerate() {
        println!("{name:10} {:2} {:4}", hours.row(i), busiest.row(i));
    }

    // Mean speed in the morning and later: a histogram with edges of our own.
    let edges = tensor![6.0, 10.0, 14.0, 18.0, 22.0];
    let part = edges.searchsorted_with_side(&table.hour.cast::<f64>(), Side::Right) - 1;
    let sums = both.segment_sum(Axis::<0>, &part, edges.len() - 1);
    let speed = sums.column(1) / sums.column(0) * 0.06;
    println!("\nkm/h from 6, 10, 14 and 18 o'clock on: {speed:.2}");

    // What the groups must add up to.
    assert_eq!(counts.sum(All).item(), table.metres.len());
    assert_eq!(per_hour.sum(Last), counts);
    assert!(
        (kilometres.sum(All).item() * 1000.0 / table.metres.sum(All).item() - 1.0).abs() < 1e-12
    );
    assert!(longest.max(All) == table.minutes.max(All));
}
