"""The statistics of a kind of game over HTTP: those of all public games and, for a request with a token, those of the
token's player."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from ninja import Router, Schema

from games import queries
from games.api.access import AnyoneToRead, reader_of
from games.api.games import READS
from games.rules import registry
from games.rules.alphabets.known import ENGLISH, alphabet_of, codes

router = Router(tags=["statistics"])


class CountShape(Schema):
    """`all` counts listed games among people, `mine` the games of the token's player, private ones too."""

    value: str
    all: int
    mine: int


class GroupShape(Schema):
    topic: str
    group: str
    counts: list[CountShape]


class StatisticsShape(Schema):
    kind: str
    language: str
    groups: list[GroupShape]


@router.get("/statistics/{kind}", auth=AnyoneToRead(), response={200: StatisticsShape, **READS}, summary="Statistics")
def show_statistics(request: HttpRequest, kind: str, language: str = ENGLISH.code) -> HttpResponse:
    """Games in one language, given by its code: scores by tile set and number of players, rounds per game, who starts or
    requests a light, and letters given back."""
    if kind not in registry.KINDS or language not in codes():
        raise Http404
    groups = [
        {
            "topic": group.topic,
            "group": group.name,
            "counts": [{"value": one.value, "all": one.everybody, "mine": one.mine} for one in group.counts],
        }
        for group in queries.statistics(kind=kind, player=reader_of(request), alphabet=alphabet_of(language)).groups
    ]
    return JsonResponse({"kind": kind, "language": language, "groups": groups})
