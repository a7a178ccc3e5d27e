//! Exact pictures of the smallest boards, and properties of larger ones.

use super::*;
use crate::families::parse_native;

fn puzzle(text: &str) -> Puzzle {
    parse_native(text).unwrap_or_else(|e| panic!("{e}")).puzzle
}

fn picture(text: &str, answer: Option<&Answer>) -> String {
    draw(&puzzle(text), answer, "", Options::default())
}

/// Every element is closed, and no number went wrong.
fn sound(svg: &str) {
    let mut open = Vec::new();
    for piece in svg.split('<').skip(1) {
        let (tag, _) = piece.split_once('>').expect("a whole tag");
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
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
        Options { numbers: true, open: &[] },
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
<rect x="10" y="10" width="40" height="40" fill="#eee5cf"/>
<rect x="50" y="50" width="40" height="40"/>
</g>
<polyline points="30,30 70,70" fill="none" stroke="#a9cdec" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>
<g fill="#2f74b5">
<polygon points="57.54,57.54 46.93,54 54,46.93"/>
</g>
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
        let group = svg.split(&format!("fill=\"{HOLE}\"")).nth(1).expect("holes");
        group.split("</g>").next().expect("a group").matches("<polygon").count()
    };
    // The hidato leaves what is outside its outline blank; a continuous line shows every hole.
    assert_eq!((filled("hidato"), filled("path")), (1, 3));
    let svg = picture(&format!("puzzle: hidato{ring}"), None);
    let strong = svg.lines().find(|l| l.contains("stroke-width=\"2\"")).expect("an outline");
    assert_eq!(strong.matches('M').count(), 10, "{strong}");
    assert!(strong.contains("M10 10L130 10"), "{strong}");
}

#[test]
fn walls_numbers_and_long_texts() {
    let text = "puzzle: hidato\nwalls: r1c1|r1c2 r1c1|r2c2\n\n. .\n. .\n";
    let svg = draw(&puzzle(text), None, "", Options { numbers: true, open: &[] });
    sound(&svg);
    let walls = svg.lines().find(|l| l.contains("stroke-width=\"4.5\"")).expect("walls");
    assert!(walls.contains("M70 30L70 70") || walls.contains("M70 70L70 30"), "{walls}");
    assert_eq!(walls.matches('M').count(), 2);
    assert_eq!(svg.matches("<text").count(), 4);
    let svg = picture("puzzle: numberlink\n\nverylong verylong\n", None);
    assert!(svg.contains("font-size=\"7.01\""), "{svg}");
}

#[test]
fn many_paths_have_their_own_colours() {
    let mut colours: Vec<String> = (0..60).map(path_colour).collect();
    colours.sort();
    colours.dedup();
    assert_eq!(colours.len(), 60);
}

/// Every puzzle of the corpus can be drawn, if `CLEW_CORPUS` says where it is.
#[test]
fn corpus_puzzles_are_drawn() {
    let Some(root) = std::env::var_os("CLEW_CORPUS") else {
        println!("skipped: CLEW_CORPUS is not set");
        return;
    };
    let mut files = 0;
    for family in crate::families::ALL {
        let folder = std::path::Path::new(&root).join(family.keyword());
        for item in std::fs::read_dir(&folder).expect("a folder a family") {
            let text = std::fs::read_to_string(item.expect("a file").path()).expect("text");
            let entry = parse_native(&text).expect("a puzzle");
            sound(&draw(&entry.puzzle, None, &entry.title, Options { numbers: true, open: &[] }));
            let options = crate::report::terminal::Options { colour: true, width: Some(80) };
            assert!(crate::report::terminal::draw(&entry.puzzle, None, options).ends_with('\n'));
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
        let options = Options { numbers: false, open: &[true, false, false, true] };
        let shaded = draw(&puzzle(text), None, "", options);
        sound(&shaded);
        let plain = draw(&puzzle(text), None, "", Options::default());
        assert!(shaded.contains(super::OPEN) && !plain.contains(super::OPEN), "{text}");
    }
}
