//! Longer texts of the help, for newcomers.

use clap::Command;
use clew::families::all;
use clew::interchange::FORMATS;
use clew::interchange::reading::examples::EXAMPLES;
use std::fmt::Write;

/// The same commands with texts whose paragraphs are one line each, so that only the width of the terminal determines
/// their line breaks.
pub(crate) fn flowing(command: Command) -> Command {
    let flow = |command: Command| {
        let about = command.get_long_about().map(|text| joined(&text.to_string()));
        let after = command.get_after_help().map(|text| joined(&text.to_string()));
        let command = about.into_iter().fold(command, Command::long_about);
        after.into_iter().fold(command, Command::after_help)
    };
    let names: Vec<String> =
        command.get_subcommands().map(|inner| inner.get_name().to_string()).collect();
    names.into_iter().fold(flow(command), |command, name| command.mut_subcommand(name, flow))
}

/// A text with every paragraph on one line. Lines that begin with a blank, such as examples, and the line
/// before them stay as they are.
fn joined(text: &str) -> String {
    let mut out = String::new();
    let mut before = "";
    for line in text.lines() {
        let apart = |line: &str| line.is_empty() || line.starts_with(' ');
        match out.is_empty() {
            true => {}
            false if apart(line) || apart(before) => out.push('\n'),
            false => out.push(' '),
        }
        out += line;
        before = line;
    }
    out
}

/// The text of `clew --help`: the families, and the first one's example.
pub(crate) fn main() -> String {
    let mut text =
        "clew solves, counts, verifies and profiles puzzles of these kinds:\n\n".to_string();
    let width = all().iter().map(|family| family.keyword.len()).max().unwrap_or(0);
    for family in all() {
        let _ = writeln!(text, "  {:width$}  {}", family.keyword, family.summary);
    }
    text += "\nA puzzle is a text file: a header, a blank line, the grid. `.` is a cell to fill and `#` a hole:\n\n";
    for line in all()[0].example.lines() {
        let indent = if line.is_empty() { "" } else { "  " };
        let _ = writeln!(text, "{indent}{line}");
    }
    text += "\nJSON, JSON Lines and many puzzles in one file, parted by lines of `---`, are read too, and so are\n\
             addresses, ids and files of other programs (`clew convert --help` lists them).";
    text
}

pub(crate) const MAIN_AFTER: &str = "\
Examples:
  clew solve corner.puzzle           a solution
  clew check corner.puzzle           is there exactly one? if not, where do two differ?
  clew check --json puzzles/         a whole directory, one JSON object per line
  clew count --time 1m board.puzzle  how many solutions
  clew repair corner.puzzle          which clue would make it unique, which given is at fault
  clew profile --network dual board.puzzle
  clew draw board.puzzle -o board.svg --solution
  clew check 'https://puzz.link/p?numlin/5/5/1j2h3m1h2j3'
  clew convert board.puzzle --to penpa
  clew explain corner.puzzle         the solution step by step, with reasons
  clew export --model assign --to lp corner.puzzle    a model for another solver
  cat many.puzzle | clew check -     from standard input

Exit status:
  0  yes: solved, unique, counted      4  undecided: a limit came first
  1  no: no solution, not unique       5  output could not be written
  2  usage                           130  interrupted
  3  bad input
  With several puzzles: 0 if all are yes, else the largest.

`clew COMMAND --help` explains a command.";

pub(crate) const SOLVE: &str = "\
Prints a solution: as a grid of the text format, or drawn if standard output is a terminal.

Every solution is checked against the rules of the puzzle before it is printed.";

pub(crate) const SOLVE_AFTER: &str = "\
Examples:
  clew solve corner.puzzle                    one solution
  clew solve -n 3 corner.puzzle               up to three
  clew solve --all --json corner.puzzle       all of them, as JSON
  clew solve --all --json --stream p.puzzle   each as soon as it is found, one per line
  clew solve --sample 3 --seed 7 board.puzzle three uniformly random ones
  clew solve --minimize turns line.puzzle     the line with the fewest turns, proved
  clew solve --maximize cells board.puzzle    the longest line if no line visits every cell
  clew solve --cover partial --minimize length links.puzzle
  clew solve --network link --search dfs --stats corner.puzzle
  clew solve --color always board.puzzle | less -R

Exit status: 0 solved, 1 no solution, 3 bad input, 4 a limit came first (with --all: some solutions
may be missing; with an objective: a better one may exist).";

pub(crate) const CHECK: &str = "\
Prints for each puzzle: unique, multiple, none, or unknown if a limit came first.

`unique` and `none` are proofs. For `multiple` two solutions are shown and the cells in which they
differ, as r1c1 for row 1, column 1. A continuous line and its reverse are one solution here.";

pub(crate) const CERTIFY: &str = "\
Checks a certificate that `clew check --proof DIR`, `clew solve --minimize WHAT --proof DIR` (or
--maximize) or `clew flatzinc --proof DIR` wrote, and prints one word: certified, refused with the reason, or unknown if a limit
came first.

The solution, if there is one, must obey the rules of the puzzle. The constraints must be those that this
program makes of the puzzle, and those that tools/opb.py, a separate program, makes of it, if there is
python3 to run it. The proof must be accepted by veripb, a checker by others, without a warning.";

pub(crate) const CERTIFY_AFTER: &str = "\
Examples:
  clew check --proof proof/ corner.puzzle
  clew solve --minimize length --proof proof/ links.puzzle
  clew solve --minimize turns --proof proof/ corner.puzzle
  clew flatzinc --proof proof/ model.fzn
  clew certify proof/
  cargo install veripb --locked            the checker, which must be on the path

Exit status: 0 certified, 1 refused, 3 a file is missing or there is no veripb, 4 a limit came first.";

pub(crate) const CHECK_AFTER: &str = "\
Examples:
  clew check corner.puzzle
  clew check --time 10s puzzles/           a verdict a line for all puzzles below a directory
  clew check --json - < puzzles.jsonl      one result object a line
  clew check --csv --fields id,verdict,time_ms puzzles/
  clew check --json --resume results.jsonl puzzles/   go on where an earlier run was torn off
  clew check --touch yes links.puzzle      under other rules
  clew check --where board.puzzle          what is the same in all solutions, and what is not
  clew check --proof proof/ corner.puzzle  write a certificate, see clew certify

Exit status: 0 unique, 1 not unique or no solution, 3 bad input (also if it is unique, but the file has a
wrong solution or a wrong number of solutions), 4 unknown (with --where: or not all is known of where
solutions differ).";

pub(crate) const REPAIR: &str = "\
Checks a puzzle and says how it could be mended.

Several solutions: every single clue that makes it unique (a value in a cell; where there are signs, one
between neighbours; where there are paths between ends, on which of them a cell lies, or an end moved by
a cell), those first after which propagation, with what was learnt on the way, settles the fewest cells.
If no single clue does:
clues that do together, as few as possible, and whether fewer would do. Of lines and paths on a grid also
every wall between two cells that leaves one of the solutions and no other.

No solution: givens that contradict each other, none of which can be left out of the contradiction, and
each single given that, taken away or changed, leaves a solution, or exactly one.

One solution: each given without which there would still be one; with --minimal a set of givens that are
enough; with --level the fewest clues, or walls of boards with paths, that bring its level down.

Everything said is proved over all solutions; what a limit left open is said to be open.";

pub(crate) const REPAIR_AFTER: &str = "\
Examples:
  clew repair corner.puzzle
  clew repair --minimal --seed 7 square.puzzle    givens that are enough; another seed, another set
  clew repair --at free.txt board.puzzle          clues in these cells only
  clew repair --level easy square.puzzle          what to add for an easy puzzle
  clew repair --time 10s --json board.puzzle      as data

Exit status: 0 there is something to do, or it is unique; 1 nothing of this kind mends it; 3 bad input;
4 a limit came first.";

pub(crate) const COUNT: &str = "\
Prints the exact number of solutions, of any size; cut short, `at least N`.

Fillings are counted: a line and its reverse are two, unless a given number (other than the one in
the middle) determines the direction. The number of lines without a direction is printed too.";

pub(crate) const COUNT_AFTER: &str = "\
Examples:
  clew count board.puzzle
  clew count --method search --time 10s board.puzzle
  clew count --candidates board.puzzle            for each cell, the values with their numbers
  clew count --estimate --time 10s board.puzzle   exact in 5 s, else an estimate with an interval
  clew count --method parts board.puzzle          independent parts multiplied, where it has any
  clew count --memory 8G board.puzzle             tables of at most 8 GiB
  clew count --json puzzles/ | jq -r .count

An estimate is the mean of random runs, right on average. Its 95 % confidence interval is empirical: it
contains the number in 96 of 100 cases on boards whose number is known; but if runs differ by orders of magnitude, the
rare ones that matter most may not be among them. \"At least\" is proved.

Exit status: 0 counted, 3 bad input, 4 cut short or only estimated.";

pub(crate) const PROFILE: &str = "\
Runs the plan that `clew check` (or with --task `solve`, `count`) would run, on one thread under the
profiler, and accounts for its processor time: each stage with its result; each kind of
propagator with its calls, removals, failures, its time and share; clause propagation,
conflict analysis, choosing, backtracking and the other parts of search; local search with its moves;
tables layer by layer. The lines add up to all of it; the rest is the remainder.

Counts are exact and those of the run without the profiler. Times are processor time of the thread, taken from
samples. A first run counts; further ones are timed, alternating with runs without the profiler: shares come with their standard
deviation over runs, outliers are left out and named, and the cost of the profiler is
measured. If learning switches costly redundant propagators off and on, the table has how often each runs
in the end, how many times that was lowered and raised, and why.

--time and --nodes limit each run. Without --runs no further one begins that would not end within
three seconds and within --time; --html and the logs of a search take one run more each.";

pub(crate) const PROFILE_AFTER: &str = "\
Examples:
  clew profile hard.puzzle
  clew profile --search learn --runs 20 hard.puzzle
  clew profile --task count --network dual hard.puzzle
  clew profile --search dfs --compare dual,link,tour,suite hard.puzzle
  clew profile --csv --instances hard.puzzle > hard.csv
  clew profile --json hard.puzzle > before.json    for clew compare
  clew profile --folded hard.folded hard.puzzle    for flame graph tools

Exit status: 0 the question was decided, whatever the answer, 3 bad input, 4 a limit came first.";

pub(crate) const ABLATE: &str = "\
Runs a question on each puzzle with the whole network, and then with one change at a time: each redundant
part of the network left out, each other formulation, each other search. Every setting runs with several
seeds, alternating; the table has medians, and processor time relative to the whole network, seed by seed, with the
median distance from that. Every formulation is named, so local search and construction take no part.
Then the parts once more with matched decisions: plain search that always takes the first open variable of the
network and its smallest value, so that only inference differs. A run that does not end is
left out.
--time and --nodes limit each run; one that neither limits ends after ten seconds.";

pub(crate) const ABLATE_AFTER: &str = "\
Examples:
  clew ablate hard.puzzle
  clew ablate --seeds 9 --nodes 20000 --search learn hard.puzzle
  clew ablate --csv class/*.puzzle > class.csv

Exit status: 0 the table is written, whatever was decided within the limits, 3 bad input.";

pub(crate) const COMPARE: &str = "\
Reads two files of `clew profile --json` and prints the differences: options, exact counts, and the
processor time of each line, the largest effect first. A difference of less than two and a half standard
errors is called noise.";

pub(crate) const COMPARE_AFTER: &str = "\
Examples:
  clew profile --json hard.puzzle > before.json
  clew profile --json --without degree hard.puzzle > after.json
  clew compare before.json after.json";

pub(crate) const BENCH: &str = "\
Runs a question on many puzzles under many settings, on one thread: each formulation of --networks with each
search of --searches. Prints how many each setting decided, PAR2 (the mean time; an undecided puzzle, or a
setting that does not apply, counts as twice the time limit), and the processor time and decisions of each run; --html
adds plots on logarithmic axes. --time and --nodes limit each run; one that neither limits ends after ten seconds.";

pub(crate) const BENCH_AFTER: &str = "\
Examples:
  clew bench --searches dfs,learn puzzles/
  clew bench --networks suite,sparse --time 60s --html bench.html big/*.puzzle
  clew bench --task count --csv boards/ > counts.csv

Exit status: 0 the table is written, whatever was decided within the limits, 3 bad input.";

pub(crate) const TRACE: &str = "\
Runs the plan that `clew check` (or with --task `solve`, `count`) would run, on one thread, and prints
every inference with its propagator, the scope of that one, the rule, the conclusion and its premises;
decisions, failures, learnt clauses and solutions between them. The number in brackets is the decision
level.

Each line of --json is an object with n, stage, depth, event (inference, decision, failure, learnt,
solution) and, if there are any, propagator, place, rule, conclusion, premises.";

pub(crate) const TRACE_AFTER: &str = "\
Examples:
  clew trace --depth 0 hard.puzzle               inferences before the first decision
  clew trace --cell r3c4 hard.puzzle             which rule removed which value from r3c4, and why
  clew trace --propagator all_different --rule \"last place\" --first 5 --boards hard.puzzle
  clew trace --json hard.puzzle > hard.jsonl";

pub(crate) const PLAN: &str = "\
Shows the solving plan of a question about a puzzle: methods, order, budgets, reasons. Nothing is solved.

Each stage is a method with its share of the limits. It runs if its conditions hold by then; the first
method that answers ends the run. The options are those of the command for the question, so the stages
are the same.";

pub(crate) const PLAN_AFTER: &str = "\
Examples:
  clew plan corner.puzzle                            how to decide whether it has one solution
  clew plan --task count --time 1m board.puzzle      how to count within a minute
  clew plan --task count --estimate board.puzzle     the same if an estimate suffices
  clew plan --where board.puzzle                     how to find where solutions differ
  clew plan --minimize turns line.puzzle             how to find the line with the fewest turns
  clew plan --json --threads 4 board.puzzle          as data";

pub(crate) const NETWORKS_AFTER: &str = "\
Examples:
  clew networks                  all formulations of all families
  clew networks corner.puzzle    the network of each formulation for this puzzle";

pub(crate) const DRAW: &str = "\
Draws a puzzle, with --solution, --both, --where or --candidates also its solutions. A result
of --json (solve, check, ...) is drawn with its solution.

The ending of the file selects the form: .svg, .png or .pdf; --to overrides it. Standard output is SVG
by default. PNG and PDF need a build with the feature `pictures`.

Cells whose number is given are shaded. A ring marks where a line of numbers begins, a double ring where
it ends; arrows show the way where steps can cross.";

pub(crate) const DRAW_AFTER: &str = "\
Examples:
  clew draw corner.puzzle -o corner.svg
  clew draw corner.puzzle -o corner.png --solution --coordinates --size 800
  clew draw corner.puzzle -o corner.svg --where     cells in which solutions differ are shaded
  clew draw corner.puzzle -o corner.svg --both      two solutions over each other
  clew solve corner.puzzle --json | clew draw --theme mono -o corner.svg
  clew generate FAMILY --count 12 | clew draw --sheet 3x2 --answers --rate -o booklet.pdf

Exit status: 0 drawn as asked, 1 drawn without a solution, or a second one, that does not exist, or with --rate
a puzzle that has not one solution, 2 with --rate no steps are known for a puzzle, 3 bad input, 4 a limit came
first: the known part is drawn.";

/// The text of `clew convert --help`: the formats.
pub(crate) fn convert() -> String {
    let mut text = "\
Writes puzzles in another format. The format of the input is recognised; --from says it instead.

What the other format cannot say (a rule, a wall, a given) is not lost in silence: the puzzle is
refused with that reason, or, with --lossy, written without it. A rule of paths (cover, touch) does
not count as lost where the puzzle provably has the same one solution without it.

Formats (r: read, w: written, s: with room for a solution):

"
    .to_string();
    let width = FORMATS.iter().map(|format| format.name.len()).max().unwrap_or(0);
    for format in &FORMATS {
        let mark = |c: char, is: bool| if is { c } else { '-' };
        let _ = writeln!(
            text,
            "  {:width$}  {}{}{}  {}",
            format.name,
            mark('r', format.read.is_some()),
            mark('w', format.write.is_some()),
            mark('s', format.solutions && format.write.is_some()),
            format.summary
        );
    }
    text += "\nGrids are read in these layouts (docs/paste.md shows each):\n";
    let mut line = String::from(" ");
    for (i, example) in EXAMPLES.iter().enumerate() {
        let stop = if i + 1 == EXAMPLES.len() { "." } else { ";" };
        if line.len() + example.name.len() > 92 {
            let _ = writeln!(text, "{line}");
            line = String::from(" ");
        }
        line += &format!(" {}{stop}", example.name);
    }
    let _ = writeln!(text, "{line}");
    text
}

pub(crate) const CONVERT_AFTER: &str = "\
Examples:
  clew convert corner.puzzle --to penpa                 an address
  clew convert 'https://puzz.link/p?numlin/5/5/1j2h3m1h2j3' --to native
  clew convert levels.txt --to pzpr -o links.txt        many, one a line
  clew convert puzzles/ --to json -o out/               a file each
  clew convert corner.puzzle --to grid --lossy          without what the format cannot say
  clew solve corner.puzzle --as penpa                   an address with the solution filled in

Exit status: 0 written, 2 something would be lost, 3 bad input, 5 output could not be written.";

pub(crate) const VERIFY: &str = "\
Says whether a solution obeys every rule of a puzzle, or which rule it breaks first, and in which
cells.

The solution is a filled grid as `clew solve` prints it (with the routes of paths, where letters do
not tell them; several with a blank line between them), a result object of --json, or a format that carries
a solution. It can be left out where the puzzle's own input carries one, as a result of --json does, or a line
of a pack with the key \"solution\"; of many puzzles each is verified, up to the first whose solution is wrong.";

pub(crate) const VERIFY_AFTER: &str = "\
Examples:
  clew verify corner.puzzle solution.txt
  clew solve corner.puzzle | clew verify corner.puzzle -
  clew check --json corner.puzzle | clew verify corner.puzzle -
  clew solve --json corner.puzzle | clew verify -
  clew verify pack.jsonl                        every puzzle with its solution

Exit status: 0 it obeys the rules, 1 it breaks one, 3 bad input, also if that is one of several
solutions.";
pub(crate) const GENERATE: &str = "\
Makes puzzles of a family. Each has exactly one solution, proved; a continuous line is a board without
numbers that has a line, or with --unique one with both ends, and walls until there is one line.
As much is given as in published puzzles, and wishes are met or refused.

The same family, options, seed and version make the same puzzle everywhere.";

pub(crate) const GENERATE_AFTER: &str = "\
Examples (FAMILY is one of those that `clew --help` lists):
  clew generate FAMILY --rows 8
  clew generate FAMILY --rows 8 --minimal --symmetry half-turn
  clew generate FAMILY --rows 6 --level tricky --time 1m
  clew generate FAMILY --mask shape.txt --walls 5
  clew generate FAMILY --rows 10 --count 100 --json > many.jsonl
  clew generate FAMILY --count 400 --level easy --threads 4 --with solution,rating,steps -o pack.jsonl
  clew generate FAMILY --rows 5 --count 20 --seed 7 | clew rate -

A puzzle that --time gives up is named with its seed, and the next one is made.

Exit status: 0 all made, 2 a wish that the family cannot meet, 4 the time limit came before one of them was
made.";

pub(crate) const EXPLAIN: &str = "\
Solves a puzzle without search, as a person does: always by the cheapest technique that
applies, each step with its reason, in one sentence. Nothing is concluded from the puzzle having one
solution only. docs/rating.md lists the techniques.

When no technique helps, a fact is assumed and followed until it fails. When that does not help
either, the steps end, and a search decides whether the puzzle has one solution, several or none.";

pub(crate) const EXPLAIN_AFTER: &str = "\
Examples:
  clew explain corner.puzzle
  clew explain --json corner.puzzle             the steps as data
  clew explain --json --compact pack.jsonl      what each step concludes, a line a puzzle
  clew explain --html steps.html corner.puzzle  a page with a picture for each step

Exit status: 0 solved by steps, 1 no solution or several, 2 no steps are known for puzzles like this one,
3 bad input, 4 the steps end, or a limit came first.";

pub(crate) const HINT: &str = "\
Shows the next thing that can be concluded: the place, the reason, the conclusion; with --placement the next
step of `clew explain`, which draws or places something. With --filled it continues from a partly filled grid and
from notes; if something of it is wrong, that is named, and nothing else.";

pub(crate) const HINT_AFTER: &str = "\
Examples:
  clew hint corner.puzzle
  clew hint --depth where corner.puzzle
  clew hint --placement corner.puzzle
  clew hint --filled mine.puzzle corner.puzzle

Exit status: 0 a step, or everything is filled in, 1 something filled in is wrong, or there is not
exactly one solution, 2 no steps are known for puzzles like this one, 3 bad input, 4 no technique helps, or a
limit came first.";

pub(crate) const RATE: &str = "\
Rates puzzles by the steps of `clew explain`: the level of the hardest step, a score (level and
effort on one scale: easy from 100, tricky from 200, hard from 300, extreme from 400), how often each technique is used. The level of a puzzle that has one solution which these
steps do not reach is beyond. A rating is the same for a puzzle that is turned,
mirrored or relabelled. docs/rating.md lists techniques, levels and weights.";

pub(crate) const RATE_AFTER: &str = "\
Examples:
  clew rate corner.puzzle
  clew rate puzzles/                one line per puzzle
  clew rate --json - < many.jsonl   one object per puzzle

Exit status: 0 rated, 1 no solution or several, 2 no steps are known for it, 3 bad input, 4 a limit
came first. With several puzzles: 0 if all are rated, else the largest.";
