"""Things that others do between two statements of a request or task: somebody plays in the same game, a worker runs the same task, or somebody
does something else entirely."""

import re

from games.models import Seat
from notifications.models import InboundMail
from tests.simulation import gathering, meeting, playing
from tests.simulation.chance import chance
from tests.simulation.people import Person
from tests.simulation.site import Site

ACTS = (meeting.find_a_game, meeting.agree, meeting.answer_substitutes, gathering.take_part, gathering.direct)
BEATS = (
    "games.tasks.sweep",
    "games.tournaments.tasks.sweep",
    "notifications.tasks.sweep",
    "games.tasks.count_finished_games",
)
ABOUT_A_GAME = re.compile(r"/games/(\d+)/|(?:apply_due|announce_game|visit_table|take_up)\((\d+)\)")
ABOUT_AN_EMAIL = re.compile(r"read_inbound\((\d+)\)")


def do_something(site: Site, people: dict[str, Person]) -> None:
    """Do one thing while something else is being done, if possible in the same game."""
    drawn = chance(site.seed, "others", site.doing, site.clock.now)
    others = {
        address: person
        for address, person in people.items()
        if person.has_account and not person.is_gone and person.number != site.visitor
    }
    seats = Seat.objects.filter(game=_game(site.doing), resigned_at=None, game__phase__in=playing.RUNNING)
    theirs = [
        (others[seat.player.email], seat)
        for seat in seats.select_related("player", "game").order_by("pk")
        if seat.player and seat.player.email in others and others[seat.player.email].way != "mail"
    ]
    if theirs and drawn.random() < 0.7:
        person, seat = drawn.choice(theirs)
        playing.play(person, drawn, seat)
    elif site.doing.startswith("task ") and drawn.random() < 0.5:
        site.repeat_task()
    elif others and drawn.random() < 0.7:
        drawn.choice(ACTS)(drawn.choice(list(others.values())), drawn)
    else:
        site.run_task(drawn.choice(BEATS))


def _game(doing: str) -> int | None:
    """Return the game that a request, email or task is about."""
    if found := ABOUT_A_GAME.search(doing):
        return int(found[1] or found[2])
    if found := ABOUT_AN_EMAIL.search(doing):
        return InboundMail.objects.filter(pk=found[1]).values_list("message__game", flat=True).first()
    return None
