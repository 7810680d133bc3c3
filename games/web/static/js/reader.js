// Whose page this is. Each question of a script says so: it is answered 401 where somebody else is signed in here by now, or
// nobody. Then the page says so, and goes on where it was once its reader is back, in this tab or another.

export const READER = document.body.dataset.reader;
export const HEADERS = { "X-Reader": READER };

const note = document.getElementById("signed-out");
const secret = () => /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie)?.[1];
let known = secret();

/** Says that the reader is signed out, or no longer. */
export function show(isOut) {
  if (!note || note.hidden === !isOut) return;
  const link = note.querySelector("a");
  link.href = `${link.dataset.page}?next=${encodeURIComponent(location.pathname + location.search)}`;
  note.hidden = !isOut;
}

/** Signing in anew changes the secret that forms are sent with: they get the new one, if it is the same reader’s. */
export async function renew() {
  const answer = await fetch(location.href, { headers: HEADERS }).catch(() => null);
  if (answer?.status === 401) show(true);
  if (!answer?.ok) return false;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const token = page.querySelector("[name=csrfmiddlewaretoken]")?.value;
  if (!token) return false;
  for (const field of document.querySelectorAll("[name=csrfmiddlewaretoken]")) field.value = token;
  known = secret();
  show(false);
  return true;
}

document.body.addEventListener("htmx:configRequest", ({ detail }) => Object.assign(detail.headers, HEADERS));
document.body.addEventListener("htmx:afterRequest", ({ detail: { xhr } }) => {
  if (xhr.status === 401) show(true);
  else if (xhr.status === 403) renew();
  else if (xhr.status) show(false);
});
for (const sign of ["visibilitychange", "focus"])
  addEventListener(sign, () => !document.hidden && READER && secret() !== known && renew());
