"""Every write of tournaments and ratings, as a verb. Each takes `now`, and either happens whole or not at all."""

from games.tournaments.commands.clock_rulings import extend, extend_round, pause, resume
from games.tournaments.commands.entries import (
    close_due_entries,
    close_entries,
    confirm,
    enter,
    make,
    open_entries,
    reserve,
)
from games.tournaments.commands.ladder import challenge
from games.tournaments.commands.latecomers import add_late
from games.tournaments.commands.leaving import withdraw
from games.tournaments.commands.locking import NoSuchTournament
from games.tournaments.commands.mails import laggards, write_to
from games.tournaments.commands.overrides import add_pair_rule, drop_pair_rule, set_bye
from games.tournaments.commands.points import adjudicate
from games.tournaments.commands.ratings import rate_finished, recompute
from games.tournaments.commands.replacing import replace, substitute
from games.tournaments.commands.results import (
    close_joining,
    due_games,
    due_tournaments,
    take_results,
)
from games.tournaments.commands.rounds import draw_up, publish, redraw
from games.tournaments.commands.seasons import draw_final, finish, next_season, start, void
from games.tournaments.commands.terms import check_settings
from games.tournaments.commands.timers import apply_due

__all__ = [
    "NoSuchTournament",
    "add_late",
    "add_pair_rule",
    "adjudicate",
    "apply_due",
    "challenge",
    "check_settings",
    "close_due_entries",
    "close_entries",
    "close_joining",
    "confirm",
    "draw_final",
    "draw_up",
    "drop_pair_rule",
    "due_games",
    "due_tournaments",
    "enter",
    "extend",
    "extend_round",
    "finish",
    "laggards",
    "make",
    "next_season",
    "open_entries",
    "pause",
    "publish",
    "rate_finished",
    "recompute",
    "redraw",
    "replace",
    "reserve",
    "resume",
    "set_bye",
    "start",
    "substitute",
    "take_results",
    "void",
    "withdraw",
    "write_to",
]
