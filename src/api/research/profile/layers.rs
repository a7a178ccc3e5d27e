//! The work of a dynamic program, layer by layer.

use clew_engine::run::Step;
use clew_engine::run::clock::thread_time;
use clew_solve::strategy::Watch;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A layer that was made.
#[derive(Clone, Copy, Debug)]
pub struct Layer {
    /// Which layer, of how many, with how many states.
    pub step: Step,
    /// Processor time since the previous layer, or since the dynamic program began.
    pub time: Duration,
}

/// Layers in the order in which they were computed.
#[derive(Clone, Default)]
pub struct Layers(Arc<Mutex<(Duration, Vec<Layer>)>>);

impl Layers {
    /// An observer of layers.
    pub fn watch(&self) -> Watch {
        let layers = self.0.clone();
        Watch::new(move |step: Step| {
            let mut layers = layers.lock().unwrap_or_else(PoisonError::into_inner);
            let now = thread_time();
            let time = now.saturating_sub(std::mem::replace(&mut layers.0, now));
            if step.done > 0 {
                layers.1.push(Layer { step, time });
            }
        })
    }

    /// Those made so far.
    pub fn all(&self) -> Vec<Layer> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).1.clone()
    }
}
