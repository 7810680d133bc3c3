"""Fields in which a director names somebody, or some tables, of a tournament."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.db.models import Model, QuerySet
from django.utils.translation import gettext

from games.players.models import Player
from games.tournaments.admin.naming import names_at
from games.tournaments.models import Entrant, Fixture
from games.tournaments.queries.ledger import called
from games.web.asking import number_in

if TYPE_CHECKING:  # Django's own classes take no parameters when they run
    _One = forms.ModelChoiceField[Any]
    _Several = forms.ModelMultipleChoiceField[Any]
else:
    _One, _Several = forms.ModelChoiceField, forms.ModelMultipleChoiceField


class PlayerField(forms.CharField):
    """A player of this server, by their whole name or mail address. Nobody is listed."""

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            return None
        people = Player.objects.filter(is_active=True)
        found = list(people.filter(email=text.lower()) if "@" in text else people.filter(name__iexact=text)[:2])
        if not found:
            raise forms.ValidationError(
                gettext("Nobody here is called {name}. Write the whole name, or their mail address.").format(name=text)
            )
        if len(found) > 1:
            raise forms.ValidationError(
                gettext("More than one player is called {name}. Write their mail address.").format(name=text)
            )
        return found[0]


def _numbered(entrant: Any) -> str:
    return f"{entrant.number}. {called(entrant)}"


class EntrantChoice(_One):
    """Somebody who has entered, by number and name."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(Entrant.objects.none(), **kwargs)

    def label_from_instance(self, obj: Model) -> str:
        return _numbered(obj)


class SeveralChoice(_Several):
    """Several rows, ticked."""

    def __init__(self, rows: QuerySet[Any], **kwargs: Any) -> None:
        super().__init__(rows, widget=forms.CheckboxSelectMultiple, **kwargs)

    def clean(self, value: Any) -> Any:
        """Asks no database for a number that it cannot hold."""
        for one in value or ():
            if number_in(str(one)) is None:
                raise forms.ValidationError(self.error_messages["invalid_pk_value"], params={"pk": str(one)[:20]})
        return super().clean(value)


class EntrantsChoice(SeveralChoice):
    """Several of those who have entered."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(Entrant.objects.none(), **kwargs)

    def label_from_instance(self, obj: Model) -> str:
        return _numbered(obj)


class TablesChoice(SeveralChoice):
    """Several tables of a round, with who sits there."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(Fixture.objects.none(), **kwargs)

    def label_from_instance(self, obj: Model) -> str:
        assert isinstance(obj, Fixture)
        return gettext("Table {n}: {names}").format(n=obj.number, names=names_at(obj))
