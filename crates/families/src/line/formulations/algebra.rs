//! The models of lines in mathematical notation, as in the documents and with their numbers, in LaTeX.

use clew_puzzle::formulation::{Algebra, Equation, Symbol};

/// The sets and parameters of all of them.
const SETS: &[Symbol] = &[
    Symbol { tex: r"C", meaning: r"the cells" },
    Symbol { tex: r"n = |C|", meaning: r"how many there are, and the largest number" },
    Symbol { tex: r"\mathcal{N}(p) \subseteq C", meaning: r"the neighbours of a cell $p$" },
    Symbol { tex: r"a_p", meaning: r"the number that is given in cell $p$, if one is" },
];

const TURN: Symbol = Symbol {
    tex: r"t_p \in [0, 1]",
    meaning: r"at least 1 where the line turns, with the goal of fewest turns",
};

/// The quantifiers of rows about the order in which a line meets cells.
const AFTER: &str = r"p, q \text{ numbered } i, i + 1";

const FEWEST_TURNS: &[(&str, &str)] = &[("", r"\min\; 0"), ("turns", r"\min\; \sum_{p \in C} t_p")];

/// The turns, where they are counted.
const TURNS: Equation = Equation {
    number: "T",
    rows: &["turns"],
    tex: r"2\,\mathrm{on}_e + \sum_{f \ni p,\, f \nparallel e} \mathrm{on}_f - 2 \le t_p",
    all: r"p \in C,\ e \ni p",
    summary: "if the line runs over an edge of a cell and over another that does not lead straight on, it \
              turns there; on is the sum of the two arcs of an edge",
};

pub(super) static ASSIGN: Algebra = Algebra {
    numbering: "the document numbers its formulation (1); the second number counts its lines",
    sets: SETS,
    variables: &[Symbol {
        tex: r"x_{pk} \in \{0, 1\}",
        meaning: r"1 if number $k$ stands in cell $p$",
    }],
    objectives: &[
        ("", r"\min\; \sum_{p \in C} \sum_{k=1}^{n} x_{pk}"),
        ("cells", r"\max\; \sum_{p \in C} \sum_{k=1}^{n} x_{pk}"),
    ],
    equations: &[
        Equation {
            number: "1.1",
            rows: &["cell"],
            tex: r"\sum_{k=1}^{n} x_{pk} @ 1",
            all: r"p \in C",
            summary: "a cell has one number, or at most one on the longest line",
        },
        Equation {
            number: "1.2",
            rows: &["number"],
            tex: r"\sum_{p \in C} x_{pk} @ 1",
            all: r"k",
            summary: "a number stands in one cell, or in at most one on the longest line",
        },
        Equation {
            number: "1.3",
            rows: &["next"],
            tex: r"x_{pk} \le \sum_{q \in \mathcal{N}(p)} x_{q,k+1}",
            all: r"p \in C,\ k < n",
            summary: "the next number stands on a neighbour",
        },
        Equation {
            number: "1.3b",
            rows: &["previous"],
            tex: r"x_{pk} \le \sum_{q \in \mathcal{N}(p)} x_{q,k-1}",
            all: r"p \in C,\ k > 1",
            summary: "the number before stands on a neighbour: (1.3) for a line that may end",
        },
        Equation {
            number: "given",
            rows: &["given"],
            tex: r"x_{p,a_p} = 1",
            all: r"p \text{ with } a_p",
            summary: "given numbers, which the document has not",
        },
        Equation {
            number: "after",
            rows: &["after"],
            tex: r"x_{pk} \le \sum_{j=k+1}^{n} x_{qj}",
            all: AFTER,
            summary: "a numbered cell comes after the one before (zip), which the document has not",
        },
    ],
};

pub(super) static MTZ: Algebra = Algebra {
    numbering: "A to D are the names in the LPL model; the document writes them without numbers",
    sets: SETS,
    variables: &[
        Symbol {
            tex: r"y_{pq} \in \{0, 1\}",
            meaning: r"1 if the line steps from $p$ to $q$ (the document's $x$)",
        },
        Symbol { tex: r"u_p \in [0, n-1]", meaning: r"how many cells lie before $p$" },
        Symbol {
            tex: r"\mathit{first}_p, \mathit{last}_p \in \{0, 1\}",
            meaning: r"where no first cell $m$ is given: 1 if the line begins, or ends, in $p$",
        },
        TURN,
    ],
    objectives: &[("", r"\min\; \sum_{p,q} y_{pq}"), ("turns", r"\min\; \sum_{p \in C} t_p")],
    equations: &[
        Equation {
            number: "A",
            rows: &["leaves"],
            tex: r"\sum_{q} y_{pq} + \mathit{last}_p = 1",
            all: r"p \in C",
            summary: "one arc leaves a cell, perhaps to the outside node",
        },
        Equation {
            number: "B",
            rows: &["enters"],
            tex: r"\sum_{p} y_{pq} + \mathit{first}_q = 1",
            all: r"q \in C",
            summary: "one arc enters a cell, perhaps from the outside node",
        },
        Equation {
            number: "B0",
            rows: &["first"],
            tex: r"\sum_{p \in C} \mathit{first}_p = 1",
            all: r"",
            summary: "the line begins once",
        },
        Equation {
            number: "A0",
            rows: &["last"],
            tex: r"\sum_{p \in C} \mathit{last}_p = 1",
            all: r"",
            summary: "the line ends once",
        },
        Equation {
            number: "C",
            rows: &["rises"],
            tex: r"u_p - u_q \le n\,(1 - y_{pq}) - 1",
            all: r"(p, q),\ q \ne m",
            summary: "potentials rise along arcs, but not into the first cell",
        },
        Equation {
            number: "D",
            rows: &["given"],
            tex: r"u_p = a_p - 1",
            all: r"p \text{ with } a_p",
            summary: "given numbers",
        },
        Equation {
            number: "after",
            rows: &["after"],
            tex: r"u_q - u_p \ge 1",
            all: AFTER,
            summary: "a numbered cell comes after the one before (zip), which the document has not",
        },
        TURNS,
    ],
};

pub(super) static BIGM: Algebra = Algebra {
    numbering: "those of 55_Hidato",
    sets: SETS,
    variables: &[
        Symbol {
            tex: r"v_p \in \{1, \dots, n\}",
            meaning: r"the number in cell $p$ (the document's $x$)",
        },
        Symbol {
            tex: r"y_{pq} \in \{0, 1\}",
            meaning: r"1 if the number after $v_p$ stands in $q \in \mathcal{N}(p)$",
        },
        Symbol {
            tex: r"x_{pk} \in \{0, 1\}",
            meaning: r"the document's indicator $\mathbb{I}\{v_p = k\}$",
        },
        TURN,
    ],
    objectives: FEWEST_TURNS,
    equations: &[
        Equation {
            number: "1",
            rows: &["value", "cell", "number"],
            tex: r"v_p = \sum_{k=1}^{n} k\,x_{pk},\quad \sum_{k=1}^{n} x_{pk} = 1,\quad \sum_{p \in C} x_{pk} = 1",
            all: r"p \in C,\ k",
            summary: "each number is the value of one cell; three kinds of rows for its indicator functions",
        },
        Equation {
            number: "2",
            rows: &["given"],
            tex: r"v_p = a_p",
            all: r"p \text{ with } a_p",
            summary: "given numbers",
        },
        Equation {
            number: "3a",
            rows: &["leaves", "next", "last"],
            tex: r"\sum_{q} y_{pq} \le 1,\quad n - v_p \le (n - 1) \sum_{q} y_{pq},\quad v_p + \sum_{q} y_{pq} \le n",
            all: r"p \in C",
            summary: "one link leaves a cell unless its value is n",
        },
        Equation {
            number: "3b",
            rows: &["enters", "previous", "first"],
            tex: r"\sum_{p} y_{pq} \le 1,\quad v_q - 1 \le (n - 1) \sum_{p} y_{pq},\quad 1 + \sum_{p} y_{pq} \le v_q",
            all: r"q \in C",
            summary: "one link enters a cell unless its value is 1",
        },
        Equation {
            number: "4",
            rows: &["least", "most"],
            tex: r"1 - n\,(1 - y_{pq}) \le v_q - v_p \le 1 + n\,(1 - y_{pq})",
            all: r"p \in C,\ q \in \mathcal{N}(p)",
            summary: "a link joins consecutive values; M = n",
        },
        Equation {
            number: "after",
            rows: &["after"],
            tex: r"v_q - v_p \ge 1",
            all: AFTER,
            summary: "a numbered cell comes after the one before (zip), which the document has not",
        },
        TURNS,
    ],
};

pub(super) static FLOW: Algebra = Algebra {
    numbering: "ours",
    sets: SETS,
    variables: &[
        Symbol {
            tex: r"y_{pq} \in \{0, 1\}",
            meaning: r"1 if the line steps from $p$ to $q \in \mathcal{N}(p)$",
        },
        Symbol {
            tex: r"\mathit{first}_p, \mathit{last}_p \in \{0, 1\}",
            meaning: r"1 if the line begins, or ends, in $p$",
        },
        Symbol { tex: r"f_{pq} \in [0, n-1]", meaning: r"how many cells lie ahead on that step" },
        TURN,
    ],
    objectives: FEWEST_TURNS,
    equations: &[
        Equation {
            number: "1",
            rows: &["first", "last"],
            tex: r"\sum_{p \in C} \mathit{first}_p = 1,\quad \sum_{p \in C} \mathit{last}_p = 1",
            all: r"",
            summary: "the line begins once and ends once",
        },
        Equation {
            number: "2",
            rows: &["leaves"],
            tex: r"\sum_{q} y_{pq} + \mathit{last}_p = 1",
            all: r"p \in C",
            summary: "the line leaves each cell or ends there",
        },
        Equation {
            number: "3",
            rows: &["enters"],
            tex: r"\sum_{p} y_{pq} + \mathit{first}_q = 1",
            all: r"q \in C",
            summary: "the line enters each cell or begins there",
        },
        Equation {
            number: "4",
            rows: &["takes"],
            tex: r"n\,\mathit{first}_p + \sum_{q} f_{qp} - \sum_{q} f_{pq} = 1",
            all: r"p \in C",
            summary: "n units enter at the first cell, and each cell keeps one",
        },
        Equation {
            number: "5",
            rows: &["given"],
            tex: r"n\,\mathit{first}_p + \sum_{q} f_{qp} = n + 1 - a_p",
            all: r"p \text{ with } a_p",
            summary: "given numbers",
        },
        Equation {
            number: "6",
            rows: &["carries"],
            tex: r"f_{pq} \le (n - 1)\,y_{pq}",
            all: r"p \in C,\ q \in \mathcal{N}(p)",
            summary: "only steps of the line carry a flow",
        },
        Equation {
            number: "after",
            rows: &["after"],
            tex: r"\sum_{r} f_{rp} - \sum_{r} f_{rq} \ge 1",
            all: AFTER,
            summary: "a numbered cell comes after the one before (zip), which the document has not",
        },
        TURNS,
    ],
};

pub(super) static POSITIONS: Algebra = Algebra {
    numbering: "ours",
    sets: SETS,
    variables: &[Symbol {
        tex: r"\mathit{at}_k \in C",
        meaning: r"the cell where number $k$ stands",
    }],
    objectives: &[("", r"\min\; 0")],
    equations: &[
        Equation {
            number: "1",
            rows: &["all_different"],
            tex: r"\mathrm{all\_different}(\mathit{at}_1, \dots, \mathit{at}_n)",
            all: r"",
            summary: "numbers stand in different cells",
        },
        Equation {
            number: "2",
            rows: &["table"],
            tex: r"\mathit{at}_{k+1} \in \mathcal{N}(\mathit{at}_k)",
            all: r"k < n",
            summary: "consecutive numbers are neighbours",
        },
        Equation {
            number: "2",
            rows: &["no"],
            tex: r"0 = 1",
            all: r"",
            summary: "no step leads anywhere",
        },
        Equation {
            number: "3",
            rows: &["given"],
            tex: r"\mathit{at}_{a_p} = p",
            all: r"p \text{ with } a_p",
            summary: "given numbers",
        },
    ],
};
