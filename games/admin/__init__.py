"""What staff may look at and do. Nothing here shows what a player may not know, also not to superusers: staff play too."""

from games.admin import games, players, word_lists

__all__ = ["games", "players", "word_lists"]
