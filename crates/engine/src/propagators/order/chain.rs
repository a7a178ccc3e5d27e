//! Many `x < y` at once.
//!
//! One propagator for a whole system of strict inequalities: a directed graph without cycles. The
//! first call goes through it in topological order (the longest chain below and above each
//! variable); later calls start at the changed variables and follow arcs while bounds move. On such
//! a graph bounds give domain consistency: all variables at their minimum, or all at their maximum,
//! is a solution, and so is one value of a variable with everything below it at the minimum and the
//! rest at the maximum. Cost: the arcs at the first call, afterwards the arcs whose bounds move. A
//! cycle has no solution; it is found before anything is posted.
//!
//! Each inference comes from one arc and is explained as there: y loses v because x has no value
//! below v. Variables that have their bounds as literals ([`Store::bounds`]) get a bound, explained by one.

use crate::kernel::prelude::*;
use crate::structures::Csr;

rules! {
    /// The inference rules of an inequality.
    enum Rule {
        Raise => "above the least of the smaller",
        Lower => "below the most of the larger",
        NothingBelow => "below the most of the larger",
    }
}

/// A directed graph without cycles on variables: an arc from the smaller to the larger one.
#[derive(Clone, Debug)]
pub struct Order {
    /// The variables, in topological order: smaller ones first.
    nodes: Vec<VarId>,
    /// The range from the first variable to the last; the node of each.
    span: Vars,
    node: Vec<u32>,
    above: Csr,
    below: Csr,
}

const NO_NODE: u32 = u32::MAX;

impl Order {
    /// The order of the given pairs, the first less than the second; `None` if there is a cycle.
    /// Linear in the pairs and in the range of variables they name.
    pub fn new(less: &[[VarId; 2]]) -> Option<Order> {
        let span = Vars::spanning(less.iter().flatten().copied());
        let place = |x: VarId| span.index_of(x).expect("all are in it") as usize;
        let mut node = vec![NO_NODE; span.len() as usize];
        let mut nodes = Vec::new();
        for &x in less.iter().flatten() {
            let at = &mut node[place(x)];
            if *at == NO_NODE {
                *at = nodes.len() as u32;
                nodes.push(x);
            }
        }
        let n = nodes.len();
        let pair = |p: &[VarId; 2]| (node[place(p[0])], node[place(p[1])]);
        let above = Csr::new(n, less.iter().map(pair));
        let mut waits = vec![0u32; n];
        above.items().iter().for_each(|&y| waits[y as usize] += 1);
        let mut sorted: Vec<u32> = (0..n as u32).filter(|&i| waits[i as usize] == 0).collect();
        let mut head = 0;
        while let Some(&x) = sorted.get(head) {
            head += 1;
            for &y in above.row(x) {
                waits[y as usize] -= 1;
                if waits[y as usize] == 0 {
                    sorted.push(y);
                }
            }
        }
        if sorted.len() < n {
            return None;
        }
        let mut rank = vec![0; n];
        sorted.iter().enumerate().for_each(|(k, &x)| rank[x as usize] = k as u32);
        let nodes = sorted.iter().map(|&x| nodes[x as usize]).collect();
        node.iter_mut().filter(|i| **i != NO_NODE).for_each(|i| *i = rank[*i as usize]);
        let pair = |p: &[VarId; 2]| (node[place(p[0])], node[place(p[1])]);
        let above = Csr::new(n, less.iter().map(pair));
        let below = Csr::new(n, less.iter().map(pair).map(|(a, b)| (b, a)));
        Some(Order { nodes, span, node, above, below })
    }

    /// The number of variables.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no variable, thus no pair.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The variables; a smaller one stands before a larger one.
    pub fn nodes(&self) -> &[VarId] {
        &self.nodes
    }

    /// The node of a variable, if it is in the order.
    #[inline]
    pub fn node(&self, x: VarId) -> Option<u32> {
        let i = self.node[self.span.index_of(x)? as usize];
        (i != NO_NODE).then_some(i)
    }

    /// The nodes that are directly above node `i`.
    pub fn above(&self, i: u32) -> &[u32] {
        self.above.row(i)
    }

    /// The nodes that are directly below node `i`.
    pub fn below(&self, i: u32) -> &[u32] {
        self.below.row(i)
    }
}

/// All inequalities of an [`Order`].
#[derive(Clone, Debug)]
pub struct OrderChain {
    order: Order,
    /// Nodes to process, and whether they are in the list.
    work: Vec<u32>,
    queued: Vec<bool>,
}

impl OrderChain {
    /// For the inequalities of `order`.
    pub fn new(order: Order) -> OrderChain {
        let n = order.len();
        OrderChain { order, work: Vec::with_capacity(n), queued: vec![false; n] }
    }

    fn push(&mut self, i: u32) {
        if !self.queued[i as usize] {
            self.queued[i as usize] = true;
            self.work.push(i);
        }
    }

    /// Raises the minimum of `y` over `low`, that of `x`.
    #[inline]
    fn raise(&self, p: &mut Propagation<'_>, x: u32, low: u32, y: u32) -> Result<bool, Conflict> {
        let node = self.order.nodes[y as usize];
        // Most arcs are as they should be.
        if p.domain(node).min() > low {
            return Ok(false);
        }
        let tag = Rule::Raise.about(x);
        if p.bounds(node).is_some() {
            p.say_at_least(node, low + 1, tag)
        } else {
            p.keep_at_least(node, low + 1, tag)
        }
    }

    /// Brings the maximum of `x` under `high`, that of `y`.
    #[inline]
    fn lower(&self, p: &mut Propagation<'_>, x: u32, y: u32, high: u32) -> Result<bool, Conflict> {
        let node = self.order.nodes[x as usize];
        if p.domain(node).max() < high {
            return Ok(false);
        }
        let Some(most) = high.checked_sub(1) else {
            return Err(p.fail(Rule::NothingBelow.about(y)));
        };
        let tag = Rule::Lower.about(y);
        if p.bounds(node).is_some() {
            p.say_at_most(node, most, tag)
        } else {
            p.keep_at_most(node, most, tag)
        }
    }

    /// The least and the largest value of a node.
    fn ends(&self, p: &Propagation<'_>, i: u32) -> [u32; 2] {
        let domain = p.domain(self.order.nodes[i as usize]);
        [domain.min(), domain.max()]
    }

    fn whole(&mut self, p: &mut Propagation<'_>) -> Result<(), Conflict> {
        let n = self.order.len() as u32;
        for x in 0..n {
            let [low, _] = self.ends(p, x);
            for &y in self.order.above.row(x) {
                self.raise(p, x, low, y)?;
            }
        }
        for y in (0..n).rev() {
            let [_, high] = self.ends(p, y);
            for &x in self.order.below.row(y) {
                self.lower(p, x, y, high)?;
            }
        }
        Ok(())
    }

    fn follow(&mut self, p: &mut Propagation<'_>) -> Result<(), Conflict> {
        let mut head = 0;
        while let Some(&x) = self.work.get(head) {
            head += 1;
            self.queued[x as usize] = false;
            let [low, high] = self.ends(p, x);
            for i in self.order.above.range(x) {
                let y = self.order.above.items()[i];
                if self.raise(p, x, low, y)? {
                    self.push(y);
                }
            }
            for i in self.order.below.range(x) {
                let y = self.order.below.items()[i];
                if self.lower(p, y, x, high)? {
                    self.push(y);
                }
            }
        }
        Ok(())
    }
}

impl Propagator for OrderChain {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "order_chain"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        self.order.nodes.iter().for_each(|&x| to.on(x, Event::Bounds));
    }

    fn priority(&self) -> Priority {
        Priority::Unit
    }

    fn is_incremental(&self) -> bool {
        true
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        for &i in &self.work {
            self.queued[i as usize] = false;
        }
        self.work.clear();
        if p.is_first_run() {
            self.whole(p)?;
            p.mark_own_read();
            return Ok(Status::Fixpoint);
        }
        for at in p.news() {
            let e = p.entry(at);
            if e.removes()
                && let Some(x) = p.owner(e.word())
                && let Some(i) = self.order.node(x)
            {
                self.push(i);
            }
        }
        self.follow(p)?;
        p.mark_own_read();
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let other = self.order.nodes[tag.note() as usize];
        let fact = fact.map(|l| about(past.store(), l));
        if Rule::from_tag(tag) == Rule::Raise {
            // It is not v, or is above v: the other variable is at least v.
            let (_, v, _) = fact.expect("a bound is raised");
            past.at_least(other, v.min(past.store().values(other)), why);
        } else {
            // It is not v, or at most v: the other one is at most v, or v + 1. For a failure it has only the value 0,
            // and no value is below it.
            let high = fact.map_or(0, |(_, v, is_bound)| v + u32::from(is_bound));
            past.at_most(other, high, why);
        }
    }

    /// An inequality: the smaller node, and the larger one behind it.
    fn part(&self, store: &Store, fact: Option<Lit>, tag: Tag) -> Option<u32> {
        let (about, n) = (tag.note(), self.order.len() as u32);
        let other = self.order.node(self::about(store, fact?).0)?;
        let pair = if Rule::from_tag(tag) == Rule::Raise { [about, other] } else { [other, about] };
        pair[0].checked_mul(n)?.checked_add(pair[1])
    }

    fn part_scope(&self, store: &Store, part: u32) -> Vec<Atom> {
        let n = self.order.len() as u32;
        [part / n, part % n].map(|i| store.atom(self.order.nodes[i as usize], 0)).to_vec()
    }
}

/// The variable and the value of a literal about a value or a bound, and whether it is about a bound.
fn about(store: &Store, l: Lit) -> (VarId, u32, bool) {
    let bound = store.bound(l.atom()).map(|(x, v)| (x, v, true));
    let value = || store.meaning(l.atom()).map(|(x, v)| (x, v, false));
    bound.or_else(value).expect("a fact about a variable")
}

/// "The first is less than the second" for all pairs; the constraint behind [`OrderChain`].
#[derive(Clone, Debug)]
pub struct Increasing {
    less: Vec<[VarId; 2]>,
}

impl Increasing {
    /// The first of each pair is less than the second.
    pub fn new(less: &[[VarId; 2]]) -> Increasing {
        Increasing { less: less.to_vec() }
    }
}

impl Constraint for Increasing {
    fn scope(&self) -> Vec<Term> {
        let mut xs: Vec<VarId> = self.less.iter().flatten().copied().collect();
        xs.sort_unstable();
        xs.dedup();
        xs.into_iter().map(Term::Var).collect()
    }

    fn holds(&self, values: &[u32]) -> bool {
        let scope = self.scope();
        let value =
            |x: VarId| values[scope.iter().position(|t| *t == Term::Var(x)).expect("in the scope")];
        self.less.iter().all(|p| value(p[0]) < value(p[1]))
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        let Some(order) = Order::new(&self.less) else { return into.add_clause(&[]) };
        let chain = OrderChain::new(order);
        into.add(chain);
        Ok(())
    }
}
