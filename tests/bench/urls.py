"""The project's URLs, and the floor: a bare view that locks and updates one row."""

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt

from games.models import Game


@csrf_exempt
def lock_a_row(request: HttpRequest, game_id: int) -> HttpResponse:
    with transaction.atomic():
        game = Game.objects.select_for_update().only("version").get(pk=game_id)
        Game.objects.filter(pk=game_id).update(version=game.version + 1)
    return HttpResponse("done")


urlpatterns = [path("floor/<int:game_id>", lock_a_row), path("", include("lexicon.urls"))]
