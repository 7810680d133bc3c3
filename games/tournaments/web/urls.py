"""URL routes of tournaments and ratings. None of them acts on GET."""

from django.urls import path

from games.tournaments.web import calendar, exports, pages, players, running
from games.web.moved import moved

urlpatterns = [
    path("tournaments/", pages.tournament_list, name="tournaments"),
    path("tournaments/<int:tournament_id>/", pages.tournament, name="tournament"),
    path("tournaments/<int:tournament_id>/run/", running.show, name="run_tournament"),
    path("tournaments/<int:tournament_id>/run/preview/", running.show_preview, name="run_preview"),
    path("tournaments/<int:tournament_id>/run/settings/", running.settings, name="run_settings"),
    path("tournaments/<int:tournament_id>/run/events/<int:fixture>/", running.show_events, name="run_events"),
    path("tournaments/<int:tournament_id>/run/act/<slug:verb>/", running.act, name="run_act"),
    path("tournaments/<int:tournament_id>/run/act/<slug:verb>/<int:of>/", running.act, name="run_act_on"),
    path("tournaments/clubs/<str:link>/", running.take_part, name="take_part"),
    path("clubs/<int:club_id>/tournaments/new/", running.new_tournament, name="new_tournament_of_club"),
    path("tournaments/<int:tournament_id>/do/", pages.act, name="tournament_act"),
    path("tournaments/<int:tournament_id>/withdraw/", pages.withdrawing, name="withdraw"),
    path("tournaments/<int:tournament_id>/standings.csv", exports.standings_csv, name="standings_csv"),
    path("tournaments/<int:tournament_id>/crosstable.csv", exports.crosstable_csv, name="crosstable_csv"),
    path("tournaments/<int:tournament_id>/tournament.trf", exports.tournament_trf, name="tournament_trf"),
    path("tournaments/<int:tournament_id>/tournament.json", exports.tournament_json, name="tournament_json"),
    path("players/<int:player_id>/", players.show_player, name="player"),
    path("you/", players.you, name="profile"),
    path("ratings/", pages.show_ratings, name="ratings"),
    path("ratings/<slug:kind>/", pages.show_ratings, name="ratings"),
    path("calendar/new/", calendar.new_calendar_address, name="new_calendar_address"),
    path("calendar/<str:token>.ics", calendar.calendar, name="calendar"),
    # former addresses of directors' pages
    path("admin/tournaments/tournament/<int:tournament_id>/dashboard/", moved("run_tournament")),
    path("admin/tournaments/tournament/<int:tournament_id>/preview/", moved("run_preview")),
    path("admin/tournaments/tournament/<int:tournament_id>/events/<int:fixture>/", moved("run_events")),
]
