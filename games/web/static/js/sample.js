// The sample on the front page: the board of the game, with its sums. What is laid there goes nowhere. Without script there is
// the picture.

import { LooseBoard } from "./board/board.js";

class Sample extends LooseBoard {
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
}

new Sample(document.getElementById("sample"));
