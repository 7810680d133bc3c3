"""A device is switched on in a real browser, and its service worker shows what a push service delivers.

Headless Chromium has neither a push service nor notifications. So `subscribe` and `showNotification` are replaced
here, the former using the keys of our own test device, and messages are delivered by the developer tools."""

import json

import pytest
from playwright.sync_api import expect

from games import commands
from notifications import tasks
from notifications.channels import delivery, web_push
from notifications.models import Channel
from notifications.preferences.choices import LONGEST_SETTLING
from tests.browser.axe import violations_by_day_and_night
from tests.browser.conftest import LAPTOP, PHONE
from tests.positions import just_now

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WITH_A_PUSH_SERVICE = """(subscription) => {
  Notification.requestPermission = async () => "granted";
  const brands = ["Google Chrome", "Chromium", "Not=A?Brand"].map((brand) => ({ brand })); // in any order
  Object.defineProperty(Navigator.prototype, "userAgentData", { value: { brands, platform: "Android" } });
  PushManager.prototype.subscribe = async () => ({ toJSON: () => subscription });
}"""
KEEPS_WHAT_IT_SHOWS = """(endpoint) => {
  self.shown = [];
  self.led = [];
  self.woken = [];
  ServiceWorkerRegistration.prototype.showNotification = async (title, { body, tag, data, actions }) =>
    self.shown.push({ title, body, tag, url: data, off: actions[0].title });
  PushManager.prototype.getSubscription = async () => ({ endpoint, unsubscribe: async () => self.led.push("unsubscribed") });
  Clients.prototype.openWindow = async (address) => self.led.push(address);
  const page = { postMessage: (said) => self.woken.push(said) };
  Clients.prototype.matchAll = async ({ includeUncontrolled }) => (includeUncontrolled ? [page] : []);
}"""
TAKES_WHAT_IS_SHOWN = """async () => {
  for (let look = 0; look < 500 && !self.shown.length; look++) await new Promise((resolve) => setTimeout(resolve, 10));
  return self.shown;
}"""
CLICK = """([action, url]) => new Promise((resolve) => {
  const click = new ExtendableEvent("notificationclick");
  Object.assign(click, { action, notification: { close() {}, data: url } });
  click.waitUntil = (work) => work.then(resolve); // its own is for events of the browser
  self.dispatchEvent(click);
})"""

KEEPS_ITS_SUBSCRIPTION = """(subscription) => {
  Notification.requestPermission = async () => "granted";
  const own = () => localStorage.subscribed && { ...subscription, toJSON: () => subscription };
  PushManager.prototype.getSubscription = async () => own() || null;
  PushManager.prototype.subscribe = async () => (localStorage.subscribed = "yes") && own();
}"""
HAS_LOST_ITS_SUBSCRIPTION = """(renewed) => {
  self.own = null;
  PushManager.prototype.getSubscription = async () => self.own;
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    if (!renewed) throw new DOMException("", "NotAllowedError");
    return (self.own = { ...renewed, key: applicationServerKey, toJSON: () => renewed });
  };
}"""
IS_TOLD_SO = """() => new Promise((resolve) => {
  const change = new ExtendableEvent("pushsubscriptionchange");
  change.waitUntil = (work) => work.then(resolve);
  self.dispatchEvent(change);
})"""
LAST_ASKED_LONG_AGO = """async () => {
  const memory = await caches.open("device");
  await memory.put("/device", Response.json({ ...(await (await memory.match("/device")).json()), at: 0 }));
}"""
NO_LONGER = "This device no longer gets notifications."


def subscribed(device):
    return {"endpoint": device.address, "keys": device.keys}


@pytest.fixture
def switched_on(window, anna, signed_in, phone):
    """Anna's page in a browser that gets notifications, and that browser's service worker."""
    page = signed_in(window(size=PHONE), anna)
    page.add_init_script(f"({KEEPS_ITS_SUBSCRIPTION})({json.dumps(subscribed(phone))})")
    page.goto("/settings/notifications/channels/")
    page.get_by_role("button", name="Switch on for this device").click()
    expect(page.get_by_text("this device", exact=True)).to_be_visible()
    (worker,) = page.context.service_workers
    return page, worker


def test_a_subscription_renewed_by_the_browser_replaces_the_old_one(switched_on, anna, tablet):
    page, worker = switched_on
    name = Channel.objects.get(player=anna).name
    worker.evaluate(HAS_LOST_ITS_SUBSCRIPTION, subscribed(tablet))
    assert worker.evaluate(IS_TOLD_SO)
    device = Channel.objects.get(player=anna)
    assert (device.address, device.p256dh, device.name) == (tablet.address, tablet.keys["p256dh"], name)
    assert worker.evaluate("() => self.own.key") == web_push.public_key()
    page.goto("/")
    page.wait_for_load_state("networkidle")
    expect(page.get_by_text(NO_LONGER)).to_be_hidden()


def test_a_device_that_cannot_renew_says_so_on_the_next_page(switched_on, anna, boris):
    page, worker = switched_on
    worker.evaluate(HAS_LOST_ITS_SUBSCRIPTION, None)
    assert not worker.evaluate(IS_TOLD_SO)
    page.goto("/")
    expect(page.get_by_text(NO_LONGER)).to_be_visible()
    assert list(violations_by_day_and_night(page)) == []
    page.evaluate("delete localStorage.subscribed")
    page.get_by_role("link", name="Switch them on again").click()
    expect(page.get_by_role("button", name="Switch on for this device")).to_be_visible()
    expect(page.get_by_text(NO_LONGER)).to_be_hidden()
    page.goto("/")
    page.wait_for_load_state("networkidle")
    expect(page.get_by_text(NO_LONGER)).to_be_hidden()


def test_a_device_learns_within_a_day_that_the_server_has_dropped_it(switched_on, phone):
    page, worker = switched_on
    worker.evaluate(HAS_LOST_ITS_SUBSCRIPTION, None)
    worker.evaluate("(endpoint) => (self.own = { endpoint, toJSON: () => ({ endpoint, keys: {} }) })", phone.address)
    worker.evaluate(LAST_ASKED_LONG_AGO)
    assert worker.evaluate(IS_TOLD_SO)
    Channel.objects.all().delete()
    assert worker.evaluate(IS_TOLD_SO)  # requested a moment ago
    worker.evaluate(LAST_ASKED_LONG_AGO)
    page.goto("/")
    expect(page.get_by_text(NO_LONGER)).to_be_visible()


def worker_of(page, device):
    """Return this page's service worker, a list that records what it shows, and a function that delivers to it."""
    registered, session = [], page.context.new_cdp_session(page)
    session.on("ServiceWorker.workerRegistrationUpdated", lambda told: registered.extend(told["registrations"]))
    session.send("ServiceWorker.enable")
    while not registered:
        page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    (worker,) = page.context.service_workers
    worker.evaluate(KEEPS_WHAT_IT_SHOWS, device.address)
    origin = page.evaluate("location.origin")

    def deliver(payload):
        pushed = {"origin": origin, "registrationId": registered[0]["registrationId"], "data": json.dumps(payload)}
        session.send("ServiceWorker.deliverPushMessage", pushed)
        return worker.evaluate(TAKES_WHAT_IS_SHOWN)

    return worker, deliver


def test_a_phone_can_be_switched_on_notified_and_switched_off(window, game_id, anna, boris, signed_in, phone):
    page = signed_in(window(size=PHONE), boris)
    page.add_init_script(f"({WITH_A_PUSH_SERVICE})({json.dumps({'endpoint': phone.address, 'keys': phone.keys})})")
    page.goto("/settings/notifications/channels/")
    page.get_by_role("button", name="Switch on for this device").click()
    expect(page.get_by_text("Notifications are now on for this device.")).to_be_visible()
    expect(page.get_by_text("Google Chrome · Android")).to_be_visible()
    worker, deliver = worker_of(page, phone)

    now = just_now()
    commands.say(game_id=game_id, player=anna, text="Hello", now=now)
    tasks.tell(game_id, now=now)
    tasks.tell(game_id, now=now + LONGEST_SETTLING)
    delivery.tell(boris.pk, now=now + LONGEST_SETTLING)
    pushed = phone.got[-1]
    assert deliver(pushed) == [pushed]
    assert worker.evaluate("() => self.woken") == ["pushed"]

    worker.evaluate(CLICK, ["", pushed["url"]])
    assert worker.evaluate("() => self.led") == [page.evaluate("location.origin") + pushed["url"]]
    page.goto(pushed["url"])
    expect(page).to_have_url(f"{page.evaluate('location.origin')}/games/{game_id}/")

    worker.evaluate(CLICK, ["off", pushed["url"]])
    assert worker.evaluate("() => self.led.at(-1)") == "unsubscribed"
    assert not Channel.objects.exists()


def test_a_browser_that_blocks_notifications_is_explained(window, anna, signed_in, vapid_key):
    page = signed_in(window(), anna)
    page.goto("/settings/notifications/channels/")
    page.get_by_role("button", name="Switch on for this device").click()
    expect(page.get_by_text("blocked in this browser")).to_be_visible()
    assert not Channel.objects.exists()


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_the_page_of_channels_is_accessible(window, anna, signed_in, phone, size, screenshot):
    phone.switch_on(anna, now=just_now())
    delivery.set_webhook(player=anna, sort="json", address=f"{phone.address}/{'a' * 100}", now=just_now())
    page = signed_in(window(size=size), anna)
    page.goto("/settings/notifications/channels/")
    page.get_by_text("How requests are signed").click()
    assert list(violations_by_day_and_night(page)) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    screenshot(page, f"channels-{size['width']}")


def test_a_device_can_be_switched_off_without_javascript(window, anna, signed_in, phone):
    phone.switch_on(anna, now=just_now())
    page = signed_in(window(script=False), anna)
    page.goto("/settings/notifications/channels/")
    page.get_by_role("button", name="Switch off: /phone").click()
    expect(page.get_by_text("You haven’t switched on notifications on any device yet.")).to_be_visible()
    assert not Channel.objects.exists()
