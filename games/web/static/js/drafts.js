// Saves each change on the board as a draft, and loses nothing if that fails. The texts of the tabs come from the
// server. A layout that couldn't be saved stays in this browser until it can.

import { HEADERS, READER, openAt, renew, show } from "./live.js";

const [SOON, AGAIN, PATIENCE] = [1000, 5000, 10_000]; // milliseconds
const MOST_VERSIONS = 100;

const tabs = () => document.getElementById("tabs");
const chance = () => crypto.getRandomValues(new Uint32Array(3)).join("-");

export class Drafts {
  /** `play` reports each arrangement, `form` sends the text, and the tabs know what is saved. */
  constructor(play, form) {
    this.form = form;
    this.text = this.saved = tabs().dataset.saved;
    this.madeFrom = [form.elements.version.value]; // the known version, and those sent without an answer
    this.mine = `unsaved of ${READER} at ${tabs().dataset.url} `;
    this.key = this.mine + chance(); // of this window: another may have its own text to save
    play.addEventListener("arranged", ({ detail }) => this.follow(detail));
    form.addEventListener("submit", (event) => this.leave(event, () => this.submitAgain(event.submitter)));
    document.addEventListener("htmx:confirm", (event) => event.target.form === form && this.hold(event));
    document.body.addEventListener("htmx:oobAfterSwap", ({ detail }) => detail.target.id === "tabs" && this.goOnAnew());
    document.addEventListener("click", (event) => this.follows(event));
    document.addEventListener("visibilitychange", () => document.hidden && this.save());
    for (const back of ["online", "pageshow"]) addEventListener(back, () => this.save());
    addEventListener("pagehide", () => this.hide());
    this.showOpen();
    this.goOn();
  }

  get isUnsaved() {
    return this.text !== this.saved && !this.isAsked;
  }

  follow({ text, score }) {
    this.text = text;
    const worth = tabs().querySelector("[aria-current]:not(#tab-submitted) .worth");
    if (worth && score) worth.textContent = score;
    clearTimeout(this.timer);
    if (this.isAsked) this.remember();
    else if (this.isUnsaved) this.timer = setTimeout(() => this.save(), SOON);
  }

  /** Save until everything is saved, the server doesn't answer, or it has a question. */
  async save() {
    clearTimeout(this.timer);
    while (this.sending || this.isUnsaved) {
      this.sending ??= this.post(this.text).finally(() => (this.sending = null));
      if (!(await this.sending)) return;
    }
  }

  async post(text) {
    let answer = await this.send(text).catch(() => null);
    if (answer?.status === 403 && (await renew())) answer = await this.send(text).catch(() => null);
    this.isSignedOut = answer?.status === 401;
    if (answer) show(this.isSignedOut);
    const page = new DOMParser().parseFromString((await answer?.text().catch(() => "")) ?? "", "text/html");
    if (!page.getElementById("tabs")) {
      this.remember();
      const unsaved = this.isSignedOut ? "" : tabs().dataset.unsaved;
      tabs().querySelector(".saved").textContent = unsaved;
      this.tell(unsaved);
      this.timer = setTimeout(() => this.save(), AGAIN);
      return false;
    }
    this.show(page);
    this.tell("");
    this.isAsked = !answer.ok;
    if (this.isAsked) {
      this.remember();
      return false;
    }
    this.saved = text;
    this.madeFrom = [this.form.elements.version.value];
    this.forget();
    history.replaceState(null, "", tabs().querySelector("[aria-current]").href);
    return true;
  }

  /** Send a text. It keeps the same version however often it is sent, as an answer may be lost. */
  send(text) {
    if (text !== this.sent) this.madeFrom.push(chance());
    if (this.madeFrom.length > MOST_VERSIONS) this.madeFrom.splice(1, 1);
    this.sent = text;
    const { draft, name, csrfmiddlewaretoken: token } = this.form.elements;
    const body = new URLSearchParams({ do: "keep", layout: text, draft: draft.value, name: name.value });
    body.append("csrfmiddlewaretoken", token.value);
    body.append("as", this.madeFrom.at(-1));
    for (const version of this.madeFrom) body.append("version", version);
    const how = { method: "POST", headers: { ...HEADERS, "HX-Request": "true" }, keepalive: true };
    return fetch(tabs().dataset.url, { ...how, body, signal: AbortSignal.timeout(PATIENCE) });
  }

  /** Show the server's current tabs; text in the name field stays if it is the same draft. */
  show(page) {
    const focused = document.activeElement?.id;
    tabs().replaceWith(page.getElementById("tabs"));
    const [old, now] = [document, page].map((one) => one.getElementById("own-draft"));
    if (old.dataset.draft !== now.dataset.draft) old.replaceWith(now);
    document.getElementById(focused)?.focus();
    this.showOpen();
  }

  /** Say above the status, too, that a layout isn't saved, as the tabs are in a drawer. */
  tell(unsaved) {
    document.getElementById("unsaved")?.remove();
    if (!unsaved) return;
    const note = Object.assign(document.createElement("p"), { className: "note warns", id: "unsaved", textContent: unsaved });
    document.getElementById("notes").append(note);
  }

  /** Scroll the open tab into view. */
  showOpen() {
    if (tabs().querySelector("[role=alert]")) openAt("drafts"); // there is a question
    tabs().querySelector("[aria-current]").scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // --- leaving, and coming back --------------------------------------------------------------------------------------

  follows(event) {
    const link = event.target.closest("a[href]");
    if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.closest("#signed-out")) this.remember(); // it is restored when its player comes back
    else if (link.dataset.drop !== undefined) this.drop();
    else this.leave(event, () => location.assign(link.href));
  }

  /** Save the board before leaving; a question about it keeps the page open. */
  async leave(event, go) {
    if (event.defaultPrevented || this.isLeaving) return;
    if (event.type === "submit" && this.isAsked) this.drop();
    if (!this.sending && !this.isUnsaved) return;
    event.preventDefault();
    await this.save();
    if (this.isAsked || this.isSignedOut) return;
    this.isLeaving = true;
    go();
    this.isLeaving = false;
  }

  /** Save the board before an htmx request, which is sent once everything is saved. */
  async hold(event) {
    if (event.defaultPrevented) return;
    if (this.isAsked) this.drop();
    if (!this.sending && !this.isUnsaved) return;
    event.preventDefault();
    await this.save();
    if (!this.isAsked && !this.isSignedOut) event.detail.issueRequest(true);
  }

  /** The layout was submitted: later changes on the board begin another draft. */
  goOnAnew() {
    this.saved = tabs().dataset.saved;
    this.madeFrom = [this.form.elements.version.value];
    this.forget();
    this.showOpen();
    history.replaceState(null, "", tabs().querySelector("[aria-current]").href);
    this.save();
  }

  submitAgain({ name, value }) {
    this.form.requestSubmit([...this.form.elements].find((one) => one.name === name && one.value === value));
  }

  hide() {
    if (this.text === this.saved) return;
    this.remember();
    if (!this.isAsked) this.send(this.text).catch(() => null); // nobody waits for the answer
  }

  /** Restore a text that wasn't saved when the page was left, with the versions it was made from. */
  goOn() {
    for (const key of Object.keys(localStorage).filter((one) => one.startsWith(this.mine))) {
      const { text, draft, madeFrom } = JSON.parse(localStorage.getItem(key));
      const here = this.form.elements.draft.value;
      if (draft !== here && (here || document.getElementById(`tab-${draft}`))) continue;
      this.key = key;
      if (text === this.saved) return this.forget();
      this.form.elements.draft.value = draft;
      this.madeFrom = madeFrom;
      this.form.elements.layout.value = text;
      return this.form.elements.layout.dispatchEvent(new Event("input"));
    }
  }

  drop() {
    this.saved = this.text;
    this.forget();
  }

  remember() {
    const [{ text, madeFrom }, draft] = [this, this.form.elements.draft.value];
    localStorage.setItem(this.key, JSON.stringify({ text, madeFrom, draft }));
  }

  forget() {
    localStorage.removeItem(this.key);
  }
}
