// Saves a settings form as soon as one of its fields changes. "Saved" is shown beside the label for a while; a refused
// form comes back with the reason.

const SHOWN_FOR = 4000; // milliseconds

function follow(form) {
  const said = document.createElement("output");
  let timer, last;
  form.append(said);
  form.addEventListener("change", async ({ target }) => {
    clearTimeout(timer);
    said.textContent = "";
    const root = document.documentElement;
    if (target.name in root.dataset) root.dataset[target.name] = target.value; // a new look is shown before it is saved
    const body = new URLSearchParams(new FormData(form));
    const sent = (last = (last ?? Promise.resolve()).then(() => fetch(form.action, { method: "POST", body })));
    const answer = await sent.catch(() => null);
    if (sent !== last) return; // a later change reports
    if (!answer?.ok) return form.requestSubmit(); // the browser shows the error
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const now = page.getElementById(form.id);
    if (!now) return form.requestSubmit(); // signed out meanwhile
    const refused = page.querySelector("#content .note.wrong");
    if (refused || now.querySelector(".errorlist")) {
      if (refused) form.before(document.importNode(refused, true));
      form.replaceWith(document.importNode(now, true));
      const again = document.getElementById(form.id);
      follow(again);
      again.elements[target.name]?.focus?.();
      return;
    }
    if (page.documentElement.lang !== root.lang) return location.reload();
    for (const note of document.querySelectorAll(".stack > .note.wrong")) note.remove();
    for (const list of form.querySelectorAll(".errorlist")) list.remove();
    const { theme, ground, face } = page.documentElement.dataset;
    Object.assign(root.dataset, { theme, ground, face });
    for (const part of page.querySelectorAll("[data-present]"))
      document.getElementById(part.id)?.replaceChildren(...document.importNode(part, true).childNodes);
    said.style.top = `${target.closest(".field, fieldset").offsetTop}px`;
    said.textContent = `✓ ${form.dataset.saved}`;
    timer = setTimeout(() => (said.textContent = ""), SHOWN_FOR);
  });
}

for (const form of document.querySelectorAll("form.at-once")) follow(form);
