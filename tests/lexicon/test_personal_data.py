"""Everything stored about a player can be exported and is deleted with their account. Other players' data slows neither down."""

import json
import re
from dataclasses import dataclass

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection, models

from games import commands, queries
from games.models import Event, Seat
from games.players.models import Invitation, Player, PlayerSession
from notifications.models import BouncingAddress, Channel, DeliveryReport, InboundMail, LocalMail, Message, Notice
from notifications.tasks import tell
from tests.commands.test_farewell import NAME, places_that_tell_of, xanthippe  # noqa: F401  a fixture
from tests.tables import NOON, make_table, start

pytestmark = pytest.mark.django_db(transaction=True)


@dataclass
class NotExported:
    """The reason why a column isn't in a player's export. It is deleted or cleared with the account all the same."""

    reason: str


OF_NOBODY = NotExported("it is of the server, or of all")
OF_STAFF = NotExported(
    "work of the staff about others, whose words and names it has; a member of staff leaves the staff first"
)
PASSES = NotExported("what was sent to the player or came from them, once more, for some days at most")
SECRET = NotExported("a key, of which nobody is told more than that it is there")
OF_A_SUSPICION = NotExported("nobody but moderators ever learns of one, and it would tell of the other, too")
COVERED = {
    "account.EmailAddress.email": "account",
    "account.EmailAddress.user": "account",
    "admin.LogEntry.change_message": OF_STAFF,
    "admin.LogEntry.object_repr": OF_STAFF,
    "admin.LogEntry.user": OF_STAFF,
    "auth.Group.name": OF_NOBODY,
    "auth.Permission.name": OF_NOBODY,
    "games.Bag.name": OF_NOBODY,
    "games.Draft.name": "games",
    "games.Draft.player": "games",
    "games.Figures.player": "figures",
    "games.Game.made_by": "games_made",
    "games.Hint.player": "games",
    "games.Substitution.player": "seats_lent",
    "games.Substitution.substitute": "seats_sat_in_for",
    "games.Note.player": "games",
    "games.Note.text": "games",
    "games.Opponent.other": NotExported("the other’s own count, which they get; it goes with either"),
    "games.Opponent.player": "opponents",
    "games.Preset.name": "presets",
    "games.Preset.player": "presets",
    "games.PuzzleEntry.player": "daily_puzzles",
    "games.Replacement.name": "games_left_to_others",
    "games.Replacement.player": "games_left_to_others",
    "games.Seat.name": "games",
    "games.Seat.player": "games",
    "games.Tally.player": "statistics",
    "games.TileSet.made_by": "tile_sets",
    "games.TileSet.name": "tile_sets",
    "games.Unheard.player": "games",
    "games.WordList.name": OF_NOBODY,
    "games.WordList.words": OF_NOBODY,
    "lexicon.CacheRow.cache_key": PASSES,
    "mfa.Authenticator.user": "second_factors",
    "notifications.BouncingAddress.address": NotExported("whether mail reaches the address stands in `account`"),
    "notifications.Channel.address": "channels",
    "notifications.Channel.name": "channels",
    "notifications.Channel.player": "channels",
    "notifications.DeliveryReport.address": PASSES,
    "notifications.InboundMail.raw": "mails_from_me",
    "notifications.InboundMail.recipient": NotExported("an address of the server’s own, which opens a seat"),
    "notifications.InboundMail.sender": "mails_from_me",
    "notifications.InboundMail.why": "mails_from_me",
    "notifications.LocalMail.address": "copies_of_mails_to_me",
    "notifications.LocalMail.raw": "copies_of_mails_to_me",
    "notifications.LocalMail.sender": OF_NOBODY,
    "notifications.LocalMail.text": "copies_of_mails_to_me",
    "notifications.MailChoice.player": "mail_choices",
    "notifications.MailHours.player": "mail_hours",
    "notifications.Message.address": "mails_to_me",
    "notifications.Message.player": "mails_to_me",
    "notifications.Mute.player": "mail_muted",
    "notifications.Notice.player": NotExported("which event a mail of `mails_to_me` told of; the game’s record has it"),
    "players.ApiToken.name": "tokens",
    "players.ApiToken.player": "tokens",
    "players.Club.name": "clubs",
    "players.Invitation.email": "invitations",
    "players.Invitation.invited_by": "invitations_by_me",
    "players.Invitation.name": "invitations",
    "players.KeptAnswer.player": PASSES,
    "players.Membership.player": "clubs",
    "players.Player.email": "account",
    "players.Player.name": "account",
    "players.Player.next_email": "account",
    "players.PlayerSession.player": "signed_in_until",
    "players.PlayerSession.session_data": SECRET,
    "players.Player_groups.player": OF_STAFF,
    "players.Player_user_permissions.player": OF_STAFF,
    "players.Regard.other": NotExported("how others regard the player, who is never told"),
    "players.Regard.player": "people",
    "players.Report.about": "decisions_of_the_staff",
    "players.Report.by": "reports_by_me",
    "players.Report.decided_by": OF_STAFF,
    "players.Report.why": "reports_by_me",
    "players.Report.words": "reports_by_me",
    "players.Sighting.address": NotExported("a code from which no address can be told; `sightings` counts them by day"),
    "players.Sighting.player": "sightings",
    "players.Suspicion.decided_by": OF_STAFF,
    "players.Suspicion.one": OF_A_SUSPICION,
    "players.Suspicion.other": OF_A_SUSPICION,
    "players.Vacation.player": "vacations",
    "sessions.Session.session_data": OF_NOBODY,  # Django's own table, which is empty: sessions are in `PlayerSession`
    "tournaments.CalendarAddress.player": SECRET,
    "tournaments.Entrant.name": "tournaments",
    "tournaments.Entrant.player": "tournaments",
    "tournaments.News.player": "tournament_news",
    "tournaments.RatingChange.player": "rating_changes",
    "tournaments.Round.published_by": OF_STAFF,
    "tournaments.Ruling.by": "rulings_by_me",
    "tournaments.TakingPart.accepted_by": "clubs_that_i_let_take_part",
    "tournaments.Tournament.name": "tournaments",
    "tournaments.Tournament_directors.player": "tournaments_directed",
    "tournaments.Walkout.player": "walkouts",
}
NAMES = {
    *("name", "email", "address", "sender", "recipient", "raw", "object_repr", "change_message", "words", "text"),
    *("session_data", "cache_key", "why"),
}


def fields_of_people():
    """Yield the name and the field of every column that refers to a player or may hold their address, name or words."""
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.concrete_fields:
            leads_to = field.is_relation and field.related_model is Player
            if leads_to or isinstance(field, models.EmailField) or field.name in NAMES:
                yield f"{model._meta.label}.{field.name}", field


def test_every_column_about_a_player_is_exported_or_has_a_reason_not_to_be(anna):
    found = {name for name, _field in fields_of_people()}
    assert found - set(COVERED) == set(), "say in COVERED how its player gets it, and see that it goes with them"
    assert set(COVERED) - found == set(), "there is no such column any more"
    keys = {key for key in COVERED.values() if isinstance(key, str)}
    assert keys <= set(queries.export(player=anna, now=NOON))


def test_every_row_about_a_player_is_deleted_or_anonymised_with_them():
    for name, field in fields_of_people():
        if field.is_relation:
            assert field.remote_field.on_delete in (models.CASCADE, models.SET_NULL), name


def plant(player, boris):
    """Create rows wherever an address or a name can be stored, besides those that a game writes."""
    address = player.email
    game_id = start(player, boris)
    tell(game_id, now=NOON)
    lobby = make_table(boris, seats=2, invite=[address])
    tell(lobby, now=NOON)
    Invitation.objects.create(game_id=lobby, email=address, name=NAME, invited_by=player, invited_at=NOON)
    InboundMail.objects.create(
        raw=address.encode(), size=1, recipient="x", sender=address, source="x", content_sha256="1", received_at=NOON
    )
    InboundMail.objects.create(  # a bounce of the invitation
        raw=address.encode(), size=1, recipient="x", sender="", source="x", content_sha256="2", received_at=NOON,
        message=Message.objects.get(address=address, invitation__game=lobby),
    )  # fmt: skip
    LocalMail.objects.create(address=address, sender="x", subject=NAME, raw=address.encode(), received_at=NOON)
    DeliveryReport.objects.create(provider="x", how="soft", address=address, reported_at=NOON)
    BouncingAddress.objects.create(address=address)
    Channel.objects.create(player=player, sort="push", name=NAME, address="https://x", made_at=NOON)
    EmailAddress.objects.create(user=player, email=f"new.{address}", verified=False)
    of_players, of_addresses = (ContentType.objects.get_for_model(model) for model in (Player, EmailAddress))
    log = LogEntry.objects.create
    log(user=boris, content_type=of_players, object_id=str(player.pk), object_repr=NAME, action_flag=2)
    log(user=boris, content_type=of_addresses, object_id="1", object_repr=address, action_flag=2)
    log(user=boris, content_type=of_addresses, object_id="2", object_repr=f"walked_out of {NAME}", action_flag=2)
    log(user=boris, content_type=of_players, object_id=str(boris.pk), object_repr="Boris", action_flag=2)
    log(user=boris, object_id="1", object_repr="Owls", action_flag=2, change_message=f"Withdraw: {NAME}. It is fair.")
    added = [{"added": {"name": "player", "object": NAME}}]  # as the admin site writes it
    log(user=boris, object_id="2", object_repr="Owls", action_flag=2, change_message=json.dumps(added))


def test_deleting_an_account_removes_its_name_and_address_everywhere(xanthippe, boris):  # noqa: F811
    plant(xanthippe, boris)
    for address in (xanthippe.email, NAME):
        assert {"LocalMail", "LogEntry"} <= {model for model, _field in places_that_tell_of(address)}
    commands.delete_account(player=xanthippe, now=NOON)
    assert places_that_tell_of(NAME) == set()
    assert LogEntry.objects.filter(object_repr="Boris").exists()
    assert LogEntry.objects.filter(change_message="Withdraw: …. It is fair.").exists()


# --- among many others ------------------------------------------------------------------------------------------------

MANY = 3000
BIG = (Event, Seat, PlayerSession, Message, InboundMail, LocalMail, Invitation, DeliveryReport, Notice)


@pytest.fixture
def among_many(xanthippe, boris, chloe):  # noqa: F811
    """Xanthippe has played; others have left thousands of rows of each kind."""
    plant(xanthippe, boris)
    others = start(boris, chloe)
    games = [others, *(make_table(player, seats=2) for player in [boris, chloe] * 9)]
    address, numbers = "someone{}@example.net".format, range(MANY)
    Player.objects.bulk_create(Player(email=f"{n}@example.net", name=str(n)) for n in range(MANY // 10))
    people = list(Player.objects.exclude(pk=xanthippe.pk))
    more = {
        Event: lambda n: {
            "game_id": games[n % len(games)],
            "n": 1000 + n,
            "at": NOON,
            "verb": "say",
            "facts": {"player": n, "name": "x"},
            "announced_at": NOON,
        },
        PlayerSession: lambda n: {
            "session_key": str(n),
            "session_data": "x" * 200,
            "expire_date": NOON,
            "player": people[n % 300],
        },
        Message: lambda n: {
            "link": f"m{n}",
            "kind": "turn",
            "player": people[n % 300],
            "address": address(n),
            "game_id": others,
            "made_at": NOON,
            "sent_at": NOON,
            "message_id": f"<{n}@x>",
        },
        InboundMail: lambda n: {
            "link": f"i{n}",
            "raw": b"x",
            "size": 1,
            "recipient": "x",
            "sender": address(n),
            "source": "x",
            "content_sha256": f"many {n}",
            "received_at": NOON,
            "read_at": NOON,
            "outcome": "obeyed",
        },
        LocalMail: lambda n: {"address": address(n), "sender": "x", "subject": "x", "raw": b"x", "received_at": NOON},
        Invitation: lambda n: {"link": f"v{n}", "game_id": others, "email": address(n), "invited_at": NOON},
        DeliveryReport: lambda n: {"provider": "x", "how": "soft", "address": address(n), "reported_at": NOON},
    }
    for model, row in more.items():
        model._default_manager.bulk_create([model(**row(n)) for n in numbers], batch_size=500)
    Seat.objects.bulk_create(Seat(game_id=games[-1], number=n, name="", player=None) for n in range(100, 100 + MANY))
    event = Event.objects.filter(game=others).first()
    Notice.objects.bulk_create(
        Notice(
            event=event, player=people[n % 300], game_id=others, seat=0, kind="turn", deadline=str(n), not_before=NOON
        )
        for n in numbers
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return xanthippe


def plans_of(action):
    """Yield each statement that the action sends, with the database's plan for it. Values are passed separately, as the action
    does."""
    sent = []

    def note(execute, sql, params, many, context):
        if not many and sql.split(maxsplit=1)[0] in ("SELECT", "UPDATE", "DELETE"):
            sent.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        action()
    explain = "EXPLAIN" if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN"
    with connection.cursor() as cursor:
        for sql, params in sent:
            cursor.execute(f"{explain} {sql}", params)
            yield sql, "\n".join(str(row[-1]) for row in cursor.fetchall())


def read_whole(plan):
    """Return the big tables that a plan reads from end to end."""
    tables = {model._meta.db_table for model in BIG}
    return {
        table
        for table in tables
        if re.search(rf"Seq Scan on {table}\b|^\W*SCAN {table}\b(?! USING COVERING)", plan, re.MULTILINE)
    }


def test_a_query_plan_with_a_full_table_scan_is_found(among_many):
    [(_, plan)] = plans_of(lambda: list(LocalMail.objects.filter(subject="hello")))
    assert read_whole(plan) == {"notifications_localmail"}


@pytest.mark.parametrize("action", ["export", "delete"])
def test_export_and_deletion_do_not_scan_the_data_of_others(among_many, action):
    player = among_many
    asks = {
        "export": lambda: queries.export(player=player, now=NOON),
        "delete": lambda: commands.delete_account(player=player, now=NOON),
    }
    for sql, plan in plans_of(asks[action]):
        assert read_whole(plan) == set(), f"{sql}\n{plan}"
