"""`plain8`, a board of this project: the same in all eight ways to turn and mirror a square, with a neutral centre."""

COLOURS = (
    "...y...r...y...",
    ".r...g...g...r.",
    ".....b...b.....",
    "y..g.......g..y",
    "....b.g.g.b....",
    ".gb....b....bg.",
    "....g.ygy.g....",
    "r....bg.gb....r",
    "....g.ygy.g....",
    ".gb....b....bg.",
    "....b.g.g.b....",
    "y..g.......g..y",
    ".....b...b.....",
    ".r...g...g...r.",
    "...y...r...y...",
)
