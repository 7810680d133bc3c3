"""The world of one run: the site, its people and its faults."""

from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import parseaddr
from typing import Any

from tests.simulation.chance import chance
from tests.simulation.clock import Agenda, Clock
from tests.simulation.faults import Faults
from tests.simulation.ledger import Ledger
from tests.simulation.people import Habits, Person
from tests.simulation.provider import PROVIDER, Mail, Provider
from tests.simulation.site import Site

EPOCH = datetime(2027, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Plan:
    """The plan of a run: its days, people and faults. Leaving out people or faults changes nothing about the others."""

    seed: int
    days: int
    people: tuple[int, ...]
    faults: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def from_json(given: dict[str, Any]) -> "Plan":
        return Plan(given["seed"], given["days"], tuple(given["people"]), tuple(given["faults"]))


@dataclass
class Looked:
    """How far the invariants have looked that look only at what is new: the number of `mails` that the provider took and of `orders`
    in the ledger, the finished games that have been `verified`, and the `versions` in which tiles of running games added up."""

    mails: int = 0
    orders: int = 0
    verified: set[int] = field(default_factory=set)
    versions: dict[int, int] = field(default_factory=dict)


@dataclass
class World:
    """Everything of one run, for the invariants and the report."""

    plan: Plan
    clock: Clock
    site: Site
    faults: Faults
    ledger: Ledger
    provider: Provider = field(default_factory=lambda: PROVIDER)
    people: dict[str, Person] = field(default_factory=dict)
    looked: Looked = field(default_factory=Looked)


def build(plan: Plan) -> World:
    """Start a site with nobody on it, and plan when its people first come."""
    start = EPOCH + timedelta(days=chance(plan.seed, "start").randrange(4 * 365))
    clock, agenda = Clock(start), Agenda()
    faults = Faults(plan.faults, seed=plan.seed, start=start, days=plan.days)
    site = Site(clock, agenda, plan.seed, faults)
    world = World(plan, clock, site, faults, Ledger())
    PROVIDER.taken.clear()
    for number in plan.people:
        drawn = chance(plan.seed, "person", number)
        person = Person(site, world.ledger, number, Habits.of(drawn, plan.days), drawn)
        world.people[person.address] = person
        agenda.at(start + person.habits.first, person.visit)
    _connect(world)
    site.start_beat()
    return world


def _connect(world: World) -> None:
    """Let the provider's emails arrive at the people."""
    agenda, clock, faults = world.site.agenda, world.clock, world.faults

    def arrived(mail: Mail) -> None:
        person = world.people.get(parseaddr(mail.to)[1])
        if person is None:
            return
        for delay in faults.arrivals(mail.to, mail.id, clock.now):
            agenda.at(clock.now + delay, lambda: person.gets(mail))

    PROVIDER.answers = lambda to, message_id: faults.answer(to, message_id, clock.now)
    PROVIDER.arrived = arrived
