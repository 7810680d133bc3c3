// The page of a game in which each has a board of their own: arranges it by hand, tells what it is worth before it is submitted,
// and turns tiles face up when somebody is really there. Everything here but arranging is also possible without it.

import * as tiles from "./board/arrangement.js";
import { ScoredBoard } from "./board/board.js";
import { Drafts } from "./drafts.js";
import { HEADERS, isByHand, show } from "./live.js";

const SIGNS_OF_LIFE = ["keydown", "pointerdown", "pointermove", "touchstart"];

/** A board of one's own: all that one holds, what it is worth as it lies, and the button that submits it. */
class OwnBoard extends ScoredBoard {
  /** `play` is the section with the board as the server drew it, `form` the one with the text box. */
  constructor(play, form) {
    super(play);
    Object.assign(this, { text: form.elements.layout, unsaid: [] });
    this.begin();
    new MutationObserver(() => this.followHand()).observe(play, { childList: true });
    new MutationObserver(() => this.judge()).observe(play.querySelector(".scores"), { childList: true });
  }

  get hand() {
    return this.play.querySelector("#hand").dataset.hand;
  }

  /** Where words are challenged later, nobody asks whether they are words. */
  isWord(word) {
    return !this.play.dataset.words || super.isWord(word);
  }

  /** What the server has laid it has judged: that need not be asked. */
  build(parts) {
    const scores = this.play.querySelector(".scores");
    scores.replaceChildren(this.worth.parentElement, scores.querySelector("#submitted"), this.difference, this.verdict.parentElement);
    this.play.querySelector(".ground").replaceWith(parts);
    this.rack.after(this.play.querySelector("#hand"));
    const { laid, struck } = this.play.dataset;
    this.know(laid.split("/"), (word) => !struck.split(",").includes(word));
  }

  joinForm() {
    super.joinForm();
    document.addEventListener("htmx:confirm", (event) => {
      if (event.target.ariaDisabled === "true") event.preventDefault();
    });
  }

  /** What tiles earn. */
  remarkOn(ids) {
    return tiles.earnedBy(ids, this.score, this.fill);
  }

  get tools() {
    const { sums } = super.tools;
    const says = () => this.say([this.terms.textContent, this.each.textContent].filter(Boolean).join("; "));
    return { sums: () => sums() || says() };
  }

  async lookUp(asked) {
    await super.lookUp(asked);
    this.tell();
    if (this.unsaid.length) this.report();
  }

  async ask(address) {
    const answer = await fetch(address, { headers: HEADERS });
    if (answer.status === 401) show(true);
    return answer;
  }

  get button() {
    return [...document.querySelectorAll("#look .main, #orders .main")].find((button) => button.checkVisibility()) ?? null;
  }

  /** What was submitted, as the page has it now. */
  get submitted() {
    return this.play.querySelector("#submitted").dataset;
  }

  showSums() {
    const sums = super.showSums(this.submitted.score);
    const button = document.getElementById("submit");
    if (!button) return;
    this.showNext(button, sums);
    const [brief, why] = [button.querySelector("small"), document.getElementById("why-submit")];
    button.ariaDisabled = Boolean(sums.reason);
    button.setAttribute("aria-describedby", sums.reason ? this.reason.id : why.id);
    brief.dataset.plain ??= brief.textContent;
    brief.textContent = sums.brief || brief.dataset.plain;
    why.textContent = sums.why;
  }

  /** The one button that is next is filled, and what the hints say fits it. */
  showNext(submit, sums) {
    const isChanged = this.rows !== this.submitted.rows.replaceAll("/", "\n");
    const isComplete = !tiles.rackOf(this.now).length && !this.score.struck.length && !this.score.leftover;
    const [both, look] = ["submit-and-ask", "look"].map((id) => document.getElementById(id));
    const asksWithLayout = Boolean(both) && isChanged && isComplete;
    for (const part of both?.parentElement.children ?? []) part.hidden = (part === both) !== asksWithLayout;
    const label = submit.firstElementChild;
    label.textContent = isChanged || !this.rows ? label.dataset.changed : label.dataset.same;
    submit.classList.toggle("main", isChanged && Boolean(this.rows) && !asksWithLayout && !sums.reason && !sums.why && !look);
    for (const next of document.querySelectorAll("#do-GREEN, #do-RED, #do-DONE")) next.classList.toggle("main", !isChanged && isComplete);
    this.rack.dataset.plain ??= this.rack.dataset.bare;
    this.rack.dataset.bare = isChanged ? this.rack.dataset.plain : this.says.allSubmitted;
  }

  /** What was done before, and waits for the server to be said, is said with it; the eye has only the last of that. */
  say(text, { isForTheEar = false } = {}) {
    if (!text) return;
    this.said.parentElement.classList.toggle("for-the-ear", isForTheEar);
    const last = this.unsaid.pop() ?? "";
    this.before.textContent = this.unsaid.splice(0).join(" ");
    this.said.textContent = `${last} ${text}`.trim();
  }

  /** What was done is said together with what that is worth, once the server has answered. */
  report(done) {
    if (done) this.unsaid.push(done);
    const { isKnown, struck } = this.score;
    if (isKnown) this.say(`${this.sums.worth} ${struck.length ? this.verdict.textContent : ""}`.trim(), { isForTheEar: true });
    else if (this.reason.textContent === this.says.unreachable) this.say(this.says.unreachable);
  }

  /** Report each arrangement, with `score` as the sums show it, null while unknown. */
  tell() {
    const detail = { text: this.rows, score: this.score.isKnown ? tiles.shown(this.score) : null };
    this.play.dispatchEvent(new CustomEvent("arranged", { detail }));
  }
}

/** What the page asks by itself gives way to it; it gives way to all that somebody does. A form that has just been swapped in is
 * known to htmx only a moment later, if it is not told. */
function look(event) {
  const form = document.getElementById("look");
  if (!form || !isByHand(event) || document.visibilityState !== "visible" || !window.htmx) return;
  if (document.querySelector("#live.htmx-request")) window.htmx.trigger(".table", "htmx:abort");
  window.htmx.process(form);
  window.htmx.trigger(form, "look");
}

const play = document.querySelector(".play[data-words]");
const edit = document.getElementById("edit");
if (play) {
  new OwnBoard(play, edit);
  new Drafts(play, edit);
}

for (const type of SIGNS_OF_LIFE) document.addEventListener(type, look, { passive: true });
