//! The models of numberlinks in mathematical notation, as in the documents and with their numbers, in LaTeX.

use clew_puzzle::formulation::{Algebra, Equation, Symbol};

/// The sets and parameters of all of them.
const SETS: &[Symbol] = &[
    Symbol { tex: r"C", meaning: r"the cells" },
    Symbol { tex: r"K", meaning: r"the labels" },
    Symbol { tex: r"N(p) \subseteq C", meaning: r"the neighbours of cell $p$" },
    Symbol { tex: r"c_p \in K", meaning: r"the label of an end-point $p$" },
    Symbol { tex: r"b_p", meaning: r"1 if $p$ is an end-point, otherwise 2" },
];

/// Where the numbers of the document's equations come from.
const COUNTED: &str = "the document has no numbers; its equations are counted in its order";

const LABEL: Symbol =
    Symbol { tex: r"x_{pk} \in \{0, 1\}", meaning: r"1 if cell $p$ has label $k$" };

const ONE_LABEL: Equation = Equation {
    number: "1",
    rows: &["cell"],
    tex: r"\sum_{k \in K} x_{pk} = 1",
    all: r"p \in C",
    summary: "a cell has one label",
};

const ENDS: Equation = Equation {
    number: "3",
    rows: &["given"],
    tex: r"x_{pk} = [k = c_p]",
    all: r"k \in K,\ p \text{ an end-point}",
    summary: "the labels of end-points are fixed",
};

pub(super) static MIQCP: Algebra = Algebra {
    numbering: COUNTED,
    sets: SETS,
    variables: &[LABEL],
    objectives: &[("", r"\min\; 0")],
    equations: &[
        ONE_LABEL,
        Equation {
            number: "2",
            rows: &["count"],
            tex: r"\sum_{q \in N(p)} \sum_{k \in K} x_{pk}\,x_{qk} = b_p",
            all: r"p \in C",
            summary: "the number of neighbours with the same label",
        },
        ENDS,
    ],
};

pub(super) static PAIRS: Algebra = Algebra {
    numbering: COUNTED,
    sets: SETS,
    variables: &[
        LABEL,
        Symbol {
            tex: r"y_{pqk} \in [0, 1]",
            meaning: r"the product $x_{pk}\,x_{qk}$ of neighbours $p < q$",
        },
    ],
    objectives: &[("", r"\min\; 0")],
    equations: &[
        ONE_LABEL,
        ENDS,
        Equation {
            number: "4",
            rows: &["one", "other", "both"],
            tex: r"y_{pqk} \le x_{pk},\quad y_{pqk} \le x_{qk},\quad y_{pqk} \ge x_{pk} + x_{qk} - 1",
            all: r"p < q \in N(p),\ k \in K",
            summary: "y is the product",
        },
        Equation {
            number: "5",
            rows: &["count"],
            tex: r"\sum_{q \in N(p)} \sum_{k \in K} y_{\{p,q\},k} = b_p",
            all: r"p \in C",
            summary: "(2) with y for the products",
        },
    ],
};

pub(super) static DEGREE: Algebra = Algebra {
    numbering: COUNTED,
    sets: SETS,
    variables: &[LABEL],
    objectives: &[("", r"\min\; 0")],
    equations: &[
        ONE_LABEL,
        ENDS,
        Equation {
            number: "6",
            rows: &["end"],
            tex: r"\sum_{q \in N(p)} x_{q,c_p} = 1",
            all: r"p \text{ an end-point}",
            summary: "one neighbour of an end-point has its label",
        },
        Equation {
            number: "7",
            rows: &["least", "most"],
            tex: r"2\,x_{pk} \le \sum_{q \in N(p)} x_{qk} \le 2\,x_{pk} + |N(p)|\,(1 - x_{pk})",
            all: r"k \in K,\ p \text{ no end-point}",
            summary: "of another cell with a label two neighbours have it",
        },
    ],
};

pub(super) static LABELS: Algebra = Algebra {
    numbering: COUNTED,
    sets: SETS,
    variables: &[Symbol { tex: r"x_p \in K", meaning: r"the label of cell $p$" }],
    objectives: &[("", r"\min\; 0")],
    equations: &[
        Equation {
            number: "8",
            rows: &["count"],
            tex: r"\sum_{q \in N(p)} [x_p = x_q] = b_p",
            all: r"p \in C",
            summary: "the number of neighbours with the same label",
        },
        Equation {
            number: "3",
            rows: &["given"],
            tex: r"x_p = c_p",
            all: r"p \text{ an end-point}",
            summary: "the labels of end-points are fixed",
        },
    ],
};

pub(super) static EDGES: Algebra = Algebra {
    numbering: "ours",
    sets: SETS,
    variables: &[
        LABEL,
        Symbol {
            tex: r"\mathit{on}_e \in \{0, 1\}",
            meaning: r"1 if a path runs over the edge $e$ between two neighbours",
        },
        Symbol { tex: r"f_{pq} \ge 0", meaning: r"a flow from the first end of each label" },
    ],
    objectives: &[("", r"\min\; 0"), ("length", r"\min\; \sum_e \mathit{on}_e")],
    equations: &[
        Equation {
            number: "1",
            rows: &["cell"],
            tex: r"\sum_{k \in K} x_{pk} @ 1",
            all: r"p \in C",
            summary: "a cell has one label, or at most one where it may stay empty",
        },
        Equation {
            number: "2",
            rows: &["given"],
            tex: r"x_{p,c_p} = 1",
            all: r"p \text{ an end-point}",
            summary: "the labels of end-points are fixed",
        },
        Equation {
            number: "3",
            rows: &["degree"],
            tex: r"\sum_{e \ni p} \mathit{on}_e = \begin{cases} 1 & p \text{ an end-point} \\ 2 \sum_{k} x_{pk} & \text{otherwise} \end{cases}",
            all: r"p \in C",
            summary: "one edge at an end-point, two at another cell with a label",
        },
        Equation {
            number: "4",
            rows: &["there", "back"],
            tex: r"x_{pk} - x_{qk} + \mathit{on}_{pq} \le 1,\quad x_{qk} - x_{pk} + \mathit{on}_{pq} \le 1",
            all: r"(p, q),\ k \in K",
            summary: "labels are equal along edges that are on",
        },
        Equation {
            number: "5",
            rows: &["apart"],
            tex: r"x_{pk} + x_{qk} - \mathit{on}_{pq} \le 1",
            all: r"(p, q),\ k \in K",
            summary: "touch: no; neighbours with one label are joined",
        },
        Equation {
            number: "6",
            rows: &["block"],
            tex: r"\sum_{p \in B} x_{pk} \le 3",
            all: r"\text{blocks } B,\ k \in K",
            summary: "touch: no2x2; no block of four cells has one label",
        },
        Equation {
            number: "7",
            rows: &["takes"],
            tex: r"\sum_{q} f_{qp} - \sum_{q} f_{pq} = \sum_{k} x_{pk}",
            all: r"p \text{ no first end}",
            summary: "every cell on a path keeps one unit of the flow",
        },
        Equation {
            number: "8",
            rows: &["carries"],
            tex: r"f_{pq} + f_{qp} \le (|C| - 1)\,\mathit{on}_{pq}",
            all: r"(p, q)",
            summary: "only edges that are on carry any, so no loop is one",
        },
    ],
};
