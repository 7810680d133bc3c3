// What of the endless grid is in sight: where its origin lies in the field, and how large a cell is. Knows no tile.

const LEAST_CELL = 24;
const LARGEST_CELL = 64;

export class Sight {
  /** `boxOf()` gives the cells that tiles span; `beyond` the buttons shown where some are out of sight, by side. */
  constructor(field, beyond, boxOf) {
    Object.assign(this, { field, beyond, boxOf });
  }

  look(cell, x, y) {
    this.cell = Math.min(LARGEST_CELL, Math.max(LEAST_CELL, cell));
    [this.x, this.y] = [Math.round(x), Math.round(y)];
    for (const [name, value] of Object.entries({ cell: this.cell, x: this.x, y: this.y }))
      this.field.style.setProperty(`--${name}`, `${value}px`);
    this.showBeyond();
  }

  /** All tiles in sight, in the middle. */
  fit() {
    const { top, left, bottom, right } = this.boxOf();
    const [wide, high] = [this.field.clientWidth, this.field.clientHeight];
    const usual = wide < 600 ? 38 : 44;
    const cell = Math.floor(Math.min(usual, wide / (right - left + 3), high / (bottom - top + 3)));
    const kept = Math.min(LARGEST_CELL, Math.max(LEAST_CELL, cell));
    this.look(kept, (wide - (left + right + 1) * kept) / 2, (high - (top + bottom + 1) * kept) / 2);
  }

  /** Zoom so that what is under a point of the field stays there. */
  zoom(factor, [atX, atY] = [this.field.clientWidth / 2, this.field.clientHeight / 2]) {
    const cell = Math.min(LARGEST_CELL, Math.max(LEAST_CELL, this.cell * factor));
    const scale = cell / this.cell;
    this.look(cell, atX - (atX - this.x) * scale, atY - (atY - this.y) * scale);
  }

  keepInSight([row, column]) {
    const [x, y] = [this.x + column * this.cell, this.y + row * this.cell];
    const [wide, high] = [this.field.clientWidth - this.cell, this.field.clientHeight - this.cell];
    this.look(this.cell, this.x + Math.max(0, -x) + Math.min(0, wide - x), this.y + Math.max(0, -y) + Math.min(0, high - y));
  }

  showBeyond() {
    if (this.cell === undefined) return;
    const { top, left, bottom, right } = this.boxOf();
    const half = this.cell / 2;
    const isOut = {
      left: this.x + left * this.cell < -half,
      top: this.y + top * this.cell < -half,
      right: this.x + (right + 1) * this.cell > this.field.clientWidth + half,
      bottom: this.y + (bottom + 1) * this.cell > this.field.clientHeight + half,
    };
    for (const [side, button] of Object.entries(this.beyond)) button.hidden = !isOut[side];
  }

  /** The cell under a point of the window. */
  cellAt(clientX, clientY) {
    const box = this.field.getBoundingClientRect();
    return [Math.floor((clientY - box.top - this.y) / this.cell), Math.floor((clientX - box.left - this.x) / this.cell)];
  }
}
