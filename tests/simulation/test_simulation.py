"""The parts of the simulation itself; and that two runs of one plan are the same."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count, takewhile
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.mail import EmailMessage
from django.db import OperationalError
from django.http import JsonResponse

from notifications.channels import web_push
from notifications.channels.guard import NotPosted
from notifications.incoming.reports import Report, report_of
from notifications.models import Channel
from tests.simulation import invariants
from tests.simulation.chance import chance
from tests.simulation.clock import Agenda, Clock
from tests.simulation.deployment import moved
from tests.simulation.faults import HARMLESS, INCIDENTS, MEETING, STATEMENTS, Faults, Killed, incidents
from tests.simulation.ledger import DONE, REFUSED, UNKNOWN, Ledger, Said
from tests.simulation.provider import Mail, Provider
from tests.simulation.receivers import Device, Receivers
from tests.simulation.run import Result, run_apart
from tests.simulation.shrinking import shrink
from tests.simulation.site import Program
from tests.simulation.world import Plan

NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
SEEDS = Path(__file__).with_name("seeds.txt")


@pytest.fixture
def clock():
    clock = Clock(NOON)
    yield clock
    clock.stop()


# --- time ---------------------------------------------------------------------------------------------------------------


def test_the_clock_stands_still_until_it_is_moved_and_never_goes_back(clock):
    assert clock.now == datetime.now(UTC) == NOON
    clock.go_to(NOON + HOUR)
    clock.go_to(NOON)
    assert clock.now == NOON + HOUR


def test_planned_actions_happen_in_order_at_their_times(clock):
    agenda, done = Agenda(), []

    def do(name):
        done.append((name, clock.now - NOON))
        if name == "plan":
            agenda.at(clock.now, lambda: do("at once"))

    agenda.at(NOON + 2 * HOUR, lambda: do("later"))
    agenda.at(NOON + HOUR, lambda: do("plan"))
    agenda.at(NOON + HOUR, lambda: do("second"))
    agenda.at(NOON + 9 * HOUR, lambda: do("after the end"))
    agenda.run(clock, until=NOON + 3 * HOUR, after_each=lambda: None, failed=print)
    assert done == [("plan", HOUR), ("second", HOUR), ("at once", HOUR), ("later", 2 * HOUR)]
    assert clock.now == NOON + 3 * HOUR


def test_a_failing_action_is_reported_and_the_others_still_happen(clock):
    agenda, done, failed = Agenda(), [], []
    agenda.at(NOON + HOUR, lambda: done[0])
    agenda.at(NOON + 2 * HOUR, lambda: done.append("later"))
    agenda.run(clock, until=NOON + 3 * HOUR, after_each=lambda: None, failed=failed.append)
    assert done == ["later"]
    assert "IndexError" in failed[0]


def test_repeated_actions_happen_from_their_start_on(clock):
    agenda, done = Agenda(), []
    agenda.every(2 * HOUR, lambda: done.append(clock.now - NOON), start=NOON + HOUR)
    agenda.run(clock, until=NOON + 6 * HOUR, after_each=lambda: None, failed=print)
    assert done == [HOUR, 3 * HOUR, 5 * HOUR]


# --- the seed -----------------------------------------------------------------------------------------------------------


def test_the_same_random_key_always_draws_the_same_numbers():
    assert chance(7, "kill", "web").random() == chance(7, "kill", "web").random() != chance(8, "kill", "web").random()


def test_leaving_out_an_incident_does_not_change_the_others():
    drawn = incidents(7, 90)
    faults = Faults((), drawn[1:], seed=7, start=NOON)
    assert all(faults.may_fail(NOON + one.start) for one in drawn[1:] if one.what not in HARMLESS)
    assert {one.what for one in drawn} == set(INCIDENTS)


def test_a_process_ended_by_a_deployment_is_killed_at_a_statement():
    deployed = next(one for one in incidents(7, 90) if one.what == "deployment")
    faults = Faults((), [deployed], seed=7, start=NOON)

    def runs(at):
        faults.begin("web /", at)
        for _ in range(STATEMENTS):
            faults.statement(lambda *_: None, "SELECT 1", (), False, {})
        faults.end()

    runs(NOON + deployed.end)
    with pytest.raises(Killed):
        runs(NOON + deployed.start)


def test_moving_a_stored_game_in_time_moves_every_time_in_it():
    text = '{"at": "2026-11-20T12:00:00Z", "facts": {"until": "2026-11-20T12:00:00.250000Z", "span": "PT2H"}}'
    later = '{"at": "2027-11-20T13:00:00Z", "facts": {"until": "2027-11-20T13:00:00.250000Z", "span": "PT2H"}}'
    assert moved(text, by=timedelta(days=365, hours=1)) == later


def test_tasks_are_lost_if_they_are_queued_before_or_while_the_queue_is_emptied():
    emptied = next(one for one in incidents(7, 90) if one.what == "queue")
    faults = Faults((), [emptied], seed=7, start=NOON)
    begins, ends = NOON + emptied.start, NOON + emptied.end
    minute = timedelta(minutes=1)
    assert not faults.is_lost(begins - minute, begins - minute)
    assert faults.is_lost(begins - minute, begins)
    assert faults.is_lost(begins, ends + minute)
    assert not faults.is_lost(ends, ends)


def test_a_plan_is_saved_as_json_and_read_back():
    plan = Plan.of(7, 90, range(3), Faults.ALL, "lost-tile")
    assert Plan.from_json(json.loads(json.dumps(plan.as_json()))) == plan
    assert plan.incidents == tuple(range(len(incidents(7, 90))))


# --- emails -------------------------------------------------------------------------------------------------------------


def test_a_bounced_email_is_read_as_a_delivery_report():
    mail = Mail(NOON, "anna@example.org", "<one@localhost>", b"From: Lexicon <lexicon@localhost>\n\n")
    assert report_of(mail.returned("5.1.1", NOON)) == Report("hard", "<one@localhost>")
    assert report_of(mail.returned("4.2.2", NOON)) == Report("soft", "<one@localhost>")


def test_emails_set_aside_are_neither_delivered_nor_counted():
    arrived = []
    provider = Provider(arrived=arrived.append)
    mail = EmailMessage("Hello", "Your move", "lexicon@localhost", ["anna@example.org"])
    with provider.set_aside() as mails:
        provider.take(mail)
    assert ([one.to for one in mails], arrived, provider.taken) == (["anna@example.org"], [], [])
    provider.take(mail)
    assert len(arrived) == len(provider.taken) == 1


# --- programs -----------------------------------------------------------------------------------------------------------


class Server:
    """Loses its first answer. An answer is the number of the request, or of the first one with the same key if it `repeats`."""

    def __init__(self, *, repeats):
        self.repeats, self.requests, self.first, self.lost, self.contradictions = repeats, 0, {}, None, []

    def client(self, address):
        return self

    def generic(self, method, path, body, HTTP_IDEMPOTENCY_KEY, **_):  # noqa: N803  as Django's client names it
        number = self.first.setdefault(HTTP_IDEMPOTENCY_KEY, self.requests) if self.repeats else self.requests
        answer = JsonResponse({"answer": number})
        answer.json = lambda: {"answer": number}
        return answer

    def request(self, path, send):
        self.requests += 1
        answer = send()
        if self.requests == 1:
            self.lost, answer = answer, None
        return answer


def test_a_program_repeats_a_request_and_gets_the_lost_response():
    server = Server(repeats=True)
    assert Program(server, "10.1.0.1", "token").post("/games/5/commands", {"text": "PASS"}) == (200, {"answer": 1})
    assert not server.contradictions


def test_a_request_carried_out_twice_is_noticed():
    server = Server(repeats=False)
    assert Program(server, "10.1.0.1", "token").post("/games/5/commands", {"text": "PASS"}) == (200, {"answer": 2})
    assert len([*invariants.repeated_requests_do_nothing_twice(SimpleNamespace(site=server))]) == 1


# --- the ledger ---------------------------------------------------------------------------------------------------------


def test_an_email_that_arrives_twice_counts_as_done_if_accepted_once():
    ledger = Ledger([Said(NOON, "word-1-1", 1, "mail", 5, UNKNOWN)])
    ledger.settle("word-1-1", is_done=False, at=NOON + HOUR)
    assert ledger.said[0].outcome == REFUSED
    ledger.settle("word-1-1", is_done=True, at=NOON + 2 * HOUR)
    ledger.settle("word-1-1", is_done=False, at=NOON + 3 * HOUR)
    assert (ledger.said[0].outcome, ledger.said[0].at) == (DONE, NOON + 2 * HOUR)


def test_nothing_is_expected_of_actions_lost_by_restoring_a_backup():
    ledger = Ledger([Said(NOON, "before", 1, "api", 5, DONE), Said(NOON + HOUR, "after", 1, "api", 5, DONE)])
    ledger.lose(since=NOON + HOUR)
    assert [one.outcome for one in ledger.said] == [DONE, UNKNOWN]


# --- what others do meanwhile -------------------------------------------------------------------------------------------


def statement(faults, execute=lambda *given: None):
    faults.statement(execute, "SELECT 1", (), False, None)


def test_others_come_between_two_statements_and_are_not_disturbed_themselves():
    faults, came = Faults(("meanwhile",), [], seed=7, start=NOON), []

    def come():
        faults.begin("another request", NOON)
        for _ in range(MEETING):
            statement(faults)
        faults.end()
        came.append(NOON)

    faults.meanwhile = come
    for game_id in range(100):
        faults.begin(f"web /games/{game_id}/order/", NOON)
        for _ in range(MEETING):
            statement(faults)
        faults.end()
    assert 10 < len(came) == faults.counts["things done meanwhile"] < 30


def test_others_are_killed_where_they_would_wait_for_a_lock():
    faults, came = Faults(("meanwhile",), [], seed=7, start=NOON), []

    def locked(*given):
        raise OperationalError

    def come():
        with pytest.raises(Killed):
            statement(faults, locked)
        came.append(NOON)

    faults.meanwhile = come
    for game_id in takewhile(lambda _: not came, count()):
        faults.begin(f"web /games/{game_id}/order/", NOON)
        for _ in range(MEETING):
            statement(faults)
        faults.end()
    assert faults.counts["kills of others at a lock"] == 1


# --- notifications ------------------------------------------------------------------------------------------------------


def test_a_device_reads_push_messages_until_it_is_gone(settings):
    settings.VAPID_PRIVATE_KEY = web_push.new_private_key()
    device = Device(7, 0)
    channel = Channel(address=device.address, **device.keys)
    post = web_push.post_to(
        channel, {"title": "Hello", "url": "/mail/abc/told/"}, topic="game-1", now=datetime.now(UTC)
    )
    arrived, statuses = [], [201, 0, 410, 410]
    receivers = Receivers(lambda address: statuses.pop(0), arrived.append, known={device.address: device})
    answers = receivers.post_all([post] * 4)
    assert [isinstance(answer, NotPosted) or answer for answer in answers] == [201, True, 410, 410]
    assert [(one.notice["title"], one.link) for one in arrived] == [("Hello", "abc")]
    assert [one.silenced for one in receivers.posted] == ["", "", "", "it answered 410"]


def test_an_incident_of_silence_does_not_excuse_late_emails():
    silence = next(one for one in incidents(7, 90) if one.what == "silence")
    faults, during = Faults((), [silence], seed=7, start=NOON), NOON + silence.start
    assert faults.receives("https://push.example.net/1/0", during) == 0
    assert not faults.may_be_late(during)


# --- shorter runs -------------------------------------------------------------------------------------------------------


def test_a_failing_plan_is_reduced_to_what_makes_it_fail():
    """This made-up run fails on its third day if players 3 and 11 are there and incident 2 comes."""

    def made_up(plan):
        fails = {3, 11} <= {*plan.people} and 2 in plan.incidents and plan.days >= 3
        violations = [("", "tiles_add_up", "")] if fails else [("", "another", "")] if 5 in plan.people else []
        return Result(plan.as_json(), violations, hours=60)

    plan = Plan(7, 90, 90, tuple(range(16)), ("kills", "tasks"), (0, 1, 2, 3))
    short, result = shrink(plan, made_up(plan), made_up, most_runs=100)
    assert short == replace(plan, days=3, people=(3, 11), faults=(), incidents=(2,))
    assert result.violations


def test_shrinking_stops_at_the_maximum_number_of_runs():
    ran = []

    def fails_always(plan):
        ran.append(plan)
        return Result(plan.as_json(), [("", "tiles_add_up", "")], hours=24)

    plan = Plan(7, 90, 90, tuple(range(300)), Faults.ALWAYS, ())
    shrink(plan, fails_always(plan), fails_always, most_runs=5)
    assert len(ran) == 1 + 5


# --- whole runs ---------------------------------------------------------------------------------------------------------


@pytest.mark.service
def test_two_runs_of_the_same_plan_are_identical():
    plan = Plan.of(7, 1, range(6), Faults.ALL)
    first, second = (replace(run_apart(plan), seconds=0, times=[]) for _ in range(2))
    assert first == second
    assert first.mails


def test_every_saved_run_says_what_it_found():
    for line in SEEDS.read_text().splitlines():
        given = json.loads(line)
        assert given.pop("found").endswith(".")
        Plan.from_json(given)
