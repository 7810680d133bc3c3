// The page of a game in which each has a board of their own: arranges it by hand, tells what it is worth before it is submitted,
// keeps each arrangement as a draft, and turns tiles face up when somebody is really there. Everything here but arranging is
// also possible without it. One file, as a page has a budget of requests.

import * as tiles from "./board/arrangement.js";
import { Board } from "./board/board.js";
import { press } from "./board/gestures.js";
import "./live.js";

const SIGNS_OF_LIFE = ["keydown", "pointerdown", "pointermove", "touchstart"];

const [SOON, AGAIN, PATIENCE] = [1000, 5000, 10_000]; // milliseconds
const MOST_VERSIONS = 100;

const tabs = () => document.getElementById("tabs");
const chance = () => crypto.getRandomValues(new Uint32Array(3)).join("-");

/** A board of one's own: all that one holds, what it is worth as it lies, and the button that submits it. */
class OwnBoard extends Board {
  /** `play` is the section with the board as the server drew it, `form` the one with the text box. */
  constructor(play, form) {
    super(play);
    Object.assign(this, { text: form.elements.layout, unsaid: [] });
    Object.assign(this.says, JSON.parse(document.getElementById("score-says").textContent));
    this.words = new Map(); // to whether they are in the list; undefined while that is asked
    this.begin();
    new MutationObserver(() => this.followHand()).observe(play, { childList: true });
  }

  get hand() {
    return this.play.querySelector("#hand").dataset.hand;
  }

  /** What the server has laid it has judged: that need not be asked. */
  build(parts) {
    const scores = this.play.querySelector(".scores");
    const submitted = [...scores.querySelectorAll("p:has(> .score)")].at(-1);
    scores.replaceChildren(this.worth.parentElement, submitted, this.difference, this.verdict.parentElement);
    this.play.querySelector(".ground").replaceWith(parts);
    this.rack.after(this.play.querySelector("#hand"));
    const { laid, struck } = this.play.dataset;
    const judged = tiles.wordsOf(tiles.written(laid.split("/")));
    for (const word of judged) this.words.set(word, !struck.split(",").includes(word));
  }

  joinForm() {
    super.joinForm();
    document.addEventListener("click", (event) => {
      if (this.score.struck.length && event.target.closest("#submit")) event.preventDefault();
    });
  }

  worthOf(sign) {
    return tiles.valueOf(sign);
  }

  statesOf(tile) {
    const { crossings, struck, isKnown, inWord } = this.score;
    return {
      crossing: crossings.some((crossing) => crossing.tile === tile),
      struck: struck.some((run) => run.tiles.includes(tile)),
      leftover: Boolean(tile.place) && isKnown && !inWord.has(tile),
    };
  }

  /** What tiles earn. */
  remarkOn(ids) {
    return tiles.earnedBy(ids, this.score, this.fill);
  }

  get tools() {
    return {
      sums: () => {
        this.earnings.hidden = !press(this.summing);
        if (!this.earnings.hidden) this.say([this.terms.textContent, this.each.textContent].filter(Boolean).join("; "));
      },
    };
  }

  judge() {
    this.score = tiles.scoreOf(this.now, (word) => this.words.get(word));
    this.showStates();
    if (this.score.isKnown) this.showSums();
    else this.lookUp(tiles.wordsOf(this.now).filter((word) => !this.words.has(word)));
  }

  /** Asks which of the runs not known yet are words: only words go out, never a layout. */
  async lookUp(asked) {
    if (!asked.length) return; // the answer is on its way
    for (const word of asked) this.words.set(word, undefined);
    const answer = await fetch(`${this.play.dataset.words}?of=${asked.join(",")}`).catch(() => null);
    const found = answer?.ok && (await answer.json()).words;
    for (const word of asked) found ? this.words.set(word, found.includes(word)) : this.words.delete(word);
    if (found) this.judge();
    else this.reason.textContent = this.says.unreachable;
    this.tell();
    if (this.unsaid.length) this.report();
  }

  showSums() {
    const sums = tiles.sumsOf(this.score, this.play.dataset.submitted, this.fill);
    for (const part of ["worth", "difference", "verdict", "counts", "terms", "each", "reason"])
      this[part].textContent = sums[part];
    this.verdict.classList.toggle("bad", Boolean(sums.reason));
    const button = document.getElementById("submit");
    if (!button) return;
    const [brief, why] = [button.querySelector("small"), document.getElementById("why-submit")];
    button.ariaDisabled = Boolean(sums.reason);
    button.setAttribute("aria-describedby", sums.reason ? this.reason.id : why.id);
    brief.dataset.plain ??= brief.textContent;
    brief.textContent = sums.brief || brief.dataset.plain;
    why.textContent = sums.why;
  }

  /** What was done before, and waits for the server to be said, is said with it; the eye has only the last of that. */
  say(text) {
    if (!text) return;
    const last = this.unsaid.pop() ?? "";
    this.before.textContent = this.unsaid.splice(0).join(" ");
    this.said.textContent = `${last} ${text}`.trim();
  }

  /** What was done is said together with what that is worth, once the server has answered. */
  report(done) {
    if (done) this.unsaid.push(done);
    const { isKnown, struck } = this.score;
    if (isKnown) this.say(`${this.worth.textContent} ${struck.length ? this.verdict.textContent : ""}`.trim());
    else if (this.reason.textContent === this.says.unreachable) this.say(this.says.unreachable);
  }

  /** Each arrangement is told: `score` as the sums show it, null while it is not known. */
  tell() {
    const detail = { text: this.rows, score: this.score.isKnown ? tiles.shown(this.score) : null };
    this.play.dispatchEvent(new CustomEvent("arranged", { detail }));
  }
}

/** Keeps what lies on the board: each change is saved as a draft by itself, and nothing is lost where that fails. What the tabs
 *  say comes from the server. A text that is not saved stays in this browser until it is. */
class Drafts {
  /** `play` tells of each arrangement, `form` sends the text; the tabs know what of it is kept. */
  constructor(play, form) {
    this.form = form;
    this.text = this.saved = tabs().dataset.kept;
    this.madeFrom = [form.elements.version.value]; // the version known, and those sent that were not answered
    this.mine = `unsaved ${tabs().dataset.url} `;
    this.key = this.mine + chance(); // of this window: another may have a text of its own to save
    play.addEventListener("arranged", ({ detail }) => this.follow(detail));
    form.addEventListener("submit", (event) => this.leave(event, () => this.submitAgain(event.submitter)));
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

  /** Until all is saved, or the server does not answer, or has to ask something. */
  async save() {
    clearTimeout(this.timer);
    while (this.sending || this.isUnsaved) {
      this.sending ??= this.post(this.text).finally(() => (this.sending = null));
      if (!(await this.sending)) return;
    }
  }

  async post(text) {
    const answer = await this.send(text).catch(() => null);
    const page = new DOMParser().parseFromString((await answer?.text().catch(() => "")) ?? "", "text/html");
    if (!page.getElementById("tabs")) {
      this.remember();
      tabs().querySelector(".saved").textContent = tabs().dataset.unsaved;
      this.timer = setTimeout(() => this.save(), AGAIN);
      return false;
    }
    this.show(page);
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

  /** One text has one version, however often it is sent: an answer may be lost on the way. */
  send(text) {
    if (text !== this.sent) this.madeFrom.push(chance());
    if (this.madeFrom.length > MOST_VERSIONS) this.madeFrom.splice(1, 1);
    this.sent = text;
    const { draft, name, csrfmiddlewaretoken: token } = this.form.elements;
    const body = new URLSearchParams({ do: "keep", layout: text, draft: draft.value, name: name.value });
    body.append("csrfmiddlewaretoken", token.value);
    body.append("as", this.madeFrom.at(-1));
    for (const version of this.madeFrom) body.append("version", version);
    const how = { method: "POST", headers: { "HX-Request": "true" }, keepalive: true };
    return fetch(tabs().dataset.url, { ...how, body, signal: AbortSignal.timeout(PATIENCE) });
  }

  /** The tabs as the server has them now; what is written in the field for the name stays, if it is the same draft. */
  show(page) {
    const focused = document.activeElement?.id;
    tabs().replaceWith(page.getElementById("tabs"));
    const [old, now] = [document, page].map((one) => one.getElementById("own-draft"));
    if (old.dataset.draft !== now.dataset.draft) old.replaceWith(now);
    document.getElementById(focused)?.focus();
    this.showOpen();
  }

  /** The tab that is open, where there are more than a phone is wide. */
  showOpen() {
    tabs().querySelector("[aria-current]").scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // --- leaving, and coming back ------------------------------------------------------------------------------------

  follows(event) {
    const link = event.target.closest("a[href]");
    if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.dataset.drop !== undefined) this.drop();
    else this.leave(event, () => location.assign(link.href));
  }

  /** What lies on the board is saved first; a question about it keeps the page. */
  async leave(event, go) {
    if (event.defaultPrevented || this.isLeaving) return;
    if (event.type === "submit" && this.isAsked) this.drop();
    if (!this.sending && !this.isUnsaved) return;
    event.preventDefault();
    await this.save();
    if (this.isAsked) return;
    this.isLeaving = true;
    go();
    this.isLeaving = false;
  }

  submitAgain({ name, value }) {
    this.form.requestSubmit([...this.form.elements].find((one) => one.name === name && one.value === value));
  }

  hide() {
    if (this.text === this.saved) return;
    this.remember();
    if (!this.isAsked) this.send(this.text).catch(() => null); // nobody is here for the answer
  }

  /** A text that was not saved when the page was left lies on the board again, made from what it was made from. */
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

function look() {
  const form = document.getElementById("look");
  if (!form || document.visibilityState !== "visible" || !window.htmx) return;
  window.htmx.trigger(form, "look");
}

const play = document.querySelector(".play[data-words]");
const edit = document.getElementById("edit");
if (play) {
  new OwnBoard(play, edit);
  new Drafts(play, edit);
}

for (const sign of SIGNS_OF_LIFE) document.addEventListener(sign, look, { passive: true });
