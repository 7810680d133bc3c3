"""The tables of tournaments: fields and named constraints, no behaviour."""

from games.tournaments.models.people import CalendarAddress, News, NewsKind, RatingChange, Walkout, WalkoutKind
from games.tournaments.models.rounds import Bye, Fixture, Round, Ruling, Sitting
from games.tournaments.models.tournament import Division, Entrant, PairRule, TakingPart, Tournament

__all__ = [
    "Bye",
    "CalendarAddress",
    "Division",
    "Entrant",
    "Fixture",
    "News",
    "NewsKind",
    "PairRule",
    "RatingChange",
    "Round",
    "Ruling",
    "Sitting",
    "TakingPart",
    "Tournament",
    "Walkout",
    "WalkoutKind",
]
