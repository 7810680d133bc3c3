"""The emails about a substitute, to the substitute or the player: a request, the answer to it, and the end. They show
nothing of the game, as its own emails go to the substitute from then on."""

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games import queries
from games.players.models import Player
from games.players.tokens import token_of_substitution
from games.queries.substitutes import SubstitutionLine
from games.wording import clock_time
from notifications.outgoing.mails.invitation import unlinked
from notifications.outgoing.mails.parts import Button, Facts, Link, MailContent, Part, Small
from notifications.tokens import page


def substitution_mail(substitution_id: int, *, player: Player, now: datetime) -> MailContent | None:
    """Return the email to a player about this substitution, in its current state; None if it isn't theirs, or the substitute
    knows already."""
    substitution = queries.substitution_with(substitution_id, player=player)
    if substitution is None:
        return None
    line = queries.substitution_line(substitution, player=player, now=now)
    if not line.is_yours and line.status in ("coming", "running"):
        return None
    headline = _headline(line)
    where = _("{kind}, with {others}").format(kind=line.kind_name, others=unlinked(line.others))
    terms = Facts(
        (
            (_("The game"), where),
            (_("Starts"), clock_time(line.starts)),
            (_("Ends"), clock_time(line.ends)),
            (_("You can") if not line.is_yours else pgettext("a lent seat", "Allowed"), line.may_says),
        )
    )
    manage = Link(_("Manage substitute"), page("substitute", line.game_id), "")
    return MailContent(
        subject=_("{headline} (Lexicon game {id})").format(id=line.game_id, headline=headline.rstrip(".")),
        headline=headline,
        under=line.kind_name,
        parts=(terms, *((manage,) if line.is_yours else _to_the_substitute(line))),
        turn=0,
    )


def _headline(line: SubstitutionLine) -> str:
    player, substitute = unlinked(line.player), unlinked(line.substitute)
    if line.is_yours:
        says = {
            "declined": _("{substitute} can’t play for you."),
            "over": _("{substitute} is no longer playing for you."),
        }.get(line.status, _("{substitute} has accepted your request to play for you."))
        return says.format(substitute=substitute)
    if line.status == "asked":
        return _("{player} asks you to play for them.").format(player=player)
    return _("You’re no longer playing for {player}.").format(player=player)


def _to_the_substitute(line: SubstitutionLine) -> tuple[Part, ...]:
    if line.status != "asked":
        return ()
    says = _(
        "Once it begins, you see what they see in the game, make their moves and get the game’s emails. Everyone "
        "in the game is notified. The result is theirs alone. If you do nothing, nothing changes. We don’t read "
        "replies to this email."
    )
    to = page("substitution", token_of_substitution(line.link))
    return (
        Button(_("Accept or decline"), to, _("opening the link changes nothing until you press a button")),
        Small(says),
    )
