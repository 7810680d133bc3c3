"""The solver for layouts: `search.solve` finds the best layout of a hand that it can within a time.

A layout's score is the points of its crossings divided by its words, so a good one has few long words with high-value
letters where they cross. `annealing` takes words out of a board and extends it again; `completion` finds the last one
or two words that use up exactly the remaining tiles. All code is plain Python over arrays of numbers, which numba
compiles if it is installed (the extra `analysis`); without it the same search runs, and the same steps give the same
boards, many times slower. Nothing here knows games, players, Django or any clock except processor time.

No page may import this, because the compiler takes 300 MB. Workers and the command line do."""
