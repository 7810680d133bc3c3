"""`classic`, the premium squares that Scrabble made known, with a neutral centre."""

COLOURS = (
    "r..g...r...g..r",
    ".b...y...y...b.",
    "..b...g.g...b..",
    "g..b...g...b..g",
    "....b.....b....",
    ".y...y...y...y.",
    "..g...g.g...g..",
    "r..g.......g..r",
    "..g...g.g...g..",
    ".y...y...y...y.",
    "....b.....b....",
    "g..b...g...b..g",
    "..b...g.g...b..",
    ".b...y...y...b.",
    "r..g...r...g..r",
)
