//! Booklets: headings, rules, authors, answers, the order of folded sheets, text that can be found.

use crate::support::program::Folder;

/// A puzzle of every family, with a part of its instructions.
const FAMILIES: [(&str, &str); 9] = [
    ("puzzle: hidato\nsource: Ada\n\n6 . .\n. 2 8\n1 . .\n", "across sides and corners of cells."),
    ("puzzle: hidato\nneighbours: hex\nsource: Ada\n\n1 2\n. .\n", "across sides of cells."),
    ("puzzle: path\nsource: Ada\n\n1 . 3\n", "Path: Draw one line"),
    ("puzzle: path\nclosed: yes\nsource: Ada\n\n. .\n. .\n", "Path: Draw one closed loop"),
    ("puzzle: numberlink\nsource: Ada\n\nA . A\n", "Every cell is on a path."),
    ("puzzle: numberlink\ncover: partial\nsource: Ada\n\nA . A\n", "Cells may stay empty."),
    ("puzzle: futoshiki\nsource: Ada\n\n. < .\n-   -\n.   .\n", "points to the smaller number."),
    ("puzzle: futoshiki\ndots: all\nsource: Ada\n\n. o .\no   o\n. o .\n", "differ by one."),
    ("puzzle: zip\nwalls: r1c1|r1c2\nsource: Ada\n\n1 2\n. .\n", "Thick lines are walls"),
];

fn all() -> String {
    FAMILIES.map(|(text, _)| text).join("---\n")
}

/// The texts of a page, one after the other.
fn texts(svg: &str) -> Vec<&str> {
    svg.split("<text ").skip(1).map(|t| &t[t.find('>').expect("a tag") + 1..]).collect()
}

fn shows(svg: &str, text: &str) -> bool {
    texts(svg).iter().any(|found| found.starts_with(&format!("{text}</text>")))
}

#[test]
fn rules_stand_above_the_first_puzzle_of_each_kind() {
    let here = Folder::with(&[]);
    let one = here.feed("draw --sheet 3x3", &all()).out;
    for (text, rule) in FAMILIES {
        // Lines may be broken anywhere.
        let words: Vec<String> = texts(&one)
            .iter()
            .map(|t| t.split("</text>").next().unwrap_or_default().to_string())
            .collect();
        assert!(words.join(" ").contains(rule), "{text}{words:?}");
    }
    assert!(!here.feed("draw --sheet 3x3 --no-rules", &all()).out.contains("Path: Draw"));
    let twice = format!("{0}---\n{0}---\n{0}", FAMILIES[2].0);
    here.feed("draw --sheet 1x1 -o s.svg", &twice);
    let told: Vec<bool> =
        (1..=3).map(|i| here.read(&format!("s-{i}.svg")).contains("Path: Draw")).collect();
    assert_eq!(told, [true, false, false]);
}

#[test]
fn one_author_stands_at_the_foot_and_others_below_their_headings() {
    let here = Folder::with(&[]);
    let page = here.feed("draw --sheet 3x3", &all()).out;
    assert_eq!(page.matches("Ada").count(), 1);
    assert!(shows(&page, "Ada  \u{2013}  1 / 1"), "{page}");
    let two = format!("{}---\n{}", FAMILIES[0].0, FAMILIES[0].0.replace("Ada", "Bob"));
    let page = here.feed("draw --sheet 1x2 --rate", &two).out;
    assert!(shows(&page, "1 / 1") && shows(&page, "trivial  \u{2013}  Bob"), "{page}");
}

#[test]
fn the_author_and_the_rules_of_a_puzzle_are_printed() {
    let credits = "source: Archive\nauthor: Ada\nrules: Walk like a king.\n";
    let here = Folder::with_puzzle(&format!("puzzle: hidato\n{credits}\n6 . .\n. 2 8\n1 . .\n"));
    let page = here.run("draw --sheet 1x1 p.puzzle").out;
    assert!(shows(&page, "Hidato: Walk like a king.") && shows(&page, "Ada  \u{2013}  1 / 1"));
    assert!(!page.contains("Archive") && !page.contains("across sides"), "{page}");
}

#[test]
fn headings_have_fields() {
    let here =
        Folder::with_puzzle("puzzle: hidato\ntitle: My own\nsource: Ada\n\n6 . .\n. 2 8\n1 . .\n");
    let headed = |title: &str| here.run(&format!("draw --sheet 1x1 p.puzzle --title {title}"));
    let plain = here.run("draw --sheet 1x1 p.puzzle").out;
    assert!(shows(&plain, "1. My own"), "{plain}");
    for (title, shown) in [
        ("{n}:{family}", "1:Hidato"),
        ("{{{rows}x{cols}}}", "{3x3}"),
        ("{title}/{author}/{id}", "My own/Ada/"),
        ("{n}.{id}", "1"),
    ] {
        assert!(shows(&headed(title).out, shown), "{title}");
    }
    // The level occurs once, and the time for it may be limited.
    let rated =
        here.run("draw --sheet 1x1 p.puzzle --rate --time 9s --title {n}:{level}:{score}").out;
    let heading = texts(&rated).into_iter().find(|text| text.starts_with("1:")).expect("it");
    let level = heading.split(':').nth(1).expect("a level");
    assert!(!level.is_empty() && rated.matches(level).count() == 1, "{rated}");
    for wrong in ["{seed}", "{n", "n}", "{}"] {
        let ran = headed(wrong);
        assert!(ran.status == 2 && ran.err.contains("fields are {n} {title}"), "{}", ran.err);
    }
    // A generated puzzle has the name of its family as a title, not its seed.
    let made = here.run("generate hidato --rows 4 --seed 7").out;
    let page = here.feed("draw --sheet 1x1", &made).out;
    assert!(shows(&page, "1. Hidato") && !page.contains("seed") && !page.contains("generate"));
}

#[test]
fn answers_have_pages_of_their_size() {
    let here = Folder::with(&[]);
    let puzzles = FAMILIES[0].0.to_string() + &format!("---\n{}", FAMILIES[0].0).repeat(15);
    let pages = |more: &str, count: usize| -> Vec<String> {
        let ran = here.feed(&format!("draw --sheet 2x2 --rate -o s.svg {more}"), &puzzles);
        assert_eq!(ran.status, 0, "{}", ran.err);
        (1..=count).map(|i| here.read(&format!("s-{i}.svg"))).collect()
    };
    let usual = pages("--answers", 5);
    let (levels, answers) = (usual[0].matches(">trivial<").count(), &usual[4]);
    assert!(levels == 4 && !answers.contains(">trivial<") && shows(answers, "16"));
    assert_eq!(answers.matches("<g transform=").count(), 16);
    assert_eq!(pages("--answers=1x3", 10)[9].matches("<g transform=").count(), 1);
    // If boards would be unreadable with four times as many on a page, there are fewer.
    let large = here.run("generate numberlink --rows 22 --seed 1 --count 4").out;
    here.feed("draw --sheet 2x2 --answers --no-rules -o t.svg", &large);
    assert!(here.read("t-2.svg").matches("<g transform=").count() == 4);
}

#[test]
fn a_title_page_has_contents_and_rules() {
    let here = Folder::with(&[]);
    let all = format!("{}---\n{}---\n{}", FAMILIES[0].0, FAMILIES[2].0, FAMILIES[0].0);
    let ran = here.feed("draw --sheet 1x2 --rate --title-page --heading Sunday -o s.svg", &all);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let pages = [1, 2, 3].map(|i| here.read(&format!("s-{i}.svg")));
    for text in ["Sunday", "Ada", "Hidato", "3 \u{d7} 3", "trivial", "1, 3", "Path", "2"] {
        assert!(shows(&pages[0], text), "{text}: {}", pages[0]);
    }
    let words = texts(&pages[0]).join(" ");
    assert!(words.contains("Draw one line") && words.contains("Fill the cells"), "{words}");
    assert!(!pages[1].contains("Fill the cells") && shows(&pages[1], "Ada  \u{2013}  2 / 3"));
    // Five stars below each heading, one of them filled, and none without a level.
    let stars = |fill: &str| format!(" fill=\"{fill}\" stroke=\"#777777\" stroke-width=\"0.7\"");
    let [filled, open] = ["#777777", "none"].map(|fill| pages[2].matches(&stars(fill)).count());
    assert_eq!([filled, open], [1, 4], "{}", pages[2]);
    let plain = here.feed("draw --sheet 3x1 --title-page -o t.svg", &all);
    assert!(plain.status == 0 && !here.read("t-1.svg").contains("stroke-width=\"0.7\""));
}

#[test]
fn harder_puzzles_have_places_of_their_own() {
    let here = Folder::with(&[]);
    let easy = here.run("generate futoshiki --rows 4 --level easy --count 3").out;
    let tricky = here.run("generate futoshiki --rows 5 --level tricky --count 3").out;
    let ran = here.feed("draw --sheet 2x2,tricky=1x2 -o s.svg", &format!("{easy}---\n{tricky}"));
    assert_eq!(ran.status, 0, "{}", ran.err);
    let placed = |i: u32| here.read(&format!("s-{i}.svg")).matches("<g transform=").count();
    assert_eq!([1, 2, 3].map(placed), [3, 2, 1]);
    for (wrong, why) in [("2x2,1x2", "such as hard=2x1"), ("2x2,odd=1x1", "odd"), ("2", "3x2")] {
        let ran = here.feed(&format!("draw --sheet {wrong}"), &easy);
        assert!(ran.status == 2 && ran.err.contains(why), "{wrong}: {}", ran.err);
    }
}

/// Answers that would leave most of their page empty are larger.
#[test]
fn answers_fill_their_page() {
    let here = Folder::with(&[]);
    let scales = |count: usize| -> (usize, f64) {
        let puzzles = vec![FAMILIES[0].0; count].join("---\n");
        let page = here.feed("draw --sheet 4x3 --answers -o s.svg", &puzzles);
        assert_eq!(page.status, 0, "{}", page.err);
        let page = here.read(&format!("s-{}.svg", count.div_ceil(12) + 1));
        let scale = page.split("scale(").nth(1).and_then(|s| s.split(')').next());
        (page.matches("scale(").count(), scale.and_then(|s| s.parse().ok()).expect("a number"))
    };
    let [(few, large), (many, small)] = [4, 36].map(scales);
    assert!(few == 4 && many == 36 && large > 1.5 * small, "{large} {small}");
}

/// The sides of a booklet have the pages 8 and 1, 2 and 7, 6 and 3, 4 and 5.
#[test]
fn booklets_are_in_the_order_of_folded_sheets() {
    let here = Folder::with(&[]);
    let three = format!("{0}---\n{0}---\n{0}---\n{0}---\n{0}", FAMILIES[0].0);
    let ran = here.feed("draw --sheet 1x1 --booklet --paper letter -o s.svg", &three);
    assert_eq!(ran.status, 0, "{}", ran.err);
    for (i, [left, right]) in [[8, 1], [2, 7], [6, 3], [4, 5]].into_iter().enumerate() {
        let side = here.read(&format!("s-{}.svg", i + 1));
        assert!(side.contains("width=\"1056\" height=\"816\""), "{side}");
        let half = side.find("translate(528 0)");
        for (page, is_left) in [(left, true), (right, false)] {
            let at = side.find(&format!("{page} / 5</text>"));
            assert_eq!(at.is_some(), page <= 5, "{page}");
            assert!(at.is_none_or(|at| half.is_none_or(|half| (at < half) == is_left)), "{page}");
        }
    }
}

/// In black and white the lines of answers are plain: no dashes, no letters on them, no heads of arrows.
#[test]
fn lines_of_answers_are_plain_in_black_and_white() {
    for text in
        ["puzzle: numberlink\n\nA B C\n. . .\nA B C\n", "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n"]
    {
        let svg = Folder::with_puzzle(text).run("draw --theme mono --solution p.puzzle").out;
        assert!(!svg.contains("dasharray") && !svg.contains("<polygon points=\"\""), "{svg}");
        assert_eq!(svg.matches(">A</text>").count(), text.matches("A").count());
        let heads = svg
            .split("<polygon points=\"")
            .skip(1)
            .filter(|p| p.split('"').next().unwrap_or_default().split(' ').count() == 3);
        assert_eq!(heads.count(), 0, "{svg}");
    }
}

/// A PDF holds its fonts, each as a part, and a map from its letters to characters.
#[cfg(feature = "pictures")]
#[test]
fn text_of_a_pdf_is_text() {
    let here = Folder::with(&[]);
    let ran = here.feed("draw --sheet 3x3 --answers --heading Sunday -o s.pdf", &all());
    assert_eq!((ran.status, &*ran.err), (0, ""));
    let pdf = std::fs::read(here.path().join("s.pdf")).expect("a file");
    let text = String::from_utf8_lossy(&pdf);
    for word in ["+Roboto-Regular", "+Roboto-Bold", "/FontFile2", "/ToUnicode", "/CIDFontType2"] {
        assert!(text.contains(word), "{word}");
    }
}
