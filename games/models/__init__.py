"""The tables of games: fields and named constraints, no behaviour. Only `games.store` loads and saves a game's
state."""

from games.models.afterwards import Analysis, Figures, Opponent, Tally
from games.models.batches import Setback
from games.models.private import Draft, Hint, Note, Unheard
from games.models.puzzles import Puzzle, PuzzleEntry
from games.models.supplies import Preset, TileSet, WordList
from games.models.tables import (
    Bag,
    Board,
    Event,
    Game,
    GuestClub,
    Hand,
    NamedPlayer,
    PackedEvents,
    Replacement,
    Seat,
    Substitution,
    WaitingMail,
)

__all__ = [
    "Analysis",
    "Bag",
    "Board",
    "Draft",
    "Event",
    "Figures",
    "Game",
    "GuestClub",
    "Hand",
    "Hint",
    "NamedPlayer",
    "Note",
    "Opponent",
    "PackedEvents",
    "Preset",
    "Puzzle",
    "PuzzleEntry",
    "Replacement",
    "Seat",
    "Setback",
    "Substitution",
    "Tally",
    "TileSet",
    "Unheard",
    "WaitingMail",
    "WordList",
]
