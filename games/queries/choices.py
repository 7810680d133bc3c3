"""Orders on offer in a game or a puzzle, in words for one reader."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from games.rules.panels import Field, Offer
from games.rules.texts import Text
from games.wording import speak


@dataclass(frozen=True)
class Choice:
    """Something that the reader may do now, in words; or the reason why they may not. `brief` puts either into a word
    or two, and `does` is the sentence for emails. If the order asks for confirmation first, `question` is what it asks,
    `warns` says what the order would do, and `button` is the label of the button that confirms it."""

    offer: Offer
    label: str
    reason: str = ""
    brief: str = ""
    does: str = ""
    says: str = ""
    question: str = ""
    warns: tuple[str, ...] = ()
    button: str = ""

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


def in_words(offer: Offer, names: Sequence[str]) -> Choice:
    """Return an offer of the rules in words, with the names of the players."""

    def words(text: Text | None) -> str:
        return speak(text, names) if text else ""

    label, asks = words(offer.label), offer.asks
    return Choice(
        offer=offer,
        label=label,
        reason=words(offer.refusal),
        brief=words(offer.brief),
        does=words(offer.does),
        says=words(offer.says),
        question=(words(asks.question) or gettext("{order}: are you sure?").format(order=label)) if asks else "",
        warns=tuple(map(words, asks.says)) if asks else (),
        button=(words(asks.button) or label) if asks else "",
    )
