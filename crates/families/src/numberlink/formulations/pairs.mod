# Numberlink, linearised: x[r,c,k] = 1 if label k runs through row r, column c, and y for the products.
# In the language that AMPL and GLPK share. Data: clew export --model pairs --to dat PUZZLE
param labels integer >= 1;
set CELLS dimen 2;                                        # row, column
set EDGES dimen 4;                                        # two neighbours, each pair once
param given{CELLS} integer >= 0 <= labels default 0;      # the label of an end-point, otherwise 0

var x{CELLS, 1..labels} binary;
var y{EDGES, 1..labels} >= 0 <= 1;

minimize nothing: 0;
subject to cell{(r,c) in CELLS}: sum{k in 1..labels} x[r,c,k] = 1;
subject to fixed{(r,c) in CELLS, k in 1..labels: given[r,c] > 0}:
  x[r,c,k] = if k = given[r,c] then 1 else 0;
subject to one{(r,c,s,d) in EDGES, k in 1..labels}: y[r,c,s,d,k] <= x[r,c,k];
subject to other{(r,c,s,d) in EDGES, k in 1..labels}: y[r,c,s,d,k] <= x[s,d,k];
subject to both{(r,c,s,d) in EDGES, k in 1..labels}: y[r,c,s,d,k] >= x[r,c,k] + x[s,d,k] - 1;
subject to count{(r,c) in CELLS}:
  sum{(r,c,s,d) in EDGES, k in 1..labels} y[r,c,s,d,k] +
  sum{(p,q,r,c) in EDGES, k in 1..labels} y[p,q,r,c,k] = if given[r,c] > 0 then 1 else 2;
