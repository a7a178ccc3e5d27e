# The continuous line (and hidato): x[r,c,k] = 1 if number k stands in row r, column c.
# In the language that AMPL and GLPK share. Data: clew export --model assign --to dat PUZZLE
param n integer >= 1;                                     # how many cells and numbers
set CELLS dimen 2;                                        # row, column
set ARCS dimen 4;                                         # a cell and a neighbour
set AFTER dimen 4;                                        # two cells that the line meets in this order
param given{CELLS} integer >= 0 <= n default 0;           # 0: to be filled

var x{CELLS, 1..n} binary;

minimize total: sum{(r,c) in CELLS, k in 1..n} x[r,c,k];
subject to cell{(r,c) in CELLS}: sum{k in 1..n} x[r,c,k] = 1;
subject to number{k in 1..n}: sum{(r,c) in CELLS} x[r,c,k] = 1;
subject to next{(r,c) in CELLS, k in 1..n-1}:
  x[r,c,k] <= sum{(r,c,s,d) in ARCS} x[s,d,k+1];
subject to fixed{(r,c) in CELLS: given[r,c] > 0}: x[r,c,given[r,c]] = 1;
subject to after{(r,c,s,d) in AFTER, k in 1..n}: x[r,c,k] <= sum{j in k+1..n} x[s,d,j];
