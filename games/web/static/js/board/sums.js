// The line of sums over the board: what lies there is worth, beside the layout that counts.

import { fill, make } from "./page.js";
import { shown } from "./score.js";

const kinds = new Intl.PluralRules(document.documentElement.lang);

export class Sums {
  constructor(play, says) {
    this.says = says;
    this.submitted = play.dataset.submitted;
    this.line = play.querySelector(".scores");
    this.sum = make("p", "on-the-board", make("span", "quiet", says.onTheBoard), make("strong", "score"));
    this.line.querySelector(".on-the-board")?.remove(); // as the server wrote it
    this.line.prepend(this.sum);
  }

  /** `struck` are the runs that are no words, as text; empty where there are none. */
  show(score, struck) {
    const allWords = score.words ? `✓ ${this.counted("words", score.words)}` : "";
    const verdict = struck ? `✕ ${fill(this.says.notWords, { words: struck })}` : allWords;
    const counts = `${this.counted("points", score.points)}; ${this.counted("left", score.leftover)}`;
    const apart = this.apart(score);
    this.sum.lastChild.textContent = shown(score);
    this.line.querySelectorAll(".verdict, .pill").forEach((old) => old.remove());
    if (apart) this.sum.after(make("p", "pill", apart));
    this.line.append(make("p", "verdict", make("strong", struck ? "bad" : "", verdict), make("span", "quiet", counts)));
  }

  /** `▼ 0.23 below` the layout that counts, or above it. */
  apart({ points, words, leftover }) {
    const [above, below] = this.submitted.split("/").map(Number);
    const difference = points / (words + leftover || 1) - above / below;
    if (!below || Math.abs(difference) < 0.005) return "";
    const [sign, says] = difference < 0 ? ["▼", this.says.below] : ["▲", this.says.above];
    return `${sign} ${fill(says, { n: Math.abs(difference).toFixed(2) })}`;
  }

  counted(what, n) {
    return fill(this.says[what][kinds.select(n) === "one" ? 0 : 1], { n });
  }
}
