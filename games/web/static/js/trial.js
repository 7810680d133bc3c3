// What an order would come to as its form stands: asked of the server after each change, and shown where the form says. Without
// it one sends the order and is told then.

import { countTo } from "./board/board.js";

const HEADERS = { "X-Reader": document.body.dataset.reader };
const PATIENCE = 150; // milliseconds of quiet after the last change

/** Asks for the forms that it is told of, and shows the newest answer: `shown` hears of it. */
export class Trials {
  constructor(output, shown = () => {}) {
    Object.assign(this, { output, shown, asked: 0, waits: 0 });
  }

  ask(form) {
    clearTimeout(this.waits);
    this.waits = setTimeout(() => this.fetch(form), PATIENCE);
  }

  async fetch(form) {
    const n = ++this.asked;
    const body = new FormData(form);
    body.set("verb", form.dataset.verb);
    const answer = await fetch(form.dataset.try, { method: "POST", headers: HEADERS, body }).catch(() => null);
    if (n !== this.asked || !answer?.ok) return;
    const before = this.output.querySelector(".score")?.textContent;
    this.output.innerHTML = await answer.text();
    const score = this.output.querySelector(".score");
    if (score) countTo(score, score.textContent, before);
    this.shown();
  }

  /** The order goes out: nothing more is asked about it. */
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
