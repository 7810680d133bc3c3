"""`manage.py api_token USER`: create an API token for a player, which is shown only this once."""

import json

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.players.models import ApiToken, Player
from games.players.tokens import make_token
from games.rules.names import is_readable, normalise
from games.rules.values import OrderRefused

LONGEST_NAME = ApiToken._meta.get_field("name").max_length or 0


class Command(BaseCommand):
    help = "Create an API token. It is printed once and stored only as a hash."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("user", help="the player's email address")
        parser.add_argument("--name", default="command line", help="name of the token (default: %(default)s)")
        parser.add_argument("--scope", choices=ApiToken.Scope.values, default=ApiToken.Scope.PLAY.value)

    def handle(self, *, user: str, name: str, scope: str, **options: object) -> None:
        player = Player.objects.filter(email=user.strip().lower(), is_active=True).first()
        if player is None:
            raise CommandError(f"No active player has the email address {user}.")
        name = normalise(name)
        if len(name) > LONGEST_NAME or not is_readable(name):
            raise CommandError(f"A name must have 1 to {LONGEST_NAME} characters.")
        try:
            secret = make_token(player=player, name=name, scope=scope, now=timezone.now())
        except OrderRefused as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(json.dumps({"token": secret, "name": name, "scope": scope}))
