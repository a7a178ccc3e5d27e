"""Arrays of expressions for numpy, whose comparisons are constraints. Nothing here is imported before it is used."""

from __future__ import annotations

from typing import Any

_MADE: list[Any] = []


def _type() -> Any:
    """The type of arrays, made when numpy is first used."""
    if _MADE:
        return _MADE[0]
    import numpy

    class VarArray(numpy.ndarray):
        """An array of expressions, whose comparisons and ``& | ^ ~`` are elementwise."""

        def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
            # numpy has loops that return objects for comparisons, but prefers those that return truth values.
            if method == "__call__" and ufunc.nin == 2 and ufunc.nout == 1:
                options.setdefault("dtype", object)
            plain = [numpy.asarray(item) if isinstance(item, VarArray) else item for item in inputs]
            made = getattr(ufunc, method)(*plain, **options)
            return made.view(VarArray) if isinstance(made, numpy.ndarray) and made.dtype == object else made

        def implies(self, other: Any) -> Any:
            """Elementwise implication."""
            other = numpy.asarray(other, dtype=object)
            a, b = numpy.broadcast_arrays(numpy.asarray(self), other)
            made: Any = numpy.empty(a.shape, dtype=object)
            for at in numpy.ndindex(a.shape):
                one: Any = a[at]
                made[at] = one.implies(b[at])
            return made.view(VarArray)

    _MADE.append(VarArray)
    return VarArray


def array(values: Any) -> Any:
    """An array of numpy, whose elements are variables or expressions and whose comparisons are elementwise.

    A plain ``numpy.array`` of variables adds, multiplies and sums as well, but numpy wants truth values of comparisons.

    >>> import clew
    >>> m = clew.Model()
    >>> a = clew.array(m.grid(2, 3, 0, 9))
    >>> m.add(a >= 2, a[0] + a[1] <= 5, a.sum(axis=0) != 4)
    >>> m.count()
    8
    """
    import numpy

    if isinstance(values, numpy.ndarray):
        plain = values.astype(object)
    else:
        items = list(values)
        shape: list[int] = []
        at: Any = items
        while isinstance(at, (list, tuple)):
            shape.append(len(at))
            if not at:
                break
            at = at[0]
        plain = numpy.empty(shape, dtype=object)
        for place in numpy.ndindex(*shape):
            item: Any = items
            for k in place:
                item = item[k]
            plain[place] = item
    return plain.view(_type())
