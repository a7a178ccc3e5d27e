//! The models of futoshikis in mathematical notation, as in the documents and with their numbers, in LaTeX.

use clew_puzzle::formulation::{Algebra, Equation, Symbol};

/// The sets and parameters of both.
const SETS: &[Symbol] = &[
    Symbol { tex: r"n", meaning: r"how many rows, columns and values" },
    Symbol { tex: r"L", meaning: r"pairs of cells, the first of which has the smaller value" },
    Symbol { tex: r"D, \bar{D}", meaning: r"pairs of cells that differ by a number, or do not" },
    Symbol {
        tex: r"a_{rc}",
        meaning: r"the value that is given in row $r$, column $c$, if one is",
    },
];

pub(super) static ASSIGN: Algebra = Algebra {
    numbering: "the document has no numbers; its equations are counted in its order",
    sets: SETS,
    variables: &[Symbol {
        tex: r"x_{rcv} \in \{0, 1\}",
        meaning: r"1 if value $v$ stands in row $r$, column $c$",
    }],
    objectives: &[("", r"\min\; 0")],
    equations: &[
        Equation {
            number: "1",
            rows: &["cell"],
            tex: r"\sum_{v} x_{rcv} = 1",
            all: r"r, c",
            summary: "a cell has one value",
        },
        Equation {
            number: "2",
            rows: &["col"],
            tex: r"\sum_{r} x_{rcv} = 1",
            all: r"c, v",
            summary: "a value stands once in a column",
        },
        Equation {
            number: "3",
            rows: &["row"],
            tex: r"\sum_{c} x_{rcv} = 1",
            all: r"r, v",
            summary: "a value stands once in a row",
        },
        Equation {
            number: "4",
            rows: &["less"],
            tex: r"\sum_{v} v\,x_{qv} \ge 1 + \sum_{v} v\,x_{pv}",
            all: r"(p, q) \in L",
            summary: "signs",
        },
        Equation {
            number: "given",
            rows: &["given"],
            tex: r"x_{r,c,a_{rc}} = 1",
            all: r"r, c \text{ with } a_{rc}",
            summary: "given values",
        },
        Equation {
            number: "d",
            rows: &["differ"],
            tex: r"x_{pv} \le \sum_{w \,:\, (v,w) \text{ allowed}} x_{qw}",
            all: r"(p, q) \in D,\ v",
            summary: "a difference, as clauses",
        },
        Equation {
            number: "d",
            rows: &["apart"],
            tex: r"x_{pv} + x_{qw} \le 1",
            all: r"(p, q) \in \bar{D},\ (v, w) \text{ not allowed}",
            summary: "an excluded difference, as clauses",
        },
    ],
};

pub(super) static ALLDIFF: Algebra = Algebra {
    numbering: "ours",
    sets: SETS,
    variables: &[Symbol {
        tex: r"x_{rc} \in \{1, \dots, n\}",
        meaning: r"the value in row $r$, column $c$",
    }],
    objectives: &[("", r"\min\; 0")],
    equations: &[
        Equation {
            number: "1",
            rows: &["all_different"],
            tex: r"\mathrm{all\_different}(x_{r1}, \dots, x_{rn}),\quad \mathrm{all\_different}(x_{1c}, \dots, x_{nc})",
            all: r"r, c",
            summary: "values of a row differ, and those of a column",
        },
        Equation {
            number: "2",
            rows: &["less"],
            tex: r"x_q - x_p \ge 1",
            all: r"(p, q) \in L",
            summary: "signs",
        },
        Equation {
            number: "3",
            rows: &["table"],
            tex: r"(x_p, x_q) \text{ allowed}",
            all: r"(p, q) \in D \cup \bar{D}",
            summary: "differences",
        },
        Equation {
            number: "given",
            rows: &["given"],
            tex: r"x_{rc} = a_{rc}",
            all: r"r, c \text{ with } a_{rc}",
            summary: "given values",
        },
    ],
};
