//! How a search fills in its figures: they are an observer of it.

use crate::kernel::{Engine, Lit, Observer};
use crate::run::Stats;

impl Observer for Stats {
    fn branched(&mut self, depth: u32, _on: Lit) {
        self.nodes += 1;
        self.peak_depth = self.peak_depth.max(u64::from(depth));
    }

    fn failed(&mut self, _depth: u32) {
        self.failures += 1;
    }

    fn learned(&mut self, _engine: &mut Engine, clause: &[Lit]) {
        self.nogoods += 1;
        self.nogood_literals += clause.len() as u64;
    }

    fn solution(&mut self, _engine: &Engine) {
        self.solutions += 1;
    }

    fn restarted(&mut self) {
        self.restarts += 1;
    }
}
