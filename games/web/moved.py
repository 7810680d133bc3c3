"""Redirects from earlier addresses of pages."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt


def moved(to: str, *, keeps_post: bool = False) -> Callable[..., HttpResponse]:
    """Return a view that redirects to the page of this name, with the same arguments and query.

    `keeps_post` is for addresses that programs post to: the request is repeated at the new address, which checks it."""

    @csrf_exempt
    def view(request: HttpRequest, **kwargs: object) -> HttpResponse:
        query = request.META.get("QUERY_STRING", "")
        address = reverse(to, kwargs=kwargs) + (f"?{query}" if query else "")
        return redirect(address, permanent=True, preserve_request=keeps_post)

    return view
