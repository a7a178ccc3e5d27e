//! Exact pictures of the smallest boards, and properties of larger ones.

use super::*;
use clew_families::parse_native;
use clew_puzzle::puzzle::scene::{Anchor, Circle, Disc, Mark};

fn puzzle(text: &str) -> Puzzle {
    parse_native(text).unwrap_or_else(|e| panic!("{e}")).puzzle
}

fn picture(text: &str, answer: Option<&Answer>) -> String {
    draw(&puzzle(text), answer, "", Options::default())
}

/// Elements that a picture may have.
const ELEMENTS: [&str; 9] =
    ["svg", "title", "rect", "g", "polygon", "polyline", "path", "circle", "text"];

/// Every element is closed and a known one, and all numbers are valid.
fn sound(svg: &str) {
    let mut open = Vec::new();
    for piece in svg.split('<').skip(1) {
        let (tag, _) = piece.split_once('>').expect("a whole tag");
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        let name = tag.trim_matches('/').split(' ').next().expect("a name");
        assert!(ELEMENTS.contains(&name), "{tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{svg}");
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().expect("a name"));
        }
    }
    assert!(open.is_empty() && !svg.contains("NaN") && !svg.contains("inf"), "{svg}");
}

#[test]
fn a_line() {
    let svg = picture("puzzle: path\n\n. . #\n", Some(&Answer::Line(vec![1, 2])));
    sound(&svg);
    assert_eq!(
        svg,
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="140" height="60" viewBox="0 0 140 60" fill="#222222">
<rect width="140" height="60" fill="#ffffff"/>
<g fill="#3d3d3d" stroke="#3d3d3d">
<polygon points="90,10 130,10 130,50 90,50"/>
</g>
<path d="M50 10L50 50" stroke="#b8b8b8"/>
<path d="M10 10L90 10M10 50L90 50M10 10L10 50M90 10L90 50" stroke="#222222" stroke-width="2" stroke-linecap="square"/>
<polyline points="30,30 70,30" fill="none" stroke="#2f74b5" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/>
<circle cx="30" cy="30" r="9" fill="#ffffff" stroke="#2f74b5" stroke-width="4"/>
<circle cx="70" cy="30" r="11" fill="#2f74b5"/>
<g font-family="Helvetica, Arial, sans-serif" font-size="17" text-anchor="middle">
</g>
</svg>
"##
    );
}

#[test]
fn a_numberlink() {
    let p = puzzle("puzzle: numberlink\n\nA A\n");
    let svg = draw(
        &p,
        Some(&Answer::Links(vec![true])),
        "a <b> & \u{7}",
        Options { coordinates: true, ..Options::default() },
    );
    sound(&svg);
    assert_eq!(
        svg,
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80" viewBox="0 0 120 80" fill="#222222">
<title>a &lt;b&gt; &amp; �</title>
<rect width="120" height="80" fill="#ffffff"/>
<path d="M70 30L70 70" stroke="#b8b8b8"/>
<path d="M30 30L110 30M30 70L110 70M30 30L30 70M110 30L110 70" stroke="#222222" stroke-width="2" stroke-linecap="square"/>
<g fill="none" stroke-width="12" stroke-linecap="round" stroke-linejoin="round">
<polyline points="50,50 90,50" stroke="#d62f2f"/>
</g>
<g font-family="Helvetica, Arial, sans-serif" font-size="17" text-anchor="middle" font-weight="bold">
<circle cx="50" cy="50" r="15" fill="#d62f2f"/>
<text x="50" y="56.04" fill="#ffffff">A</text>
<circle cx="90" cy="50" r="15" fill="#d62f2f"/>
<text x="90" y="56.04" fill="#ffffff">A</text>
</g>
<g font-family="Helvetica, Arial, sans-serif" font-size="12" text-anchor="middle" fill="#777777">
<text x="50" y="22.26">1</text>
<text x="90" y="22.26">2</text>
<text x="16" y="54.26">1</text>
</g>
</svg>
"##
    );
}

#[test]
fn a_futoshiki() {
    let text = "puzzle: futoshiki\n\n1 < .\n-   -\n.   .\n";
    let svg = picture(text, Some(&Answer::Square(vec![1, 2, 2, 1])));
    sound(&svg);
    assert_eq!(
        svg,
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="120" height="120" viewBox="0 0 120 120" fill="#222222">
<rect width="120" height="120" fill="#ffffff"/>
<g fill="#ffffff" stroke="#222222" stroke-width="1.5">
<rect x="10" y="10" width="40" height="40" rx="3" fill="#eee5cf"/>
<rect x="70" y="10" width="40" height="40" rx="3"/>
<rect x="10" y="70" width="40" height="40" rx="3"/>
<rect x="70" y="70" width="40" height="40" rx="3"/>
</g>
<g fill="none" stroke="#222222" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">
<polyline points="64.2,36 55.8,30 64.2,24"/>
</g>
<g font-family="Helvetica, Arial, sans-serif" font-size="18" text-anchor="middle">
<text x="30" y="36.39" font-weight="bold">1</text>
<text x="90" y="36.39" fill="#1d4f80">2</text>
<text x="30" y="96.39" fill="#1d4f80">2</text>
<text x="90" y="96.39" fill="#1d4f80">1</text>
</g>
</svg>
"##
    );
}

#[test]
fn free_points() {
    let text = "puzzle: hidato\nboard: points\n\n-1 0 1\n0 1 .\n";
    let svg = picture(text, Some(&Answer::Line(vec![1, 2])));
    sound(&svg);
    assert_eq!(
        svg,
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100" fill="#222222">
<rect width="100" height="100" fill="#ffffff"/>
<g fill="#ffffff" stroke="#222222">
<polygon points="50,50 90,50 90,90 50,90"/>
</g>
<g fill="#eee5cf" stroke="#222222">
<polygon points="10,10 50,10 50,50 10,50"/>
</g>
<polyline points="30,30 70,70" fill="none" stroke="#a9cdec" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>
<g fill="#2f74b5">
<polygon points="56.03,56.03 47.54,53.2 53.2,47.54"/>
</g>
<circle cx="30" cy="30" r="17" fill="none" stroke="#2f74b5" stroke-width="1.6"/>
<circle cx="70" cy="70" r="17" fill="none" stroke="#2f74b5" stroke-width="1.6"/>
<circle cx="70" cy="70" r="14" fill="none" stroke="#2f74b5" stroke-width="1.6"/>
<g font-family="Helvetica, Arial, sans-serif" font-size="17" text-anchor="middle">
<text x="30" y="36.03" font-weight="bold">1</text>
<text x="70" y="76.04" fill="#1d4f80">2</text>
</g>
</svg>
"##
    );
}

#[test]
fn a_hexagon() {
    let svg = picture("puzzle: hidato\nneighbours: hex\n\n1\n", None);
    sound(&svg);
    assert!(
        svg.contains("<polygon points=\"30,10 50,21.55 50,44.64 30,56.19 10,44.64 10,21.55\"/>"),
        "{svg}"
    );
    assert!(svg.contains("width=\"60\" height=\"66.19\""), "{svg}");
}

#[test]
fn holes_within_are_filled_and_outlines_follow_the_cells() {
    let ring = "\n\n. . . #\n. # . #\n. . . .\n";
    let filled = |family: &str| {
        let svg = picture(&format!("puzzle: {family}{ring}"), None);
        sound(&svg);
        let group =
            svg.split(&format!("fill=\"{}\"", Theme::Colour.palette().hole)).nth(1).expect("holes");
        group.split("</g>").next().expect("a group").matches("<polygon").count()
    };
    // The hidato leaves everything outside its outline blank; a continuous line shows every hole.
    assert_eq!((filled("hidato"), filled("path")), (1, 3));
    let svg = picture(&format!("puzzle: hidato{ring}"), None);
    let strong = svg.lines().find(|l| l.contains("stroke-width=\"2\"")).expect("an outline");
    assert_eq!(strong.matches('M').count(), 10, "{strong}");
    assert!(strong.contains("M10 10L130 10"), "{strong}");
}

#[test]
fn walls_numbers_and_long_texts() {
    let text = "puzzle: hidato\nwalls: r1c1|r1c2 r1c1|r2c2\n\n. .\n. .\n";
    let svg = draw(&puzzle(text), None, "", Options { coordinates: true, ..Options::default() });
    sound(&svg);
    let walls = svg.lines().find(|l| l.contains("stroke-width=\"4.5\"")).expect("walls");
    // The wall ends before the frame.
    assert!(walls.contains("M70 70L70 32.25"), "{walls}");
    assert_eq!(walls.matches('M').count(), 2);
    assert_eq!(svg.matches("<text").count(), 4);
    let svg = picture("puzzle: numberlink\n\nverylong verylong\n", None);
    assert!(svg.contains(" = verylong</text>"), "{svg}");
}

#[test]
fn many_paths_have_their_own_colours() {
    for theme in [Theme::Colour, Theme::Dark] {
        let mut colours: Vec<String> = (0..60).map(|k| theme.palette().path(k)).collect();
        colours.sort();
        colours.dedup();
        assert_eq!(colours.len(), 60);
    }
}

/// Every puzzle of the corpus can be drawn, if `CLEW_CORPUS` names its folder.
#[test]
fn corpus_puzzles_are_drawn() {
    let Some(root) = std::env::var_os("CLEW_CORPUS") else {
        println!("skipped: CLEW_CORPUS is not set");
        return;
    };
    let mut files = 0;
    for &family in clew_families::all() {
        let folder = std::path::Path::new(&root).join(family.keyword());
        // Of the newest families nothing is published.
        let Ok(items) = std::fs::read_dir(&folder) else { continue };
        for item in items {
            let text = std::fs::read_to_string(item.expect("a file").path()).expect("text");
            let entry = parse_native(&text).expect("a puzzle");
            sound(&draw(
                &entry.puzzle,
                None,
                &entry.title,
                Options { coordinates: true, ..Options::default() },
            ));
            let options = crate::terminal::Options { colour: true, width: Some(80) };
            assert!(crate::terminal::draw(&entry.puzzle, None, options).ends_with('\n'));
            files += 1;
        }
    }
    assert!(files > 0);
}

/// Cells in which solutions differ stand out on every kind of board; givens keep their own ground.
#[test]
fn open_cells_are_shaded() {
    for text in [
        "puzzle: hidato\n\n1 2\n. .\n",
        "puzzle: futoshiki\n\n.   .\n-   -\n.   1\n",
        "puzzle: numberlink\n\nA .\nA .\n",
        "puzzle: hidato\nboard: points\n\n0 0 1\n1 0 .\n0 1 .\n1 1 .\n",
    ] {
        let options = Options { open: &[true, false, false, true], ..Options::default() };
        let shaded = draw(&puzzle(text), None, "", options);
        sound(&shaded);
        let plain = draw(&puzzle(text), None, "", Options::default());
        let open = Theme::Colour.palette().open;
        assert!(shaded.contains(open) && !plain.contains(open), "{text}");
    }
}

/// A board of each kind, with two fillings of its cells; pictures do not check whether they are right.
fn samples() -> Vec<(Puzzle, [Answer; 2])> {
    let line = |n: u32| {
        let up: Vec<u32> = (1..=n).collect();
        [Answer::Line(up.clone()), Answer::Line(up.into_iter().rev().collect())]
    };
    let links = |edges: usize| {
        let on = |k: usize| Answer::Links((0..edges).map(|e| e % 3 == k).collect());
        [on(0), on(1)]
    };
    let mut all = Vec::new();
    for (text, cells) in [
        ("puzzle: hidato\nwalls: r1c1|r1c2\n\n1 . .\n. . 6\n", 6),
        ("puzzle: hidato\nneighbours: 8\n\n. . .\n. 2 .\n", 6),
        ("puzzle: hidato\nneighbours: hex\n\n. . #\n. 2 .\n", 5),
        ("puzzle: path\n\n. . .\n# . .\n", 5),
        ("puzzle: hidato\nboard: points\n\n0 0 1\n1 0 .\n0 1 .\n1 1 .\n", 4),
        ("puzzle: path\nboard: points\nreach: 1.01\n\n0 0 .\n1 0 .\n0.5 0.866 .\n", 3),
    ] {
        all.push((puzzle(text), line(cells)));
    }
    for text in [
        "puzzle: numberlink\ncover: partial\n\nA . longish\n. . .\nA . longish\n",
        "puzzle: numberlink\nneighbours: 8\ncover: partial\n\n7 . 88\n7 . 88\n",
        "puzzle: numberlink\nneighbours: hex\ncover: partial\n\nx . ü\nx . ü\n",
    ] {
        let puzzle = puzzle(text);
        let edges = puzzle.board().expect("a board").edges().len();
        all.push((puzzle, links(edges)));
    }
    let text = "puzzle: futoshiki\n\n1 < .\n-   -\n.   .\n";
    let squares = [Answer::Square(vec![1, 2, 2, 1]), Answer::Square(vec![1, 2, 1, 2])];
    all.push((puzzle(text), squares));
    all
}

/// Every kind of board in every theme with everything that can be drawn.
#[test]
fn every_family_board_and_theme_is_drawn() {
    for (puzzle, [first, second]) in &samples() {
        let some = |n: usize| (0..n).map(|k| format!("{k}")).collect::<Vec<_>>();
        let candidates: Vec<Vec<String>> = (0..puzzle.cells()).map(|c| some(c * 4)).collect();
        let open = vec![true; puzzle.cells()];
        for theme in [Theme::Colour, Theme::Dark, Theme::Mono] {
            let usual = Options { theme, coordinates: true, ..Options::default() };
            let marks = Options { open: &open, candidates: &candidates, ..usual };
            for (answer, options) in [
                (None, usual),
                (Some(first), usual),
                (Some(first), Options { second: Some(second), ..usual }),
                (None, marks),
                (None, Options { size: Some(500), ..usual }),
            ] {
                let svg = draw(puzzle, answer, "<&>", options);
                sound(&svg);
                assert!(svg.contains("<title>&lt;&amp;&gt;</title>"));
                assert!(svg.contains(theme.palette().ground));
                assert_eq!(svg.contains("=\"500\""), options.size.is_some(), "{svg}");
            }
        }
    }
}

/// Common parts of two answers are drawn as usual, parts of only one of them are solid or dashed, and cells in which
/// they differ stand out.
#[test]
fn two_answers_in_one_picture() {
    let p = puzzle("puzzle: hidato\nneighbours: 4\n\n1 . .\n. . .\n");
    let first = Answer::Line(vec![1, 2, 3, 6, 5, 4]);
    let second = Answer::Line(vec![1, 4, 5, 2, 3, 6]);
    let svg = draw(&p, Some(&first), "", Options { second: Some(&second), ..Options::default() });
    sound(&svg);
    let palette = Theme::Colour.palette();
    assert_eq!(svg.matches("stroke-dasharray").count(), 1, "{svg}");
    let shaded = svg.split(&format!("<g fill=\"{}\"", palette.open)).nth(1).expect("shaded cells");
    let shaded = shaded.split("</g>").next().expect("a group").matches("<polygon").count();
    assert_eq!(shaded, 5);
    for number in ["2", "3", "4", "5", "6"] {
        assert_eq!(svg.matches(&format!(">{number}</text>")).count(), 2, "{number}");
    }
    // The same answer twice shows no difference.
    let same = draw(&p, Some(&first), "", Options { second: Some(&first), ..Options::default() });
    assert!(!same.contains("dasharray") && !same.contains(palette.open), "{same}");
}

/// Points in the directions of a hexagonal lattice, stretched or not, have hexagons; others squares.
#[test]
fn lattices_of_points_have_hexagons() {
    let corners = |points: &str, reach: &str| {
        let svg =
            picture(&format!("puzzle: hidato\nboard: points\nreach: {reach}\n\n{points}"), None);
        sound(&svg);
        let outline = svg.split("<polygon points=\"").nth(1).expect("an outline");
        outline.split('"').next().expect("corners").split(' ').count()
    };
    assert_eq!(corners("0 0 1\n1 0 .\n0.5 0.866 .\n", "1.01"), 6);
    assert_eq!(corners("0 0 1\n1 0 .\n0.5 1 .\n1.5 1 .\n", "1.2"), 6);
    assert_eq!(corners("0 0 1\n1 0 .\n0 1 .\n1 1 .\n", "1.01"), 4);
    assert_eq!(corners("0 0 1\n1 0 .\n0 1 .\n1 1 .\n", "1.5"), 4);
}

/// Pages hold as many pictures as they have places, with headings that are cut off where they must be.
#[test]
fn sheets_have_pages() {
    let samples = samples();
    let long = "a heading that is far too long for its place ".repeat(5);
    let items: Vec<Item<'_>> = samples
        .iter()
        .map(|(puzzle, answers)| {
            let answer = Some(&answers[0]);
            Item { puzzle, answer, heading: &long, remark: "easy, 5 <", stars: 2 }
        })
        .collect();
    let pages = Pages { places: (2, 2), paper: Paper::A4, heading: "A & B", foot: "" };
    let options = Options::default();
    let drawn = |(i, items)| pages.page(items, &[], (i + 1, 3), options).finish(options);
    let pages: Vec<String> = items.chunks(pages.each()).enumerate().map(drawn).collect();
    assert_eq!(pages.len(), samples.len().div_ceil(4));
    for (i, page) in pages.iter().enumerate() {
        sound(page);
        assert!(page.contains(&format!(">{} / 3</text>", i + 1)) && page.contains("A &amp; B"));
        let placed = page.matches("<g transform=").count();
        assert_eq!(placed, items.len().saturating_sub(4 * i).min(4));
        assert!(page.contains("…</text>") && page.contains("easy, 5 &lt;"));
    }
}

/// However many rows and columns a page has, every picture has most of its place and stands upright below its
/// heading.
#[test]
fn pages_of_small_places_are_in_proportion() {
    let p = puzzle("puzzle: hidato\n\n1 . .\n. . .\n. . .\n");
    let (heading, remark) = ("1. A heading", "easy, 5");
    let item = Item { puzzle: &p, answer: None, heading, remark, stars: 0 };
    for (rows, cols) in [(1, 1), (6, 4), (15, 1), (20, 2), (2, 20), (20, 20)] {
        let items = vec![item; rows as usize * cols as usize];
        let options = Options::default();
        let pages = Pages { places: (rows, cols), paper: Paper::A4, heading: "A", foot: "" };
        let page = &pages.page(&items, &[], (1, 1), options).finish(options);
        sound(page);
        let (high, wide) = (Paper::A4.height / f64::from(rows), Paper::A4.width / f64::from(cols));
        for group in page.split("transform=\"translate(").skip(1) {
            let scale = group.split("scale(").nth(1).and_then(|s| s.split(')').next());
            let scale: f64 = scale.and_then(|s| s.parse().ok()).expect("a number");
            assert!(scale <= 1.5 && scale * 140.0 > (high.min(wide) * 0.4).min(200.0), "{scale}");
        }
        let tops = page.split("translate(").skip(1).map(|group| {
            let (_, y) = group.split_once(')').expect("a place").0.split_once(' ').expect("two");
            y.parse::<f64>().expect("a number")
        });
        let remarks = page.split("<text ").filter(|text| text.contains(">easy, 5<")).map(|text| {
            let y = text.split("y=\"").nth(1).and_then(|y| y.split('"').next());
            y.and_then(|y| y.parse::<f64>().ok()).expect("a number")
        });
        let (tops, remarks): (Vec<f64>, Vec<f64>) = (tops.collect(), remarks.collect());
        assert_eq!((tops.len(), remarks.len()), (items.len(), items.len()));
        assert!(tops.iter().zip(&remarks).all(|(top, remark)| remark < top), "{rows}x{cols}");
    }
}

/// Shades cover each place of a board once: hexagons as hexagons, bridges by halves.
#[test]
fn heat_covers_places_once() {
    let area = |svg: &str| {
        let mut twice = 0.0;
        let paths = svg.split("<path fill=\"#d9480f\"").skip(1);
        let data = paths.map(|p| p.split(" d=\"").nth(1).and_then(|d| d.split('"').next()));
        for outline in data.flat_map(|d| d.expect("data").trim_end_matches('z').split('z')) {
            let steps = outline.trim_start_matches('M').split('l').map(|step| {
                let (x, y) = step.split_once(' ').expect("two numbers");
                (x.parse::<f64>().expect("a number"), y.parse::<f64>().expect("a number"))
            });
            let mut corners: Vec<(f64, f64)> = Vec::new();
            for (dx, dy) in steps {
                let (x, y) = corners.last().copied().unwrap_or_default();
                corners.push((x + dx, y + dy));
            }
            let next = corners.iter().cycle().skip(1);
            twice += corners.iter().zip(next).map(|(p, q)| p.0 * q.1 - q.0 * p.1).sum::<f64>();
        }
        twice / 2.0
    };
    let hexagon = CELL * CELL * layout::ROW;
    for (text, expected) in [
        ("puzzle: hidato\n\n. . .\n1 . .\n", 6.0 * CELL * CELL),
        ("puzzle: hidato\nneighbours: hex\n\n. . .\n1 . .\n", 6.0 * hexagon),
        ("puzzle: numberlink\nbridges: r2c2\n\n. A .\nB . B\n. A .\n", 9.0 * CELL * CELL),
        ("puzzle: futoshiki\n\n.   .\n-   -\n.   .\n", 4.0 * CELL * CELL),
    ] {
        let p = puzzle(text);
        let svg = heat(&p, &vec![1.0; p.cells()], "");
        sound(&svg);
        assert!((area(&svg) - expected).abs() < 2.0, "{text}: {} {expected}", area(&svg));
    }
}

/// Marks of a family defined here: circles of two kinds, texts, half as large between cells.
#[test]
fn marks_in_cells_and_between_them() {
    let p = puzzle("puzzle: path\n\n. .\n. .\n");
    let Scene::Board(mut scene) = p.scene(None) else { panic!("a board") };
    let plain = board::draw(&scene, None, Options::default()).finish("", None);
    let mark = |at, circle, text: &str| Mark { at, circle, text: text.into() };
    scene.marks = vec![
        mark(Anchor::Cell(0), Circle::Open, "7"),
        mark(Anchor::Cell(3), Circle::Filled, ""),
        mark(Anchor::Between([0, 1]), Circle::None, "<&"),
    ];
    let svg = board::draw(&scene, None, Options::default()).finish("", None);
    sound(&svg);
    assert_eq!(plain.matches("<circle").count() + 2, svg.matches("<circle").count());
    assert!(svg.contains(">7</text>") && svg.contains(">&lt;&amp;</text>"), "{svg}");
}

/// Thousands of names with the same beginning have short forms, numbered consecutively.
#[test]
fn very_many_long_labels_have_keys() {
    let p = puzzle("puzzle: numberlink\n\nA A\n");
    let Scene::Board(mut scene) = p.scene(None) else { panic!("a board") };
    let disc = scene.discs[0].clone();
    let named = |k: usize| Disc { text: format!("WWWWWWWWWWWW{k:05}"), ..disc.clone() };
    scene.discs = (0..20_000).map(named).collect();
    // Searching all numbers for each name would take two hundred million steps, a minute or so.
    let keys = Keys::new(&scene).expect("long names");
    assert_eq!(keys.short("WWWWWWWWWWWW00001"), "W…2");
    assert_eq!(keys.short("WWWWWWWWWWWW19999"), "W…20000");
}

/// Squares of points do not overlap, whether their points are neighbours or not, and the number of an end
/// interrupts its rings.
#[test]
fn squares_of_points_stay_apart() {
    for (points, reach) in [
        ("0 0 1\n0.7 0.7 .\n1.4 0.1 .\n2.3 0.2 .\n", "1.2"),
        ("0 0 1\n0.5 0.9 .\n0.9 1.6 .\n1.7 1.0 .\n", "1.1"),
        ("0 0 1\n0.3 0.4 .\n0 5 .\n", "0.1"),
    ] {
        let text = format!("puzzle: hidato\nboard: points\nreach: {reach}\n\n{points}");
        let options = Options { coordinates: true, ..Options::default() };
        let svg = draw(&puzzle(&text), None, "", options);
        sound(&svg);
        let outlines = svg.split("<polygon points=\"").skip(1);
        let corners: Vec<(f64, f64)> = outlines
            .map(|points| {
                let first = points.split([' ', '"']).next().expect("a corner");
                let (x, y) = first.split_once(',').expect("two numbers");
                (x.parse().expect("a number"), y.parse().expect("a number"))
            })
            .collect();
        assert_eq!(corners.len(), points.lines().count());
        let apart = |p: (f64, f64), q: (f64, f64)| (p.0 - q.0).abs().max((p.1 - q.1).abs());
        let pairs = corners
            .iter()
            .enumerate()
            .flat_map(|(i, &p)| corners[..i].iter().map(move |&q| apart(p, q)).collect::<Vec<_>>());
        let least = pairs.fold(f64::MAX, f64::min);
        assert!((least - CELL).abs() < 0.05, "{text}: {least}");
        let ground = format!(" fill=\"{}\"/>", Theme::Colour.palette().given);
        let patches = svg.lines().filter(|l| l.starts_with("<rect x") && l.ends_with(&ground));
        assert_eq!(patches.count(), 1, "{svg}");
    }
}

/// No label is written too small to read: a longer one has a short form, and a line in the key.
#[test]
fn long_labels_have_a_key() {
    let text = "puzzle: numberlink\ncover: partial\n\nAliceLongName . B AliceLongTale\n. . . .\n\
                B AliceLongTale . AliceLongName\n";
    let p = puzzle(text);
    let candidates =
        vec![vec!["AliceLongName".to_string(), "AliceLongTale".into(), ".".into()]; p.cells()];
    for options in [Options::default(), Options { candidates: &candidates, ..Options::default() }] {
        let svg = draw(&p, None, "", options);
        sound(&svg);
        let forms = ["AliceLongName", "AliceLongTale"].map(|name| {
            let (before, _) = svg.split_once(&format!(" = {name}</text>")).expect("a key");
            before.rsplit_once('>').expect("a text").1.to_string()
        });
        assert_ne!(forms[0], forms[1]);
        assert!(!svg.contains(">AliceLong"), "{svg}");
        for form in &forms {
            assert!(form.contains('…') && svg.contains(&format!(">{form}</text>")), "{svg}");
        }
        let sizes = svg.split("font-size=\"").skip(1).filter_map(|s| s.split('"').next());
        let sizes = sizes.map(|size| size.parse::<f64>().expect("a number"));
        assert!(sizes.fold(f64::MAX, f64::min) >= 5.0, "{svg}");
    }
    let short =
        draw(&puzzle("puzzle: numberlink\n\nBobby . Bobby\n"), None, "", Options::default());
    assert!(short.contains(">Bobby</text>") && !short.contains(" = "), "{short}");
}

/// The ground of the text on a bridge ends before a wall at its side begins, however long the text is.
#[test]
fn candidates_on_a_bridge_leave_walls_whole() {
    let text = "puzzle: numberlink\nbridges: r2c2\nwalls: r2c2|r3c2\n\n. A .\nB . B\n. A .\n";
    let p = puzzle(text);
    let candidates = vec![vec!["B".to_string(), "Longer".into(), "AndMore".into()]; p.cells()];
    let svg = draw(&p, None, "", Options { candidates: &candidates, ..Options::default() });
    sound(&svg);
    let number = |element: &str, name: &str| -> Option<f64> {
        element.split_once(&format!(" {name}=\""))?.1.split_once('"')?.0.parse().ok()
    };
    // The first one is the ground of the picture.
    let grounds: Vec<[f64; 4]> = svg
        .split("<rect")
        .skip(1)
        .filter_map(|e| {
            let [x, y, w, h] = ["x", "y", "width", "height"].map(|name| number(e, name));
            e.starts_with(" x=").then_some([x?, y?, x? + w?, y? + h?])
        })
        .collect();
    assert_eq!(grounds.len(), 2, "{svg}");
    // The cell lies from 50 to 90 either way; a wall is 4.5 wide.
    for ground in grounds {
        assert!(ground.iter().all(|x| (52.25..=87.75).contains(x)), "{ground:?}");
    }
}

/// The possible contents of the two lines over a bridge are written side by side, once.
#[test]
fn candidates_on_a_bridge_are_those_of_both_lines() {
    let text = "puzzle: numberlink\nbridges: r2c2\n\n. A .\nB . B\n. A .\n";
    let p = puzzle(text);
    let mut candidates = vec![vec!["B".to_string()]; p.cells()];
    let board = p.board().expect("a board");
    let bridge = board.cell_at(1, 1).expect("a cell");
    let second = board.crossing(bridge).expect("a bridge") as usize;
    candidates[bridge as usize] = vec!["X".into(), "Y".into()];
    candidates[second] = vec!["Z".into()];
    let svg = draw(&p, None, "", Options { candidates: &candidates, ..Options::default() });
    sound(&svg);
    let place = |text: &str| {
        let (before, _) = svg.split_once(&format!(">{text}</text>")).expect("it is written");
        before.rsplit_once("<text ").expect("a text").1.split(" fill").next().map(str::to_string)
    };
    assert_ne!(place("X Y"), place("Z"));
    // In a group of larger text they have their own size.
    assert!(place("Z").is_some_and(|place| place.ends_with("font-size=\"12\"")), "{svg}");
    assert_eq!(svg.matches(">Z</text>").count() + svg.matches(">X Y</text>").count(), 2, "{svg}");
}
