// The devices page: subscribes this browser at its push service, and marks it in the list.

import { forget, remember } from "./device.js";

const form = document.querySelector("form[data-push]");
const fields = form.elements;
const cannot = document.querySelector("[data-cannot]");

function raw(key) {
  const text = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function called() {
  const told = navigator.userAgentData;
  if (told) {
    const brands = told.brands.map(({ brand }) => brand).filter((brand) => !/Not.A.Brand/.test(brand)); // browsers add a made-up one
    return `${brands.find((brand) => brand !== "Chromium") ?? brands[0] ?? ""} · ${told.platform}`;
  }
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(navigator.userAgent)?.[1] ?? "";
  const system = /(iPhone|iPad|Android|Windows|Macintosh|Linux)/.exec(navigator.userAgent)?.[1] ?? "";
  return [browser, system].filter(Boolean).join(" · ");
}

async function subscribe(worker) {
  const before = await worker.pushManager.getSubscription();
  await before?.unsubscribe(); // it may belong to an older key of the server
  return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: raw(form.dataset.push) });
}

async function begin() {
  if (!("PushManager" in window) || !("Notification" in window)) return;
  await navigator.serviceWorker.register("/service-worker.js");
  const worker = await navigator.serviceWorker.ready;
  form.hidden = false;
  cannot.hidden = true;
  const own = await worker.pushManager.getSubscription();
  const isListed = [...document.querySelectorAll("[data-device]")].some(({ dataset }) => dataset.device === own?.endpoint);
  await (isListed ? remember(own.endpoint) : forget());
  for (const device of document.querySelectorAll("[data-device]"))
    if (device.dataset.device === own?.endpoint) {
      device.querySelector("[data-this]").hidden = false;
      form.hidden = true;
    }
  form.addEventListener("submit", async (event) => {
    if (fields.address.value) return;
    event.preventDefault();
    const allowed = (await Notification.requestPermission()) === "granted";
    const made = allowed ? await subscribe(worker).catch(() => null) : null;
    if (!made) {
      document.querySelector("[data-denied]").hidden = false;
      return;
    }
    const { endpoint, keys } = made.toJSON();
    [fields.address.value, fields.p256dh.value, fields.auth.value] = [endpoint, keys.p256dh, keys.auth];
    fields.name.value = called();
    form.submit();
  });
}

if (form && "serviceWorker" in navigator) begin().catch(() => {}); // if the browser forbids it, the page says so
