"""States expressions in the core: sums as they are, everything else by variables of its own that the others determine.

A constraint is stated in one of three ways: by itself, under a condition, or with a literal that is true exactly if it
holds. Functions without a value, such as a quotient by 0, make the smallest condition around them false.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from typing import Any

from ..errors import Unsuited
from .constraints import And, BoolVar, Comparison, Constraint, Not, Or, Truth, Xor
from .expressions import Expr, IntVar, Sum, Term, bounds, walk
from .functions import Absolute, Division, Function, Modulo, Power, Product
from .globals import Element, Global, Value

Linear = tuple[list[tuple[int, int]], list[tuple[int, int]], int]
"""A sum as the core takes it: coefficients of integer variables, of literals, a constant."""

_LIMIT = 1 << 62
_FLIP = {"<": ("<=", 1, 1), ">": ("<=", -1, 1), ">=": ("<=", -1, 0), "<=": ("<=", 1, 0), "==": ("==", 1, 0), "!=": ("!=", 1, 0)}


class Poster:
    """States expressions in a core, each shared part of them once."""

    def __init__(self, core: Any, known: Any) -> None:
        self.core = core
        #: Whether a variable is one of this model.
        self.known = known
        self.made = 0
        #: What was stated for an expression: its literal or its variable, and the conditions under which it has a value.
        #: The expression is kept, so that its place in memory is not used for another one.
        self.literals: dict[int, tuple[Expr, int]] = {}
        self.variables: dict[int, tuple[Expr, int, list[int]]] = {}
        self.values: dict[tuple[int, int], int] = {}
        self.constants: dict[int, int] = {}
        self.ranges: dict[int, tuple[int, int]] = {}

    def copy(self, core: Any, known: Any) -> Poster:
        """The same for a copy of the core."""
        made = Poster(core, known)
        made.made = self.made
        made.literals, made.variables = dict(self.literals), dict(self.variables)
        made.values, made.constants, made.ranges = dict(self.values), dict(self.constants), dict(self.ranges)
        return made

    # --- variables

    def fresh(self, low: int, high: int) -> int:
        """A new integer variable."""
        self.made += 1
        index: int = self.core.int(f"_{self.made}", low, high)
        self.ranges[index] = (low, high)
        return index

    def fresh_literal(self) -> int:
        """A new Boolean variable."""
        self.made += 1
        literal: int = self.core.bool(f"_b{self.made}")
        return literal

    def constant(self, value: int) -> int:
        """A variable with one value."""
        if value not in self.constants:
            self.constants[value] = self.fresh(value, value)
        return self.constants[value]

    def is_(self, x: int, value: int) -> int:
        """The literal that a variable has a value."""
        if (x, value) not in self.values:
            self.values[x, value] = self.core.is_(x, value)
        return self.values[x, value]

    def variable(self, term: Term, guards: list[int]) -> int:
        """The integer variable of a term; the conditions under which the term has a value join the guards."""
        if not isinstance(term, Expr):
            return self.constant(term)
        if isinstance(term, IntVar):
            self.known(term)
            self.ranges.setdefault(term.index, term.bounds())
            return term.index
        if id(term) in self.variables:
            _, index, more = self.variables[id(term)]
            guards.extend(more)
            return index
        own: list[int] = []
        if isinstance(term, Function):
            index = self.function(term, own)
        elif isinstance(term, Value):
            index = self.fresh(*term.bounds())
            term.post_value(self, ([(1, index)], [], 0), own)
        else:
            ints, bools, constant = linear = self.linear(term, own)
            if ints == [(1, ints[0][0] if ints else -1)] and not bools and not constant:
                index = ints[0][1]
            elif len(ints) == 1 and ints[0][0] == 1 and not bools and not constant:
                index = ints[0][1]
            elif not ints and not bools:
                index = self.constant(constant)
            else:
                index = self.fresh(*self.reach(linear))
                self.core.compare(minus(linear, index), "==")
        self.variables[id(term)] = (term, index, own)
        guards.extend(own)
        return index

    def all_variables(self, all_terms: Iterable[Term], guards: list[int]) -> list[int]:
        """The variables of a list of terms."""
        return [self.variable(term, guards) for term in all_terms]

    def reach(self, linear: Linear) -> tuple[int, int]:
        """The bounds of a sum over the ranges of its variables."""
        ints, bools, constant = linear
        low = high = constant
        for c, x in ints:
            ends = [c * end for end in self.ranges[x]]
            low, high = low + min(ends), high + max(ends)
        for c, _ in bools:
            low, high = low + min(c, 0), high + max(c, 0)
        return low, high

    # --- sums

    def linear(self, term: Term, guards: list[int]) -> Linear:
        """A term as a sum of variables, with equal ones joined."""
        ints: dict[int, int] = {}
        bools: dict[int, int] = {}
        constant = 0
        todo: list[tuple[int, Term]] = [(1, term)]
        while todo:
            c, at = todo.pop()
            if not isinstance(at, Expr):
                constant += c * at
            elif isinstance(at, Sum):
                constant += c * at.constant
                todo.extend([(c * k, x) for k, x in reversed(at.terms)])
            elif isinstance(at, Constraint):
                literal = self.literal(at)
                if literal in self.truths():
                    constant += c * int(literal > 0)
                elif literal < 0:
                    # A negated literal counts one less the literal.
                    constant += c
                    bools[-literal] = bools.get(-literal, 0) - c
                else:
                    bools[literal] = bools.get(literal, 0) + c
            else:
                x = self.variable(at, guards)
                ints[x] = ints.get(x, 0) + c
        made = ([(c, x) for x, c in ints.items() if c], [(c, b) for b, c in bools.items() if c], constant)
        if max((abs(c) for c, _ in (*made[0], *made[1], (constant, 0))), default=0) >= _LIMIT:
            raise Unsuited("a sum may pass 2^60 in absolute value")
        return made

    def truths(self) -> tuple[int, ...]:
        """The literals that are known to be true and false, if there are any."""
        known = self.values.get((-1, 1))
        return () if known is None else (known, -known)

    def truth(self, holds: bool) -> int:
        """A literal that is true, or false."""
        if (-1, 1) not in self.values:
            self.values[-1, 1] = self.fresh_literal()
            self.core.clause([self.values[-1, 1]])
        return self.values[-1, 1] if holds else -self.values[-1, 1]

    # --- constraints

    def state(self, constraint: Constraint) -> None:
        """The constraint holds."""
        self.imply(None, constraint)

    def imply(self, when: int | None, constraint: Constraint) -> None:
        """The constraint holds if a literal does, or in any case."""
        if isinstance(constraint, And):
            for arg in constraint.args:
                self.imply(when, arg)
        elif isinstance(constraint, Truth):
            if not constraint.truth:
                self.core.clause([] if when is None else [-when])
        elif isinstance(constraint, Or):
            self.disjunction(when, constraint)
        elif isinstance(constraint, Comparison) and not self.is_equivalence(constraint):
            self.comparison(when, constraint)
        elif isinstance(constraint, Comparison) and when is None:
            a, b = self.literal(constraint.left), self.literal(constraint.right)  # type: ignore[arg-type]
            self.equivalent(a, b if constraint.relation == "==" else -b)
        elif isinstance(constraint, Global):
            guards: list[int] = []
            if when is None:
                constraint.post(self, guards)
            else:
                self.imply(when, self.total(constraint, guards).plain())
            for guard in guards:
                self.core.clause([guard] if when is None else [-when, guard])
        elif isinstance(constraint, Not) and isinstance(constraint.args[0], (Or, And)):
            inner = constraint.args[0]
            turned: Constraint = And(*map(Not, inner.args)) if isinstance(inner, Or) else Or(*map(Not, inner.args))
            self.imply(when, turned)
        else:
            literal = self.literal(constraint)
            self.core.clause([literal] if when is None else [-when, literal])

    def equivalent(self, a: int, b: int) -> None:
        """Both literals are true, or neither."""
        self.core.clause([-a, b])
        self.core.clause([a, -b])

    def disjunction(self, when: int | None, either: Or) -> None:
        """One of several holds: if all but one are literals already, the last one is stated under their negation."""
        literals = [] if when is None else [-when]
        heavy: list[Constraint] = []
        for arg in either.args:
            if isinstance(arg, Or):
                literals.extend(self.literal(part) for part in arg.args)
            elif self.is_light(arg):
                literals.append(self.literal(arg))
            else:
                heavy.append(arg)
        if len(heavy) == 1 and len(literals) == 1:
            self.imply(-literals[0], heavy[0])
            return
        self.core.clause(literals + [self.literal(arg) for arg in heavy])

    def is_light(self, constraint: Constraint) -> bool:
        """Whether a constraint is a literal, or becomes one without propagators."""
        if isinstance(constraint, Not):
            return self.is_light(constraint.args[0])
        if isinstance(constraint, Comparison):
            return isinstance(constraint.left, IntVar) and not isinstance(constraint.right, Expr) and constraint.relation in ("==", "!=")
        return isinstance(constraint, (BoolVar, Truth)) or id(constraint) in self.literals

    def literal(self, constraint: Constraint) -> int:
        """The literal that is true exactly if a constraint holds."""
        if isinstance(constraint, BoolVar):
            self.known(constraint)
            return constraint.index
        if isinstance(constraint, Not):
            return -self.literal(constraint.args[0])
        if id(constraint) in self.literals:
            return self.literals[id(constraint)][1]
        literal = self.reified(constraint)
        self.literals[id(constraint)] = (constraint, literal)
        return literal

    def reified(self, constraint: Constraint) -> int:
        if isinstance(constraint, Truth):
            return self.truth(constraint.truth)
        if isinstance(constraint, And):
            return self.all_of([self.literal(arg) for arg in constraint.args])
        if isinstance(constraint, Or):
            return -self.all_of([-self.literal(arg) for arg in constraint.args])
        if isinstance(constraint, Xor):
            return self.parity([self.literal(arg) for arg in constraint.args])
        if isinstance(constraint, Comparison):
            if self.is_equivalence(constraint):
                a, b = self.literal(constraint.left), self.literal(constraint.right)  # type: ignore[arg-type]
                odd = self.parity([a, b])
                return odd if constraint.relation == "!=" else -odd
            return self.reified_comparison(constraint)
        if isinstance(constraint, Global):
            guards: list[int] = []
            literal = self.literal(self.total(constraint, guards).plain())
            return self.all_of([literal, *guards]) if guards else literal
        raise AssertionError(type(constraint))

    def total(self, constraint: Global, guards: list[int]) -> Global:
        """The constraint on variables that have values in any case, where its terms may have none."""
        if not any(isinstance(part, (Division, Modulo, Power, Element)) for term in constraint.parts() for part in walk(term)):
            return constraint
        lists: list[list[Term]] = []
        for one in constraint.lists:
            indices = self.all_variables(one, guards)
            lists.append([_Made(index, *self.ranges[index]) for index in indices])
        made = copy.copy(constraint)
        made.lists, made._plain = lists, None
        return made

    def all_of(self, literals: Sequence[int]) -> int:
        """The literal that is true exactly if all others are."""
        if len(literals) == 1:
            return literals[0]
        b = self.fresh_literal()
        self.core.all_of(b, list(literals))
        return b

    def parity(self, literals: Sequence[int]) -> int:
        """The literal that is true exactly if an odd number of others is."""
        if not literals:
            return self.truth(False)
        odd, *others = literals
        for other in others:
            b = self.fresh_literal()
            for clause in ([-b, odd, other], [-b, -odd, -other], [b, -odd, other], [b, odd, -other]):
                self.core.clause(clause)
            odd = b
        return odd

    # --- comparisons

    @staticmethod
    def is_equivalence(comparison: Comparison) -> bool:
        """Whether it compares the truth of two constraints."""
        sides = isinstance(comparison.left, Constraint) and isinstance(comparison.right, Constraint)
        return sides and comparison.relation in ("==", "!=")

    def difference(self, comparison: Comparison, guards: list[int]) -> tuple[Linear, str]:
        """A sum, and how it compares with 0."""
        relation, sign, more = _FLIP[comparison.relation]
        left = Sum.of(comparison.left).plus(-1, comparison.right)
        return self.linear(left.times(sign).plus(1, more), guards), relation

    def comparison(self, when: int | None, comparison: Comparison) -> None:
        guards: list[int] = []
        if when is None and comparison.relation == "==" and self.equals(comparison, guards):
            pass
        else:
            linear, relation = self.difference(comparison, guards)
            low, high = self.reach(linear)
            # Within these ranges a sum cannot be anything else.
            if not (relation == "<=" and high <= 0 or relation == "==" and low == high == 0 or relation == "!=" and (low > 0 or high < 0)):
                self.core.compare(linear, relation, when)
        for guard in guards:
            self.core.clause([guard] if when is None else [-when, guard])

    def equals(self, comparison: Comparison, guards: list[int]) -> bool:
        """States that a function has a value without a variable in between; whether it could."""
        for of, other in ((comparison.left, comparison.right), (comparison.right, comparison.left)):
            if isinstance(of, Value) and id(of) not in self.variables:
                if of.takes_sums:
                    of.post_value(self, self.linear(other, guards), guards)
                else:
                    of.post_value(self, ([(1, self.variable(other, guards))], [], 0), guards)
                return True
            if isinstance(of, (Product, Absolute)) and id(of) not in self.variables:
                xs = self.all_variables(of.args, guards)
                self.core.function("product" if isinstance(of, Product) else "absolute", self.variable(other, guards), xs)
                return True
        return False

    def reified_comparison(self, comparison: Comparison) -> int:
        guards: list[int] = []
        linear, relation = self.difference(comparison, guards)
        literal = self.single(linear, relation)
        if literal is None:
            low, high = self.reach(linear)
            if relation == "<=" and (high <= 0 or low > 0):
                literal = self.truth(high <= 0)
            elif relation != "<=" and (low > 0 or high < 0 or low == high):
                literal = self.truth((low == high == 0) == (relation == "=="))
            else:
                literal = self.fresh_literal()
                self.core.compare(linear, relation, literal, True)
        return self.all_of([literal, *guards]) if guards else literal

    def single(self, linear: Linear, relation: str) -> int | None:
        """The literal of a comparison of one variable with a number, which costs nothing."""
        ints, bools, constant = linear
        if relation == "<=" or len(ints) + len(bools) != 1:
            return None
        if bools:
            (c, b), = bools
            if c not in (1, -1):
                return None
            holds = {0: -b, -c: b}.get(constant)
            if holds is None:
                return None
            return holds if relation == "==" else -holds
        (c, x), = ints
        if constant % c:
            return self.truth(relation == "!=")
        literal = self.is_(x, -constant // c)
        return literal if relation == "==" else -literal

    # --- functions

    def function(self, of: Function, guards: list[int]) -> int:
        """The variable of a function of terms."""
        if isinstance(of, (Product, Absolute)):
            xs = self.all_variables(of.args, guards)
            y = self.fresh(*of.bounds())
            self.core.function("product" if isinstance(of, Product) else "absolute", y, xs)
            return y
        if isinstance(of, Power):
            return self.power(of, guards)
        return self.quotient(of, guards)

    def divisor(self, term: Term, guards: list[int]) -> Term:
        """A divisor that is never 0: where the given one is, it is 1, and a guard is false."""
        low, high = bounds(term)
        if low > 0 or high < 0:
            return term
        if low == high == 0:
            guards.append(self.truth(False))
            return 1
        x = self.variable(term, guards)
        zero = self.is_(x, 0)
        guards.append(-zero)
        safe = self.fresh(low, max(high, 1))
        self.core.compare(([(1, safe), (-1, x)], [(-1, zero)], 0), "==")
        return _Made(safe, low, max(high, 1))

    def quotient(self, of: Function, guards: list[int]) -> int:
        """``x == y * q + r``, where the remainder r has the sign of the divisor y."""
        dividend, divisor = of.args
        safe = self.divisor(divisor, guards)
        x = self.linear(dividend, guards)
        pure = Division(_Range(*self.reach(x)), safe if isinstance(safe, int) else _Range(*bounds(safe)))
        q = self.fresh(*pure.bounds())
        low, high = bounds(safe)
        r = self.fresh(min(low + 1, 0), max(high - 1, 0))
        ints, bools, constant = x
        if not isinstance(safe, Expr):
            self.core.compare(([*ints, (-safe, q), (-1, r)], bools, constant), "==")
        else:
            y = self.variable(safe, guards)
            product = Product(_Range(*self.ranges[y]), _Range(*self.ranges[q]))
            p = self.fresh(*product.bounds())
            self.core.function("product", p, [y, q])
            self.core.compare(([*ints, (-1, p), (-1, r)], bools, constant), "==")
            positive = self.fresh_literal()
            self.core.compare(([(-1, y)], [], 1), "<=", positive, True)
            # 0 <= r < y, or y < r <= 0.
            for terms, constant, when in (
                ([(-1, r)], 0, positive),
                ([(1, r), (-1, y)], 1, positive),
                ([(1, r)], 0, -positive),
                ([(-1, r), (1, y)], 1, -positive),
            ):
                self.core.compare((terms, [], constant), "<=", when)
        return q if isinstance(of, Division) else r

    def power(self, of: Power, guards: list[int]) -> int:
        base, exponent = of.args
        if not isinstance(exponent, Expr):
            if exponent < 0:
                guards.append(self.truth(False))
                return self.constant(0)
            made: Term = 1
            for _ in range(exponent):
                made = base if isinstance(made, int) else Product(made, base)
            index = self.variable(made, guards)
            if isinstance(made, Expr):
                # The steps stay, as the table of variables knows them by their place in memory.
                self.variables[id(made)] = (made, index, [])
            return index
        (low, high), (least, most) = bounds(base), bounds(exponent)
        if (high - low + 1) * (most - least + 1) > 100_000:
            raise Unsuited(f"{of.shown()}: the base and the exponent have more than 100000 pairs of values")
        x, e = self.variable(base, guards), self.variable(exponent, guards)
        y = self.fresh(*of.bounds())
        least_value = self.ranges[y][0]
        rows = [[a, b, a**b if b >= 0 else least_value] for a in range(low, high + 1) for b in range(least, most + 1)]
        if least < 0:
            literal = self.fresh_literal()
            self.core.compare(([(-1, e)], [], 0), "<=", literal, True)
            guards.append(literal)
        self.core.allowed([x, e, y], rows)
        return y


def minus(linear: Linear, x: int) -> Linear:
    """The sum less a variable."""
    ints, bools, constant = linear
    return [*ints, (-1, x)], bools, constant


class _Range(Expr):
    """Something with these bounds."""

    __slots__ = ("low", "high")

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high

    def bounds(self) -> tuple[int, int]:
        return self.low, self.high


class _Made(IntVar):
    """A variable that was made here."""

    __slots__ = ()

    def __init__(self, index: int, low: int, high: int) -> None:
        super().__init__(-1, index, f"_{index}", range(low, high + 1))
