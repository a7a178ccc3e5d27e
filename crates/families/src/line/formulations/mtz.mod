# Hidato as a round trip: y[r,c,s,d] = 1 if the line steps from row r, column c to row s, column d.
# In the language that AMPL and GLPK share. Data: clew export --model mtz --to dat PUZZLE
param n integer >= 1;                                     # how many cells
set CELLS dimen 2;                                        # row, column
set ARCS dimen 4;                                         # a cell and a neighbour
set CLOSING dimen 4;                                      # further arcs, into the first cell
set START within CELLS;                                   # the first cell, if it is given
set AFTER dimen 4;                                        # two cells that the line meets in this order
param given{CELLS} integer >= 0 <= n default 0;           # 0: to be filled

var y{ARCS union CLOSING} binary;
var u{CELLS} >= 0 <= n - 1;                               # how many cells lie before
# Without a first cell an outside node closes the round trip.
set OUTSIDE := {(r,c) in CELLS: card(START) = 0};
var first{OUTSIDE} binary;
var last{OUTSIDE} binary;

minimize total:
  sum{(p,q,s,d) in ARCS union CLOSING} y[p,q,s,d] + sum{(r,c) in OUTSIDE} (first[r,c] + last[r,c]);
subject to begins{0..0: card(OUTSIDE) > 0}: sum{(r,c) in OUTSIDE} first[r,c] = 1;
subject to ends{0..0: card(OUTSIDE) > 0}: sum{(r,c) in OUTSIDE} last[r,c] = 1;
subject to leaves{(r,c) in CELLS}:
  sum{(r,c,s,d) in ARCS union CLOSING} y[r,c,s,d] + sum{(p,q) in OUTSIDE: p = r and q = c} last[p,q] = 1;
subject to enters{(r,c) in CELLS}:
  sum{(p,q,r,c) in ARCS union CLOSING} y[p,q,r,c] + sum{(s,d) in OUTSIDE: s = r and d = c} first[s,d] = 1;
subject to rises{(p,q,s,d) in ARCS: (s,d) not in START}:
  u[p,q] - u[s,d] + n * y[p,q,s,d] <= n - 1;
subject to fixed{(r,c) in CELLS: given[r,c] > 0}: u[r,c] = given[r,c] - 1;
subject to after{(r,c,s,d) in AFTER}: u[s,d] - u[r,c] >= 1;
