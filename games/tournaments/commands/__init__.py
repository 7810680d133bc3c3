"""Every write to tournaments and ratings, one function each. Each takes `now` and is atomic."""

from games.tournaments.commands.clock_rulings import extend, extend_round, pause, resume
from games.tournaments.commands.clubs import (
    make_clubs_link,
    take_club_out,
    take_clubs_link_back,
    take_part,
    tournament_of_link,
)
from games.tournaments.commands.drawing import add_pair_rule, draw_up, drop_pair_rule, set_bye
from games.tournaments.commands.entries import (
    add_all,
    add_late,
    close_due_entries,
    close_entries,
    confirm,
    enter,
    open_entries,
    reserve,
)
from games.tournaments.commands.leaving import replace, substitute, withdraw
from games.tournaments.commands.locking import confirming, trying
from games.tournaments.commands.mails import laggards, write_to
from games.tournaments.commands.ratings import rate_finished, recompute
from games.tournaments.commands.results import (
    adjudicate,
    apply_due,
    close_joining,
    close_joining_in,
    correct,
    due_games,
    due_tournaments,
    take_results,
    take_results_of,
)
from games.tournaments.commands.rounds import challenge, publish, redraw
from games.tournaments.commands.seasons import change, draw_final, finish, make, make_for_club, next_season, start, void
from games.tournaments.commands.terms import check_settings
from games.tournaments.snapshot import NoSuchTournament

__all__ = [
    "NoSuchTournament",
    "add_all",
    "add_late",
    "add_pair_rule",
    "adjudicate",
    "apply_due",
    "challenge",
    "change",
    "check_settings",
    "close_due_entries",
    "close_entries",
    "close_joining",
    "close_joining_in",
    "confirm",
    "confirming",
    "correct",
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
    "make_clubs_link",
    "make_for_club",
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
    "take_club_out",
    "take_clubs_link_back",
    "take_part",
    "take_results",
    "take_results_of",
    "tournament_of_link",
    "trying",
    "void",
    "withdraw",
    "write_to",
]
