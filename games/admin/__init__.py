"""What staff may look at and do. Nothing here shows what a player may not know, also not to superusers: staff play too."""

from games.admin import games, players, puzzles, tile_sets, word_lists

__all__ = ["games", "players", "puzzles", "tile_sets", "word_lists"]
