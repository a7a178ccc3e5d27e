# A line with a flow along it: y[r,c,s,d] = 1 if it steps from row r, column c to row s, column d.
# In the language that AMPL and GLPK share. Data: clew export --model flow --to dat PUZZLE
param n integer >= 1;                                     # how many cells
set CELLS dimen 2;                                        # row, column
set ARCS dimen 4;                                         # a cell and a neighbour
set AFTER dimen 4;                                        # two cells that the line meets in this order
param given{CELLS} integer >= 0 <= n default 0;           # 0: to be filled

var y{ARCS} binary;
var first{CELLS} binary;
var last{CELLS} binary;
var f{ARCS} >= 0 <= n - 1;                                # how many cells lie ahead on that step

minimize nothing: 0;
subject to begins: sum{(r,c) in CELLS} first[r,c] = 1;
subject to ends: sum{(r,c) in CELLS} last[r,c] = 1;
subject to leaves{(r,c) in CELLS}: sum{(r,c,s,d) in ARCS} y[r,c,s,d] + last[r,c] = 1;
subject to enters{(r,c) in CELLS}: sum{(p,q,r,c) in ARCS} y[p,q,r,c] + first[r,c] = 1;
subject to takes{(r,c) in CELLS}:
  sum{(p,q,r,c) in ARCS} f[p,q,r,c] + n * first[r,c] - sum{(r,c,s,d) in ARCS} f[r,c,s,d] = 1;
subject to fixed{(r,c) in CELLS: given[r,c] > 0}:
  sum{(p,q,r,c) in ARCS} f[p,q,r,c] + n * first[r,c] = n + 1 - given[r,c];
subject to carries{(p,q,s,d) in ARCS}: f[p,q,s,d] <= (n - 1) * y[p,q,s,d];
subject to after{(r,c,s,d) in AFTER}:
  sum{(p,q,r,c) in ARCS} f[p,q,r,c] - sum{(p,q,s,d) in ARCS} f[p,q,s,d] >= 1;
