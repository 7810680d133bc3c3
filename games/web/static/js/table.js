// The page of a game in which each player has a board: arranges it by hand, shows its score before it is submitted, and
// turns tiles face up when somebody is really present. Everything here but arranging also works without it.

import * as tiles from "./board/arrangement.js";
import { ScoredBoard } from "./board/board.js";
import { Drafts } from "./drafts.js";
import { HEADERS, isByHand, show } from "./live.js";

const { alphabet } = tiles;
const SIGNS_OF_LIFE = ["keydown", "pointerdown", "pointermove", "touchstart"];

/** A player's own board: the whole hand, its current score, and the button that submits it. */
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
    return alphabet.inside(this.play.querySelector("#hand").dataset.hand);
  }

  get coveredAbove() {
    return this.summing.offsetHeight + 8;
  }

  /** True if a word counts. Where words are challenged later, none are looked up. */
  isWord(word) {
    return !this.play.dataset.words || super.isWord(word);
  }

  /** Build the board. The server has already judged the layout that it drew. */
  build(parts) {
    const scores = this.play.querySelector(".scores");
    this.worth.parentElement.remove();
    this.summing.className = "chip on-the-board"; // the board's score; a tap shows its sum
    this.summing.replaceChildren(this.worth, this.difference);
    scores.replaceChildren(this.summing, scores.querySelector("#submitted"), this.verdict.parentElement);
    parts.querySelector(".steps").append(this.marking);
    parts.querySelector(".over").remove();
    this.play.querySelector(".ground").replaceWith(parts);
    this.rack.after(this.play.querySelector("#hand"));
    const [laid, struck] = [this.play.dataset.laid, this.play.dataset.struck].map((text) => alphabet.inside(text));
    this.know(laid.split("/"), (word) => !struck.split(",").includes(word));
  }

  joinForm() {
    super.joinForm();
    document.addEventListener("htmx:confirm", (event) => {
      if (event.target.ariaDisabled === "true") event.preventDefault();
    });
    document.body.addEventListener("htmx:afterSwap", ({ detail }) => detail.target.id === "live" && this.score.isKnown && this.showSums());
  }

  /** Say what tiles earn. */
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
    return [...document.querySelectorAll("#orders .main")].find((button) => button.checkVisibility()) ?? null;
  }

  /** The submitted layout, as the page has it now. */
  get submitted() {
    return this.play.querySelector("#submitted").dataset;
  }

  showSums() {
    const sums = super.showSums(this.submitted.score);
    const button = document.getElementById("submit");
    if (!button) return;
    const nothing = this.showNext(button, sums);
    const [brief, why] = [button.querySelector("small"), document.getElementById("why-submit")];
    button.ariaDisabled = Boolean(sums.reason || nothing);
    button.setAttribute("aria-describedby", sums.reason ? this.reason.id : why.id);
    brief.dataset.plain ??= brief.textContent;
    brief.textContent = nothing || sums.brief || brief.dataset.plain;
    why.textContent = nothing || sums.why;
  }

  /** Fill the one button for the next step, and match the texts of the chip, the status and the hints. Returns the
   * number of tiles to lay if none are laid yet. */
  showNext(submit, sums) {
    const isChanged = this.rows !== this.submitted.rows.replaceAll("/", "\n");
    if (isChanged) document.querySelector(".first-game")?.remove(); // read by now
    const left = tiles.rackOf(this.now).length;
    const isBare = Boolean(left) && !this.rows && !this.submitted.rows;
    const isComplete = !left && !this.score.struck.length && !this.score.leftover;
    const both = document.getElementById("submit-and-ask");
    const asksWithLayout = Boolean(both) && isChanged && isComplete;
    const asks = both?.parentElement;
    if (asks) asks.hidden = asks.nextElementSibling.hidden = !(asks.previousElementSibling.hidden = asksWithLayout);
    const [label, score] = [submit.firstElementChild, sums.worth.split("=")[1]];
    const { changed, same } = label.dataset;
    label.textContent = isChanged && this.rows ? `${changed} ${score}` : this.rows ? same : changed;
    const isBetter = isChanged && Boolean(this.rows) && !asksWithLayout && (sums.reason || !sums.why);
    submit.classList.toggle("main", isBetter || isBare);
    submit.parentElement.hidden = asksWithLayout || (!isChanged && Boolean(this.rows));
    for (const next of document.querySelectorAll("#do-GREEN, #do-RED, #do-DONE")) next.classList.toggle("main", !isChanged && isComplete);
    this.rack.dataset.plain ??= this.rack.dataset.bare;
    this.rack.dataset.bare = isChanged ? (isComplete ? this.rack.dataset.plain : this.says.allLaid) : this.says.allSubmitted;
    const counts = this.submitted.rows ? this.says.counts : this.says.nothingYet;
    this.difference.textContent = (isChanged && sums.difference) || (isChanged && this.submitted.rows ? "" : counts);
    this.play.classList.toggle("is-submitted", !isChanged);
    this.showStatus(isChanged, isComplete);
    return isBare ? this.fill("toLay", { n: left }) : "";
  }

  /** Say in the status what is left to do, if that depends on this board. */
  showStatus(isChanged, isComplete) {
    const says = document.querySelector("#live [data-follows-the-board]");
    if (!says || (!isChanged && isComplete)) return;
    const [left, wrong] = [tiles.rackOf(this.now).length, this.score.struck.length];
    if (left) says.textContent = (!this.rows && says.dataset.bare) || this.fill("toLay", { n: left });
    else says.textContent = wrong ? this.fill("notValid", { n: wrong }) : this.says[this.score.leftover ? "notOne" : "allLaid"];
  }

  /** Announce a text, together with actions still waiting for the server; only the last is visible. */
  say(text, { isForTheEar = false } = {}) {
    if (!text) return;
    this.said.parentElement.classList.toggle("for-the-ear", isForTheEar);
    const last = this.unsaid.pop() ?? "";
    this.before.textContent = this.unsaid.splice(0).join(" ");
    this.said.textContent = `${last} ${text}`.trim();
  }

  /** Announce what was done together with its score, once the server has answered. */
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

/** Turn tiles face up. This takes priority over the page's own requests, and gives way to anything the reader does.
 * A form that was just swapped in has to be processed first, as htmx itself would only do so a moment later. */
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
