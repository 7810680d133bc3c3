"""The API for channels: a player lists, adds and removes their devices and webhook, with an API token."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from ninja import Router, Schema
from pydantic import ConfigDict, Field

from games.api.access import TokenToPlay, caller_of
from games.api.games import REFUSALS
from games.api.repeats import repeatable
from notifications.channels import delivery, web_push
from notifications.models import Channel

router = Router(tags=["channels"])


class NewDevice(Schema):
    """A subscription to web push, as its browser or program has it."""

    model_config = ConfigDict(extra="forbid")

    address: str = Field(description="The endpoint of its push service", max_length=1000)
    p256dh: str = Field(description="Its public key, as base64url", max_length=100)
    auth: str = Field(description="Its secret, as base64url", max_length=40)
    name: str = Field("", description="Your name for the device", max_length=60)


class NewWebhook(Schema):
    """An address to post to, and in which shape."""

    model_config = ConfigDict(extra="forbid")

    sort: str = Field(description="discord, slack or json", max_length=7)
    address: str = Field(description="An address that begins with https://", max_length=1000)


@router.get("/channels", auth=TokenToPlay(), response={200: dict, **REFUSALS}, summary="Your devices and webhook")
def list_channels(request: HttpRequest) -> HttpResponse:
    """With the public key that a device subscribes with. It is null if this server has no notifications for devices."""
    own = Channel.objects.filter(player=caller_of(request)).order_by("pk")
    key = web_push.public_key() if web_push.is_set_up() else None
    return JsonResponse({"public_key": key, "channels": [_shown(channel) for channel in own]})


@router.post("/channels/devices", auth=TokenToPlay(), response={201: dict, **REFUSALS}, summary="Add a device")
@repeatable
def switch_on_device(request: HttpRequest, asked: NewDevice) -> HttpResponse:
    """We notify it before we email you. A device with the same address is replaced."""
    device = delivery.switch_on_device(player=caller_of(request), now=timezone.now(), **asked.dict())
    return JsonResponse(_shown(device), status=201)


@router.put("/channels/webhook", auth=TokenToPlay(), response={200: dict, **REFUSALS}, summary="Save the webhook")
def set_webhook(request: HttpRequest, asked: NewWebhook) -> HttpResponse:
    """It replaces an earlier one. For plain JSON, the answer has the secret that requests are signed with. You get it only once."""
    webhook = delivery.set_webhook(player=caller_of(request), now=timezone.now(), **asked.dict())
    return JsonResponse({**_shown(webhook), **({"secret": webhook.secret} if webhook.secret else {})})


@router.delete(
    "/channels/{channel}",
    auth=TokenToPlay(),
    response={204: None, **REFUSALS},
    summary="Remove a device or the webhook",
)
def switch_off(request: HttpRequest, channel: str) -> HttpResponse:
    """By its ID."""
    delivery.end(get_object_or_404(Channel, player=caller_of(request), link=channel))
    return HttpResponse(status=204)


def _shown(channel: Channel) -> Mapping[str, object]:
    return {
        "id": channel.link,
        "sort": channel.sort,
        "name": channel.name,
        "address": channel.address,
        "made_at": channel.made_at,
        "told_at": channel.told_at,
        "failing_since": channel.failing_since,
        "ended_at": channel.ended_at,
    }
