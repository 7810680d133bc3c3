"""The strongest player of layouts made alone: `search.solve` finds the best layout of a hand that it can in a time.

A layout's score is the points of its crossings over its words, so a good one has few long words with dear letters where
they cross. `annealing` takes words out of a board and extends it anew; `completion` finds the last one or two words that use
up exactly what is left. All of it is written in plain Python over arrays of numbers, which numba compiles where it is
installed (the extra `analysis`); without it the same search runs, the same steps give the same boards, many
times slower. Nothing here knows games, players, Django or a clock but the processor's own.

No page may import this: the compiler takes 300 MB. A task's worker and the command line do."""
