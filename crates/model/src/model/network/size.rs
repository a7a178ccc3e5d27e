//! How much the network of a model takes, before anything of it is built.

use crate::model::error::ALWAYS_ALLOWED;

use crate::model::error::MAX_VALUES;

use crate::model::error::MAX_WORDS;

use crate::model::error::ModelError;

use crate::model::error::Unbuilt;

use crate::model::error::mebibytes;

use super::frame::{Frame, is_far};
use super::frames::{needed, needs_matrix};
use super::wide::ints_of;
use crate::model::error::spend;
use crate::model::expr::Operand;
use crate::model::rules::Rule;
use crate::model::statement::Statement;
use crate::model::variables::BoolKind;
use bitvec::slice::BitSlice;
use clew_engine::kernel::StepCounter;
use rustc_hash::FxHashSet;

/// Steps of [`StepCounter`] to look whether a variable is copied.
const STEPS_A_COPY: usize = 2;

/// Bytes that a search takes for a word of 64 values: the store of each of its engines, with the moments at which
/// literals became true; activity and order of decisions; the literals that distinguish solutions.
const WORD_BYTES: u64 = 2048;

/// Checks that the store and this many bytes can hold a model: its variables, the rows and copies that constraints make
/// of them, tables, and the objective. `rows` holds for each constraint whether its variables are rows without copies.
///
/// # Errors
/// [`ModelError::TooLarge`]; interrupted.
pub(crate) fn check(
    statement: &Statement,
    (frames, wide): (&[Frame], &BitSlice),
    rows: &BitSlice,
    memory: usize,
    counter: &StepCounter<'_>,
) -> Result<(), Unbuilt> {
    let copied = FxHashSet::default();
    let mut size = Size { statement, frames, wide, copied, words: 0, tables: 0, memory, counter };
    let bits = frames.iter().zip(wide.iter().by_vals()).filter(|(_, wide)| !wide);
    size.words = bits.map(|(frame, _)| frame.words()).sum();
    size.words += (statement.variables.own.len() as u64).div_ceil(64);
    size.held()?;
    for (rule, own) in statement.rules.iter().zip(rows.iter().by_vals()) {
        size.rule(rule, own)?;
        size.held()?;
    }
    if let Some(target) = &statement.target {
        let (least, most) = statement.variables.range(&target.terms);
        let is_wide = ints_of(&target.terms).any(|x| wide[x as usize]);
        if is_wide && most - least >= i128::from(u32::MAX) {
            let what = format!("the objective spans {least}..={most}, more than 2^32 values");
            return Err(ModelError::TooLarge { what }.into());
        }
        size.words += u64::try_from(most - least).map_or(0, |n| n.min(MAX_VALUES) / 64 + 1);
        size.sum(&target.terms);
    }
    Ok(size.held()?)
}

struct Size<'a> {
    statement: &'a Statement,
    frames: &'a [Frame],
    wide: &'a BitSlice,
    /// Copies that are counted already.
    copied: FxHashSet<(u32, Frame)>,
    words: u64,
    /// Words outside the store: of tables, and of the state of constraints.
    tables: u64,
    memory: usize,
    counter: &'a StepCounter<'a>,
}

impl Size<'_> {
    fn held(&self) -> Result<(), ModelError> {
        let n = self.frames.len();
        let what = format!("{n} variables and what constraints make of them");
        if self.words.max(self.tables) > MAX_WORDS {
            let what = format!("{what} take more than {MAX_WORDS} words of 64 values");
            return Err(ModelError::TooLarge { what });
        }
        let bytes = self.words.saturating_mul(WORD_BYTES).saturating_add(self.tables * 8);
        if bytes > self.memory.max(ALWAYS_ALLOWED) as u64 {
            let memory = mebibytes(self.memory);
            let what = format!("to search {what} takes {} MiB, {memory} are allowed", bytes >> 20);
            return Err(ModelError::TooLarge { what });
        }
        Ok(())
    }

    fn rule(&mut self, rule: &Rule, own: bool) -> Result<(), Unbuilt> {
        match rule {
            // A table spends steps row by row.
            Rule::Table { .. } => spend(self.counter, 1)?,
            _ => spend(self.counter, 1 + STEPS_A_COPY * rule.size())?,
        }
        match rule {
            Rule::Linear { terms, .. } => self.sum(terms),
            Rule::Chain { xs, .. } => {
                for w in xs.windows(2) {
                    self.sum(&[(1, Operand::Int(w[0])), (-1, Operand::Int(w[1]))]);
                }
            }
            // The column of an interval variable is represented by its gaps.
            Rule::Table { xs, .. } if xs.iter().all(|&x| self.wide[x as usize]) => {}
            Rule::Table { xs, rows } => self.table(xs, rows)?,
            Rule::Global(global) => {
                let own = global.0.words(&self.statement.variables);
                self.tables = self.tables.saturating_add(own);
                self.words = self.words.saturating_add(global.0.stored());
            }
            _ => {}
        }
        match needed(rule) {
            Some((xs, frame)) if needs_matrix(rule) => {
                self.words += if own { 0 } else { frame.words() * xs.len() as u64 };
            }
            Some((xs, frame)) => xs.iter().for_each(|&x| self.copy(x, frame)),
            None => {}
        }
        Ok(())
    }

    /// A variable in this frame.
    fn copy(&mut self, x: u32, frame: Frame) {
        if self.frames[x as usize] != frame && self.copied.insert((x, frame)) {
            self.words += frame.words();
        }
    }

    /// The copies that a sum works on. One of a Boolean variable has a word of its own.
    fn sum(&mut self, terms: &[(i64, Operand)]) {
        let of = &self.statement.variables;
        let far = is_far(terms, |x| self.frames[x as usize]);
        let is_value = |b: u32| matches!(of.bools[b as usize], BoolKind::Is(..));
        let values = terms.iter().any(|t| matches!(t.1, Operand::Bool(b) if is_value(b)));
        let ints: FxHashSet<Operand> = terms.iter().map(|t| t.1).filter(|_| values).collect();
        for &(_, x) in terms {
            match x {
                Operand::Int(x) if far && !self.wide[x as usize] => {
                    self.copy(x, Frame::exact(&of.ints[x as usize]))
                }
                Operand::Int(_) => {}
                Operand::Bool(b) => {
                    if let BoolKind::Is(y, _) = of.bools[b as usize]
                        && ints.contains(&Operand::Int(y))
                    {
                        self.words += 1;
                    }
                }
            }
        }
    }

    /// The memory of a table outside the store.
    fn table(&mut self, xs: &[u32], rows: &[i64]) -> Result<(), Unbuilt> {
        let frame = |&x: &u32| self.frames[x as usize];
        let fits = |row: &[i64]| row.iter().zip(xs).all(|(&v, x)| frame(x).place(v).is_some());
        let mut kept = 0usize;
        for row in rows.chunks_exact(xs.len()) {
            spend(self.counter, row.len())?;
            kept += usize::from(fits(row));
        }
        let values: u64 = xs.iter().map(|x| u64::from(frame(x).len)).sum();
        self.tables = self.tables.saturating_add(values * kept.div_ceil(32) as u64);
        Ok(())
    }
}
