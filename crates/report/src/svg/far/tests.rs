//! Positions of signs between boxes that are not adjacent.

use super::super::{Options, Theme, draw};
use super::*;
use clew_families::parse_native;
use clew_puzzle::puzzle::scene::Scene;
use clew_puzzle::puzzle::{Answer, Puzzle};

/// A square with these signs between boxes that are not adjacent, and one between adjacent boxes.
fn square(n: usize, less: &[[u32; 2]]) -> Puzzle {
    let name = |i: u32| format!("r{}c{}", i as usize / n + 1, i as usize % n + 1);
    let pairs: Vec<String> =
        less.iter().map(|&[a, b]| format!("{}<{}", name(a), name(b))).collect();
    let row = |sign: &str| format!(". {sign} .{}\n", "   .".repeat(n - 2));
    let between = format!("{}\n", vec!["-"; n].join("   "));
    let rows: Vec<String> = (0..n).map(|r| row(if r == 1 { "<" } else { " " })).collect();
    let text = format!("puzzle: futoshiki\nless: {}\n\n{}", pairs.join(" "), rows.join(&between));
    parse_native(&text).unwrap_or_else(|e| panic!("{e}\n{text}")).puzzle
}

/// Pairs of boxes that are not adjacent, of all lengths and directions.
fn pairs(n: u32, count: usize) -> Vec<[u32; 2]> {
    let all = (0..n * n).flat_map(|a| (a + 1..n * n).map(move |b| [a, b]));
    let far: Vec<[u32; 2]> = all.filter(|&pair| !is_near(n, pair)).collect();
    let stride = far.len() / count;
    (0..count).map(|i| far[i * stride + i % stride]).collect()
}

/// Numbers in a text, in their order.
fn numbers(text: &str) -> Vec<f64> {
    let parts = text.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-'));
    parts.filter_map(|part| part.parse().ok()).collect()
}

/// The start and the end of every curve.
fn curves(svg: &str) -> Vec<[Place; 2]> {
    let of = |d: &str| {
        let d = numbers(d.split('"').next().expect("data"));
        [(d[0], d[1]), (d[4], d[5])]
    };
    svg.split("<path d=\"").skip(1).filter(|d| d.contains('Q')).map(of).collect()
}

/// The middle of every sign on a curve.
fn signs(svg: &str) -> Vec<Place> {
    let cleared = svg.split("<circle ").skip(1).filter(|circle| circle.contains(" r=\"7\""));
    let of = |circle: &str| {
        let list = numbers(circle);
        (list[0], list[1])
    };
    cleared.map(of).collect()
}

#[test]
fn signs_stand_between_boxes_and_curves_end_at_theirs() {
    let usual = vec![[0, 12], [24, 4], [5, 9], [16, 7]];
    for (n, less) in [(5, usual), (5, pairs(5, 5)), (9, pairs(9, 30)), (4, vec![[0, 5], [9, 12]])] {
        let p = square(n, &less);
        let boxes = Boxes { n: n as u32, margin: 10.0 };
        let values = |shift: usize| {
            Answer::Square((0..n * n).map(|i| ((i / n + i + shift) % n + 1) as u32).collect())
        };
        let (first, second) = (values(0), values(1));
        for theme in [Theme::Colour, Theme::Dark, Theme::Mono] {
            let both = Options { theme, second: Some(&second), ..Options::default() };
            let svg = draw(&p, Some(&first), "", both);
            let (curves, signs) = (curves(&svg), signs(&svg));
            let Scene::Boxes(scene) = p.scene(None) else { panic!("boxes") };
            // The puzzle has sorted them.
            let far = scene.less.iter().copied().filter(|&pair| !is_near(scene.n, pair));
            let less: Vec<[u32; 2]> = far.collect();
            assert_eq!(curves.len(), less.len(), "{svg}");
            for (&[a, b], ends) in less.iter().zip(&curves) {
                for (i, end) in [a, b].into_iter().zip(ends) {
                    let (x, y) = boxes.centre(i);
                    let off = (x - end.0).abs().max((y - end.1).abs());
                    assert!((off - CELL / 2.0).abs() < 0.05, "{i}: {end:?}");
                }
            }
            for (i, &sign) in signs.iter().enumerate() {
                for c in 0..boxes.n * boxes.n {
                    let (x, y) = boxes.centre(c);
                    let off = (x - sign.0).abs().max((y - sign.1).abs());
                    assert!(off > CELL / 2.0 + CLEARED, "{sign:?} touches {c}");
                }
                assert!(signs[..i].iter().all(|&s| distance(s, sign) > 2.0 * CLEARED), "{signs:?}");
            }
            if less.len() <= n {
                assert_eq!(signs.len(), less.len());
                assert!(!svg.contains(" &lt; "), "{svg}");
            }
        }
    }
}

#[test]
fn many_signs_are_listed_and_very_many_only_listed() {
    for (n, count, drawn) in [(5, 12, true), (9, 40, true), (5, 60, false), (9, 300, false)] {
        let less = pairs(n as u32, count);
        let svg = draw(&square(n, &less), None, "", Options::default());
        assert_eq!(curves(&svg).len(), if drawn { count } else { 0 });
        let side = Boxes { n: n as u32, margin: 10.0 }.side();
        let size = numbers(svg.split("viewBox=\"").nth(1).expect("a size"));
        for &[a, b] in &less {
            let name = |i: u32| format!("r{}c{}", i / n as u32 + 1, i % n as u32 + 1);
            let line = format!(">{} &lt; {}</text>", name(a), name(b));
            let (before, _) = svg.split_once(&line).expect("it is listed");
            let at = numbers(before.rsplit_once("<text").expect("a text").1);
            assert!(at[1] > side - 10.0 && at[1] < size[3], "{line} at {at:?}");
        }
    }
}
