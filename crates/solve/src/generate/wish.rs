//! How hard a puzzle is to be.

use crate::explain::Rating;
use clew_puzzle::puzzle::family::Grade;
use clew_puzzle::puzzle::ladder::Level;

/// How hard a puzzle is to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DifficultyTarget {
    /// Its level: that of its hardest step, or [`Level::Beyond`].
    pub level: Option<Level>,
    /// The least and the greatest score.
    pub score: Option<(u64, u64)>,
}

impl DifficultyTarget {
    /// Whether any puzzle will do.
    pub fn is_none(&self) -> bool {
        self.level.is_none() && self.score.is_none()
    }

    /// Whether a puzzle with this rating meets the target. A puzzle that the techniques do not finish meets it only if
    /// that is requested.
    pub fn admits(&self, rating: &Rating) -> bool {
        rating.level.is_some() && self.grade(rating) == Grade::Fits
    }

    /// How a puzzle with this rating, and with one solution, compares with the target: its level counts first, then its
    /// score.
    pub fn grade(&self, rating: &Rating) -> Grade {
        let level = rating.level.unwrap_or(Level::Beyond);
        // Without a requested level: any level that the techniques reach.
        let wished = self.level.unwrap_or(level.min(Level::Extreme));
        if level != wished {
            return if level > wished { Grade::TooHard } else { Grade::TooEasy };
        }
        match self.score {
            Some((least, _)) if rating.score < least => Grade::TooEasy,
            Some((_, most)) if rating.score > most => Grade::TooHard,
            _ => Grade::Fits,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::rate;
    use crate::strategy::Options;
    use clew_families::parse_native;

    /// Levels come before scores, and a puzzle beyond the techniques is accepted only if it was requested.
    #[test]
    fn levels_come_before_scores() {
        let entry = parse_native("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n").expect("a puzzle");
        let rating = rate(&entry.puzzle, &Options::default()).expect("it is rated");
        let graded = |level, score| DifficultyTarget { level, score }.grade(&rating);
        assert_eq!(graded(Some(Level::Beyond), None), Grade::TooEasy);
        let level = rating.level;
        assert_eq!(graded(level, None), Grade::Fits);
        assert_eq!(graded(level, Some((rating.score + 1, u64::MAX))), Grade::TooEasy);
        assert_eq!(graded(level, Some((0, rating.score - 1))), Grade::TooHard);
        let stuck = Rating { level: Some(Level::Beyond), ..rating };
        assert!(!DifficultyTarget::default().admits(&stuck));
    }
}
