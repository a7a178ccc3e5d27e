use super::*;
use crate::kernel::{
    Atom, Halt, Past, Priority, Propagation, Propagator, Status, Subscriptions, Tag,
};

/// An engine with these clauses over Booleans, numbered from 1 as in DIMACS.
fn engine(n: u32, clauses: &[&[i32]]) -> Engine {
    let mut engine = Engine::new();
    assert_eq!(engine.new_bools(n).iter().next(), Some(Atom::from_index(0)));
    for clause in clauses {
        let lits: Vec<Lit> = clause.iter().map(|&l| lit(l)).collect();
        engine.add_clause(&lits).expect("nothing contradicts yet");
    }
    engine.remember();
    engine.propagate_root(&mut ()).expect("nothing contradicts yet");
    engine
}

fn lit(l: i32) -> Lit {
    Atom::from_index(l.unsigned_abs() as usize - 1).lit(l > 0)
}

fn sorted(lits: &[Lit]) -> Vec<Lit> {
    let mut lits = lits.to_vec();
    lits.sort();
    lits
}

/// Two decisions; the second implies 3, 3 implies 4 and 5, which with the first fail. The first
/// implication point is 3, not the decision.
#[test]
fn the_first_implication_point_is_found() {
    let mut engine = engine(8, &[&[-2, 3], &[-3, 4], &[-3, -1, 5], &[-4, -5, -1]]);
    engine.decide(lit(1));
    engine.fixpoint(&mut ()).expect("nothing fails yet");
    engine.decide(lit(7));
    engine.fixpoint(&mut ()).expect("nothing fails yet");
    engine.decide(lit(2));
    assert_eq!(engine.fixpoint(&mut ()), Err(Halt::Conflict));
    let mut analyser = Analyser::new(NogoodKind::Minimised, true);
    let mut used = 0;
    let nogood = analyser.analyse(&mut engine, &mut (), |_, _| used += 1);
    assert_eq!(nogood.clause, [lit(-3), lit(-1)]);
    assert_eq!((nogood.level, nogood.top, nogood.glue), (1, 3, 2));
    assert!(used > 0, "clauses of three literals took part");
    assert!([1, 3, 4].iter().all(|&l| analyser.involved.contains(&lit(l))));
    assert!(!analyser.involved.contains(&lit(7)), "it has nothing to do with it");
    assert_eq!(analyser.explained.as_deref(), Some(&[][..]), "no propagator did");
}

/// A literal of a lower level that another one of the clause implies is left out.
#[test]
fn implied_literals_are_removed() {
    let mut engine = engine(8, &[&[-1, 2], &[-3, -1, 4], &[-4, -2, -3, 5], &[-5, -4, -2]]);
    engine.decide(lit(1));
    engine.fixpoint(&mut ()).expect("nothing fails yet");
    engine.decide(lit(3));
    assert_eq!(engine.fixpoint(&mut ()), Err(Halt::Conflict));
    let nogood =
        Analyser::new(NogoodKind::Minimised, false).analyse(&mut engine, &mut (), |_, _| {});
    assert_eq!(sorted(&nogood.clause), sorted(&[lit(-1), lit(-3)]), "2 follows from 1");
}

#[test]
fn a_failure_of_the_root_leaves_nothing() {
    let mut engine = engine(4, &[&[1, 2], &[1, -2]]);
    engine.assign(lit(-1), Reason::GIVEN).expect("open");
    assert_eq!(engine.fixpoint(&mut ()), Err(Halt::Conflict));
    let nogood =
        Analyser::new(NogoodKind::Minimised, false).analyse(&mut engine, &mut (), |_, _| {});
    assert!(nogood.clause.is_empty());
}

/// If both premises hold, so does the conclusion; if there is none, they cannot both hold.
#[derive(Clone)]
struct Gate {
    premises: [Lit; 2],
    conclusion: Option<Lit>,
}

impl Propagator for Gate {
    fn name(&self) -> &'static str {
        "gate"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        self.premises.iter().for_each(|&l| to.on_lit(l));
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        if self.premises.iter().all(|&l| p.is_true(l)) {
            let tag = Tag::new(0, 0);
            match self.conclusion {
                Some(l) => p.infer(l, tag)?,
                None => return Err(p.fail(tag).into()),
            };
        }
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, _: &Past<'_>, _: Option<Lit>, _: Tag, why: &mut Lits) {
        why.extend(self.premises);
    }
}

/// The events of an analysis: reasons with the number of their premises, and the propagators that
/// were timed.
#[derive(Default)]
struct Told {
    asked: Vec<PropId>,
    explained: Vec<(PropId, usize)>,
    parts: Vec<Option<PropId>>,
}

impl Observer for Told {
    const CALLS: bool = true;
    const PARTS: bool = true;

    fn asked(&mut self, who: PropId) {
        self.asked.push(who);
    }

    fn explained(&mut self, who: PropId, premises: usize) {
        self.explained.push((who, premises));
    }

    fn enters(&mut self, part: Part) {
        if let Part::Explaining(who) = part {
            self.parts.push(Some(who));
        }
    }

    fn leaves(&mut self) {
        self.parts.push(None);
    }
}

/// The propagator that found a failure is reported with its premises, whether it fails outright or
/// demands a false literal; so are the propagators whose inferences the failure depends on.
#[test]
fn who_found_a_failure_is_told() {
    // 2 implies 3, and the second propagator then either fails or demands a literal that is false
    // since the first decision.
    for conclusion in [None, Some(lit(-1))] {
        let mut engine = engine(8, &[]);
        let gate =
            |premises: [i32; 2], conclusion| Gate { premises: premises.map(lit), conclusion };
        let first = engine.add(gate([1, 2], Some(lit(3))));
        let last = engine.add(gate([2, 3], conclusion));
        engine.propagate_root(&mut ()).expect("nothing contradicts yet");
        engine.decide(lit(1));
        engine.fixpoint(&mut ()).expect("nothing fails yet");
        engine.decide(lit(2));
        assert_eq!(engine.fixpoint(&mut ()), Err(Halt::Conflict));
        assert_eq!(accused(&engine), Some(last));
        let (mut analyser, mut told) =
            (Analyser::new(NogoodKind::Minimised, true), Told::default());
        let nogood = analyser.analyse(&mut engine, &mut told, |_, _| {});
        assert_eq!(sorted(&nogood.clause), sorted(&[lit(-1), lit(-2)]));
        // The demanded literal adds one more premise: its negation, which is true.
        let premises = 2 + usize::from(conclusion.is_some());
        assert_eq!(told.explained, [(last, premises), (first, 2)]);
        assert_eq!(analyser.explained, Some(vec![(last, premises as u32), (first, 2)]));
        assert_eq!(told.asked, [last, first]);
        let begun = told.parts.iter().flatten().copied();
        assert!(begun.eq([last, first]), "each is timed while it explains");
    }
    // A failing clause belongs to no propagator.
    let mut engine = engine(3, &[&[-1, -2, 3], &[-1, -2, -3]]);
    engine.decide(lit(1));
    engine.fixpoint(&mut ()).expect("nothing fails yet");
    engine.decide(lit(2));
    assert_eq!(engine.fixpoint(&mut ()), Err(Halt::Conflict));
    assert_eq!(accused(&engine), None);
}

/// The core of a refuted literal has the decisions that imply its negation, and no other.
#[test]
fn a_core_leaves_out_what_has_nothing_to_do_with_it() {
    let mut engine = engine(8, &[&[-1, 2], &[-2, -3, 4], &[-4, -5]]);
    for l in [1, 6, 3] {
        engine.decide(lit(l));
        engine.fixpoint(&mut ()).expect("nothing fails");
    }
    let mut analyser = Analyser::new(NogoodKind::Minimised, false);
    for _ in 0..2 {
        let core = analyser.core(&mut engine, lit(5));
        assert_eq!(sorted(&core), sorted(&[lit(1), lit(3), lit(5)]), "a second time as well");
    }
    assert_eq!(analyser.core(&mut engine, lit(-6)), [lit(-6), lit(6)]);
}
