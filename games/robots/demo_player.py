"""Plays one seat of a Lexicon Crossing game of the demo, by commands alone, at instants that the demo names."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from games import commands, store
from games.players.models import Player
from games.rules import registry
from games.rules.chance import Chance
from games.rules.grid import Layout
from games.rules.kind import Order
from games.rules.tiles import VALUES
from games.rules.words import Vocabulary

KIND: Any = registry.kind("crossing")


@dataclass(frozen=True)
class DemoPlayer:
    """One player's seat at a table. Knows what that seat may know; what may not be done is left undone."""

    game_id: int
    seat: int
    player: Player
    vocabulary: Vocabulary
    chance: Chance

    def looks(self, at: datetime) -> None:
        commands.look(game_id=self.game_id, player=self.player, now=at)

    def submits(self, at: datetime, *, tries: int = 0) -> None:
        """Look, then submit the layout that stands with what is new added, or one of some others if it is better."""
        self.looks(at)
        view = self._view(at)
        found = [self._arranged(view, start=view.layout), *(self._arranged(view) for _ in range(tries))]
        best = max(found, key=lambda layout: KIND.layouts.score(layout, None, self.vocabulary).value)
        if best and best != view.layout:
            self._give(at, Order("GRID", {"layout": best}))

    def jaywalks(self, at: datetime) -> None:
        """Give the hardest tile back."""
        view = self._view(at)
        if view.allows("JAYWALK"):
            self._give(at, Order("JAYWALK", {"tiles": (max(view.hand, key=VALUES.__getitem__),)}))

    def asks(self, at: datetime) -> None:
        view = self._view(at)
        verb = "RED" if view.next_is_red else "GREEN"
        if view.allows(verb):
            self._give(at, Order(verb))

    def is_done(self, at: datetime) -> None:
        if self._view(at).allows("DONE"):
            self._give(at, Order("DONE"))

    def says(self, text: str, at: datetime) -> None:
        commands.say(game_id=self.game_id, player=self.player, text=text, now=at)

    def keeps_a_draft(self, at: datetime) -> None:
        """Another layout, beside the submitted one."""
        layout = self._arranged(self._view(at))
        if layout:
            commands.save_draft(game_id=self.game_id, player=self.player, layout=layout, now=at)

    def _view(self, at: datetime) -> Any:
        return store.seen_now(self.game_id, now=at).view(self.seat)

    def _arranged(self, view: Any, start: Layout = ()) -> Layout:
        """All tiles, as a robot lays them from `start` on; nothing where it finds no layout."""
        seen = replace(view, score=None, layout=start)
        orders = KIND.next_orders(seen, self.seat, self.vocabulary, self.chance)
        return next((order.facts["layout"] for order in orders if order.verb == "GRID"), ())

    def _give(self, at: datetime, order: Order) -> None:
        commands.play(game_id=self.game_id, player=self.player, orders=[order], now=at)
