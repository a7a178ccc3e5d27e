"""Regular expressions as deterministic automata, by Thompson's construction and that of subsets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..errors import Unsuited

Moves = list[tuple[int, int, int]]


class _Reader:
    """Reads a pattern into an automaton whose moves may need no letter."""

    def __init__(self, pattern: str, letters: Mapping[str, int], signs: Sequence[int]) -> None:
        self.pattern = pattern
        self.letters = letters
        self.signs = signs
        self.at = 0
        self.states = 0
        #: Moves with a value, and moves that need none.
        self.moves: list[tuple[int, int, int]] = []
        self.free: list[tuple[int, int]] = []

    def wrong(self, expected: str) -> Unsuited:
        found = repr(self.pattern[self.at]) if self.at < len(self.pattern) else "the end"
        return Unsuited(f"regular: {found} at place {self.at + 1} of {self.pattern!r}, {expected} expected")

    def next(self) -> str:
        return self.pattern[self.at] if self.at < len(self.pattern) else ""

    def fresh(self) -> int:
        self.states += 1
        return self.states - 1

    def either(self) -> tuple[int, int]:
        """Alternatives: their first and last state."""
        begin, end = self.fresh(), self.fresh()
        while True:
            a, b = self.sequence()
            self.free += [(begin, a), (b, end)]
            if self.next() != "|":
                return begin, end
            self.at += 1

    def sequence(self) -> tuple[int, int]:
        begin = end = self.fresh()
        while self.next() and self.next() not in "|)":
            a, b = self.repeated()
            self.free.append((end, a))
            end = b
        return begin, end

    def repeated(self) -> tuple[int, int]:
        """An atom with what follows it: it is read anew for every copy."""
        start = self.at
        a, b = self.atom()
        while self.next() and self.next() in "*+?{":
            least, most = self.times()
            after, begin = self.at, self.fresh()
            end = begin
            copies = least if most is None else most
            for copy in range(copies):
                self.at = start
                c, d = self.within(after)
                self.free.append((end, c))
                if copy >= least:
                    self.free.append((c, d))
                end = d
            if most is None:
                self.at = start
                c, d = self.within(after)
                self.free += [(end, c), (d, c), (c, d)]
                end = d
            a, b, self.at = begin, end, after
        return a, b

    def within(self, after: int) -> tuple[int, int]:
        """The atom with the signs of repetition before the last one."""
        a, b = self.atom()
        if self.next() and self.next() in "*+?{" and self._end() < after:
            raise self.wrong("brackets around what is repeated twice")
        return a, b

    def _end(self) -> int:
        at = self.at
        self.times()
        end, self.at = self.at, at
        return end

    def times(self) -> tuple[int, int | None]:
        sign = self.next()
        self.at += 1
        if sign != "{":
            return {"*": (0, None), "+": (1, None), "?": (0, 1)}[sign]
        end = self.pattern.find("}", self.at)
        inside = self.pattern[self.at : end].split(",") if end >= 0 else []
        if len(inside) not in (1, 2) or not all(part.strip().isdigit() or part == "" for part in inside) or not inside[0]:
            raise self.wrong("numbers such as {2} or {2,3}")
        self.at = end + 1
        least = int(inside[0])
        most = None if inside[-1] == "" else int(inside[-1])
        if most is not None and most < least:
            raise self.wrong("a larger number last")
        return least, most

    def atom(self) -> tuple[int, int]:
        sign = self.next()
        if sign == "(":
            self.at += 1
            begin, end = self.either()
            if self.next() != ")":
                raise self.wrong("a bracket )")
            self.at += 1
            return begin, end
        begin, end = self.fresh(), self.fresh()
        self.moves += [(begin, value, end) for value in self.values()]
        return begin, end

    def values(self) -> Sequence[int]:
        """The values that one letter, a point or a class stands for."""
        sign = self.next()
        if sign == ".":
            self.at += 1
            return self.signs
        if sign != "[":
            return [self.letter()]
        self.at += 1
        other = self.next() == "^"
        self.at += other
        inside: set[int] = set()
        while self.next() and self.next() != "]":
            low = self.letter()
            if self.next() == "-":
                self.at += 1
                inside.update(range(low, self.letter() + 1))
            inside.add(low)
        if self.next() != "]":
            raise self.wrong("a bracket ]")
        self.at += 1
        return [value for value in self.signs if (value in inside) != other]

    def letter(self) -> int:
        sign = self.next()
        if sign in self.letters:
            self.at += 1
            return int(self.letters[sign])
        if sign and sign.isdigit():
            self.at += 1
            return int(sign)
        raise self.wrong("a digit or a letter that has a value")


def moves_of(pattern: str, letters: Mapping[str, int], signs: Sequence[int]) -> tuple[int, list[int], Moves]:
    """The number of states, the accepting ones and the moves of a deterministic automaton; state 0 is the first.

    Raises `Unsuited` with the place of a mistake. Exponential in the pattern at worst; at most 100000 states.
    """
    reader = _Reader(pattern, letters, signs)
    begin, end = reader.either()
    if reader.at < len(pattern):
        raise reader.wrong("the end")
    free: dict[int, list[int]] = {}
    for a, b in reader.free:
        free.setdefault(a, []).append(b)
    leads: dict[int, list[tuple[int, int]]] = {}
    for a, value, b in reader.moves:
        leads.setdefault(a, []).append((value, b))

    def closure(states: set[int]) -> frozenset[int]:
        todo, seen = list(states), set(states)
        while todo:
            for b in free.get(todo.pop(), ()):
                if b not in seen:
                    seen.add(b)
                    todo.append(b)
        return frozenset(seen)

    numbers = {closure({begin}): 0}
    todo, moves = list(numbers), []
    while todo:
        states = todo.pop()
        after: dict[int, set[int]] = {}
        for a in states:
            for value, b in leads.get(a, ()):
                after.setdefault(value, set()).add(b)
        for value in sorted(after):
            to = closure(after[value])
            if to not in numbers:
                if len(numbers) >= 100_000:
                    raise Unsuited(f"regular: {pattern!r} needs more than 100000 states")
                numbers[to] = len(numbers)
                todo.append(to)
            moves.append((numbers[states], value, numbers[to]))
    return len(numbers), [number for states, number in numbers.items() if end in states], moves
