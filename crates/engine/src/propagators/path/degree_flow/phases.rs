//! Many units at once: shortest augmenting paths, all of one length per phase.
//!
//! A phase labels nodes with their distance from those that have something left to ship and then
//! sends units along arcs that lead one further, as long as any unit gets through; each dead end is
//! visited once. On networks of unit arcs the phases number at most the square root of the nodes or
//! so, where single searches cost the whole graph each.
//!
//! Sources: E. A. Dinic, 1970; S. Even and R. E. Tarjan, Network flow and testing graph
//! connectivity, 1975.

use super::network::NONE;
use super::{DegreeFlow, STEPS_PER_NODE};
use crate::kernel::{Halt, Propagation};
use crate::structures::bits::{flip, has};
use std::sync::Arc;

/// Scratch of the phases; empty until they are needed, which is on large boards only.
#[derive(Clone, Debug, Default)]
pub(super) struct Phases {
    level: Vec<u32>,
    cursor: Vec<u32>,
    by: Vec<u32>,
    queue: Vec<u32>,
    path: Vec<u32>,
}

impl DegreeFlow {
    /// Ships as much of the remaining supply of black nodes as possible. Can be interrupted between
    /// any two units, which leaves a flow to go on from.
    pub(super) fn ship_in_phases(&mut self, p: &Propagation<'_>) -> Result<(), Halt> {
        let mut phases = std::mem::take(&mut self.phases);
        let result = self.ship(p, &mut phases);
        self.phases = phases;
        result
    }

    fn ship(&mut self, p: &Propagation<'_>, phases: &mut Phases) -> Result<(), Halt> {
        while self.label(p, phases)? {
            for i in 0..self.needy.len() {
                let v = self.needy[i];
                while self.net.is_black(v)
                    && self.need[v as usize] > 0
                    && self.send(p, phases, v)?
                {}
            }
        }
        Ok(())
    }

    /// Labels the nodes by distance up to the first that lacks a unit; returns whether there is
    /// one.
    fn label(&mut self, p: &Propagation<'_>, phases: &mut Phases) -> Result<bool, Halt> {
        let net = &*self.net;
        phases.level.clear();
        phases.level.resize(net.supply.len(), NONE);
        phases.cursor.clear();
        phases.cursor.extend_from_slice(net.arcs.starts());
        phases.by.resize(net.supply.len(), NONE);
        phases.queue.clear();
        for &v in &self.needy {
            if net.is_black(v) && self.need[v as usize] > 0 && phases.level[v as usize] == NONE {
                phases.level[v as usize] = 0;
                phases.queue.push(v);
            }
        }
        let (mut next, mut nearest) = (0, NONE);
        while let Some(&v) = phases.queue.get(next) {
            next += 1;
            let further = phases.level[v as usize] + 1;
            if further > nearest {
                break;
            }
            let black = net.is_black(v);
            p.work(net.at(v).len())?;
            for &a in net.at(v) {
                let q = net.across(a, v);
                if phases.level[q as usize] != NONE
                    || has(&self.flow, a) == black
                    || !p.is_open(net.atom[a as usize])
                {
                    continue;
                }
                phases.level[q as usize] = further;
                phases.queue.push(q);
                if black && self.need[q as usize] > 0 {
                    nearest = further;
                }
            }
        }
        self.steps += STEPS_PER_NODE * next as u64;
        Ok(nearest != NONE)
    }

    /// Sends one unit from a black node along a shortest path; returns whether there was one.
    fn send(&mut self, p: &Propagation<'_>, phases: &mut Phases, from: u32) -> Result<bool, Halt> {
        let net = Arc::clone(&self.net);
        phases.path.clear();
        phases.path.push(from);
        while let Some(&v) = phases.path.last() {
            let black = net.is_black(v);
            if !black && self.need[v as usize] > 0 {
                for &q in &phases.path[1..] {
                    let a = phases.by[q as usize];
                    flip(&mut self.flow, a);
                }
                self.need[from as usize] -= 1;
                self.need[v as usize] -= 1;
                return Ok(true);
            }
            p.work(1)?;
            let at = phases.cursor[v as usize];
            if at == net.arcs.starts()[v as usize + 1] {
                // Nothing gets through here any more.
                phases.level[v as usize] = NONE;
                phases.path.pop();
                continue;
            }
            let a = net.arcs.items()[at as usize];
            let q = net.across(a, v);
            let leads_on = has(&self.flow, a) != black
                && phases.level[q as usize] == phases.level[v as usize] + 1
                && p.is_open(net.atom[a as usize]);
            if leads_on {
                phases.by[q as usize] = a;
                phases.path.push(q);
            } else {
                phases.cursor[v as usize] += 1;
            }
        }
        Ok(false)
    }
}
