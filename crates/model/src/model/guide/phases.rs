//! The variables of a phase in the store, and which open one comes next.
//!
//! Decisions of a phase with thousands of variables would spend most of the time on looking which ones are open. So those
//! that are known to be decided stand in front, and are looked at no more until the level is undone at which they were.

use super::{Choose, Item, Try};
use clew_engine::kernel::Store;

/// The variables of a phase, in the order of the modeller, and how they are decided.
#[derive(Clone, Debug)]
pub(in crate::model) struct PlacedPhase {
    items: Vec<Item>,
    choose: Choose,
    values: Try,
    /// The places of the items, those first that are decided.
    order: Vec<u32>,
    marks: Vec<Mark>,
}

/// As many items at the front are decided at a level, for as long as it has this stamp.
#[derive(Clone, Copy, Debug)]
struct Mark {
    level: u32,
    stamp: u64,
    decided: usize,
}

impl PlacedPhase {
    pub fn new(items: Vec<Item>, choose: Choose, values: Try) -> PlacedPhase {
        let order = (0..items.len() as u32).collect();
        PlacedPhase { items, choose, values, order, marks: Vec::new() }
    }

    /// Forgets the items of levels that were undone; returns how many items are known to be decided.
    fn known(&mut self, store: &Store) -> usize {
        let holds = |mark: &Mark| {
            mark.level <= store.level() && store.level_stamp(mark.level) == mark.stamp
        };
        while self.marks.last().is_some_and(|mark| !holds(mark)) {
            self.marks.pop();
        }
        self.marks.last().map_or(0, |mark| mark.decided)
    }

    fn mark(&mut self, decided: usize, store: &Store) {
        let level = store.level();
        match self.marks.last_mut() {
            Some(mark) if mark.level == level => mark.decided = decided,
            _ => self.marks.push(Mark { level, stamp: store.level_stamp(level), decided }),
        }
    }

    /// The open item that comes next, and how it is decided; `None` if all are decided. `weight` counts the failures that a
    /// word of the store took part in.
    pub fn next(&mut self, store: &Store, weight: &[f32]) -> Option<(Item, Try)> {
        let known = self.known(store);
        let mut decided = known;
        let mut best: Option<(u32, [f64; 2])> = None;
        for at in known..self.order.len() {
            let k = self.order[at];
            let item = self.items[k as usize];
            if !item.is_open(store) {
                self.order.swap(at, decided);
                decided += 1;
                continue;
            }
            if self.choose == Choose::InOrder {
                best = Some((k, [0.0; 2]));
                break;
            }
            let key = self.key(item, store, weight);
            // Of equal ones the first.
            let is_better = |&(other, of): &(u32, [f64; 2])| {
                let order = key[0].total_cmp(&of[0]).then(key[1].total_cmp(&of[1]));
                order.then(k.cmp(&other)).is_lt()
            };
            if best.as_ref().is_none_or(is_better) {
                best = Some((k, key));
            }
        }
        if decided > known {
            self.mark(decided, store);
        }
        best.map(|(k, _)| (self.items[k as usize], self.values))
    }

    /// The item with the least key comes first. Sizes and values are exact as floating-point numbers.
    fn key(&self, item: Item, store: &Store, weight: &[f32]) -> [f64; 2] {
        let of = |value: i64| [value as f64, 0.0];
        match self.choose {
            Choose::InOrder => [0.0; 2],
            Choose::Fewest => of(item.size(store).into()),
            Choose::Most => of(-i64::from(item.size(store))),
            Choose::Smallest => of(item.least(store)),
            Choose::Largest => of(-item.greatest(store)),
            Choose::Regret => of(-item.regret(store)),
            Choose::Occurrence => of(-i64::from(item.mentions())),
            Choose::MostConstrained => [f64::from(item.size(store)), -f64::from(item.mentions())],
            Choose::Weighted => {
                let weight = item.word(store).map_or(1.0, |word| weight[word]);
                [f64::from(item.size(store) as f32 / weight), 0.0]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::guide::Random;
    use clew_engine::kernel::Model as Kernel;

    /// Memory of decided items changes nothing: after decisions and backtracks at random the next item is that of a
    /// phase that remembers nothing.
    #[test]
    fn memory_changes_no_choice() {
        let mut random = Random::new(7);
        let chooses = [
            Choose::InOrder,
            Choose::Fewest,
            Choose::Most,
            Choose::Smallest,
            Choose::Largest,
            Choose::Regret,
            Choose::MostConstrained,
            Choose::Weighted,
        ];
        let mut model = Kernel::new();
        let vars: Vec<_> = model.vars("x", 12, 5).iter().collect();
        let items = (0..).zip(&vars).map(|(k, &var)| Item::Int { var, low: 0, mentions: k % 3 });
        let items: Vec<Item> = items.collect();
        let mut engine = model.engine;
        let weight: Vec<f32> = (0..engine.store().words()).map(|w| 1.0 + (w % 4) as f32).collect();
        let phase = |choose| PlacedPhase::new(items.clone(), choose, Try::Least);
        let mut phases = chooses.map(phase);
        for _ in 0..4_000 {
            let store = engine.store();
            for (seen, choose) in phases.iter_mut().zip(chooses) {
                // Some are asked seldom.
                if random.below(3) > 0 {
                    let (next, fresh) =
                        (seen.next(store, &weight), phase(choose).next(store, &weight));
                    assert_eq!(format!("{next:?}"), format!("{fresh:?}"), "{choose:?}");
                }
            }
            let var = vars[random.below(12) as usize];
            let value = random.below(5);
            let l = engine.store().atom(var, value);
            if random.below(4) == 0 && engine.level() > 0 {
                let level = random.below(engine.level());
                engine.backtrack(level);
            } else if engine.store().is_open(l) && engine.store().size(var) > 1 {
                engine.decide(if random.below(2) == 0 { l.pos() } else { !l.pos() });
                engine.fixpoint(&mut ()).expect("nothing is posted");
            }
        }
    }
}
