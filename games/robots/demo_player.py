"""Plays one seat of a Lexicon Crossing game of the demo, by commands alone, at instants that the demo names."""

from dataclasses import dataclass
from datetime import datetime

from games import commands, store
from games.players.models import Player
from games.rules.chance import Chance
from games.rules.crossing.robot import arrange, hardest
from games.rules.crossing.scoring import score
from games.rules.crossing.view import CrossingView
from games.rules.grid import Layout
from games.rules.kind import Order
from games.rules.vocabulary import Vocabulary


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
        best = max(filter(None, found), key=lambda layout: score(layout, None, self.vocabulary).value, default=None)
        if best and best != view.layout:
            self._give(at, Order("GRID", {"layout": best}))

    def jaywalks(self, at: datetime) -> None:
        """Give the hardest tile back."""
        view = self._view(at)
        if view.allows("JAYWALK"):
            self._give(at, Order("JAYWALK", {"tiles": (hardest(view.hand),)}))

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

    def _view(self, at: datetime) -> CrossingView:
        view: CrossingView = store.seen_now(self.game_id, now=at).view(self.seat)
        return view

    def _arranged(self, view: CrossingView, start: Layout = ()) -> Layout | None:
        return arrange(view.hand, self.vocabulary, chance=self.chance, start=start)

    def _give(self, at: datetime, order: Order) -> None:
        commands.play(game_id=self.game_id, player=self.player, orders=[order], now=at)
