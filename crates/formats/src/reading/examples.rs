//! The recognised layouts, one example each: the help, the page "What can I paste?" and the tests use this list.

/// A way of writing a puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// Its description, in a few words.
    pub name: &'static str,
    /// A puzzle in this layout.
    pub text: &'static str,
}

/// All of them.
pub const EXAMPLES: &[Example] = &[
    Example { name: "rows with dots", text: "6 . .\n. 2 8\n1 . .\n" },
    Example { name: "zeros for cells to fill", text: "6 0 0\n0 2 8\n1 0 0\n" },
    Example { name: "question marks, X where no cell is", text: "4 ? X\n? 1 ?\nX ? 7\n" },
    Example { name: "squares", text: "4 □ ■\n□ 1 □\n■ □ 7\n" },
    Example { name: "doubled signs", text: "06 -- --\n-- 02 08\n01 -- --\n" },
    Example { name: "a character a cell", text: "R.G\n...\nRG.\n" },
    Example { name: "coloured circles", text: "🔴⬜🟢\n⬜⬜⬜\n🔴🟢⬜\n" },
    Example { name: "a size above", text: "3 3\n6 . .\n. 2 8\n1 . .\n" },
    Example { name: "one number for both sides", text: "3\n6 0 0\n0 2 8\n1 0 0\n" },
    Example { name: "a size with an x", text: "3x3\n6 _ _\n_ 2 8\n1 _ _\n" },
    Example {
        name: "a title that names the rules",
        text: "Numbrix of today:\n\n1 . .\n. 9 .\n. . .\n",
    },
    Example { name: "a code fence", text: "```\n6 . .\n. 2 8\n1 . .\n```\n" },
    Example { name: "quoted mail", text: "> 6 . .\n> . 2 8\n> 1 . .\n" },
    Example {
        name: "a mail with a greeting and a signature",
        text: "Hi all,\n\nwho solves this one?\n\n6 . .\n. 2 8\n1 . .\n\nThanks!\n-- \nAnn\n",
    },
    Example { name: "a list of rows", text: "1. 6 . .\n2. . 2 8\n3. 1 . .\n" },
    Example {
        name: "rules below the grid",
        text: "6 . .\n. 2 8\n1 . .\nneighbours: 8\nwalls: r1c1|r1c2 r2c1|r3c1\n",
    },
    Example { name: "a zip under its title", text: "Zip 42\n\n1 . .\n. 3 .\n. . 2\n" },
    Example {
        name: "a zip with walls below",
        text: "1 . .\n. 3 .\n. . 2\npuzzle: zip\nwalls: r1c1|r1c2\n",
    },
    Example { name: "commas", text: "6,0,0\n0,2,8\n1,0,0\n" },
    Example { name: "commas with nothing between", text: "6,,\n,2,8\n1,,\n" },
    Example { name: "semicolons", text: "6;.;.\n.;2;8\n1;.;.\n" },
    Example { name: "tabs", text: "6\t\t\n\t2\t8\n1\t\t\n" },
    Example {
        name: "a table of light lines",
        text: "┌───┬───┬───┐\n│ 6 │   │   │\n├───┼───┼───┤\n│   │ 2 │ 8 │\n├───┼───┼───┤\n│ 1 │   │   │\n└───┴───┴───┘\n",
    },
    Example {
        name: "a table of heavy lines",
        text: "┏━━━┳━━━┳━━━┓\n┃ 6 ┃   ┃   ┃\n┣━━━╋━━━╋━━━┫\n┃   ┃ 2 ┃ 8 ┃\n┣━━━╋━━━╋━━━┫\n┃ 1 ┃   ┃   ┃\n┗━━━┻━━━┻━━━┛\n",
    },
    Example {
        name: "a table in ASCII",
        text: "+---+---+---+\n| 6 |   |   |\n+---+---+---+\n|   | 2 | 8 |\n+---+---+---+\n| 1 |   |   |\n+---+---+---+\n",
    },
    Example { name: "bars alone", text: "| 6 |   |   |\n|   | 2 | 8 |\n| 1 |   |   |\n" },
    Example {
        name: "a Markdown table",
        text: "|   |   |   |\n|---|---|---|\n| 6 |   |   |\n|   | 2 | 8 |\n| 1 |   |   |\n",
    },
    Example {
        name: "a table of HTML",
        text: "<table>\n<tr><td>6</td><td></td><td></td></tr>\n<tr><td></td><td>2</td><td>8</td></tr>\n\
               <tr><td>1</td><td></td><td></td></tr>\n</table>\n",
    },
    Example {
        name: "a table of LaTeX",
        text: "\\begin{tabular}{|c|c|c|}\n\\hline\n6 & & \\\\\n & 2 & 8 \\\\\n1 & & \\\\\n\\hline\n\\end{tabular}\n",
    },
    Example {
        name: "rows of several lines",
        text: "---------------\n|    |    |    |\n|  6 |    |    |\n|    |    |    |\n---------------\n|    |    |    |\n|    |  2 |  8 |\n|    |    |    |\n---------------\n|    |    |    |\n|  1 |    |    |\n|    |    |    |\n---------------\n",
    },
    Example {
        name: "Python",
        text: "grid = [[6, None, None],\n        [None, 2, 8],\n        [1, None, None]]\n",
    },
    Example { name: "JSON", text: "[[6,null,null],[null,2,8],[1,null,null]]\n" },
    Example { name: "numpy", text: "[[6 0 0]\n [0 2 8]\n [1 0 0]]\n" },
    Example {
        name: "C and Java",
        text: "int board[3][3] = {\n  {6, 0, 0},\n  {0, 2, 8},\n  {1, 0, 0}\n};\n",
    },
    Example {
        name: "Prolog and Picat",
        text: "puzzle(1, [[6,_,_],\n           [_,2,8],\n           [1,_,_]]).\n",
    },
    Example {
        name: "MiniZinc",
        text: "grid = [| 6, 0, 0\n        | 0, 2, 8\n        | 1, 0, 0 |];\n",
    },
    Example {
        name: "MiniZinc, array2d",
        text: "grid = array2d(1..3, 1..3, [6,0,0, 0,2,8, 1,0,0]);\n",
    },
    Example { name: "Essence", text: "letting grid be [[6,0,0], [0,2,8], [1,0,0]]\n" },
    Example { name: "AMPL", text: "param grid: 1 2 3 :=\n 1  6 . .\n 2  . 2 8\n 3  1 . . ;\n" },
    Example { name: "cells in brackets", text: "[06][  ][  ]\n[  ][02][08]\n[01][  ][  ]\n" },
    Example { name: "strings for rows", text: "[\"R.G\", \"...\", \"RG.\"]\n" },
    Example { name: "rows, columns and runs of empty cells", text: "[3, 3, \"R1G3RG1\"]\n" },
    Example { name: "rows set in: hexagons", text: " . 7\n5 . .\n 1 .\n" },
    Example {
        name: "signs of order between cells",
        text: ". < . < .\n-   -   -\n2   .   .\n-   v   -\n.   .   .\n",
    },
    Example { name: "signs by columns", text: "_ ＜ _ ＜ _\n\n2   _   _\n    ∨\n_   _   _\n" },
    Example {
        name: "values, signs across, signs down",
        text: "000\n200\n000\n\n<<\n..\n..\n\n...\n.>.\n",
    },
    Example {
        name: "numbers for signs",
        text: "3\n0,0,0\n2,0,0\n0,0,0\n1,1\n0,0\n0,0\n0,0,0\n0,-1,0\n",
    },
    Example {
        name: "ends of paths by place",
        text: "{\"rows\": 3, \"cols\": 3, \"endpoints\": {\"R\": [[0,0],[2,0]], \"G\": [[0,2],[2,1]]}}\n",
    },
    Example {
        name: "a grid and signs in an object",
        text: "{\"grid\": [[0,0,0],[2,0,0],[0,0,0]], \"inequalities\": [{\"cell1\": [0,0], \"cell2\": [0,1], \"symbol\": \"<\"}]}\n",
    },
    Example {
        name: "places with numbers, in an object",
        text: "{\"rows\": 3, \"cols\": 3, \"clues\": [{\"row\": 1, \"col\": 1, \"val\": 6}, {\"row\": 2, \"col\": 2, \"val\": 2}, {\"row\": 2, \"col\": 3, \"val\": 8}, {\"row\": 3, \"col\": 1, \"val\": 1}]}\n",
    },
    Example {
        name: "a zip by its cells in order, with walls",
        text: "{\"size\": 3, \"waypoints\": [[0,0],[1,1],[2,2]], \"walls\": [[[0,0],[0,1]]]}\n",
    },
    Example {
        name: "row, column and number between commas",
        text: "3,3\n0,0,6\n1,1,2\n1,2,8\n2,0,1\n",
    },
    Example { name: "both ends of paths in one line", text: "3 3 0 0 2 0 0 2 2 1\n" },
    Example { name: "places in parentheses", text: "3 3 2\n(0, 0) (0, 2)\n(2, 0) (1, 2)\n" },
    Example {
        name: "facts of Prolog",
        text: "size(3, 3).\nhint(1, 1, 6).\nhint(2, 2, 2).\nhint(2, 3, 8).\nhint(3, 1, 1).\n",
    },
    Example {
        name: "functions and relations of Essence",
        text: "letting n be 3\nletting hints be function((2,1) --> 2)\nletting smaller be relation(((1,1),(1,2)), ((3,2),(2,2)))\n",
    },
    Example {
        name: "cells by number, with signs",
        text: "3\n0 0 0\n2 0 0\n0 0 0\n2\n2>1\n5>8\n9>6\n",
    },
    Example {
        name: "a zip of a program: types, points, walls",
        text: "var level = Level{\n\tGame: \"zip\",\n\tRows: 3,\n\tCols: 3,\n\tStops: []Point{{0, 0}, {1, 1}, {2, 2}},\n\tWalls: []Wall{{0, 0, 0, 1}},\n}\n",
    },
    Example {
        name: "walls as matrices",
        text: "{\"game\": \"zip\", \"grid\": [[1,0,0],[0,2,0],[0,0,3]], \"vwalls\": [[1,0],[0,0],[0,0]], \"hwalls\": [[0,0,0],[0,0,1]]}\n",
    },
    Example {
        name: "lists of YAML",
        text: "size: 3\nendpoints:\n  - label: R\n    row: 0\n    col: 0\n  - label: R\n    row: 2\n    col: 0\n",
    },
    Example {
        name: "elements of XML",
        text: "<puzzle type=\"numbrix\" rows=\"3\" cols=\"3\">\n  <cell row=\"1\" col=\"1\" value=\"1\"/>\n  \
               <cell row=\"3\" col=\"3\" value=\"9\"/>\n</puzzle>\n",
    },
    Example {
        name: "a table of rows, columns and values",
        text: "Numbrix 3x3\n\n| row | col | value |\n|-----|-----|-------|\n| 1 | 1 | 1 |\n| 3 | 3 | 9 |\n",
    },
    Example {
        name: "a grid and signs by place",
        text: "3\n. . .\n2 . .\n. . .\n\nr1c1 < r1c2\nr2c2 > r3c2\n",
    },
    Example {
        name: "a drawn board: gaps are where no wall is",
        text: "Zip 7\n\n+---+---+---+\n| 1 | .   . |\n+   +   +   +\n| .   3   . |\n+   +   +   +\n| .   .   2 |\n+---+---+---+\n",
    },
    Example { name: "all cells in one line below the side", text: "3\n6...281..\n" },
    Example {
        name: "a puzzle in a text of JSON",
        text: "{\"id\": 7, \"question\": \"Solve this Numbrix:\\n\\n1 . .\\n. 9 .\\n. . .\\n\"}\n",
    },
    Example {
        name: "a block of YAML",
        text: "kind: numbrix\ngrid: |\n  1 . .\n  . 9 .\n  . . .\n",
    },
    Example { name: "numbers from another one on", text: "10 . .\n. . .\n. . 18\n" },
    Example {
        name: "an id of Unequal, Adjacent: bars between numbers that differ by one",
        text: "3a:1R,0L,0,0R,0LD,0,0,0U,0,\n",
    },
    Example {
        name: "an address with circles for differences",
        text: "https://puzz.link/p?minarism/3/3/1i2n1i\n",
    },
    Example {
        name: "an address with a question mark for any label",
        text: "https://puzz.link/p?numlin/3/3/1g.i12g\n",
    },
    Example {
        name: "an address in a sentence",
        text: "Is https://puzz.link/p?numlin/3/3/1g2i12g (mine) unique?\n",
    },
    Example {
        name: "an address in a column",
        text: "id,url\n7,https://puzz.link/p?numlin/3/3/1g2i12g\n",
    },
    Example {
        name: "an address in Markdown",
        text: "[mine](https://puzz.link/p?numlin/3/3/1g2i12g)\n",
    },
];
