//! Bad input of every format: its messages, and that nothing panics.

use super::error;
use clew::interchange::{self, FORMATS, Reading};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// The mistake, the input, the message.
#[rustfmt::skip]
const BAD: &[(&str, &str)] = &[
    ("https://puzz.link/p", "line 1, column 20: found the end, expected \"?\" and a puzzle (read as pzpr)"),
    ("https://puzz.link/p?sudoku/9/9/", "line 1, column 21: found \"sudoku\", expected one of the kinds numlin, arukone, minarism or meander (read as pzpr)"),
    ("https://puzz.link/p?numlin/5", "line 1, column 29: found the end, expected the number of rows, at most 4096 (read as pzpr)"),
    ("https://puzz.link/p?numlin/x/5/1", "line 1, column 28: found \"x\", expected the number of columns, or a flag that is known (read as pzpr)"),
    ("https://puzz.link/p?numlin/99999/5/1", "line 1, column 28: found \"99999\", expected the number of columns, at most 4096 (read as pzpr)"),
    ("https://puzz.link/p?numlin/4096/4096/1", "line 1, column 38: found \"1\", expected at most 262144 places, holes included (read as pzpr)"),
    ("https://puzz.link/p?numlin/2/2/1-1", "line 1, column 33: found \"-1\", expected 2 hexadecimal digits behind \"-\" (read as pzpr)"),
    ("https://puzz.link/p?numlin/2/2/1.1", "line 1, column 32: found \"1.1\", expected an even number of ends, not 3 (read as pzpr)"),
    ("https://puzz.link/p?numlin/2/2/1h11", "line 1, column 35: found \"1\", expected the end of the address: all cells are there (read as pzpr)"),
    ("https://puzz.link/p?numlin/2/2/123", "line 1, column 32: found \"1\", expected every label twice; this one stands once (read as pzpr)"),
    ("https://puzz.link/p?numlin/2/2/11/3", "line 1, column 35: found \"3\", expected the end of the address (read as pzpr)"),
    ("https://puzz.link/p?minarism/2/2/g3", "line 1, column 35: found \"3\", expected a difference from 1 to 1 (read as pzpr)"),
    ("https://puzz.link/p?minarism/2/3/g", "line 1, column 34: found \"g\", expected as many rows as columns, not 3 x 2 (read as pzpr)"),
    ("https://puzz.link/p?meander/2/2/g01", "line 1, column 33: found \"g\", expected one region; a border between r1c1 and r1c2 makes several (read as pzpr)"),
    ("https://puzz.link/p?meander/2/2/00.", "line 1, column 35: found \".\", expected a number; what \"?\" stands for is not known (read as pzpr)"),
    ("https://puzz.link/p?meander/2/2/0019", "line 1, column 36: found \"9\", expected a number from 1 to 4 (the number of cells) (read as pzpr)"),
    ("pzprv3\nnumlin\n2\n2\n1 .\n1\n", "line 6, column 2: found the end, expected a line of 2 cells, not 1 (read as pzprv3)"),
    ("pzprv3\narukone\n1\n2\nA A\n", "line 5, column 1: found \"A A\", expected passallcell or dontpassallcell (read as pzprv3)"),
    ("m=edit&p=!!", "line 1, column 10: found \"!\", expected a character of base 64 (read as penpa)"),
    ("m=edit&p=QUJD", "line 1, column 10: found \"QUJD\", expected deflated data of at most 1048576 bytes (read as penpa)"),
    ("2:0,0,0,", "line 1, column 9: found the end, expected 4 cells, not 3 (read as tatham)"),
    ("2:0U,0,0,0,", "line 1, column 4: found \"U\", expected a direction that stays on the grid (read as tatham)"),
    ("2:0R,0L,0,0,", "line 1, column 4: found \"R\", expected signs that agree; r1c2 and r1c1 are each less than the other (read as tatham)"),
    ("2a:0R,0,0,0,", "line 1, column 5: found \"R\", expected a bar that both cells have; r1c2 has none to r1c1 (read as tatham)"),
    ("2:0,0,0,9,", "line 1, column 9: found \"9\", expected a number from 1 to 2 (the order) (read as tatham)"),
    ("3x3mE:a", "line 1, column 1: found \"3x3mE\", expected a mode other than E: there the numbers stand outside the grid (read as tatham)"),
    ("3x3:1_2_9a", "line 1, column 11: found the end, expected 9 places, not 4 (read as tatham)"),
    ("2:1__2b", "line 1, column 5: found \"_\", expected a number, a run (a to z, A to Z), or _ between numbers (read as tatham)"),
    ("5,0,1,1,1;0,1", "line 1, column 9: found \"1\", expected a cell to fill; lines neither end nor begin on the bridge r1c2 (read as flowfree)"),
    ("X_5,0,1,1,3;0,1", "line 1, column 11: found \"3\", expected no bridge: lines cross where cells have 4 neighbours (read as flowfree)"),
    ("W_5,0,1,1,,,0|3;0,1", "line 1, column 13: found \"0|3\", expected two neighbouring cells; r1c1 and r1c4 are not (read as flowfree)"),
    ("5,0,1,2;0,1", "line 1, column 7: found \"2\", expected 1, the number of paths (read as flowfree)"),
    ("5,0,1,1;0,25", "line 1, column 11: found \"25\", expected a cell from 0 to 24 (read as flowfree)"),
    ("5,0,1,2;0,1;1,2", "line 1, column 13: found \"1\", expected a cell where no path ends yet; that of A does (read as flowfree)"),
    ("5,0,1,1,,,0|7;0,1", "line 1, column 11: found \"0|7\", expected two neighbouring cells; r1c1 and r2c3 are not (read as flowfree)"),
    ("A.A\n.B\n", "line 2, column 3: found the end, expected a line of 3 characters (read as flowsolver)"),
    ("3 2\nA.A\n.B.\n", "line 3, column 2: found \"B\", expected every label twice; this one stands once (read as thomasahle)"),
    ("3 2\nA.A\n", "line 2, column 4: found the end, expected 2 lines, not 1 (read as thomasahle)"),
    ("begin\npuzzle kakuro\nend\n", "line 2, column 8: found \"kakuro\", expected a kind of puzzle that is read (read as janko)"),
    ("begin\npuzzle hidoku\nsize 3\nproblem\n1 - -\n- -\n- - -\nend\n", "line 6, column 3: found \"-\", expected 3 tokens in the line, not 2 (read as janko)"),
    ("begin\npuzzle arukone-2\nproblem\n1 1\nend\n", "line 2, column 8: found \"arukone-2\", expected the rule --cover (all, partial), which pages of this kind leave open (read as janko)"),
    ("https://pedros.works/p?W=2x2&L=(1)9&G=hidoku", "line 1, column 35: found \"9\", expected how many cells further it stands (read as kudamono)"),
    ("https://pedros.works/p?W=2x2&L=(1)0(2)0&G=hidoku", "line 1, column 39: found \"0\", expected 1 or more: something stands at r2c1 already (read as kudamono)"),
    ("https://pedros.works/p?W=2x2&L=(1)1x0&G=hidoku", "line 1, column 37: found \"0\", expected 1 or more: something stands at r1c1 already (read as kudamono)"),
    ("https://pedros.works/p?W=2x2&L=o1&G=hidoku", "line 1, column 32: found \"o\", expected a given like (12), or x for no cell (read as kudamono)"),
    ("https://pedros.works/p?W=2x2&L=x1&G=akari", "line 1, column 37: found \"akari\", expected the genre hidoku (read as kudamono)"),
    ("1 2 .\n. .\n", "line 2, column 4: found end of line, expected a row of 3 places, not 2 (read as grid)"),
    ("4 3\n1 . .\n. . .\n. . 5\n", "line 1, column 1: found 3 rows, expected 4 rows below the size 4 3 (read as grid)"),
    ("1 3\n1 . .\n. . .\n", "line 1, column 1: found 2 rows, expected 1 row below the size 1 3 (read as grid)"),
    ("3 3\n1 . .\n. .\n. . 5\n", "line 3, column 4: found end of line, expected a row of 3 places, not 2 (read as grid)"),
    ("3 4\n. < . . .\n. . . .\n. . . .\n. . . .\n", "line 5, column 1: found \". . . .\", expected 3 lines (or 2 without signs between rows), not 5 (read as grid)"),
    ("3 3\n. < . .\n. . .\n", "line 3, column 1: found \". . .\", expected 5 lines (or 3 without signs between rows), not 2 (read as grid)"),
    ("1 2 99\n. . .\n", "line 1, column 5: found \"99\", expected a number from 1 to 6 (the number of cells) (read as grid)"),
    ("no puzzle at all", "line 1, column 1: found \"no puzzle at all\", expected \"key: value\", or a blank line before the grid"),
];

#[test]
fn mistakes_are_named_where_they_stand() {
    let mut wrong = Vec::new();
    for (input, expected) in BAD {
        let said = error(input);
        if said != *expected {
            wrong.push(format!("{input:?}\n  said     {said}\n  expected {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), BAD.len(), wrong.join("\n"));
}

/// Texts to spoil.
const GOOD: &[&str] = &[
    r#"{"schema":"clew-result/1","id":"p","verdict":"unique","instance":{"puzzle":"numberlink","cells":[["A",null],["A",null]]},"solutions":[{"cells":[["A","A"],["A","A"]],"paths":{"A":[[0,0],[0,1],[1,1],[1,0]]}}]}"#,
    "https://puzz.link/p?numlin/5/5/1j2h3m1h2j3",
    "https://puzz.link/p?arukone/e/4/4/-ffl3123+123j",
    "https://puzz.link/p?minarism/4/4/lguggihj",
    "https://puzz.link/p?meander/4/4/00000012n7k0800",
    "https://puzz.link/p?pzprv3/meander/2/2/0%20/0%20/0%200%20/1%20.%20/.%20.%20/.%202%20/4%203%20/",
    "pzprv3\narukone\n4\n4\npassallcell\nA B . . \n. . . . \nC A B C \n. . . . \n0 1 1 \n1 0 1 \n0 0 0 \n1 1 1 \n1 0 0 1 \n0 1 1 0 \n1 0 0 1 \n",
    "pzprv3/minarism/4/4/0 0 0 /0 a 0 /0 0 0 /0 0 0 /0 0 0 0 /0 0 a a /0 b 0 0 /2 4 1 3 /4 2 3 1 /1 3 4 2 /3 1 2 4 /",
    "5:0,0L,0L,0,0,0R,0,0L,0D,0L,0R,0,2,0D,0,0,0,0,0,0,0U,0,0,0,0U,",
    "4x3mC:AdA9a3c12_1A",
    "5x5mHEdnS:Aa2_3bC",
    "SAVEFILE:1:x\nGAME    :7:Unequal\nPARAMS  :1:2\nDESC    :9:0L,0,0,0,\n",
    "5,0,1,5;18,17,12;21,16,11,6;3,4,9;0,1,2,7,8,13,14,19,24,23,22;20,15,10,5",
    "X_5,0,7,4,,1:3:0:20:4:24;15,21,22,23,19,14,13,7,6;5,10,16,17;11,12,18;9,8,2",
    "2:2+B,0,1,2,,3_0B,0|1;0,2;1,3",
    "W_3,0,1,4,,,3|5;0,2;1,7;3,4,5;6,8",
    "3,0,2,2,4,0:2:6:8;1,4,7;3,4,5",
    "R.G.Y\n..B.O\n.....\n.G.Y.\n.RBO.\n",
    "5 4\nC...B\nA.BA.\n...C.\n.....\n4 4\n....\n.ab.\n..b.\na...\n0 0\n",
    "begin\npuzzle futoshiki\nsize 2\nproblem\n- « -\n- - V\n- - -\nsolution\n1 2\n2 1\nend\n",
    "begin\npuzzle hidoku\nproblem\n6 - -\n- 2 8\n1 - -\nsolution\n6 7 9\n5 2 8\n1 4 3\nend\n",
    "https://pedros.works/paper-puzzle-player?W=4x3&L=(4)2(6)1x3(1)3(11)2&G=hidoku",
    "https://pedros.works/p?W=3&H=12&L=(4)2(6)1x3(1)3(11)2&G=hidoku",
    "3 3\n6 . .\n. 2 8\n1 . .\n",
    "1 < .   .\n        ^\n.   .   .\n\n. > .   .\n",
    "A . B\n# . .\nB . A\n",
    "m=edit&p=7VNNT8JAEL33V5A5z6HbDyh7QwQvWD/AENMQA6TGJq2NBQzZpv/dmdma6s2DGA5mu29f3053325ndm+HdZVigD76EbqouA1pDD30In7cti2yfZ7qHo4O+5eyIoJ4M53i8zrfpU7SRq2c2gy1GaG50gkoQPCoK1ihudO1udYmRjOnKUBF2swG+UQnHV3KPLOxFZVLPG450Uei26za5unTzCq3OjELBN7nQr5mCkX5nkLrg9+3ZbHJWMiz1/RoRaM+123QjH7Ho3c6jw1d8D25fNIJG37oaNTRua7B74MOGrZUg4p4wYAWsP8CPCVbqk7xQ1b6X4RB68oKDZuoGz4X41TQE1zQpmh8wUtBVzAUnEnMRHApOBYMBPsSM2DbPzyYPdIf2ElUZKsBw+/jykkgPhSbtOrFZVWsc6Csbxw4gvTEp6DgvxBOXgh82e65Zc252aE8Xjkf",
];

/// A text with some of its characters changed.
fn spoilt(text: &str, rng: &mut ChaCha8Rng) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let strange = [
        '\u{0}', '9', '-', ',', ';', ':', '/', '%', 'z', 'Z', '.', '\n', ' ', 'é', '«', '0', 'x',
        '(', '|', '_', '#', '+',
    ];
    for _ in 0..rng.random_range(1..=3) {
        if chars.is_empty() {
            break;
        }
        let at = rng.random_range(0..chars.len());
        let other = strange[rng.random_range(0..strange.len())];
        match rng.random_range(0..6) {
            0 => chars[at] = other,
            1 => chars.insert(at, other),
            2 => drop(chars.remove(at)),
            3 => chars.truncate(at),
            4 => {
                let to = rng.random_range(at..chars.len());
                let copy: Vec<char> = chars[at..=to].to_vec();
                chars.splice(at..at, copy);
            }
            _ => drop(chars.drain(..at)),
        }
    }
    chars.into_iter().collect()
}

/// Reads a text under the given reading; a reported mistake lies within the text.
fn survive(text: &str, reading: &Reading) {
    for found in interchange::read_all(text, reading) {
        let Err(error) = found else { continue };
        let lines: Vec<&str> = text.split('\n').collect();
        assert!((1..=lines.len() + 1).contains(&error.line), "{error}: {text:?}");
        let line = lines.get(error.line - 1).map_or(0, |line| line.chars().count());
        assert!((1..=line + 2).contains(&error.column), "{error}: {text:?}");
    }
}

#[test]
fn spoilt_input_never_panics() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    for round in 0..30_000 {
        let text = spoilt(GOOD[round % GOOD.len()], &mut rng);
        survive(&text, &Reading::default());
    }
}

#[test]
fn no_reader_panics_at_the_input_of_another() {
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    for format in FORMATS.iter().filter(|format| format.read.is_some()) {
        let reading = Reading { format: Some(format), ..Reading::default() };
        for text in GOOD {
            survive(text, &reading);
            for _ in 0..40 {
                survive(&spoilt(text, &mut rng), &reading);
            }
        }
        for text in ["", "\n", " ", "\u{feff}", "#", "//", "\u{0}", "9999999999999999999"] {
            survive(text, &reading);
        }
    }
}

#[test]
fn pieces_do_not_depend_on_how_the_input_arrives() {
    for text in
        GOOD.iter().chain(&["# a\n# b\n5#1\n", "[begin]\npuzzle x\n", "[begi", "[1]", "# . .\n"])
    {
        let whole = interchange::read_all(text, &Reading::default());
        let mut splitter = interchange::Puzzles::new(&Reading::default());
        let mut pieces = Vec::new();
        for byte in text.as_bytes() {
            splitter.feed(&[*byte]);
            pieces.extend(splitter.by_ref());
        }
        splitter.finish();
        pieces.extend(splitter);
        let read = |piece: &clew::puzzle::format::Piece| {
            piece.chunk().and_then(|chunk| interchange::read(&chunk, &Reading::default()))
        };
        assert_eq!(pieces.iter().map(read).collect::<Vec<_>>(), whole, "{text}");
    }
}
