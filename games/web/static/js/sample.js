// The sample board on the front page, with its score. Nothing laid there is sent. Without script there is the picture.

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
