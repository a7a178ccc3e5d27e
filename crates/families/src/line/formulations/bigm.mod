# 55_Hidato: an integer v a cell, and y[r,c,s,d] = 1 if the number after v[r,c] stands in row s, column d.
# In the language that AMPL and GLPK share. Data: clew export --model bigm --to dat PUZZLE
param n integer >= 1;                                     # how many cells and numbers; also the big M
set CELLS dimen 2;                                        # row, column
set ARCS dimen 4;                                         # a cell and a neighbour
set AFTER dimen 4;                                        # two cells that the line meets in this order
param given{CELLS} integer >= 0 <= n default 0;           # 0: to be filled

var v{CELLS} integer >= 1 <= n;
var y{ARCS} binary;
var x{CELLS, 1..n} binary;                                # the indicator functions of (1)

minimize nothing: 0;
subject to value{(r,c) in CELLS}: v[r,c] = sum{k in 1..n} k * x[r,c,k];
subject to cell{(r,c) in CELLS}: sum{k in 1..n} x[r,c,k] = 1;
subject to number{k in 1..n}: sum{(r,c) in CELLS} x[r,c,k] = 1;
subject to fixed{(r,c) in CELLS: given[r,c] > 0}: v[r,c] = given[r,c];
subject to leaves{(r,c) in CELLS}: sum{(r,c,s,d) in ARCS} y[r,c,s,d] <= 1;
subject to next{(r,c) in CELLS}: (n - 1) * sum{(r,c,s,d) in ARCS} y[r,c,s,d] + v[r,c] >= n;
subject to last{(r,c) in CELLS}: sum{(r,c,s,d) in ARCS} y[r,c,s,d] + v[r,c] <= n;
subject to enters{(r,c) in CELLS}: sum{(p,q,r,c) in ARCS} y[p,q,r,c] <= 1;
subject to previous{(r,c) in CELLS}: (n - 1) * sum{(p,q,r,c) in ARCS} y[p,q,r,c] - v[r,c] >= -1;
subject to first{(r,c) in CELLS}: sum{(p,q,r,c) in ARCS} y[p,q,r,c] - v[r,c] <= -1;
subject to least{(p,q,s,d) in ARCS}: v[s,d] - v[p,q] - n * y[p,q,s,d] >= 1 - n;
subject to most{(p,q,s,d) in ARCS}: v[s,d] - v[p,q] + n * y[p,q,s,d] <= 1 + n;
subject to after{(r,c,s,d) in AFTER}: v[s,d] - v[r,c] >= 1;
