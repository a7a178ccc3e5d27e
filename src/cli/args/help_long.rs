//! Help texts of counts in pieces, and of drawn solutions and packs.

pub(crate) const SPLIT: &str = "\
Cuts a count by search into cubes: paths of choices that have every solution once together. Each cube is
counted by itself, on any machine, as often as you like; `clew merge` adds them up once all are there.

With --residues the count is one by dynamic programming, and its pieces are residues.

The directory gets a file with the puzzle, the question and the cut. Each job that counts or adds up cuts again
and compares, so no cube of another puzzle, version or cut is ever added.";

pub(crate) const SPLIT_AFTER: &str = "\
Examples:
  clew split --jobs 500 -o jobs board.puzzle
  parallel --joblog log --resume-failed clew count-cube jobs ::: $(seq 500)
  clew merge jobs
  clew split --jobs 5000 --slurm -o jobs board.puzzle > count.sbatch    for a cluster
  clew split --residues --slurm -o jobs board.puzzle > count.sbatch     by dynamic programming

Exit status: 0 cut, 3 bad input or another job in the directory, 4 memory does not suffice,
5 it cannot be written, 130 interrupted.";

pub(crate) const COUNT_CUBE: &str = "\
Counts cubes of a job that `clew split` has cut, and writes the count of each into the job's directory, whole
or not at all. A cube whose file is there is not counted again.";

pub(crate) const COUNT_CUBE_AFTER: &str = "\
Examples:
  clew count-cube jobs 17
  clew count-cube jobs 100-199 250

Exit status: 0 counted, 2 there is no such cube, 3 a file of the job is damaged or contradicts a count,
4 memory does not suffice, 5 a count cannot be written, 130 interrupted.";

pub(crate) const MERGE: &str = "\
Joins the pieces of a count: residues, which `clew count --residues K/N -o FILE` has written on one machine or
on many, or the cubes of a job, which `clew split` has cut and `clew count-cube` has counted.

Cubes are added only if all are there and the search, cut again, has exactly these cubes.

The number of residues follows from a proved bound of the count; one more is computed, and has to
confirm it. Residues of another puzzle, version or method, and residues that contradict each other, are
refused; if some are missing, they are listed. An incomplete set of residues is no bound of the count,
not even a lower one.";

pub(crate) const MERGE_AFTER: &str = "\
Examples:
  clew count --residues 1/2 -o a.jsonl board.puzzle     on one machine
  clew count --residues 2/2 -o b.jsonl board.puzzle     on another one
  clew merge a.jsonl b.jsonl
  clew merge jobs                                       the cubes of a job

Exit status: 0 counted, 3 a piece is damaged or does not fit the others, 4 pieces are missing.";

pub(crate) const FROM_SOLUTION: &str = "\
Makes puzzles of drawn solutions, and checks whether each drawn solution is the only one.

A drawn solution is a puzzle in the text format, or in JSON, with something in every cell: labels of paths,
of which the ends become the puzzle; the numbers of a line or a square, of which hardly more are given
than are needed. Signs and walls stay. Paths may be listed by their places instead, one a line below
the header: `a: r1c1-r1c4-r3c4`, straight from one place to the next.

If the drawn solution is not the only one, the puzzle is written all the same, without a number of solutions,
and standard error names the cells in which another differs.";

pub(crate) const FROM_SOLUTION_AFTER: &str = "\
Examples:
  clew from-solution drawn.txt
  clew from-solution --puzzle FAMILY --touch yes drawn.txt    a grid of letters without a header
  clew from-solution --givens minimal --seed 7 square.txt
  clew from-solution --givens pattern.txt --with solution,rating line.txt

Exit status: 0 each drawn solution is the only one, 1 one is not, 2 a wish that cannot be met, 3 bad input (labels
that are no path, numbers that are no line), 4 a limit came first.";

pub(crate) const DEDUP: &str = "\
Writes the puzzles of its inputs as they stand there, each once: of puzzles that are the same turned, mirrored, with
other names of labels, or counted from the other end, the first one. Standard error names each that is dropped, and
the puzzle of which it is a copy.

The title, the source and solutions of a puzzle do not count. Boards of hexagons and of free points are not turned.";

pub(crate) const DEDUP_AFTER: &str = "\
Examples:
  clew dedup pack.jsonl -o clean.jsonl
  clew dedup --json old/ new/ | jq -r 'select(.copyOf != null).id'

Exit status: 0 all are different, 1 some are dropped, 3 bad input.";
