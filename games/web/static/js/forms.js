// The forms of every page. The button of a sent form shows at once that it was pressed, and a second press sends nothing
// until the answer is there. An order is previewed while its form is filled in: the server is asked after each change,
// and its answer is shown in the form. Without this script a form is sent as often as its button is pressed, and players
// find out about an order when they send it.

const HEADERS = { "X-Reader": document.body.dataset.reader };
const PAUSE = 150; // milliseconds without a change before asking
const PATIENCE = 10_000; // milliseconds until a form can be sent again, if no answer comes

/** The forms under way. */
const sent = new Set();

function release() {
  sent.clear();
  for (const sender of document.querySelectorAll("button[aria-busy]")) sender.ariaBusy = null;
}

addEventListener("submit", (event) => {
  if (event.defaultPrevented) return; // a script sends it, or has refused it
  if (sent.has(event.target)) return event.preventDefault();
  sent.add(event.target);
  if (event.submitter) event.submitter.ariaBusy = "true";
  setTimeout(release, PATIENCE);
});
addEventListener("pageshow", release);

/** Mark the element to play on as the board, the target of the skip link; without one, the shared part of a game or
 * puzzle. */
export function standAsBoard(element) {
  const common = document.querySelector(".common, .solving > .day");
  if (common) common.id = "common";
  if (common) delete common.dataset.part;
  const board = element ?? common;
  if (board) Object.assign(board, { id: "board", tabIndex: 0 }).dataset.part = "board";
}

/** The button that sends a form, in it or beside it. */
export const senderOf = (form) => [...form.elements].find((one) => one.matches(".main, .sends"));

/** Ask about the registered forms and show the newest answer: `shown` is called with it, and `count` with a score
 * and the previous one. */
export class Trials {
  constructor(output, shown, count = () => {}) {
    Object.assign(this, { output, shown, count, asked: 0, waits: 0, added: new Set(), filled: new Map() });
  }

  ask(form) {
    this.forget(); // an answer still on its way is about an earlier state of the form
    this.waits = setTimeout(() => this.fetch(form), PAUSE);
  }

  async fetch(form) {
    const n = ++this.asked;
    const body = new FormData(form);
    body.set("verb", form.dataset.verb);
    for (const [name, value] of this.filled) if (form.elements[name]?.value === value) body.set(name, ""); // so that it is read again
    const answer = await fetch(form.dataset.try, { method: "POST", headers: HEADERS, body }).catch(() => null);
    const text = answer?.ok && (await answer.text().catch(() => null));
    if (n !== this.asked || !form.isConnected || !text) return;
    const before = this.output.querySelector(".score")?.textContent;
    this.output.innerHTML = text;
    this.output.tabIndex = this.output.scrollHeight > this.output.clientHeight ? 0 : -1; // makes scrolling content reachable by keyboard
    for (const data of this.output.querySelectorAll("data[data-fills]")) this.fill(form.elements[data.dataset.fills], data.value);
    this.shown();
    const score = this.output.querySelector(".score");
    if (score) this.count(score, score.textContent, before); // last, as it writes the previous number first
  }

  /** Fill in a field by what was read, unless somebody has typed there; while they may be typing, wait until they
   * leave it. Other words can be added to the required ones. */
  fill(control, value) {
    if (!control || ![this.filled.get(control.name) ?? "", ""].includes(control.value)) return;
    if (control === document.activeElement) return this.fillLater(control, value);
    if (control.type === "number") return this.write(control, value);
    const words = value.split(" ").filter(Boolean);
    const others = [...this.output.querySelectorAll(".runs li")].filter((one) => !words.includes(one.textContent.trim()));
    if (others.length) this.offer(control, words, others);
    else this.added.clear();
    this.write(control, [...words, ...this.added].join(" "));
  }

  fillLater(control, value) {
    const n = this.asked;
    const fill = () => {
      if (n !== this.asked || !control.isConnected) return; // it was about an earlier state of the form
      this.fill(control, value);
      this.shown();
    };
    control.addEventListener("blur", fill, { once: true });
  }

  write(control, text) {
    control.value = text;
    this.filled.set(control.name, text);
  }

  offer(control, words, others) {
    const group = document.createElement("div");
    group.className = "called";
    group.role = "group";
    group.ariaLabel = control.labels[0].textContent;
    const left = others.map((one) => one.textContent.trim());
    for (const word of this.added) if (!left.includes(word)) this.added.delete(word);
    for (const word of left) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = word;
      button.ariaPressed = this.added.has(word);
      button.addEventListener("click", () => {
        if (!this.added.delete(word)) this.added.add(word);
        button.ariaPressed = this.added.has(word);
        this.write(control, [...words, ...this.added].join(" "));
      });
      group.append(button);
    }
    for (const one of others) one.remove();
    this.output.querySelector(".runs").after(group);
  }

  /** Cancel the pending request and ignore any answer: the form was changed, or the order is being sent. */
  forget() {
    clearTimeout(this.waits);
    this.asked += 1;
  }

  clear() {
    this.forget();
    this.output.replaceChildren();
    this.shown();
  }
}
