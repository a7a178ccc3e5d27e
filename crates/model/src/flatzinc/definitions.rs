//! The variables of a file that constraints define.

use super::bounds::Bounds;
use super::syntax::{Declared, Domain, Items, Kind, Term};
use rustc_hash::FxHashMap;

/// Per variable the constraint that defines it by a truth value, with that value; and the one that defines it by a sum.
pub(super) type Definitions<'a> = (FxHashMap<&'a str, (usize, &'a str)>, FxHashMap<&'a str, usize>);

/// Numbers that need not be variables: those that count a truth value, and sums with more values than a variable can
/// have.
pub(super) fn definitions<'a>(items: &'a Items<'a>, bounds: &Bounds<'a>) -> Definitions<'a> {
    let (mut counted, mut summed) = Definitions::default();
    let lists: FxHashMap<&str, &[Term<'a>]> =
        items.lists.iter().map(|list| (list.name, &list.elements[..])).collect();
    let elements = |term: &'a Term<'a>| match term {
        Term::Array(elements) => &elements[..],
        Term::Name(name) => lists.get(name).copied().unwrap_or(&[]),
        _ => &[],
    };
    let declared: FxHashMap<&str, &Declared<'a>> =
        items.variables.iter().map(|v| (v.name, v)).collect();
    let is_bool = |name: &str| declared.get(name).is_some_and(|v| v.kind == Kind::Bool);
    let is_free = |name: &str| declared.get(name).is_some_and(|v| v.value.is_none());
    // A sum keeps a range, and no set.
    let is_sparse = |name: &str| matches!(declared[name].kind, Kind::Int(Some(Domain::Set(_))));
    let spans = |name: &str| bounds.range(name).map_or(0, |[low, high]| high.abs_diff(low));
    for (at, constraint) in items.constraints.iter().enumerate() {
        match (constraint.name, &constraint.arguments[..]) {
            ("bool2int", [Term::Name(b), Term::Name(x)]) if is_bool(b) && is_free(x) => {
                let whole = bounds.range(x).is_some_and(|[low, high]| low <= 0 && high >= 1);
                if whole && !is_sparse(x) {
                    counted.entry(x).or_insert((at, b));
                }
            }
            ("int_lin_eq", [coefficients, terms, _]) => {
                for (c, x) in elements(coefficients).iter().zip(elements(terms)) {
                    if let (Term::Int(1 | -1), Term::Name(x)) = (c, x)
                        && is_free(x)
                        && !is_sparse(x)
                        && spans(x) >= crate::model::MAX_RANGE
                        && !summed.contains_key(x)
                    {
                        summed.insert(x, at);
                        break;
                    }
                }
            }
            _ => {}
        }
    }
    (counted, summed)
}
