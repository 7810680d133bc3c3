"""The world of one run: the site, its people and its faults."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import parseaddr
from functools import partial
from typing import Any

from notifications.channels import delivery
from tests.simulation.chance import chance
from tests.simulation.clock import Agenda, Clock
from tests.simulation.deployment import deploy
from tests.simulation.faults import Faults, incidents
from tests.simulation.habits import spend_time
from tests.simulation.ledger import Ledger
from tests.simulation.meanwhile import do_something
from tests.simulation.notices import get_notice
from tests.simulation.people import Habits, Person
from tests.simulation.provider import PROVIDER, Mail, Provider
from tests.simulation.receivers import RECEIVERS, Posted, Receivers
from tests.simulation.site import Site

EPOCH = datetime(2027, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Plan:
    """The plan of a run. Leaving out days, people, incidents or other faults changes nothing about the rest: the seed draws a whole
    season, of which the run plays the first days. `plant` names a planted fault."""

    seed: int
    season: int
    days: int
    people: tuple[int, ...]
    faults: tuple[str, ...]
    incidents: tuple[int, ...]
    plant: str = ""

    @staticmethod
    def of(seed: int, season: int, people: Iterable[int], kinds: Iterable[str], plant: str = "") -> "Plan":
        """Return a plan for a whole season, with all faults of these kinds."""
        kinds = tuple(kinds)
        numbers = (n for n, one in enumerate(incidents(seed, season)) if one.what in kinds)
        always = tuple(kind for kind in kinds if kind in Faults.ALWAYS)
        return Plan(seed, season, season, tuple(people), always, tuple(numbers), plant)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def from_json(given: dict[str, Any]) -> "Plan":
        return Plan(**{name: tuple(one) if isinstance(one, list) else one for name, one in given.items()})


@dataclass
class Looked:
    """How far the invariants that look only at new things have got: the numbers of `mails` that the provider took, of `notices` that
    were posted and of `orders` in the ledger, the finished games that were `verified`, those that were verified again once
    `archived`, and the `versions` of running games whose tiles added up."""

    mails: int = 0
    notices: int = 0
    orders: int = 0
    verified: set[int] = field(default_factory=set)
    archived: set[int] = field(default_factory=set)
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
    receivers: Receivers = field(default_factory=lambda: RECEIVERS)
    people: dict[str, Person] = field(default_factory=dict)
    looked: Looked = field(default_factory=Looked)


def build(plan: Plan) -> World:
    """Start a site with nobody on it, and plan when its people first come."""
    start = EPOCH + timedelta(days=chance(plan.seed, "start").randrange(4 * 365))
    clock, agenda = Clock(start), Agenda()
    drawn_for_season = incidents(plan.seed, plan.season)
    happens = [drawn_for_season[n] for n in plan.incidents]
    faults = Faults(plan.faults, happens, seed=plan.seed, start=start)
    site = Site(clock, agenda, plan.seed, faults)
    world = World(plan, clock, site, faults, Ledger())
    PROVIDER.taken.clear()
    RECEIVERS.posted.clear()
    RECEIVERS.known.clear()
    for number in plan.people:
        habits = Habits.of(chance(plan.seed, "person", number), plan.season)
        person = Person(site, world.ledger, number, habits, world.people, spend_time)
        world.people[person.address] = person
        agenda.at(start + person.habits.first, person.visit)
    faults.meanwhile = partial(site.do_meanwhile, partial(do_something, site, world.people))
    _connect(world)
    _plan_incidents(world)
    site.start_beat()
    return world


def _connect(world: World) -> None:
    """Deliver the provider's emails to the people, or bounce them, and deliver notifications."""
    agenda, clock, faults = world.site.agenda, world.clock, world.faults

    def arrived(mail: Mail) -> None:
        person = world.people.get(parseaddr(mail.to)[1])
        if person is None:
            return
        if bounce := faults.bounces(mail.to, clock.now):
            status, delay = bounce
            agenda.at(clock.now + delay, lambda: come_back(mail, status))
            return
        for delay in faults.arrivals(mail.to, clock.now):
            agenda.at(clock.now + delay, lambda: person.gets(mail))

    def come_back(mail: Mail, status: str) -> None:
        sender = parseaddr(mail.headers["From"])[1]
        world.site.post(mail.returned(status, clock.now), sender="", recipient=sender)

    PROVIDER.answers = lambda to: faults.answer(to, clock.now)
    PROVIDER.handed_over = lambda to: faults.handed_over(to, clock.now)
    PROVIDER.arrived = arrived

    def notified(posted: Posted) -> None:
        world.site.counts["notifications"] += 1
        get_notice(next(one for one in world.people.values() if one.number == posted.to.who), posted)

    delivery.post_all = RECEIVERS.post_all
    RECEIVERS.answers = lambda address: faults.receives(address, clock.now)
    RECEIVERS.handed_over = lambda address: faults.handed_over(address, clock.now)
    RECEIVERS.doing = lambda: world.site.doing
    RECEIVERS.arrived = notified


def _plan_incidents(world: World) -> None:
    """Plan the backups that are restored, and each deployment for the moment when the last earlier process has ended."""
    agenda = world.site.agenda
    for incident in world.faults.incidents:
        begins, ends = world.clock.start + incident.start, world.clock.start + incident.end
        if incident.what == "restore":
            agenda.at(begins, world.site.back_up)
            agenda.at(ends, partial(_restore, world, begins))
        elif incident.what == "deployment":
            agenda.at(ends, partial(_deploy, world))


def _deploy(world: World) -> None:
    deploy(world.site, [address for address, person in world.people.items() if not person.is_gone])


def _restore(world: World, copied_at: datetime) -> None:
    """Restore the backup made at this instant. What people did since then is lost."""
    world.site.restore()
    world.ledger.lose(since=copied_at)
    world.receivers.posted.clear()
    world.looked.notices = 0
    world.looked.verified.clear()
    world.looked.archived.clear()
    world.looked.versions.clear()
    for person in world.people.values():
        person.return_after_restore()
