"""Notifications on devices and webhooks: switching them on and off, and what people do with those they get."""

import re
from datetime import timedelta
from random import Random
from typing import Any

from tests.simulation.people import SIGN_IN, Person
from tests.simulation.playing import play_there
from tests.simulation.receivers import RECEIVERS, Device, Posted, Receiver, Webhook

PATH = "/settings/notifications/channels/"
SORTS = ("discord", "slack", "json")
AFTER = (0, 15, 60, 240, 720)
"""The minutes after which an email can follow."""
WHERE = re.compile(r"/(?:mail/[^/\s]+/told|games/\d+|tournaments/\d+|daily)/")
END = re.compile(r"/mail/[^/\s]+/webhook/")
SAVED = "The webhook has been saved."
OFF = "it was switched off"


def choose_notices(person: Person, drawn: Random) -> None:
    """Switch a device or a webhook on or, if one is on, perhaps off; let the browser renew its subscription, or choose when an email
    follows."""
    is_on = any(not one.silenced for one in person.receivers)
    match drawn.choice(
        ("device", "webhook", "renew", "off", "off", "after") if is_on else ("device", "device", "webhook")
    ):
        case "device":
            _switch_on(person, drawn, Device(person.number, len(person.receivers)))
        case "webhook":
            _switch_on(person, drawn, Webhook(person.number, len(person.receivers)))
        case "renew":
            _renew(person)
        case "off":
            _switch_off(person)
        case _:
            path = "/settings/notifications/"
            person.fill_in(path, path, "mail_after", do="hours", mail_after=drawn.choice(AFTER))


def _switch_on(person: Person, drawn: Random, new: Receiver) -> None:
    """Give the site an address to post to, by page or API. A webhook replaces an earlier one."""
    person.receivers.append(new)
    RECEIVERS.known[new.address] = new
    given: dict[str, Any] = {"address": new.address}
    given |= {"name": "Phone", **new.keys} if isinstance(new, Device) else {"sort": drawn.choice(SORTS)}
    if person.program:
        where, method = ("devices", "POST") if isinstance(new, Device) else ("webhook", "PUT")
        status, _ = person.program.post(f"/channels/{where}", given, method=method)
        is_done = 200 <= status < 300
    else:
        do, holds = ("device", "p256dh") if isinstance(new, Device) else ("webhook", "sort")
        new.session = person.browser.session
        is_done = SAVED in person.fill_in(PATH, PATH, holds, do=do, **given).text
    if is_done and isinstance(new, Webhook):
        _silence(person, Webhook, "it was replaced", but=new)


def _renew(person: Person) -> None:
    """Post the new address of the newest device in place of the one before, as a service worker does."""
    devices = [one for one in person.receivers if isinstance(one, Device) and not one.silenced]
    if not devices:
        return
    before, new = devices[-1], Device(person.number, len(person.receivers))
    path = f"{PATH}renewed/"
    if person.open(path).path == path:
        person.receivers.append(new)
        RECEIVERS.known[new.address], new.session = new, person.browser.session
        answer = person.browser.post(path, {"before": before.address, "address": new.address, **new.keys})
        if answer.status == 204:
            before.silenced = "it was renewed"


def _switch_off(person: Person) -> None:
    """Switch off everything that the page or the API lists."""
    if person.program:
        status, listed = person.program.get("/channels")
        ids = [one["id"] for one in listed["channels"]] if status == 200 else []
        answers = [person.program.post(f"/channels/{one}", {}, method="DELETE")[0] for one in ids]
        if status == 200 and all(answer == 204 for answer in answers):
            _silence(person, Receiver, OFF)
        return
    pages = [person.open(PATH)]
    for _ in person.receivers:
        pages.append(person.browser.submit(pages[-1], PATH, "channel", do="off"))
    if all(page.status == 200 and page.path == PATH for page in pages):
        _silence(person, Receiver, OFF)


def sign_out(person: Person, drawn: Random) -> None:
    """Sign out. Notifications that were switched on in this session end with it."""
    session = person.browser.session
    person.fill_in("/accounts/logout/", "/accounts/logout/")
    if session and person.browser.open(PATH).path.startswith(SIGN_IN):
        person.has_account = False
        for one in person.receivers:
            if isinstance(one, Device) and one.session == session:
                one.silenced = "its session ended"


def _silence(person: Person, sort: type[Receiver], why: str, *, but: Receiver | None = None) -> None:
    for one in person.receivers:
        if isinstance(one, sort) and one is not but:
            one.silenced = why


# --- notifications that arrive -----------------------------------------------------------------------------------------------------------


def get_notice(person: Person, posted: Posted) -> None:
    """Look at a notification after a while if awake, or ignore it."""
    drawn = person.draws("whether to look at a notification")
    if person.is_awake(person.now) and drawn.random() < 0.5:
        at = person.now + timedelta(minutes=drawn.randrange(1, 90))
        person.site.agenda.at(at, lambda: None if person.is_gone else _look_at(person, posted))


def _look_at(person: Person, posted: Posted) -> None:
    """Follow its link and play, or use it to switch notifications off."""
    drawn = person.draws("what to do with a notification")
    if drawn.random() < 0.05:
        _switch_off_from(person, posted)
        return
    if found := WHERE.search(posted.text):
        page = person.open(found[0])
        if page.is_fine:
            play_there(person, drawn, page)


def _switch_off_from(person: Person, posted: Posted) -> None:
    """Switch this device or webhook off from the notification, which needs no account."""
    if isinstance(posted.to, Device):
        answer = person.browser.post(f"{PATH}off/", {"address": posted.to.address})
    elif found := END.search(posted.text):
        answer = person.browser.post(found[0], {"List-Unsubscribe": "One-Click"})
    else:
        return
    if answer.status in (200, 204):
        posted.to.silenced = OFF
