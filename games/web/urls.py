"""The addresses of the pages. None of them acts on GET."""

from django.urls import path

from games.web.views import (
    drafts,
    home,
    installed,
    invitations,
    lobby,
    new_game,
    orders,
    profile,
    result,
    rules,
    table,
    talk,
)

urlpatterns = [
    path("", home.home, name="home"),
    path("next/", home.next_game, name="next_game"),
    path("practice/", home.practice, name="practice"),
    path("games/new/", new_game.new_game, name="new_game"),
    path("games/<int:game_id>/", table.game, name="game"),
    path("games/<int:game_id>/result/", result.result, name="result"),
    path("games/<int:game_id>/film.json", result.film, name="film"),
    path("games/<int:game_id>/record.json", table.record, name="record"),
    path("games/<int:game_id>/order/", orders.order, name="order"),
    path("games/<int:game_id>/words.json", table.words, name="words"),
    path("games/<int:game_id>/layout/", orders.layout, name="layout"),
    path("games/<int:game_id>/drafts/", drafts.drafts, name="drafts"),
    path("games/<int:game_id>/say/", talk.say, name="say"),
    path("games/<int:game_id>/mute/", talk.mute, name="mute"),
    path("games/<int:game_id>/note/", talk.note, name="note"),
    path("games/<int:game_id>/tiles-by-email/", orders.tiles_by_email, name="tiles_by_email"),
    path("games/<int:game_id>/lobby/", lobby.lobby, name="lobby"),
    path("games/<int:game_id>/seats/", lobby.seats, name="seats"),
    path("games/<int:game_id>/<slug:verb>/confirm/", orders.confirm, name="confirm"),
    path("invitations/<str:token>/", invitations.invitation, name="invitation"),
    path("profile/", profile.profile, name="profile"),
    path("rules/", rules.rules, name="rules"),
    path("icon-<int:waiting>.svg", installed.icon, name="icon"),
    path("offline/", installed.offline, name="offline"),
    path("service-worker.js", installed.service_worker, name="service_worker"),
]
