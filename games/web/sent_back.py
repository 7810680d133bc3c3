"""Forms that could not be carried out. A form is kept in the session until its sender next opens the page that it
belongs to, which shows it once.

So reloading that page doesn't send the form again, and later pages don't repeat the refusal."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial, wraps

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from games.rules.texts import Text
from games.rules.values import OrderRefused, Unreadable
from games.web.asking import P, View, hides_games, in_words
from games.wording import speak

MOST_KEPT = 50_000  # characters of a form; a longer one is not saved, but the browser still has it
NOT_WRITTEN = ("csrfmiddlewaretoken", "turn", "sure", "do")


class NotFilledIn(Exception):
    """Raised for a field that is empty or has a value the form didn't offer; `why` says what to do, in the reader's
    words."""

    def __init__(self, why: str, *, field: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.field = field


@dataclass(frozen=True, kw_only=True)
class Fault:
    """The reason why a form was not carried out, in words for its sender.

    `field` is the name of the field at fault. If the fault is in a text, `line` is the line that could not be read, and
    `correct` an example. `was_overtaken` is True if another tab or device came first. `is_doubt` is True if the reason
    is only a warning: sent again unchanged, the form is carried out."""

    why: str = ""
    field: str = ""
    line: str = ""
    correct: str = ""
    is_unread: bool = False
    was_overtaken: bool = False
    is_doubt: bool = False


NO_FAULT = Fault()


@dataclass(frozen=True, kw_only=True)
class Sent(Fault):
    """A form that is shown again with what was sent. `form` is the verb of an order, or the page's own name of the
    form."""

    form: str
    given: Mapping[str, Sequence[str]]

    def one(self, name: str) -> str:
        """Return the value of a field that has one."""
        return next(iter(self.given.get(name, ())), "")

    @property
    def posted(self) -> QueryDict:
        """The values in the form that Django reads."""
        posted = QueryDict(mutable=True)
        for name, values in self.given.items():
            posted.setlist(name, list(values))
        return posted

    @property
    def written(self) -> list[str]:
        """Everything that the sender wrote or chose."""
        return [value for name, values in self.given.items() if name.startswith("field-") for value in values]


def fault_of(error: NotFilledIn | Unreadable | OrderRefused, say: Callable[[Text], str]) -> Fault:
    """Return the fault for an exception; `say` puts a text into words for the sender."""
    match error:
        case NotFilledIn():
            return Fault(why=error.why, field=error.field)
        case Unreadable():
            return Fault(why=say(error.why), line=error.line, correct=error.correct)
    return Fault(why=say(error.why))


def sent_with(request: HttpRequest, form: str, fault: Fault) -> Sent:
    """Return the form as posted, without hidden fields of the page."""
    given = {name: request.POST.getlist(name) for name in request.POST if name not in NOT_WRITTEN}
    if sum(len(value) for values in given.values() for value in values) > MOST_KEPT:
        too_long = gettext("This was too long to save here. Go back in your browser and shorten it.")
        given, fault = {}, replace(fault, why=fault.why or too_long)
    return Sent(form=form, given=given, **asdict(fault))


def send_back(request: HttpRequest, place: object, form: str, fault: Fault = NO_FAULT) -> None:
    """Save what was posted, for the next time its sender opens this page. `place` is a game's number, or another name
    of the page."""
    keep(request, place, sent_with(request, form, fault))


def keep(request: HttpRequest, place: object, sent: Sent) -> None:
    """Save this form for the next time its sender opens the page `place`."""
    request.session[_key(place)] = asdict(sent)


def ask_again(request: HttpRequest, form: str = "", fault: Fault = NO_FAULT, *, at: str = "") -> HttpResponse:
    """Redirect to a page that shows again what was posted, because it was not carried out. The page is `at` or, without
    it, the one to which the form was sent."""
    send_back(request, at or request.path, form, fault)
    return redirect(at or request.path)


def refuse(request: HttpRequest, form: str, refused: OrderRefused) -> HttpResponse:
    """Redirect to the page of a form that was refused by the rules or by a command, and show the reason there."""
    return ask_again(request, form, Fault(why=speak(refused.why, ())))


def refuse_at_table(
    request: HttpRequest, game_id: int, refused: OrderRefused | Unreadable, *, form: str, was_overtaken: bool = False
) -> HttpResponse:
    """Redirect to the game as it is now, and show the refusal of a form there. If the form was unreadable, an example
    is shown, too."""
    fault = fault_of(refused, partial(in_words, request, game_id))
    fault = replace(fault, was_overtaken=was_overtaken, is_unread=isinstance(refused, Unreadable))
    send_back(request, game_id, form, fault)
    return to_the_table(game_id, form)


def to_the_table(game_id: int, form: str) -> HttpResponse:
    """Redirect to the game's page: to the form of this order, or to the top if `form` isn't an order."""
    place = f"order-{form}" if form.isupper() else "content"
    return redirect(f"{reverse('game', args=[game_id])}#{place}")


def acts_at_table(form: str) -> Callable[[View[P]], View[P]]:
    """Decorate a view for a POST by a signed-in player at a game they may see; a refusal is shown on the game's
    page, at this form."""

    def acting(view: View[P]) -> View[P]:
        @require_POST
        @login_required
        @hides_games
        @wraps(view)
        def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            try:
                return view(request, *args, **kwargs)
            except (OrderRefused, Unreadable) as fault:
                game_id = kwargs["game_id"]
                assert isinstance(game_id, int)
                return refuse_at_table(request, game_id, fault, form=form)

        return answer

    return acting


def posted_or_sent(request: HttpRequest) -> QueryDict | None:
    """Return the content of a page's only form: what is posted now or, on a page that is only opened, what was posted
    before and not carried out."""
    if request.method == "POST":
        return request.POST
    sent = take_back(request, request.path)
    return sent.posted if sent else None


def is_sent_back(request: HttpRequest, place: object) -> bool:
    return _key(place) in request.session


def take_back(request: HttpRequest, place: object) -> Sent | None:
    """Return the form that this page is to show again, and remove it, so that no later page shows it; None if there is
    none."""
    kept = request.session.pop(_key(place), None)
    return Sent(**kept) if kept else None


def _key(place: object) -> str:
    return f"sent back {place}"
