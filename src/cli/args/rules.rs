//! Options for the rules of families: a short one for each key that has one, and `--rule KEY=WORD` for all.

use crate::cli::args::values::{self, Rule};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use clew::families::all;
use clew::puzzle::family::WordKey;

/// The stated rules, as the formats name them: a key, and its word. Of several words for one key the last one counts.
#[derive(Clone, Debug, Default)]
pub struct RuleWords(pub Vec<(&'static str, &'static str)>);

/// The name of the argument of `--rule`, which another option of a command may have as well.
pub(crate) const RULE: &str = "rule-of-puzzle";

/// The keys with an option of their own, each once, with the help of it.
fn short() -> Vec<(&'static WordKey, &'static str)> {
    let keys = all().iter().flat_map(|family| family.words);
    let mut found: Vec<(&WordKey, &str)> = Vec::new();
    for key in keys {
        if let Some(help) = key.option.filter(|_| found.iter().all(|(k, _)| k.name != key.name)) {
            found.push((key, help));
        }
    }
    found
}

/// Whether the option of a key is a flag: it turns on a rule that does not hold by default.
fn is_flag(key: &WordKey) -> bool {
    key.values == ["no", "yes"]
}

/// The names of the arguments.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    short().into_iter().map(|(key, _)| key.name).chain([RULE])
}

impl Args for RuleWords {
    fn augment_args(command: Command) -> Command {
        let option = |(key, help): (&'static WordKey, &'static str)| {
            let arg = Arg::new(key.name).long(key.name).help(help);
            match is_flag(key) {
                true => arg.action(ArgAction::SetTrue),
                false => {
                    let words = PossibleValuesParser::new(key.values);
                    arg.value_name("RULE").value_parser(words)
                }
            }
        };
        let rule = Arg::new(RULE)
            .long("rule")
            .value_name("KEY=WORD")
            .value_parser(values::rule)
            .action(ArgAction::Append)
            .help(
                "A rule of the puzzle's family by its key in the formats, such as cover=partial, which is the same as \
                 --cover partial; may be repeated",
            );
        command.args(short().into_iter().map(option)).arg(rule)
    }

    fn augment_args_for_update(command: Command) -> Command {
        RuleWords::augment_args(command)
    }
}

impl FromArgMatches for RuleWords {
    fn from_arg_matches(matches: &ArgMatches) -> Result<RuleWords, Error> {
        let word = |(key, _): (&'static WordKey, &str)| {
            let stated: Option<&str> = match is_flag(key) {
                true => matches.get_flag(key.name).then_some("yes"),
                false => matches.get_one::<String>(key.name).map(String::as_str),
            };
            let word = key.values.iter().find(|word| Some(**word) == stated)?;
            Some((key.name, *word))
        };
        let mut words: Vec<(&str, &str)> = short().into_iter().filter_map(word).collect();
        for &Rule { key, word } in matches.get_many::<Rule>(RULE).into_iter().flatten() {
            match words.iter_mut().find(|(known, _)| *known == key) {
                Some(known) => known.1 = word,
                None => words.push((key, word)),
            }
        }
        Ok(RuleWords(words))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = RuleWords::from_arg_matches(matches)?;
        Ok(())
    }
}
