// The sample on the front page: the board of the game, with its sums. What is laid there goes nowhere. Without script there is
// the picture.

import { ScoredBoard } from "./board/board.js";

class Sample extends ScoredBoard {
  constructor(play) {
    super(play);
    const rows = play.dataset.rows.split("/");
    this.text = Object.assign(document.createElement("textarea"), { value: rows.join("\n") });
    this.know(rows);
    this.begin();
  }

  get hand() {
    return this.play.dataset.hand;
  }

  build(parts) {
    const scores = Object.assign(document.createElement("div"), { className: "scores" });
    scores.append(...[this.worth, this.verdict].map((part) => part.parentElement));
    parts.querySelector(".pill").remove();
    this.play.replaceChildren(scores, parts);
  }

  /** Nothing is submitted here, so no more is said of what is no word. */
  showSums() {
    const { reason, verdict } = super.showSums();
    this.reason.textContent = reason && verdict;
  }
}

new Sample(document.getElementById("sample"));
