"""The checks after the load: no order is lost or doubled against the scripts' logs, every finished game verifies, and
no email was sent twice, except one for each kill."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from django.db.models import QuerySet
from django.utils import timezone

from games import store
from games.models import Event, Game
from games.queries.reading import seated
from games.queries.record import record_of
from games.rules import registry
from games.rules.table.verify import replay
from games.rules.values import Differs, UnreadableRecord
from notifications.models import InboundMail


def broken(folder: Path, sent: Path, *, kills: int) -> Iterator[str]:
    """Yield a line for each broken promise."""
    yield from _orders(folder)
    yield from _unread()
    yield from _records()
    twice = sum(n - 1 for n in Counter(one[2] for one in _lines([sent / "log"])).values())
    if twice > kills:
        yield f"{twice} mails were sent twice, with {kills} kills"


def _orders(folder: Path) -> Iterator[str]:
    said = Counter(Event.objects.filter(verb="say").values_list("facts__text", flat=True))
    taken = dict(outcomes_of_mails(InboundMail.objects.all()))
    for word, way, outcome, game_id in _lines(sorted(folder.glob("log *"))):
        if way == "mail" and outcome == "done":
            if word not in taken:
                yield f"{word}: a mail that was taken is lost"
                continue
            outcome = "done" if taken[word] == InboundMail.Outcome.OBEYED else "refused"
        allowed = {"done": (1,), "refused": (0,), "unknown": (0, 1)}[outcome]
        if said[word] not in allowed:
            yield f"{word} in game {game_id} by {way}, {outcome}, was done {said[word]} times"


def _unread() -> Iterator[str]:
    lost = InboundMail.objects.filter(outcome="", due_at=None).count()
    if lost:
        yield f"{lost} emails were taken but never read"


def outcomes_of_mails(mails: "QuerySet[InboundMail]") -> Iterator[tuple[str, str]]:
    """Yield the word of each email that the site took, with its outcome; empty if it has not been read."""
    for raw, outcome in mails.values_list("raw", "outcome").iterator():
        yield bytes(raw).split(b"Message-ID: <", 1)[-1].split(b"@", 1)[0].decode("ascii", "replace"), outcome


def _records() -> Iterator[str]:
    now = timezone.now()
    for game in Game.objects.filter(phase=Game.Phase.FINISHED):
        try:
            replay(registry.kind(game.kind), record_of(seated(store.seen_now(game.pk, now=now), None)))
        except (Differs, UnreadableRecord) as error:
            yield f"game {game.pk} does not verify: {error}"


def _lines(files: list[Path]) -> Iterator[list[str]]:
    for file in files:
        if file.exists():
            for line in file.read_text().splitlines():
                yield json.loads(line)
