//! How a model falls into independent parts.
//!
//! Components are known if the integer variables determine a solution and every constraint, once some of its variables
//! are settled, restricts the others only by their domains and by pairs of them: all different, comparisons of two,
//! tables of two, adjacency. A sum of three is not of this kind: the total of its settled terms is in no domain.

use super::expr::Operand;
use super::statement::Statement;
use crate::model::network::places::VarMap;
use crate::model::rules::Rule;
use clew_engine::kernel::{Components, Halt, StepCounter, Store, VarId, Vars};

/// Pairs of variables that a constraint ties, and lists of which any two are tied by a value that
/// both can take.
pub(super) struct Pairs {
    vars: Vars,
    pairs: Vec<[VarId; 2]>,
    different: Vec<Vec<VarId>>,
    /// The most values of a variable in the lists.
    values: u32,
}

impl Pairs {
    /// The dependences between the variables of a model; `None` if its parts are never known to be independent.
    ///
    /// # Errors
    /// [`Halt::Interrupted`].
    pub fn from_model(
        statement: &Statement,
        places: &VarMap,
        counter: &StepCounter<'_>,
    ) -> Result<Option<Pairs>, Halt> {
        let vars = Vars::spanning(places.bits().map(|x| x.var));
        let narrow = places.bits().count() == places.ints.len();
        if vars.is_empty() || !places.own.is_empty() || !narrow {
            return Ok(None);
        }
        let var = |x: u32| places.place_of(x).var;
        let (mut pairs, mut different, mut values) = (Vec::new(), Vec::new(), 0);
        for rule in &statement.rules {
            counter.spend(match rule {
                Rule::Inverse { xs, ys } => xs.len() * ys.len(),
                Rule::Table { xs, .. } => xs.len(),
                _ => rule.size(),
            })?;
            match rule {
                Rule::AllDifferent(xs) => {
                    // All variables must have the same frame; otherwise equal values do not have equal places.
                    if xs
                        .windows(2)
                        .any(|w| places.place_of(w[0]).frame != places.place_of(w[1]).frame)
                    {
                        return Ok(None);
                    }
                    let lens = xs.iter().map(|&x| places.place_of(x).frame.len);
                    values = lens.max().unwrap_or(0).max(values);
                    different.push(xs.iter().map(|&x| var(x)).collect());
                }
                Rule::Linear { terms, .. } => match terms[..] {
                    [] | [(_, Operand::Int(_))] => {}
                    [(_, Operand::Int(x)), (_, Operand::Int(y))] => pairs.push([var(x), var(y)]),
                    _ => return Ok(None),
                },
                Rule::Chain { xs, .. } | Rule::Walk { xs, .. } => {
                    let different = xs.windows(2).filter(|w| w[0] != w[1]);
                    pairs.extend(different.map(|w| [var(w[0]), var(w[1])]));
                }
                Rule::Table { xs, .. } => match xs[..] {
                    [_] => {}
                    [x, y] => pairs.push([var(x), var(y)]),
                    _ => return Ok(None),
                },
                Rule::Inverse { xs, ys } => {
                    let all = xs.iter().flat_map(|&x| ys.iter().map(move |&y| (x, y)));
                    pairs.extend(all.filter(|(x, y)| x != y).map(|(x, y)| [var(x), var(y)]));
                }
                Rule::Clause(_)
                | Rule::Channel { .. }
                | Rule::Own { .. }
                | Rule::Global(_)
                | Rule::Path { .. }
                | Rule::Circuit { .. } => return Ok(None),
            }
        }
        Ok(Some(Pairs { vars, pairs, different, values }))
    }
}

impl Components for Pairs {
    fn vars(&self) -> Vars {
        self.vars
    }

    fn each(&self, store: &Store, tie: &mut dyn FnMut(VarId, VarId)) {
        let is_open = |x: VarId| store.size(x) > 1;
        for &[x, y] in self.pairs.iter().filter(|p| p.iter().all(|&x| is_open(x))) {
            tie(x, y);
        }
        let mut last: Vec<Option<VarId>> = vec![None; self.values as usize];
        for xs in &self.different {
            last.fill(None);
            for &x in xs.iter().filter(|&&x| is_open(x)) {
                for v in store.domain(x).iter() {
                    if let Some(y) = last[v as usize].replace(x) {
                        tie(y, x);
                    }
                }
            }
        }
    }
}
