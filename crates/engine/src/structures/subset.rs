//! A set of small numbers to draw from.

/// The position of a number that is not in the set.
const NONE: u32 = u32::MAX;

/// A set of numbers below a bound. Every change takes constant time; the order of the list is that of
/// the changes.
#[derive(Clone, Debug)]
pub struct Subset {
    list: Vec<u32>,
    at: Vec<u32>,
}

impl Subset {
    /// An empty set of numbers below this one.
    pub fn new(below: usize) -> Subset {
        Subset { list: Vec::new(), at: vec![NONE; below] }
    }

    /// Its numbers.
    pub fn list(&self) -> &[u32] {
        &self.list
    }

    /// Whether a number is in it.
    pub fn contains(&self, x: u32) -> bool {
        self.at[x as usize] != NONE
    }

    /// Puts a number in, or takes it out.
    pub fn set(&mut self, x: u32, inside: bool) {
        if self.contains(x) == inside {
            return;
        }
        if inside {
            self.at[x as usize] = self.list.len() as u32;
            self.list.push(x);
        } else {
            let at = self.at[x as usize];
            self.at[x as usize] = NONE;
            self.list.swap_remove(at as usize);
            if let Some(&moved) = self.list.get(at as usize) {
                self.at[moved as usize] = at;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_holds_what_was_put_in() {
        let mut set = Subset::new(5);
        [(3, true), (1, true), (3, true), (4, true), (1, false), (0, false)]
            .into_iter()
            .for_each(|(x, inside)| set.set(x, inside));
        let mut list = set.list().to_vec();
        list.sort_unstable();
        assert_eq!(list, [3, 4]);
        assert!(set.contains(3) && set.contains(4) && !set.contains(1) && !set.contains(0));
    }
}
