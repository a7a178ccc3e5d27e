//! Deciders that are none of the built-in ones.

use super::Decider;
use crate::kernel::{Atom, Engine, Group, Halt, Lit};
use std::fmt;
use std::sync::Arc;

/// The initial state of a search that has no decider yet.
pub struct DeciderContext<'a> {
    /// The engine at its root's fixpoint.
    pub engine: &'a Engine,
    /// The variables to decide, in order of preference.
    pub groups: &'a [Group],
    pub(in crate::search) usual: &'a dyn Fn() -> Result<Box<dyn Decider>, Halt>,
}

impl DeciderContext<'_> {
    /// The default decider: by activity in conflicts. Use it where your own has no preference, and
    /// forward all notifications to it.
    ///
    /// # Errors
    /// [`Halt::Interrupted`].
    pub fn by_activity(&self) -> Result<Box<dyn Decider>, Halt> {
        (self.usual)()
    }
}

impl fmt::Debug for DeciderContext<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Undecided").field("groups", &self.groups).finish_non_exhaustive()
    }
}

type Make = dyn Fn(&DeciderContext<'_>) -> Result<Box<dyn Decider>, Halt> + Send + Sync;

/// Makes a decider for each search that wants one. Two of them are equal if one is a clone of the other.
#[derive(Clone)]
pub struct MakeDecider(Arc<Make>);

impl MakeDecider {
    /// Calls this function for each search.
    pub fn new<D: Decider + 'static>(
        make: impl Fn(&DeciderContext<'_>) -> Result<D, Halt> + Send + Sync + 'static,
    ) -> MakeDecider {
        MakeDecider(Arc::new(move |at| {
            let mut atoms = Vec::new();
            at.groups.iter().for_each(|group| group.each_atom(at.engine, |a| atoms.push(a)));
            Ok(Box::new(Checked { own: Box::new(make(at)?), atoms }))
        }))
    }

    pub(in crate::search) fn decider(
        &self,
        at: &DeciderContext<'_>,
    ) -> Result<Box<dyn Decider>, Halt> {
        (self.0)(at)
    }
}

impl PartialEq for MakeDecider {
    fn eq(&self, other: &MakeDecider) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for MakeDecider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MakeDecider(..)")
    }
}

/// A user-defined decider whose choices are checked: a wrong choice would give a wrong solution.
#[derive(Clone)]
struct Checked {
    own: Box<dyn Decider>,
    /// The atoms to decide.
    atoms: Vec<Atom>,
}

impl Decider for Checked {
    fn next(&mut self, engine: &Engine, patient: bool) -> Option<Lit> {
        let (next, store) = (self.own.next(engine, patient), engine.store());
        match next {
            Some(l) => {
                assert!(store.is_open(l.atom()), "the decider chose {l:?}, which is decided")
            }
            None => {
                let open = self.atoms.iter().find(|&&a| store.is_open(a));
                assert_eq!(
                    open, None,
                    "the decider reports that all is decided, but this atom is open"
                );
            }
        }
        next
    }

    fn rest(&self) -> Option<&dyn Decider> {
        Some(&*self.own)
    }

    fn rest_mut(&mut self) -> Option<&mut dyn Decider> {
        Some(&mut *self.own)
    }
}
