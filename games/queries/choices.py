"""Orders on offer in a game or a puzzle, in words for one reader."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext

from games.rules.panels import Field, Offer
from games.rules.texts import Text
from games.wording import speak


@dataclass(frozen=True)
class Choice:
    """Something that the reader may do now, or that they may not do yet. Each text is put into words, with the names of
    the players, when it is first needed: a page shows few of them."""

    offer: Offer
    names: Sequence[str]

    @property
    def verb(self) -> str:
        return self.offer.verb

    @property
    def fields(self) -> tuple[Field, ...]:
        return self.offer.fields

    @property
    def at(self) -> str:
        return self.offer.at

    @property
    def can_be_tried(self) -> bool:
        return self.offer.can_be_tried

    @property
    def allowed(self) -> bool:
        return self.offer.refusal is None

    @cached_property
    def label(self) -> str:
        return speak(self.offer.label, self.names)

    @cached_property
    def reason(self) -> str:
        """The reason why it may not be done yet; empty if it may."""
        return self._in_words(self.offer.refusal)

    @cached_property
    def brief(self) -> str:
        """A word or two on what it does, or on why it may not be done yet."""
        return self._in_words(self.offer.brief)

    @cached_property
    def does(self) -> str:
        """The sentence for emails that says what it does."""
        return self._in_words(self.offer.does)

    @cached_property
    def says(self) -> str:
        return self._in_words(self.offer.says)

    @cached_property
    def question(self) -> str:
        """The question to confirm first; empty for an order that needs no confirmation."""
        asks = self.offer.asks
        return (
            (self._in_words(asks.question) or gettext("{order}: are you sure?").format(order=self.label))
            if asks
            else ""
        )

    @cached_property
    def warns(self) -> tuple[str, ...]:
        """Sentences on what the order would do, beside the question."""
        return tuple(map(self._in_words, self.offer.asks.says)) if self.offer.asks else ()

    @cached_property
    def button(self) -> str:
        """The label of the button that confirms it."""
        asks = self.offer.asks
        return (self._in_words(asks.button) or self.label) if asks else ""

    def _in_words(self, text: Text | None) -> str:
        return speak(text, self.names) if text else ""
