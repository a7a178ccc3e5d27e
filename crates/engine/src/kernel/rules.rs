//! The inference rules of a propagator as an enum, and their way into a [`Tag`] and back.

use super::reason::Tag;

/// The rules of one propagator. The macro `rules!` states them with their words; that is the one
/// place where a rule has a number.
pub trait RuleSet: Copy + 'static {
    /// All of them, in the order of their numbers.
    const ALL: &'static [Self];

    /// Its number.
    fn number(self) -> u8;

    /// What profiles call it.
    fn words(self) -> &'static str;

    /// The tag of an inference by this rule about something, which fits into 24 bits.
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
    fn of(tag: Tag) -> Self {
        Self::ALL[tag.rule() as usize]
    }
}

/// States an enum of rules, each with its words: see [`RuleSet`].
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

            #[inline]
            fn number(self) -> u8 {
                self as u8
            }

            fn words(self) -> &'static str {
                match self {
                    $($name::$rule => $words),+
                }
            }
        }
    };
}

pub(crate) use rules;

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
            assert_eq!((Rule::of(tag), tag.note()), (rule, 0x00ab_cdef));
        }
        assert_eq!((Rule::Second.tag().note(), Rule::Second.words()), (0, "the second"));
    }

    #[test]
    #[should_panic]
    fn a_tag_of_another_propagator_is_a_mistake() {
        let _ = Rule::of(Tag::new(2, 0));
    }
}
