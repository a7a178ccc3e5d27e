# Futoshiki: x[r,c,v] = 1 if value v stands in row r, column c.
# In the language that AMPL and GLPK share. Data: clew export --model assign --to dat PUZZLE
param n integer >= 1;                                     # rows, columns, values
set LESS dimen 4;                                         # a cell and one with a larger value
param given{1..n, 1..n} integer >= 0 <= n default 0;      # 0: to be filled

var x{1..n, 1..n, 1..n} binary;

minimize nothing: 0;
subject to cell{r in 1..n, c in 1..n}: sum{v in 1..n} x[r,c,v] = 1;
subject to col{c in 1..n, v in 1..n}: sum{r in 1..n} x[r,c,v] = 1;
subject to row{r in 1..n, v in 1..n}: sum{c in 1..n} x[r,c,v] = 1;
subject to larger{(r,c,s,d) in LESS}: sum{v in 1..n} v * x[s,d,v] - sum{v in 1..n} v * x[r,c,v] >= 1;
subject to fixed{r in 1..n, c in 1..n: given[r,c] > 0}: x[r,c,given[r,c]] = 1;
