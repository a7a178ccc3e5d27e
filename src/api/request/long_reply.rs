//! Replies that are written piece by piece, because they may be long.

use super::{Case, Form, Mistake};
use crate::api::outcome::OutcomeReply;
use crate::api::text;
use clew_puzzle::puzzle::Answer;
use clew_report::listed::Listed;
use serde_json::value::RawValue;
use std::io::{self, Write};
use std::sync::atomic::Ordering;

/// A text in memory, of limited length, until the caller leaves.
struct BoundedText<'a> {
    text: Vec<u8>,
    case: &'a Case<'a>,
}

impl Write for BoundedText<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.case.may_write(self.text.len() + bytes.len())?;
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Case<'_> {
    /// Checks that the caller has not left, and that a text of so many bytes is not too long.
    fn may_write(&self, bytes: usize) -> io::Result<()> {
        if self.left.as_ref().is_some_and(|left| left.load(Ordering::Relaxed)) {
            return Err(io::Error::other("nobody waits for the reply"));
        }
        if bytes > self.longest {
            let most = self.longest >> 20;
            let why =
                format!("the reply is too long, {most} MiB are possible: ask for fewer solutions");
            return Err(io::Error::other(why));
        }
        Ok(())
    }

    /// A text of limited length.
    ///
    /// # Errors
    /// It is too long, or the caller has left.
    pub(super) fn written(
        &self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<String, Mistake> {
        let mut bounded = BoundedText { text: Vec::new(), case: self };
        write(&mut bounded).map_err(mistake)?;
        Ok(String::from_utf8(bounded.text).expect("replies are UTF-8"))
    }

    /// The words of a reply.
    ///
    /// # Errors
    /// They are too long, or the caller has left.
    pub(super) fn long_words(&self, reply: &OutcomeReply<'_>) -> Result<String, Mistake> {
        self.written(|out| text::write(reply, &text::Form::default(), out))
    }

    /// The document of a reply, if it is wanted.
    ///
    /// # Errors
    /// As [`Case::long_words`].
    pub(super) fn long_document(
        &self,
        reply: &OutcomeReply<'_>,
    ) -> Result<Option<Box<RawValue>>, Mistake> {
        if self.form == Form::Words {
            return Ok(None);
        }
        let listed = self.listed(reply, &reply.outcome.answers).map_err(mistake)?;
        let document = self.written(|out| reply.write_json_of(&listed, out))?;
        Ok(RawValue::from_string(document).ok())
    }

    fn listed<'p>(&self, reply: &OutcomeReply<'p>, answers: &[Answer]) -> io::Result<Listed<'p>> {
        let mut listed = Listed::new(&reply.entry.puzzle);
        for answer in answers {
            listed.push(answer);
            self.may_write(listed.bytes())?;
        }
        Ok(listed)
    }
}

fn mistake(why: io::Error) -> Mistake {
    Mistake::from(why.to_string())
}
