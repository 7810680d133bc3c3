"""Statistics of players: each finished game is counted once into rows, as it ends or later, so that no page has to
count.

Games against robots and guests' games do not count."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from games import batches
from games.models import Board, Figures, Game, Opponent, Seat
from games.models.afterwards import Results
from games.players.models import Player
from games.rules import registry
from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import ENGLISH
from games.rules.grid import runs
from games.rules.options import alphabet_in
from games.store import unpack
from games.store.events import events_of

AT_ONCE = 100
TASK = "figures"
HOUR = timedelta(hours=1)
NO_ANSWERS = frozenset({"say", "away", "back", "resign", "left_share", "replace", "joined", "agreed"})


def count_finished(*, now: datetime) -> int:
    """Count the games that have not been counted, the first finished first, each in its own transaction. Return how
    many; the rest follow in the next run."""
    waiting = Game.objects.filter(phase=Game.Phase.FINISHED, counted_at=None).order_by("finished_at")
    games = list(batches.ready(TASK, waiting, now=now).values_list("pk", flat=True)[:AT_ONCE])

    @transaction.atomic(durable=True)
    def count(game_id: int) -> None:
        game = waiting.select_for_update().filter(pk=game_id).first()
        if game is not None:
            _count(game)
            Game.objects.filter(pk=game_id).update(counted_at=now)

    return len(batches.each(TASK, games, count, now=now))


def _count(game: Game) -> None:
    if game.has_robots:
        return
    rows = game.seats.filter(rank__isnull=False, player__guest_until=None, player__isnull=False).select_related(
        "player"
    )
    seats = list(rows.order_by("player"))
    list(
        Player.objects.select_for_update(no_key=True).filter(seats__in=seats).order_by("pk")
    )  # so that no game is counted twice at the same time
    words, answers = _longest_words(game), _answers(game)
    for seat in seats:
        _add(game, seat, words.get(seat.number, ""), answers[seat.number])
        for other in seats:
            if other.number != seat.number:
                row, _ = Opponent.objects.get_or_create(player=seat.player, other=other.player, listed=game.listed)
                Opponent.objects.filter(pk=row.pk).update(games=F("games") + 1)


def _add(game: Game, seat: Seat, word: str, answers: Iterable[int]) -> None:
    figures, _ = Figures.objects.get_or_create(player=seat.player, kind=game.kind, listed=game.listed)
    alphabet = alphabet_in(game.options)
    if alphabet is ENGLISH:
        figures.games += 1
        figures.wins += seat.rank == 1
        if seat.score is not None and (figures.best_score is None or seat.score > figures.best_score):
            figures.best_score, figures.best_shown, figures.best_game = seat.score, seat.result, game
        figures.longest_word = max(figures.longest_word, word, key=len)
    else:
        known = Results(**figures.languages.get(alphabet.code, {}))
        figures.languages[alphabet.code] = _added(known, game, seat, word, alphabet)._asdict()
    counted = figures.answers or [0] * (len(Figures.STEPS) + 1)
    for step in answers:
        counted[step] += 1
    figures.answers = counted
    figures.save()


def _added(known: Results, game: Game, seat: Seat, word: str, alphabet: Alphabet) -> Results:
    """Return the results in another language with those of one more game."""
    before = alphabet.word(known.longest_word) if known.longest_word else ""
    if seat.score is not None and (known.best_score is None or seat.score > known.best_score):
        known = known._replace(best_score=seat.score, best_shown=seat.result, best_game=game.pk)
    return known._replace(
        games=known.games + 1,
        wins=known.wins + (seat.rank == 1),
        longest_word=alphabet.write_word(max(before, word, key=len)),
    )


def _longest_words(game: Game) -> Mapping[int, str]:
    """Return the longest word on each seat's own board."""
    boards = Board.objects.filter(game=game, seat__isnull=False).values_list("seat", "layout")
    longest = {}
    for seat, layout in boards:
        words = (run.word.upper() for run in runs(tuple(unpack(layout))))
        if seat is not None:
            longest[seat] = max((word for word in words if f" {word} " in game.found_by), key=len, default="")
    return longest


def _answers(game: Game) -> Mapping[int, list[int]]:
    """Return the answer times of each seat, as indexes of `Figures.STEPS`: the time from the start of a turn to the
    seat's first event, as somebody waiting for it would see it."""
    begin_a_turn, found = registry.kind(game.kind).begins_a_turn, defaultdict[int, list[int]](list)
    began: datetime | None = None
    have_answered = set[int | None]()
    for event in events_of(game):
        verb, seat, at = event.verb, event.seat, event.at
        if began is not None and seat is not None and seat not in have_answered and verb not in NO_ANSWERS:
            found[seat].append(bisect_left(Figures.STEPS, (at - began) / HOUR))
            have_answered.add(seat)
        if verb in begin_a_turn:
            began, have_answered = at, {seat}
    return found
