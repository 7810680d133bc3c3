"""The addresses of tournaments. None of them acts on GET."""

from django.urls import path

from games.tournaments.web.views import calendar, lists

urlpatterns = [
    path("tournaments/", lists.tournament_list, name="tournaments"),
    path("calendar/new/", calendar.new_calendar_address, name="new_calendar_address"),
    path("calendar/<str:token>.ics", calendar.calendar, name="calendar"),
]
