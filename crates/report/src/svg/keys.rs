//! Names of labels that are too long for a cell: the cell shows a short form, and a key below the picture explains it.

use super::TEXT;
use super::board::DISC_ROOM;
use super::sheet::{Look, Sheet, fit};
use clew_puzzle::puzzle::scene::BoardScene;
use std::collections::{HashMap, HashSet};

/// The least size at which a name is still easy to read.
const LEAST: f64 = 7.5;
/// Size and height of a line of the key.
const SIZE: f64 = 12.0;
const LINE: f64 = 18.0;
/// The margin of the key on both sides.
const MARGIN: f64 = 10.0;

/// The short forms of a board's labels.
pub(super) struct Keys {
    /// Short form and name, in the order in which the labels are drawn.
    lines: Vec<(String, String)>,
    short: HashMap<String, String>,
}

impl Keys {
    /// The short forms for a board; `None` if all its labels are short enough.
    pub fn new(scene: &BoardScene<'_>) -> Option<Keys> {
        let fits = |text: &str| fit(text, TEXT, DISC_ROOM, true) >= LEAST;
        let mut seen = HashSet::new();
        let names: Vec<&str> = scene.discs.iter().map(|disc| disc.text.as_str()).collect();
        let names: Vec<&str> = names.into_iter().filter(|name| seen.insert(*name)).collect();
        let mut taken: HashSet<String> =
            names.iter().filter(|name| fits(name)).map(|name| name.to_string()).collect();
        let mut lines: Vec<(String, String)> = Vec::new();
        // For each first letter the next number. Lower ones are taken for good, and searching them again for each of
        // thousands of names would take seconds.
        let mut next: HashMap<char, u32> = HashMap::new();
        for name in names.into_iter().filter(|name| !fits(name)) {
            let beginnings = name.char_indices().skip(1).map(|(i, _)| format!("{}…", &name[..i]));
            let longest = beginnings.take_while(|short| fits(short)).last();
            // Two names with the same beginning are distinguished by numbers.
            let short = longest.filter(|short| !taken.contains(short)).unwrap_or_else(|| {
                let first = name.chars().next().unwrap_or_default();
                let number = next.entry(first).or_insert(2);
                let mut numbered = (*number..).map(|n| (n, format!("{first}…{n}")));
                let free = numbered.find(|(_, short)| !taken.contains(short));
                let (found, short) = free.expect("there are numbers enough");
                *number = found + 1;
                short
            });
            taken.insert(short.clone());
            lines.push((short, name.to_string()));
        }
        let short = lines.iter().map(|(short, name)| (name.clone(), short.clone())).collect();
        (!lines.is_empty()).then_some(Keys { lines, short })
    }

    /// The short form of a name.
    pub fn short(&self, name: &str) -> String {
        self.short.get(name).map_or(name, String::as_str).to_string()
    }

    /// The same board with short forms.
    pub fn shortened<'a>(&self, scene: &BoardScene<'a>) -> BoardScene<'a> {
        let mut scene = scene.clone();
        scene.discs.iter_mut().for_each(|disc| disc.text = self.short(&disc.text));
        let writings = scene.cells.iter_mut().flatten();
        writings.for_each(|writing| writing.text = self.short(&writing.text));
        scene
    }

    /// Writes the key below the picture.
    pub fn draw(&self, sheet: &mut Sheet) {
        let (middle, room) = (sheet.width / 2.0, sheet.width - 2.0 * MARGIN);
        sheet.open_text(SIZE, Look::default());
        for (short, name) in &self.lines {
            let at = (middle, sheet.height + LINE / 2.0 - 4.0);
            sheet.text(at, SIZE, room, &format!("{short} = {name}"), Look::default());
            sheet.height += LINE;
        }
        sheet.close();
    }
}
