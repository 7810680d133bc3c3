"""Everything but games: puzzles, vacations, sleep, email settings, and looking around."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from random import Random

from games import queries
from games.queries.puzzles import PuzzleView, first_word
from games.rules import registry
from games.rules.grid import Layout
from games.rules.values import OrderRefused, Unreadable
from games.word_lists.shelf import words_of
from notifications.models import MailHours
from tests.simulation.people import Person

PAGES = (
    "/",
    "/daily/",
    "/you/",
    "/tournaments/",
    "/statistics/",
    "/games/finished/",
    "/people/",
    "/ratings/",
    "/watch/",
    "/profile/",  # the address of an earlier release
)
EMAILS = "/settings/notifications/"


def look_around(person: Person, drawn: Random) -> None:
    person.open(drawn.choice(PAGES))


def solve_a_puzzle(person: Person, drawn: Random) -> None:
    """Enter today's puzzle of some kind, once more if the first try was refused."""
    kind = drawn.choice(sorted(queries.wanted_puzzles()))
    view = queries.puzzle(kind=kind, player=None, now=person.now)
    if view is None:
        return
    rows, path = entry_for(view), f"/daily/{kind}/"
    if person.program:
        text = "\n".join(("GRID", *rows, "END"))
        person.program.post(f"/daily/{kind}", {"day": f"{view.day:%F}", "text": text})
        return
    page = person.fill_in(path, path, "field-0", **{"field-0": "\n".join(rows)})
    form = page.form(path, "sure")
    if form is not None:
        sure = form.xpath(".//button[@name='sure']/@value")[0]
        person.browser.submit(page, path, "sure", sure=sure, **{"field-0": "\n".join(rows)})


def entry_for(view: PuzzleView) -> Sequence[str]:
    """Return the rows of an entry: a word of the tiles, or the grid with the new tile at the first place where it makes words."""
    if "grid" not in view.content:
        return (first_word(view),)
    of, words = registry.daily(view.kind), words_of(view.made_from)
    for rows in _grown(tuple(view.content["grid"]), view.content["tile"]):
        try:
            of.rules.judge(view.content, "\n".join(("ENTER", "GRID", *rows, "END")), words)
        except (OrderRefused, Unreadable):
            continue
        return rows
    return (view.content["tile"],)


def _grown(grid: Layout, tile: str) -> Iterator[Layout]:
    """Yield the grid with one more tile, in each place."""
    width = max(map(len, grid)) + 2
    wide = ("." * width, *(f".{row}".ljust(width, ".") for row in grid), "." * width)
    for y, row in enumerate(wide):
        for x, cell in enumerate(row):
            if cell == ".":
                yield (*wide[:y], row[:x] + tile + row[x + 1 :], *wide[y + 1 :])


def take_a_vacation(person: Person, drawn: Random) -> None:
    """Declare some days, or end a vacation."""
    if drawn.random() < 0.3:
        person.browser.post("/settings/vacation/", {"do": "back"})
        return
    first = person.now + timedelta(days=drawn.randint(2, 5))
    last = first + timedelta(days=drawn.randint(0, 6))
    person.fill_in("/settings/vacation/", "/vacation/", "first", do="vacation", first=f"{first:%F}", last=f"{last:%F}")


def keep_hours(person: Person, drawn: Random) -> None:
    """Set the hours of sleep."""
    asleep = drawn.randint(20, 24) % 24
    hours = {"asleep": f"{asleep:02}:00", "awake": f"{(asleep + 8) % 24:02}:30"} if drawn.random() < 0.8 else {}
    person.fill_in("/settings/vacation/", "/vacation/", "asleep", do="sleep", **{"asleep": "", "awake": "", **hours})


def settle_in(person: Person, drawn: Random) -> None:
    """Choose quiet hours, if this person wants some and has chosen no hours yet."""
    if person.habits.is_quiet and not MailHours.objects.filter(player__email=person.address).exists():
        _choose_hours(person, drawn, is_quiet=True)


def _choose_hours(person: Person, drawn: Random, *, is_quiet: bool) -> None:
    quiet_from, quiet_until = ("22:00", "06:30") if is_quiet else ("", "")
    hours = {"daily_at": f"{drawn.randrange(24):02}:00", "quiet_from": quiet_from, "quiet_until": quiet_until}
    person.fill_in(EMAILS, EMAILS, "quiet_from", do="hours", **hours)


def choose_emails(person: Person, drawn: Random) -> None:
    """Change the schedule, the quiet hours or the kinds of emails, stop them all, or start them again."""
    match drawn.choice(("schedule", "hours", "hours", "puzzles", "puzzles", "stop", "start", "reset")):
        case "schedule":
            page = person.open(EMAILS)
            form = page.form(EMAILS, "schedule")
            if form is not None:
                schedule = drawn.choice(form.xpath(".//input[@name='schedule']/@value"))
                person.browser.submit(page, EMAILS, "schedule", do="schedule", schedule=schedule)
        case "hours":
            _choose_hours(person, drawn, is_quiet=drawn.random() < 0.8)
        case "puzzles":
            person.fill_in(EMAILS, EMAILS, "today", do="kinds", today=drawn.choice(("daily", "daily", "off")))
        case do:
            person.browser.post(EMAILS, {"do": do})
