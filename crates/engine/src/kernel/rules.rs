//! The inference rules of a propagator as an enum, and their way into a [`Tag`] and back.

use super::reason::Tag;

/// The rules of one propagator. The macro `rules!` defines them with their names in profiles; it is
/// the only place that numbers the rules.
pub trait RuleSet: Copy + 'static {
    /// All of them, in the order of their numbers.
    const ALL: &'static [Self];

    /// Their names in profiles, in the same order: [`Propagator::RULES`](crate::kernel::Propagator::RULES).
    const WORDS: &'static [&'static str];

    /// Its number.
    fn number(self) -> u8;

    /// Its name in profiles.
    fn words(self) -> &'static str {
        Self::WORDS[usize::from(self.number())]
    }

    /// The tag of an inference by this rule with a note of 24 bits.
    #[inline]
    fn about(self, note: u32) -> Tag {
        Tag::new(self.number(), note)
    }

    /// The tag of an inference by this rule that needs no note.
    #[inline]
    fn tag(self) -> Tag {
        self.about(0)
    }

    /// The rule behind a tag of this propagator.
    ///
    /// # Panics
    /// If the tag is of another propagator.
    #[inline]
    fn from_tag(tag: Tag) -> Self {
        Self::ALL[tag.rule() as usize]
    }
}

/// States the inference rules of a propagator as an enum, each with the words that profiles show: see
/// [`RuleSet`](crate::kernel::RuleSet), which the enum implements. The order gives each its number.
///
/// ```
/// use clew_engine::kernel::prelude::*;
///
/// rules! {
///     enum Rule {
///         Raise => "above the least of the smaller",
///         Lower => "below the most of the larger",
///     }
/// }
///
/// // What an inference is marked with, and what an explanation gets back.
/// let tag = Rule::Lower.about(7);
/// assert_eq!((Rule::from_tag(tag), tag.note()), (Rule::Lower, 7));
/// assert_eq!(Rule::WORDS[1], "below the most of the larger");
/// ```
#[macro_export]
macro_rules! rules {
    ($(#[$doc:meta])* $vis:vis enum $name:ident {
        $($(#[$about:meta])* $rule:ident => $words:expr),+ $(,)?
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $vis enum $name {
            $($(#[$about])* $rule),+
        }

        impl $crate::kernel::RuleSet for $name {
            const ALL: &'static [$name] = &[$($name::$rule),+];
            const WORDS: &'static [&'static str] = &[$($words),+];

            #[inline]
            fn number(self) -> u8 {
                self as u8
            }        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    rules! {
        enum Rule {
            First => "the first",
            Second => "the second",
        }
    }

    #[test]
    fn a_rule_comes_back_from_its_tag() {
        for rule in [Rule::First, Rule::Second] {
            let tag = rule.about(0x00ab_cdef);
            assert_eq!((Rule::from_tag(tag), tag.note()), (rule, 0x00ab_cdef));
        }
        assert_eq!((Rule::Second.tag().note(), Rule::Second.words()), (0, "the second"));
    }

    #[test]
    #[should_panic]
    fn a_tag_of_another_propagator_is_a_mistake() {
        let _ = Rule::from_tag(Tag::new(2, 0));
    }
}
