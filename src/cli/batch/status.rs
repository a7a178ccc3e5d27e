//! Exit statuses: the contract with scripts.

use crate::cli::io::stderr;
use clew::api::request::{Fault, Mistake, Reply};
use clew::api::{AnswerStatus, Failure};

/// The status of the question, for the exit status. The larger one wins in a batch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Status {
    /// The answer is yes: solved, unique, counted.
    #[default]
    Yes = 0,
    /// The answer is no: no solution, not unique.
    No = 1,
    /// The command line requests something that does not exist.
    Usage = 2,
    /// The input cannot be read.
    BadInput = 3,
    /// A limit or an interrupt came first.
    Undecided = 4,
    /// The output could not be written.
    Unwritten = 5,
}

/// The status of a run that was interrupted from the keyboard, as shells have it.
pub const INTERRUPTED: u8 = 130;

impl From<AnswerStatus> for Status {
    fn from(standing: AnswerStatus) -> Status {
        match standing {
            AnswerStatus::Yes => Status::Yes,
            AnswerStatus::No => Status::No,
            AnswerStatus::Undecided => Status::Undecided,
        }
    }
}

/// The status of a run without an outcome.
impl From<&Failure> for Status {
    fn from(failure: &Failure) -> Status {
        match failure {
            Failure::Refused(_) => Status::Usage,
            Failure::Unfit(_) => Status::BadInput,
            Failure::Undecided(..) => Status::Undecided,
        }
    }
}

impl From<Fault> for Status {
    fn from(fault: Fault) -> Status {
        match fault {
            Fault::Request => Status::Usage,
            Fault::Input | Fault::Unfit => Status::BadInput,
            Fault::Limit => Status::Undecided,
        }
    }
}

/// Reports on standard error why there is no outcome; returns the exit status for that.
pub(crate) fn failed(failure: &Failure, title: &str) -> Status {
    Status::told(&Mistake::from(failure.clone()), title)
}

impl Status {
    /// Reports on standard error why there is no answer; returns the exit status for that.
    pub fn told(why: &Mistake, title: &str) -> Status {
        let status = Status::from(why.kind);
        let error = if status == Status::Undecided { "" } else { "error: " };
        let lines: Vec<String> = why.message.lines().map(crate::cli::safe).collect();
        stderr::line(format_args!("{error}{title}: {}", lines.join("\n")));
        status
    }

    /// The status of an answer; yes if the question has none.
    pub fn of_reply(reply: &Reply) -> Status {
        reply.standing.map_or(Status::Yes, Status::from)
    }

    /// The number for the operating system.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// The status with this number; for an invalid number, the worst.
    pub fn from_code(code: u8) -> Status {
        let all = [
            Status::Yes,
            Status::No,
            Status::Usage,
            Status::BadInput,
            Status::Undecided,
            Status::Unwritten,
        ];
        all.into_iter().find(|status| status.code() == code).unwrap_or(Status::Unwritten)
    }

    /// The same, but that of a run that was interrupted from the keyboard if this one was.
    pub fn code_unless(self, interrupted: bool) -> u8 {
        if interrupted { INTERRUPTED } else { self.code() }
    }
}
