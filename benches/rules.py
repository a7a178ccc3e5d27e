"""Reads a puzzle in the text format and checks a solution by the rules, apart from the program.

Grids only (no `board: points`). For the other scripts of this folder.
"""


class Puzzle:
    """Header and grid. `cells` maps (row, column) to a token; futoshiki also has `less`."""

    def __init__(self, text):
        head, body = text.split("\n\n", 1)
        self.head = dict(line.split(":", 1) for line in head.splitlines())
        self.head = {key.strip(): value.strip() for key, value in self.head.items()}
        self.family = self.head["puzzle"]
        rows = [line.split() for line in body.splitlines() if line.strip()]
        self.less = []
        if self.family == "futoshiki":
            rows = self._signs(rows)
        self.cells = {(r, c): token for r, row in enumerate(rows) for c, token in enumerate(row) if token != "#"}

    def _signs(self, lines):
        grid = []
        for r, tokens in enumerate(lines[0::2]):
            row = [t for t in tokens if t not in "<>"]
            grid.append(row)
            at = 0
            for token in tokens:
                if token in "<>":
                    pair = ((r, at - 1), (r, at))
                    self.less.append(pair if token == "<" else pair[::-1])
                else:
                    at += 1
        for r, tokens in enumerate(lines[1::2]):
            for c, token in enumerate(tokens):
                if token in "^v":
                    pair = ((r, c), (r + 1, c))
                    self.less.append(pair if token == "^" else pair[::-1])
        return grid

    def near(self, cell):
        """The neighbours of a cell that are on the board."""
        r, c = cell
        default = "8" if self.family == "hidato" else "4"
        rule = self.head.get("neighbours", default)
        steps = [(-1, 0), (0, -1), (0, 1), (1, 0)]
        if rule == "8":
            steps += [(-1, -1), (-1, 1), (1, -1), (1, 1)]
        elif rule == "hex":
            shift = 1 if r % 2 else -1
            steps += [(-1, shift), (1, shift)]
        return [(r + dr, c + dc) for dr, dc in steps if (r + dr, c + dc) in self.cells]

    def faults(self, grid, paths=None):
        """What is wrong with a solution: rows of numbers or labels (None: empty), and of a numberlink the paths by label,
        each a list of cells, which are looked at wherever letters do not determine them. An empty list if nothing is."""
        filled = {(r, c): grid[r][c] for r, c in self.cells}
        if any(token != "." and str(filled[cell]) != token for cell, token in self.cells.items()):
            return ["a clue was changed"]
        if self.family == "numberlink":
            return self._links(filled) if paths is None else self._paths(filled, paths)
        return self._square(filled) if self.family == "futoshiki" else self._line(filled)

    def _line(self, filled):
        n = len(filled)
        place = {number: cell for cell, number in filled.items()}
        if sorted(place) != list(range(1, n + 1)):
            return ["not every number once"]
        broken = [k for k in range(1, n) if place[k + 1] not in self.near(place[k])]
        return [f"{k} and {k + 1} are not neighbours" for k in broken]

    def _square(self, filled):
        n = max(r for r, _ in filled) + 1
        lines = [{filled[r, c] for c in range(n)} for r in range(n)]
        lines += [{filled[r, c] for r in range(n)} for c in range(n)]
        if any(line != set(range(1, n + 1)) for line in lines):
            return ["a row or column misses a value"]
        return [f"the sign between {a} and {b}" for a, b in self.less if not filled[a] < filled[b]]

    def _paths(self, filled, paths):
        """The rules of numberlink for paths that are told cell by cell."""
        paths = {label: [tuple(cell) for cell in path] for label, path in paths.items()}
        ends = {}
        for cell, token in self.cells.items():
            if token != ".":
                ends.setdefault(token, set()).add(cell)
        if {label: {path[0], path[-1]} for label, path in paths.items()} != ends:
            return ["a path does not join its ends"]
        label_of = {cell: label for label, path in paths.items() for cell in path}
        if len(label_of) != sum(map(len, paths.values())):
            return ["a cell is on two paths or twice on one"]
        if any(filled[cell] != label_of.get(cell) for cell in filled):
            return ["the letters are not those of the paths"]
        if self.head.get("cover", "all") != "partial" and len(label_of) < len(filled):
            return ["a cell is empty"]
        joined = {pair for path in paths.values() for a, b in zip(path, path[1:]) for pair in ((a, b), (b, a))}
        if any(b not in self.near(a) for a, b in joined):
            return ["a path jumps"]
        if self.head.get("touch", "no") == "no":
            same = lambda a, b: a in label_of and label_of[a] == label_of.get(b)
            return [f"{a} touches {b}" for a in label_of for b in self.near(a) if same(a, b) and (a, b) not in joined]
        if self.head["touch"] == "no2x2":
            for r, c in label_of:
                if len({label_of.get(cell, cell) for cell in ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1))}) == 1:
                    return [f"the square at {r, c} is filled by one path"]
        return []

    def _links(self, filled):
        if self.head.get("cover", "all") == "partial" or self.head.get("touch", "no") != "no":
            return ["letters alone do not tell the paths"]
        ends = {cell for cell, token in self.cells.items() if token != "."}
        same = {a: [b for b in self.near(a) if filled[b] == filled[a]] for a in filled}
        wrong = [a for a in filled if len(same[a]) != (1 if a in ends else 2)]
        if wrong:
            return [f"{wrong[0]} has {len(same[wrong[0]])} neighbours with its label"]
        seen = set()
        for end in ends:
            walk = [end]
            while walk:
                cell = walk.pop()
                if cell not in seen:
                    seen.add(cell)
                    walk += same[cell]
        return [] if len(seen) == len(filled) else ["a closed loop"]
