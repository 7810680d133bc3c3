"""How fast the server is, as ratios within one run: a full command and a game page beside a bare view that locks a row."""
