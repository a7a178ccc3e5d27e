# Numberlink after Rob Pratt: x[r,c,k] = 1 if label k runs through row r, column c.
# In the language that AMPL and GLPK share. Data: clew export --model degree --to dat PUZZLE
param labels integer >= 1;
set CELLS dimen 2;                                        # row, column
set EDGES dimen 4;                                        # two neighbours, each pair once
param given{CELLS} integer >= 0 <= labels default 0;      # the label of an end-point, otherwise 0
set ARCS dimen 4 := EDGES union setof{(r,c,s,d) in EDGES} (s,d,r,c);
param degree{(r,c) in CELLS} := sum{(r,c,s,d) in ARCS} 1;

var x{CELLS, 1..labels} binary;

minimize nothing: 0;
subject to cell{(r,c) in CELLS}: sum{k in 1..labels} x[r,c,k] = 1;
subject to fixed{(r,c) in CELLS, k in 1..labels: given[r,c] > 0}:
  x[r,c,k] = if k = given[r,c] then 1 else 0;
subject to end_point{(r,c) in CELLS: given[r,c] > 0}:
  sum{(r,c,s,d) in ARCS} x[s,d,given[r,c]] = 1;
subject to least{(r,c) in CELLS, k in 1..labels: given[r,c] = 0}:
  2 * x[r,c,k] <= sum{(r,c,s,d) in ARCS} x[s,d,k];
subject to most{(r,c) in CELLS, k in 1..labels: given[r,c] = 0}:
  sum{(r,c,s,d) in ARCS} x[s,d,k] <= 2 * x[r,c,k] + degree[r,c] * (1 - x[r,c,k]);
