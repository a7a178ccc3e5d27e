//! Objects of Python that are made while further ones are found, so that the limits hold for their making, too.

use clew::api::Failure;
use pyo3::PyClass;
use pyo3::prelude::*;
use pyo3::pyclass_init::PyClassInitializer;
use pyo3::types::PyList;
use std::ops::ControlFlow;

/// How many are made at a time.
const TOGETHER: usize = 512;
/// Bytes of an object of Python in addition to its contents.
const OBJECT: usize = 64;

/// A list that grows while other threads use Python.
pub struct ListBuilder<'a, T> {
    list: &'a Py<PyList>,
    waiting: Vec<T>,
    /// Bytes that are left.
    room: usize,
    is_full: bool,
    failed: Option<PyErr>,
}

/// Why a list is not complete.
pub enum BuildFailure {
    /// There is no result.
    Failed(Failure),
    /// An object could not be made.
    Python(PyErr),
}

impl From<Failure> for BuildFailure {
    fn from(why: Failure) -> BuildFailure {
        BuildFailure::Failed(why)
    }
}

impl From<BuildFailure> for PyErr {
    fn from(why: BuildFailure) -> PyErr {
        match why {
            BuildFailure::Failed(why) => crate::errors::failed(why),
            BuildFailure::Python(why) => why,
        }
    }
}

impl<'a, T: PyClass + Into<PyClassInitializer<T>>> ListBuilder<'a, T> {
    /// Nothing yet; objects may take half of `memory` bytes, tables the other half.
    pub fn new(list: &'a Py<PyList>, memory: usize) -> ListBuilder<'a, T> {
        ListBuilder { list, waiting: Vec::new(), room: memory / 2, is_full: false, failed: None }
    }

    /// Takes one of so many bytes; breaks off if the memory is used up.
    pub fn push(&mut self, item: T, bytes: usize) -> ControlFlow<()> {
        match self.room.checked_sub(bytes + OBJECT) {
            Some(left) => self.room = left,
            None => {
                self.is_full = true;
                return ControlFlow::Break(());
            }
        }
        self.waiting.push(item);
        if self.waiting.len() >= TOGETHER { self.make() } else { ControlFlow::Continue(()) }
    }

    /// The last ones; whether the memory was used up.
    ///
    /// # Errors
    /// An object could not be made.
    pub fn end(&mut self) -> Result<bool, BuildFailure> {
        let _ = self.make();
        match self.failed.take() {
            Some(why) => Err(BuildFailure::Python(why)),
            None => Ok(self.is_full),
        }
    }

    fn make(&mut self) -> ControlFlow<()> {
        let waiting = self.waiting.drain(..);
        let made = Python::attach(|py| {
            let list = self.list.bind(py);
            waiting.into_iter().try_for_each(|item| list.append(Py::new(py, item)?))
        });
        match made {
            Ok(()) => ControlFlow::Continue(()),
            Err(why) => {
                self.failed = Some(why);
                ControlFlow::Break(())
            }
        }
    }
}
