"""The addresses of tournaments and ratings. None of them acts on GET."""

from django.urls import path

from games.tournaments.web import calendar, exports, pages

urlpatterns = [
    path("tournaments/", pages.tournament_list, name="tournaments"),
    path("tournaments/<int:tournament_id>/", pages.tournament, name="tournament"),
    path("tournaments/<int:tournament_id>/do/", pages.act, name="tournament_act"),
    path("tournaments/<int:tournament_id>/withdraw/", pages.withdrawing, name="withdraw"),
    path("tournaments/<int:tournament_id>/standings.csv", exports.standings_csv, name="standings_csv"),
    path("tournaments/<int:tournament_id>/crosstable.csv", exports.crosstable_csv, name="crosstable_csv"),
    path("tournaments/<int:tournament_id>/tournament.trf", exports.tournament_trf, name="tournament_trf"),
    path("tournaments/<int:tournament_id>/tournament.json", exports.tournament_json, name="tournament_json"),
    path("players/<int:player_id>/", pages.show_player, name="player"),
    path("ratings/", pages.show_ratings, name="ratings"),
    path("ratings/<slug:kind>/", pages.show_ratings, name="ratings"),
    path("calendar/new/", calendar.new_calendar_address, name="new_calendar_address"),
    path("calendar/<str:token>.ics", calendar.calendar, name="calendar"),
]
