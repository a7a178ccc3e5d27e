//! Published puzzles, each in its formats, with its number of solutions.

use super::{lossy, native, read, read_as, solved, written};
use clew::interchange;
use clew::puzzle::{Entry, Filled};
use clew::strategy::{Options, Task, Verdict, run};

/// The number of solutions.
fn count(entry: &Entry) -> u64 {
    let outcome = run(&entry.puzzle, Task::Count, &Options::default()).expect("an outcome");
    assert!(outcome.exact);
    u64::try_from(outcome.count).expect("few solutions")
}

/// The same puzzle under other rules.
fn under(entry: &Entry, cover: &str, touch: &str) -> Entry {
    let puzzle = entry.puzzle.with_word("cover", cover).expect("the rule");
    Entry { puzzle: puzzle.with_word("touch", touch).expect("the rule"), ..entry.clone() }
}

/// The numbers of solutions under cover all or partial, touch no or yes.
fn four(entry: &Entry) -> [u64; 4] {
    let rules = [("all", "no"), ("all", "yes"), ("partial", "no"), ("partial", "yes")];
    rules.map(|(cover, touch)| count(&under(entry, cover, touch)))
}

fn words(entry: &Entry) -> Vec<&'static str> {
    entry.puzzle.words().into_iter().map(|(_, word)| word).collect()
}

/// The puzzles are equal, regardless of the rest of their files.
fn same(a: &Entry, b: &Entry) -> bool {
    a.puzzle == b.puzzle
}

const NUMLIN: &str = "1 . . . .\n2 . . 3 .\n. . . . .\n. 1 . . 2\n. . . . 3\n";

#[test]
fn numlin() {
    let address = "https://puzz.link/p?numlin/5/5/1j2h3m1h2j3";
    let entry = read(address);
    assert_eq!((entry.format, words(&entry)), ("pzpr", vec!["partial", "yes"]));
    let text = format!("puzzle: numberlink\ncover: partial\ntouch: yes\n\n{NUMLIN}");
    assert!(same(&entry, &native(&text)));
    assert_eq!(four(&entry), [1; 4]);
    assert_eq!(written(&entry, "pzpr"), format!("{address}\n"));
    for other in [
        "http://pzv.jp/p.html?numlin/5/5/1j2h3m1h2j3",
        "https://puzz.link/p?type=editor&numberlink_edit/5/5/1j2h3m1h2j3",
        "https://example.org/x/p?numlin//5/5/1j2h3m1h2j3/",
        "\u{feff}https://puzz.link/p?numlin/v:1/5/5/1j2h3m1h2j3\r\n",
        "https://puzz.link/p?numlin%2F5%2F5%2F1j2h3m1h2j3",
    ] {
        assert!(same(&read(other), &entry), "{other}");
    }
}

#[test]
fn arukone() {
    let entry = read("https://puzz.link/p?arukone/4/4/12l3123j");
    let text = "puzzle: numberlink\ntouch: yes\n\nA B . .\n. . . .\nC A B C\n. . . .\n";
    assert!(same(&entry, &native(text)));
    assert_eq!(four(&entry), [0, 1, 1, 2]);
    assert_eq!(written(&entry, "pzpr"), "https://puzz.link/p?arukone/4/4/12l3123j\n");
    let weak = read("https://puzz.link/p?arukone/e/4/4/12l3123j");
    assert_eq!(words(&weak), ["partial", "yes"]);
    assert_eq!(weak.puzzle.tokens(None)[..2], ["A", "B"]);
    let file = "pzprv3/arukone/4/4/passallcell/A B . . /. . . . /C A B C /. . . . /0 1 1 /1 0 1 /0 0 0 /1 1 1 /1 0 0 1 /0 1 1 0 /1 0 0 1 /";
    let in_file = read(file);
    assert!(same(&in_file, &entry));
    let answer = &in_file.answers[0];
    assert_eq!(entry.puzzle.verify(answer), Ok(()));
    assert_eq!(solved(&entry, answer, "pzprv3").replace('\n', "/"), file);
    let address = solved(&entry, answer, "pzpr");
    assert!(
        address.starts_with("https://puzz.link/p?pzprv3/arukone/4/4/passallcell/A%20B%20.%20.%20/")
    );
    let back = read(&address);
    assert!(same(&back, &entry) && back.answers == in_file.answers);
    let lines = file.replace('/', "\n");
    assert_eq!(read(&lines).answers, in_file.answers);
}

#[test]
fn minarism() {
    let address = "https://puzz.link/p?minarism/4/4/lguggihj";
    let text = "puzzle: futoshiki\n\n.   .   .   .\n-   -   -   -\n.   . < .   .\n-   -   ^   ^\n.   .   .   .\n-   v   -   -\n.   .   .   .\n";
    let entry = read(address);
    assert!(same(&entry, &native(text)));
    assert_eq!(count(&entry), 1);
    assert_eq!(written(&entry, "pzpr"), format!("{address}\n"));
    let file = "pzprv3/minarism/4/4/0 0 0 /0 a 0 /0 0 0 /0 0 0 /0 0 0 0 /0 0 a a /0 b 0 0 /2 4 1 3 /4 2 3 1 /1 3 4 2 /3 1 2 4 /";
    let in_file = read(file);
    assert!(same(&in_file, &entry));
    assert_eq!(entry.puzzle.verify(&in_file.answers[0]), Ok(()));
    assert_eq!(solved(&entry, &in_file.answers[0], "pzprv3").replace('\n', "/"), file);
    let id = "4:0,0,0,0,0,0,0L,0,0,0D,0U,0U,0,0,0,0,";
    assert!(same(&read(id), &entry));
    assert_eq!(written(&entry, "tatham"), format!("{id}\n"));
    let page = "[begin]\npuzzle futoshiki\nsize 4\n[problem]\n- - - - - - -\n- - - - - - -\n- - - « - - -\n- - - - A - A\n- - - - - - -\n- - V - - - -\n- - - - - - -\n[end]\n";
    assert!(same(&read(page), &entry));
    let html = format!(
        "<html>\n<script id=\"data\" type=\"application/x-janko\">\n{page}</script>\n</html>\n"
    );
    assert!(same(&read(&html), &entry));
    let given = native("puzzle: futoshiki\n\n1 < .\n-   -\n.   .\n");
    assert_eq!(lossy(&given, "pzpr").1, ["the given 1 at r1c1"]);
}

#[test]
fn pages_in_latin_1() {
    let page = "begin\npuzzle futoshiki\nproblem\n- \u{ab} -\n- - V\n- - -\nend\n";
    let bytes: Vec<u8> = page.chars().map(|c| c as u8).collect();
    let mut splitter = interchange::Puzzles::new(&interchange::Reading::default());
    splitter.feed(&bytes);
    splitter.finish();
    let piece = splitter.next().expect("a piece");
    let chunk = piece.chunk().expect("text");
    let entry = interchange::read(&chunk, &interchange::Reading::default()).expect("a puzzle");
    assert!(same(&entry, &native("puzzle: futoshiki\n\n. < .\n-   v\n.   .\n")));
}

#[test]
fn meander() {
    let address = "https://puzz.link/p?meander/4/4/00000012n7k0800";
    let text = "puzzle: hidato\nneighbours: 4\n\n1 2 . .\n. . # .\n. . 7 .\n. . . .\n";
    let entry = read(address);
    assert!(same(&entry, &native(text)));
    assert_eq!(count(&entry), 1);
    assert_eq!(written(&entry, "pzpr"), format!("{address}\n"));
    let file = "pzprv3/meander/4/4/0 0 0 /0 0 0 /0 0 0 /0 0 0 /0 0 0 0 /0 0 0 0 /0 0 0 0 /1 2 . . /. . # . /. . 7 . /. . . . /. . 3 4 /10 9 . 5 /11 8 . 6 /12 13 14 15 /";
    let in_file = read(file);
    assert!(same(&in_file, &entry));
    assert_eq!(entry.puzzle.verify(&in_file.answers[0]), Ok(()));
    assert_eq!(solved(&entry, &in_file.answers[0], "pzprv3").replace('\n', "/"), file);
    // King's moves make another puzzle.
    let king = native("puzzle: hidato\n\n1 . .\n. . 9\n. . .\n");
    assert_eq!(lossy(&king, "pzpr").1, ["the rule neighbours: 8 (there it is 4)"]);
}

/// The published address of a hidato with a hole.
const PENPA: &str = "m=edit&p=7VNNT8JAEL33V5A5z6HbDyh7QwQvWD/AENMQA6TGJq2NBQzZpv/dmdma6s2DGA5mu29f3053325ndm+HdZVigD76EbqouA1pDD30In7cti2yfZ7qHo4O+5eyIoJ4M53i8zrfpU7SRq2c2gy1GaG50gkoQPCoK1ihudO1udYmRjOnKUBF2swG+UQnHV3KPLOxFZVLPG450Uei26za5unTzCq3OjELBN7nQr5mCkX5nkLrg9+3ZbHJWMiz1/RoRaM+123QjH7Ho3c6jw1d8D25fNIJG37oaNTRua7B74MOGrZUg4p4wYAWsP8CPCVbqk7xQ1b6X4RB68oKDZuoGz4X41TQE1zQpmh8wUtBVzAUnEnMRHApOBYMBPsSM2DbPzyYPdIf2ElUZKsBw+/jykkgPhSbtOrFZVWsc6Csbxw4gvTEp6DgvxBOXgh82e65Zc252aE8Xjkf";

#[test]
fn penpa() {
    let text = "puzzle: hidato\n\n4 . . 11\n. . . .\n. 6 # 1\n";
    let entry = read(PENPA);
    assert_eq!(entry.format, "penpa");
    assert!(same(&entry, &native(text)));
    assert_eq!(count(&entry), 1);
    let address = written(&entry, "penpa");
    assert!(address.starts_with("https://swaroopg92.github.io/penpa-edit/#m=edit&p="));
    assert!(same(&read(&address), &entry));
    // A mail program replaced plus signs by blanks.
    assert!(same(&read(&PENPA.replace('+', " ")), &entry));
    let other = PENPA.replace("m=edit", "https://example.org/penpa-edit/?m=solve");
    assert!(same(&read(&other), &entry));
    // Margins, signs, rules and a title with a comma and a word that looks like a code.
    let mut square = native(
        "puzzle: futoshiki\ntitle: jazz1, zN\n\n. < 3   .\n-   -   -\n.   .   . \n^   -   v\n.   .   .\n",
    );
    square.source = "a, b".into();
    let back = read(&written(&square, "penpa"));
    assert_eq!((&*back.title, &*back.source), ("jazz1, zN", "a, b"));
    assert!(same(&back, &square));
    let text =
        "puzzle: numberlink\nneighbours: 8\ncover: partial\ntouch: no2x2\n\nA # B\n. . .\nB . A\n";
    let links = native(text);
    assert!(same(&read(&written(&links, "penpa")), &links));
}

#[test]
fn kudamono() {
    let entry =
        read("https://pedros.works/paper-puzzle-player?W=4x3&L=(4)2(6)1x3(1)3(11)2&G=hidoku");
    assert!(same(&entry, &read(PENPA)));
    assert_eq!(
        written(&entry, "kudamono"),
        "https://pedros.works/paper-puzzle-player?W=4x3&L=(4)2(6)1x3(1)3(11)2&G=hidoku\n"
    );
    let older = read("https://pedros.works/kudamono/player?W=3&H=2&L=(4)2(6)1x3(1)3(11)2&G=hidoku");
    assert!(same(&older, &entry));
    // In the older form rows come in the order of their digits: 0, 1, 10, 11, 12, 2, ...
    let older = read("https://pedros.works/x?W=0&H=12&L=(1)2(2)3&G=hidoku");
    let tokens = older.puzzle.tokens(None);
    assert_eq!((tokens[12 - 10].as_str(), tokens[12 - 2].as_str()), ("1", "2"));
}

#[test]
fn unequal() {
    let id = "5:0,0L,0L,0,0,0R,0,0L,0D,0L,0R,0,2,0D,0,0,0,0,0,0,0U,0,0,0,0U,";
    let text = "puzzle: futoshiki\n\n. < . < .   .   .\n-   -   -   -   -\n. > . < .   . < .\n-   -   -   v   -\n. > .   2   .   .\n-   -   -   v   -\n.   .   .   .   .\n^   -   -   -   ^\n.   .   .   .   .\n";
    let entry = read(id);
    assert!(same(&entry, &native(text)));
    assert_eq!(count(&entry), 1);
    assert_eq!(written(&entry, "tatham"), format!("{id}\n"));
    let five = read("5:0,0,0,4L,0L,0,2LU,0L,0U,0,0,0U,0,0,0,0,0D,0,3LRUD,0,0R,3,0L,0,0,");
    assert_eq!(count(&five), 5);
    // Letters leave out empty cells; a difficulty, an address, a save file.
    assert!(same(&read("2dt:a0L,b"), &native("puzzle: futoshiki\n\n. < .\n-   -\n.   .\n")));
    let address = format!("https://example.org/puzzles/js/unequal.html#{id}");
    assert!(same(&read(&address), &entry));
    let save = format!(
        "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\nGAME    :7:Unequal\nPARAMS  :3:5dt\nCPARAMS :3:5dt\nDESC    :{}:{}\n",
        id.len() - 2,
        &id[2..]
    );
    assert!(same(&read(&save), &entry));
}

#[test]
fn ascent() {
    let id = "6x6dt:a1c5b32a4a36b30_9_8_18_15e20_13_24f26a";
    let text = "puzzle: hidato\n\n. 1 . . . 5\n. . 32 . 4 .\n36 . . 30 9 8\n18 15 . . . .\n. 20 13 24 . .\n. . . . 26 .\n";
    let entry = read(id);
    assert!(same(&entry, &native(text)));
    assert_eq!(count(&entry), 1);
    assert_eq!(written(&entry, "tatham"), "6:a1c5b32a4a36b30_9_8_18_15e20_13_24f26a\n");
    let id = "4x3mC:AdA9a3c12_1A";
    let hex = read(id);
    let text = "puzzle: hidato\nneighbours: hex\n\n. . . .\n9 . 3 .\n. . 12 1\n";
    assert!(same(&hex, &native(text)));
    assert_eq!(count(&hex), 1);
    assert_eq!(written(&hex, "tatham"), format!("{id}\n"));
    let empty = read("4x3mCE:AdAdAdA".replace("AdAdAdA", "AdAddA").as_str());
    assert_eq!(count(&empty), 904);
}

#[test]
fn flow_free() {
    let line = "5,0,1,5;18,17,12;21,16,11,6;3,4,9;0,1,2,7,8,13,14,19,24,23,22;20,15,10,5";
    let text = "puzzle: numberlink\n\nD . . C .\nE B . . C\n. . A . .\n. . . A .\nE B D . .\n";
    let entry = read(line);
    // Labels are named in the order of the line, not of the board.
    assert_eq!(clew::puzzle::format::write_grid(&entry.puzzle), &text[20..]);
    assert_eq!(four(&entry), [1; 4]);
    assert_eq!(entry.puzzle.verify(&entry.answers[0]), Ok(()));
    let back = solved(&entry, &entry.answers[0], "flowfree");
    let again = read(&back);
    assert!(same(&again, &entry));
    assert_eq!(again.answers, entry.answers);
    let hex = read("X_5,0,7,4,,1:3:0:20:4:24;15,21,22,23,19,14,13,7,6;5,10,16,17;11,12,18;9,8,2");
    assert_eq!(hex.puzzle.verify(&hex.answers[0]), Ok(()));
    let again = read(&solved(&hex, &hex.answers[0], "flowfree"));
    assert!(same(&again, &hex) && again.answers == hex.answers);
    // A wall between the cells 0 and 1. Rows and columns wrap; a wall closes one row.
    let around = read("W_3,0,1,4,,,3|5;0,2;1,7;3,4,5;6,8");
    assert_eq!(around.puzzle.board().expect("a board").edges().len(), 17);
    assert_eq!(around.puzzle.verify(&around.answers[0]), Ok(()));
    assert_eq!(
        solved(&around, &around.answers[0], "flowfree"),
        "W_3,0,1,4,,,3|5;0,2;1,7;3,4,5;6,8\n"
    );
    let crossed = read("3,0,2,2,4,0:2:6:8;1,4,7;3,4,5");
    assert_eq!(crossed.puzzle.board().expect("a board").len(), 6);
    assert_eq!(crossed.puzzle.verify(&crossed.answers[0]), Ok(()));
    assert_eq!(
        solved(&crossed, &crossed.answers[0], "flowfree"),
        "3,0,2,2,4,0:2:6:8;1,4,7;3,4,5\n"
    );
    let walled = read("2,0,1,2,,,0|1;0,2;1,3");
    assert_eq!(walled.puzzle.board().expect("a board").walls(), [[0, 1]]);
    assert_eq!(solved(&walled, &walled.answers[0], "flowfree"), "2,0,1,2,,,0|1;0,2;1,3\n");
}

#[test]
fn flow_solver() {
    let text = "R.G.Y\n..B.O\n.....\n.G.Y.\n.RBO.\n";
    let entry = read(text);
    assert_eq!(entry.format, "flowsolver");
    assert_eq!(four(&entry), [1; 4]);
    assert_eq!(written(&entry, "flowsolver"), text);
    let outcome = run(&entry.puzzle, Task::Check, &Options::default()).expect("an outcome");
    assert_eq!(outcome.verdict(), Verdict::Unique);
    let filled = solved(&entry, &outcome.answers[0], "flowsolver");
    assert_eq!(filled.lines().map(str::len).collect::<Vec<_>>(), [5; 5]);
    assert!(!filled.contains('.'));
    // The same solution, given by its letters.
    let labels = filled.chars().filter(|c| *c != '\n').map(|c| Some(c.to_string())).collect();
    assert_eq!(entry.puzzle.answer_of(&Filled::Labels(labels)).as_ref(), Ok(&outcome.answers[0]));
}

#[test]
fn packed() {
    let boards = "5 4\nC...B\nA.BA.\n...C.\n.....\n\n# a comment\n4 4\n....\n.ab.\n..b.\na...\n2 4\nAA\nBB\n..\n..\n0 0\nnot read\n";
    let all = interchange::read_all(boards, &interchange::Reading::default());
    let all: Vec<Entry> = all.into_iter().map(|e| e.expect("a puzzle")).collect();
    assert!(all.iter().all(|e| e.format == "thomasahle"));
    assert_eq!(all.iter().map(four).collect::<Vec<_>>(), [[1; 4], [0, 5, 4, 40], [0, 1, 1, 3]]);
    assert_eq!(written(&all[0], "thomasahle"), "5 4\nC...B\nA.BA.\n...C.\n.....\n");
    let outcome = run(&all[0].puzzle, Task::Check, &Options::default()).expect("an outcome");
    let filled = solved(&all[0], &outcome.answers[0], "thomasahle");
    assert_eq!(filled, "5 4\nCCBBB\nACBAA\nACCCA\nAAAAA\n");
    let wide =
        "8 8\nB...I...\n....EH..\nB.......\n..F...E.\n.FA.I...\nA...G..H\nDC.C....\n.D..G...\n";
    let entry = read(wide);
    assert_eq!(count(&entry), 0);
    assert_eq!(count(&under(&entry, "all", "yes")), 80);
    assert_eq!(count(&under(&entry, "partial", "yes")), 589_152);
}

#[test]
fn janko() {
    let page = "begin\npuzzle arukone\nsize 5\nproblem\n7 - - - 3\n9 1 3 - -\n- - - 7 -\n- - - - -\n9 - - - 1\nend\n";
    let entry = read(page);
    assert_eq!(words(&entry), ["partial", "yes"]);
    assert_eq!(four(&entry), [1; 4]);
    assert_eq!(words(&read(&page.replace("arukone", "arukone-3"))), ["all", "no2x2"]);
    let open = page.replace("arukone", "arukone-2");
    let said = interchange::Reading {
        words: vec![("cover", "all"), ("touch", "no")],
        ..Default::default()
    };
    let all = interchange::read_all(&open, &said);
    assert_eq!(words(all[0].as_ref().expect("a puzzle")), ["all", "no"]);
    assert!(interchange::read_all(&open, &interchange::Reading::default())[0].is_err());
    let page = "[begin]\npuzzle hidoku\nauthor somebody\n[problem]\n6 - -\n- 2 8\n1 - -\n[solution]\n6 7 9\n5 2 8\n1 4 3\n[problem]\n- - -\n- - -\n- - -\n[end]\n";
    let entry = read(page);
    assert!(same(&entry, &native("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")));
    assert_eq!(entry.source, "somebody");
    assert_eq!(entry.puzzle.verify(&entry.answers[0]), Ok(()));
}

/// A hidato with one solution that starts 21 22 27.
const GRID: &str = "7 7\n- 22 - 26 34 - 32\n- 23 - - - 36 -\n- 24 - 42 - - -\n- - 13 - - - -\n17 - 44 12 - 3 -\n47 49 - 10 - - 5\n- - - - - - 1\n";

#[test]
fn grids() {
    let entry = read(GRID);
    assert_eq!(entry.format, "grid");
    let outcome = run(&entry.puzzle, Task::Check, &Options::default()).expect("an outcome");
    assert_eq!(outcome.verdict(), Verdict::Unique);
    let first = entry.puzzle.tokens(Some(&outcome.answers[0]))[..7].join(" ");
    assert_eq!(first, "21 22 27 26 34 33 32");
    assert!(same(&read(&written(&entry, "grid")), &entry));
    // A row that looks like a size is a row if no grid of that size follows.
    let narrow = native("puzzle: hidato\n\n3 2\n. .\n");
    assert_eq!(written(&narrow, "grid"), "3 2\n. .\n");
    assert!(same(&read("2 2\n3 2\n. .\n"), &narrow));
    for (text, whole) in [
        (NUMLIN, format!("puzzle: numberlink\n\n{NUMLIN}")),
        (". x *\n. . .\n", "puzzle: path\n\n. # #\n. . .\n".into()),
        ("# . .\n# . 3\n", "puzzle: hidato\n\n# . .\n# . 3\n".into()),
        // A size if it fits, a row if the next one has a different number of cells.
        ("2 2\n1 .\n. 3\n", "puzzle: hidato\n\n1 .\n. 3\n".into()),
        ("2 3\n. .\n. 4\n", "puzzle: hidato\n\n2 3\n. .\n. 4\n".into()),
        (
            "3 3\n. < . .\n. . .\n. . .\n",
            "puzzle: futoshiki\n\n. < .   .\n-   -   -\n.   .   .\n-   -   -\n.   .   .\n".into(),
        ),
        ("2 2\n. < .\n. .\n", "puzzle: futoshiki\n\n. < .\n-   -\n.   .\n".into()),
        ("1 2\n^ -\n. .\n", "puzzle: futoshiki\n\n1   2\n^   -\n.   .\n".into()),
        (
            "1<. .\n. . .\n.>. .\n",
            "puzzle: futoshiki\n\n1 < .   .\n-   -   -\n.   .   .\n-   -   -\n. > .   .\n".into(),
        ),
        (
            "1 < .   .\n        ^\n.   .   .\n\n. > .   .\n",
            "puzzle: futoshiki\n\n1 < .   .\n-   -   ^\n.   .   .\n-   -   -\n. > .   .\n".into(),
        ),
    ] {
        assert!(same(&read_as(text, Some("grid")), &native(&whole)), "{text}");
        assert!(same(&read(text), &native(&whole)), "{text}");
    }
}

#[test]
fn lines_of_many_formats_and_comments() {
    let text = "# links\n\nhttps://puzz.link/p?numlin/5/5/1j2h3m1h2j3\n// more\n6x6dt:a1c5b32a4a36b30_9_8_18_15e20_13_24f26a\n5,0,1,5;18,17,12;21,16,11,6;3,4,9;0,1,2,7,8,13,14,19,24,23,22;20,15,10,5\nm=edit&p=x\n";
    let all = interchange::read_all(text, &interchange::Reading::default());
    let formats: Vec<_> = all.iter().map(|e| e.as_ref().map(|e| e.format).ok()).collect();
    assert_eq!(formats, [Some("pzpr"), Some("tatham"), Some("flowfree"), None]);
    let error = all[3].as_ref().expect_err("no data").to_string();
    assert!(error.starts_with("line 7, column "), "{error}");
}
