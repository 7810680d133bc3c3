"""Measures how fast the server is, as ratios within one run: commands and pages compared with a bare view that locks a row."""
