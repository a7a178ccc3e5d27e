//! The meaning of the variables of a network, for people: "r3c4 = 7", "r1c1-r1c2 on". It is computed on demand from
//! the way in which a network encodes answers, so a network pays nothing for having names.

use super::steps::spot;
use clew_engine::kernel::{Atom, Engine, Fact, Lit, Model, PropId, Store, VarId};
use clew_puzzle::puzzle::{Built, Cell, Content, Decode, EdgeId, Puzzle};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The maximum number of cells times contents for which the Booleans of every pair are looked up.
const PAIRS: usize = 2_000_000;

/// The meanings of a network's variables.
#[derive(Clone)]
pub struct Meanings {
    puzzle: Puzzle,
    decoder: Arc<dyn Decode>,
    /// The names of blocks, without the engine.
    names: Model,
    contents: Vec<Content>,
    /// Variables whose domains are the contents of a cell.
    cells: FxHashMap<VarId, Cell>,
    /// Literals of Booleans that state the content of a cell, in the polarity that states it.
    values: FxHashMap<Lit, (Cell, Content)>,
    edges: FxHashMap<Atom, EdgeId>,
    /// Blocks with this many Booleans per cell, cell by cell.
    per_cell: Vec<(&'static str, u32)>,
}

/// Cells in their order, each once, of a puzzle with `n` cells.
fn each_once(mut cells: Vec<Cell>, n: usize) -> Vec<Cell> {
    if cells.len() <= n {
        cells.sort_unstable();
        cells.dedup();
        return cells;
    }
    let mut is_there = vec![false; n];
    cells.iter().for_each(|&cell| is_there[cell as usize] = true);
    (0..n as Cell).filter(|&cell| is_there[cell as usize]).collect()
}

impl Meanings {
    /// The meanings in a network of a puzzle. Linear in the atoms of the network.
    pub fn new(puzzle: &Puzzle, built: &Built) -> Meanings {
        let store = built.model.engine.store();
        let contents = puzzle.candidates();
        let mut meanings = Meanings {
            puzzle: puzzle.clone(),
            decoder: built.decoder.clone(),
            names: built.model.clone(),
            contents,
            cells: FxHashMap::default(),
            values: FxHashMap::default(),
            edges: FxHashMap::default(),
            per_cell: Vec::new(),
        };
        meanings.find_cells(store);
        if let Some(board) = puzzle.board() {
            let edges = 0..board.edges().len() as EdgeId;
            let atoms = edges.filter_map(|e| Some((built.decoder.edge(e)?, e)));
            meanings.edges = atoms.collect();
        }
        let n = puzzle.cells() as u32;
        let each = |(name, len, _): (&'static str, u32, bool)| match name {
            "turn" => Some((name, len / n)).filter(|of| of.1 > 0 && of.1 * n == len),
            _ => (len == n && name != "edge").then_some((name, 1)),
        };
        // Without cells no block is cell by cell.
        meanings.per_cell = built.model.blocks().filter(|_| n > 0).filter_map(each).collect();
        meanings
    }

    fn find_cells(&mut self, store: &Store) {
        // A network has literals for the contents of every cell, or of none. It would take long to look for those of
        // each cell of a large board.
        let has_words = |&c: &Content| self.decoder.holds(store, 0, c).is_some();
        if self.puzzle.cells() == 0 || !self.contents.iter().any(has_words) {
            return;
        }
        let is_small = self.puzzle.cells() * self.contents.len() <= PAIRS;
        for cell in 0..self.puzzle.cells() as Cell {
            for &content in &self.contents {
                let Some(l) = self.decoder.holds(store, cell, content) else { continue };
                match store.meaning(l.atom()) {
                    Some((x, _)) => {
                        self.cells.insert(x, cell);
                        break;
                    }
                    None if is_small => {
                        self.values.insert(l, (cell, content));
                    }
                    None => break,
                }
            }
        }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The statement of a literal about the content of a cell, if the network has one: that the cell holds this, or
    /// does not.
    fn content(&self, store: &Store, l: Lit) -> Option<(Cell, Content, bool)> {
        let stated = |l: Lit| self.values.get(&l).copied();
        // A positive statement is stronger than a negative one.
        if let Some((cell, content)) = stated(l) {
            return Some((cell, content, true));
        }
        if let Some((cell, content)) = stated(!l) {
            return Some((cell, content, false));
        }
        let (x, v) = store.meaning(l.atom())?;
        let &cell = self.cells.get(&x)?;
        // Emptiness of a cell may be a value after those of all labels.
        let guesses = [
            Content::Number(v + 1),
            Content::Nothing,
            Content::Label(v),
            Content::Number(v.max(1)),
        ];
        let which = |l: Lit| {
            guesses.into_iter().find(|&content| self.decoder.holds(store, cell, content) == Some(l))
        };
        let holds = which(l).map(|content| (cell, content, true));
        holds.or_else(|| which(!l).map(|content| (cell, content, false)))
    }

    /// The cells of an atom: one, two for an edge, none if they are unknown.
    pub fn cells(&self, atom: Atom) -> Vec<Cell> {
        if self.is_passing(atom) {
            return Vec::new();
        }
        let store = self.names.engine.store();
        if let Some(&e) = self.edges.get(&atom) {
            let board = self.puzzle.board().expect("edges are of a board");
            return board.edges()[e as usize].to_vec();
        }
        let stated = [atom.pos(), atom.neg()].into_iter().find_map(|l| self.values.get(&l));
        if let Some(&(cell, _)) = stated {
            return vec![cell];
        }
        if let Some((x, v)) = store.meaning(atom).or_else(|| store.bound(atom)) {
            if let Some(&cell) = self.cells.get(&x) {
                return vec![cell];
            }
            return self.decoder.describe_value(x, v).map(|(cell, _)| cell).into_iter().collect();
        }
        let fact = self.names.fact(atom.pos());
        self.each(fact.block).map(|each| fact.index / each).into_iter().collect()
    }

    /// The number of Booleans per cell of a block, if they go cell by cell.
    fn each(&self, block: &str) -> Option<u32> {
        self.per_cell.iter().find(|of| of.0 == block).map(|of| of.1)
    }

    /// An order literal in words, by the store in which it was just created: "x <= 20". `None` for any other
    /// literal.
    pub fn end(&self, now: &Store, l: Lit) -> Option<String> {
        let (x, v) = now.order(l.atom())?;
        let (name, low) = match self.decoder.interval(x) {
            Some(known) => known,
            None => (format!("interval {}", x.index()), 0),
        };
        Some(match l.is_positive() {
            true => format!("{name} <= {}", low + v),
            false => format!("{name} >= {}", low + v + 1),
        })
    }

    /// Whether a literal may be one that search made for an interval variable: its meaning is known only while it
    /// exists.
    fn is_passing(&self, atom: Atom) -> bool {
        let store = self.names.engine.store();
        atom.word() >= store.words() || store.is_order_word(atom.word())
    }

    /// A literal in words: "r3c4 = 7", "r3c4 != 7", "r1c1-r1c2 on".
    pub fn words(&self, l: Lit) -> String {
        let (atom, holds) = (l.atom(), l.is_positive());
        match self.edge(atom) {
            Some(edge) => format!("{edge} {}", if holds { "on" } else { "off" }),
            None => self.words_of_cells(l),
        }
    }

    /// An edge by its ends, if the atom states whether the edge is on a line.
    fn edge(&self, atom: Atom) -> Option<String> {
        let &e = self.edges.get(&atom)?;
        let board = self.puzzle.board().expect("edges are of a board");
        let [a, b] = board.edges()[e as usize].map(|c| spot(&self.puzzle, c));
        Some(format!("{a}-{b}"))
    }

    /// The content of a cell as the puzzle shows it.
    fn shown(&self, content: Content) -> String {
        match content {
            Content::Number(k) => self.puzzle.shown(k).to_string(),
            Content::Label(l) => self.puzzle.label(l).to_string(),
            Content::Nothing => "empty".into(),
        }
    }

    /// A literal without an edge in words.
    fn words_of_cells(&self, l: Lit) -> String {
        if self.is_passing(l.atom()) {
            return "a bound".into();
        }
        let store = self.names.engine.store();
        if let Some(words) = self.decoder.words(store, l) {
            return words;
        }
        let (atom, holds) = (l.atom(), l.is_positive());
        let equals = |holds: bool| if holds { "=" } else { "!=" };
        if let Some((x, v)) = store.bound(atom) {
            let (v, sign) = if holds { (v, "<=") } else { (v + 1, ">=") };
            if let Some((cell, content, _)) = self.content(store, store.atom(x, v).pos()) {
                return format!("{} {sign} {}", spot(&self.puzzle, cell), self.shown(content));
            }
        }
        if let Some((cell, content, holds)) = self.content(store, l) {
            let what = self.shown(content);
            return format!("{} {} {what}", spot(&self.puzzle, cell), equals(holds));
        }
        let sign = equals(holds);
        if let Some((x, v)) = store.meaning(atom)
            && let Some((cell, what)) = self.decoder.describe_value(x, v)
        {
            return format!("{} {sign} {what}", spot(&self.puzzle, cell));
        }
        let Fact { block, index, value, .. } = self.names.fact(l);
        let name = if block.is_empty() { "variable" } else { block };
        match (value, self.each(block) == Some(1)) {
            (None, true) => {
                let cell = spot(&self.puzzle, index);
                format!("{cell} {}{block}", if holds { "" } else { "not " })
            }
            (None, false) => format!("{}{name} {index}", if holds { "" } else { "not " }),
            (Some(v), _) => format!("{name} {index} {sign} {v}"),
        }
    }

    /// Several literals in words; excluded values of one cell are grouped: "r1c1 not 1-7, 9".
    pub fn list(&self, lits: &[Lit]) -> Vec<String> {
        let store = self.names.engine.store();
        let mut out: Vec<String> = Vec::new();
        // A cell, and the numbers it cannot hold.
        let mut gone: Vec<(Cell, Vec<u32>)> = Vec::new();
        for &l in lits {
            let content = if self.is_passing(l.atom()) { None } else { self.content(store, l) };
            match content {
                Some((cell, Content::Number(k), false)) => {
                    let k = self.puzzle.shown(k);
                    match gone.iter_mut().find(|known| known.0 == cell) {
                        Some((_, numbers)) => numbers.push(k),
                        None => gone.push((cell, vec![k])),
                    }
                }
                _ => out.push(self.words(l)),
            }
        }
        for (cell, mut numbers) in gone {
            numbers.sort_unstable();
            let cell = spot(&self.puzzle, cell);
            out.push(match numbers[..] {
                [k] => format!("{cell} != {k}"),
                _ => format!("{cell} not {}", ranges(&numbers)),
            });
        }
        out
    }

    /// The same without blanks, for logs of the search.
    pub fn label(&self, l: Lit) -> String {
        match self.edge(l.atom()) {
            Some(edge) => format!("{edge}={}", u8::from(l.is_positive())),
            None => self.words_of_cells(l).replace("not ", "!").replace(' ', ""),
        }
    }

    /// The subject of one propagator: its cells, and a name for them as short as possible: "row 3", "r1c1-r1c2", "at
    /// r3c4", "all cells". `engine` is the network's.
    pub fn place(&self, engine: &mut Engine, id: PropId) -> (String, Vec<Cell>) {
        // A propagator may watch all atoms of a large board, so its planes are sorted, which are fewer. The two planes
        // for true and for false have the same atoms.
        let mut planes = engine.scope(id);
        planes.sort_unstable_by_key(|&(plane, _)| plane >> 1);
        let mut atoms: Vec<Atom> = Vec::new();
        for same in planes.chunk_by(|a, b| a.0 >> 1 == b.0 >> 1) {
            let mask = same.iter().fold(0, |all, (_, mask)| all | mask);
            let plane = same[0].0;
            atoms.extend(clew_engine::kernel::bits(mask).map(|b| Lit::from_plane(plane, b).atom()));
        }
        self.about(&atoms)
    }

    /// The same for one of the constraints for which a propagator stands
    /// ([`Propagator::part`](clew_engine::kernel::Propagator::part)); its cells are the constrained ones as far as
    /// `engine` knows. If the constraint is about contents of cells, these are its name: "gap 5", "17-18".
    pub fn part(&self, engine: &Engine, id: PropId, part: u32) -> (String, Vec<Cell>) {
        let store = engine.store();
        let mut atoms = engine.prop(id).part_scope(store, part);
        atoms.sort_unstable();
        let open: Vec<Atom> = atoms.iter().copied().filter(|a| !store.is_false(a.pos())).collect();
        let (name, _) = self.about(&atoms);
        let (_, cells) = self.about(&open);
        (self.held(store, &atoms).unwrap_or(name), cells)
    }

    /// The content of cells if these atoms are true, provided that this is their whole meaning: one content, or two
    /// consecutive numbers, of more than one cell.
    fn held(&self, store: &Store, atoms: &[Atom]) -> Option<String> {
        let mut said: Vec<String> = Vec::new();
        let mut numbers: Vec<u32> = Vec::new();
        for &atom in atoms {
            let (x, v) = store.meaning(atom)?;
            match (self.content(store, atom.pos()), self.decoder.describe_value(x, v)) {
                (Some((_, Content::Number(k), true)), _) => numbers.push(self.puzzle.shown(k)),
                (None, Some((_, what))) => said.push(what),
                _ => return None,
            }
        }
        numbers.sort_unstable();
        numbers.dedup();
        said.dedup();
        match (&numbers[..], &said[..]) {
            (&[a, b], []) if a + 1 == b && atoms.len() > 2 => Some(format!("{a}-{b}")),
            ([], [what]) => Some(what.clone()),
            _ => None,
        }
    }

    /// The subject of atoms: a name as short as possible, and the cells.
    fn about(&self, atoms: &[Atom]) -> (String, Vec<Cell>) {
        let mut cells: Vec<Cell> = Vec::new();
        // The cells that all edges have in common, as long as there are only edges.
        let mut common: Option<Vec<Cell>> = None;
        let mut only_edges = true;
        let board = self.puzzle.board();
        // For a variable with one cell, the first of its atoms is enough.
        let store = self.names.engine.store();
        let mut said: Option<VarId> = None;
        for &atom in atoms {
            if let (Some(&e), Some(board)) = (self.edges.get(&atom), board) {
                let ends = board.edges()[e as usize];
                match &mut common {
                    None => common = Some(ends.to_vec()),
                    Some(common) => common.retain(|c| ends.contains(c)),
                }
                cells.extend(ends);
                continue;
            }
            let x = store.meaning(atom).map(|(x, _)| x);
            if x.is_some() && x == said {
                continue;
            }
            said = x.filter(|x| self.cells.contains_key(x));
            let here = self.cells(atom);
            only_edges &= here.is_empty();
            cells.extend(here);
        }
        let cells = each_once(cells, self.puzzle.cells());
        let hub = common.filter(|c| only_edges && c.len() == 1).map(|c| c[0]);
        (self.name(&cells, hub), cells)
    }

    fn name(&self, cells: &[Cell], hub: Option<Cell>) -> String {
        let spot = |c: Cell| spot(&self.puzzle, c);
        if let Some(hub) = hub {
            return format!("at {}", spot(hub));
        }
        let places: Vec<(u32, u32)> = cells.iter().map(|&c| self.puzzle.place(c)).collect();
        match cells {
            [] => String::new(),
            [a] => spot(*a),
            [a, b] => format!("{}-{}", spot(*a), spot(*b)),
            _ if cells.len() == self.puzzle.cells() => "all cells".into(),
            _ if places.iter().all(|p| p.0 == places[0].0) => format!("row {}", places[0].0 + 1),
            _ if places.iter().all(|p| p.1 == places[0].1) => format!("column {}", places[0].1 + 1),
            [a, .., b] => format!("{} cells, {} to {}", cells.len(), spot(*a), spot(*b)),
        }
    }
}

/// Numbers in ascending order, runs of three or more as ranges.
fn ranges(numbers: &[u32]) -> String {
    let mut out: Vec<String> = Vec::new();
    for run in numbers.chunk_by(|a, b| a + 1 == *b) {
        match run {
            [first, _, .., last] => out.push(format!("{first}-{last}")),
            few => out.extend(few.iter().map(u32::to_string)),
        }
    }
    out.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_engine::kernel::Bools;
    use clew_families::parse_native;
    use clew_puzzle::puzzle::{Answer, Board};

    /// One Boolean per cell: a path runs through it. The network has no literal for which path.
    #[derive(Debug)]
    struct Visited(Bools);

    impl Decode for Visited {
        fn answer(&self, _board: Option<&Board>, _store: &Store) -> Answer {
            Answer::Links(Vec::new())
        }

        fn holds(&self, _store: &Store, cell: Cell, content: Content) -> Option<Lit> {
            (content == Content::Nothing).then(|| self.0.at(cell).neg())
        }
    }

    /// The content of a cell may be stated by a Boolean that is false.
    #[test]
    fn signs_of_literals_are_told() {
        let puzzle = parse_native("puzzle: numberlink\ncover: partial\n\nA A .\n");
        let puzzle = puzzle.expect("a puzzle").puzzle;
        let mut model = Model::new();
        let visited = model.bools("visited", 3);
        let meanings = Meanings::new(&puzzle, &Built::new(model, Visited(visited)));
        let last = visited.at(2);
        assert_eq!(meanings.words(last.pos()), "r1c3 != empty");
        assert_eq!(meanings.words(last.neg()), "r1c3 = empty");
        assert_eq!(meanings.list(&[last.pos(), last.neg()]), ["r1c3 != empty", "r1c3 = empty"]);
        assert_eq!(meanings.label(last.pos()), "r1c3!=empty");
        assert_eq!(meanings.cells(last), [2]);
    }

    /// The name of a label does not affect the text of its literals.
    #[test]
    fn labels_may_be_called_what_edges_are() {
        let puzzle =
            parse_native("puzzle: numberlink\n\non on\noffer offer\n").expect("a puzzle").puzzle;
        let built = puzzle.build("labels", &Default::default()).expect("a network");
        let meanings = Meanings::new(&puzzle, &built);
        let store = built.model.engine.store();
        let labels =
            [0, 1].map(|k| built.decoder.holds(store, 0, Content::Label(k)).expect("a label"));
        assert_eq!(labels.map(|l| meanings.label(l)), ["r1c1=on", "r1c1=offer"]);
        let edge = built.decoder.edge(0).expect("an edge");
        assert_eq!(
            [edge.pos(), edge.neg()].map(|l| meanings.label(l)),
            ["r1c1-r1c2=1", "r1c1-r1c2=0"]
        );
    }

    #[test]
    fn runs_of_numbers_are_ranges() {
        assert_eq!(ranges(&[1, 2, 4, 5, 6, 9]), "1, 2, 4-6, 9");
        assert_eq!(ranges(&[3]), "3");
    }
}
