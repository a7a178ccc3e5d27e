//! What a dynamic programme did, layer by layer.

use crate::run::Step;
use crate::strategy::Watch;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A layer that was made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layer {
    pub step: Step,
    /// Since the layer before it, or the start of the run.
    pub time: Duration,
}

/// Layers in the order in which they were made.
#[derive(Clone)]
pub(super) struct Layers(Arc<Mutex<(Instant, Vec<Layer>)>>);

impl Default for Layers {
    fn default() -> Layers {
        Layers(Arc::new(Mutex::new((Instant::now(), Vec::new()))))
    }
}

impl Layers {
    /// Hears of layers.
    pub fn watch(&self) -> Watch {
        let layers = self.0.clone();
        Watch::new(move |step| {
            let mut layers = layers.lock().unwrap_or_else(PoisonError::into_inner);
            let now = Instant::now();
            let time = now.duration_since(std::mem::replace(&mut layers.0, now));
            layers.1.push(Layer { step, time });
        })
    }

    /// Those made so far. The first one's time begins where the run began.
    pub fn all(&self) -> Vec<Layer> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).1.clone()
    }
}
