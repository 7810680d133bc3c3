"""Whole games in writing, replayed line by line: each order, and everything that it led to.

A transcript opens with its seats, options and words. Each order is one line, with the time since the deal in hours and
minutes. Below it, indented, is what happened, each thing at its own instant, or why the order was refused. The result comes
last. An order of several lines has ` & ` between them; staff actions are given by `Staff`. To write a transcript, write the
orders, replay it, and read every line that they led to.
"""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from games.rules import registry
from games.rules.options import read_options
from games.rules.values import Joining, Order, OrderRefused, Resources, StaffAction
from games.rules.words import AnyWord
from tests.rules.position import Words

ROOT = Path(__file__).parents[1] / "transcripts"
TRANSCRIPTS = sorted(ROOT.glob("*/*.txt"))
STAFF = "Staff"  # gives staff actions in place of a player's orders
DEAL = datetime(2026, 11, 20, 12, tzinfo=UTC)


class Replay:
    """One transcript as it is played again; `lines` is what the transcript should say."""

    def __init__(self, kind, head):
        self.kind, self.names, self.lines = kind, head["seats"].split(), []
        words = Words(head["words"].split()) if "words" in head else AnyWord()
        self.resources = Resources(key=bytes(32), words=words)
        by_mail = head.get("by mail", "").split()
        joining = [Joining(tiles_by_email=name in by_mail) for name in self.names]
        options = read_options(kind.options_type, json.loads(head.get("options", "{}")))
        self._take(kind.start(joining, options, self.resources, DEAL))
        self.wait(DEAL)

    def _take(self, step):
        self.state = step.state
        self.lines += [f"    {self._written(event)}" for event in step.events]

    def wait(self, until):
        while (due := self.kind.due(self.state)) and due.at <= until:
            self._take(self.kind.tick(self.state, self.resources))

    def give(self, name, text, at):
        self.wait(at)
        self.lines.append(f"{clock(at)} {name}: {text}")
        try:
            if name == STAFF:
                self._take(self.kind.govern(self.state, self._act(text), self.resources, at))
                self.wait(at)
                return
            for order in self._orders(text):
                self._take(self.kind.play(self.state, self.names.index(name), order, self.resources, at))
                self.wait(at)
        except OrderRefused as refused:
            self.lines.append(f"    refused: {refused}")

    def _act(self, text):
        """Read a line such as `extend Boris by=3600 because it snows`; an instant is a time since the deal."""
        text, _, reason = text.partition(" because ")
        verb, *rest = text.split()
        seat = next((self.names.index(word) for word in rest if word in self.names), None)
        facts = dict(word.split("=") for word in rest if "=" in word)
        read = {"until": after, "by": int, "bank": bool}
        return StaffAction(verb.upper(), reason, seat, **{name: read[name](value) for name, value in facts.items()})

    def _orders(self, text):
        verb, _, rest = text.partition(" ")
        if verb == "vacation":
            starts, ends = (DEAL + timedelta(hours=int(hours)) for hours in rest.split(" to "))
            return [Order("VACATION", {"starts": starts.isoformat(), "ends": ends.isoformat()})]
        if verb == "grid":
            return [Order("GRID", {"layout": rest.split("/")})]
        read = self.kind.read(text.replace(" & ", "\n"), self.state.options).orders
        return list(self.kind.in_order_of_play(read)) or [Order(text.upper())]

    def _written(self, event):
        who = f" {self.names[event.seat]}" if event.seat is not None else ""
        facts = {name: value for name, value in event.facts.items() if name not in ("round", "results")}
        return f"{clock(event.at)} {event.verb}{who}" + "".join(f" {name}={plain(facts[name])}" for name in facts)

    def result(self):
        for rank in self.kind.ranks(self.state) if self.state.phase == "finished" else ():
            self.lines.append(f"{rank.rank}. {self.names[rank.seat]} {rank.shown}".rstrip())


def clock(at):
    minutes = int((at - DEAL) / timedelta(minutes=1))
    return f"{minutes // 60}:{minutes % 60:02}"


def after(text):
    hours, minutes = map(int, text.split(":"))
    return DEAL + timedelta(hours=hours, minutes=minutes)


def plain(value):
    if isinstance(value, list):
        return "/".join("".join(part) if isinstance(part, list) else str(part) for part in value) or "nothing"
    return value


def replayed(kind, text):
    """Return the text of the transcript when it is replayed."""
    head_text, _, body = text.partition("\n\n")
    head = dict(line.split(": ", 1) for line in head_text.splitlines())
    replay = Replay(kind, head)
    for line in body.splitlines():
        if line[:1].isdigit() and ": " in line:
            when, name, order = line.split(" ", 2)
            replay.give(name.removesuffix(":"), order, after(when))
    replay.result()
    return "\n".join([head_text, "", *replay.lines, ""])


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_transcript_matches_its_replay(path):
    text = path.read_text("utf-8")
    assert replayed(registry.kind(path.parent.name), text) == text
