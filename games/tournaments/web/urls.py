"""The addresses of tournaments. None of them acts on GET."""

from django.urls import path

from games.tournaments.web.views import calendar, lists, players

urlpatterns = [
    path("tournaments/", lists.tournament_list, name="tournaments"),
    path("calendar/new/", calendar.new_calendar_address, name="new_calendar_address"),
    path("calendar/<str:token>.ics", calendar.calendar, name="calendar"),
    path("players/<int:player_id>/", players.show_player, name="player"),
    path("ratings/<slug:kind>/", players.show_ratings, name="ratings"),
]
