// The alphabet of the page's tiles. Inside, one tile is one character whose lower case is a blank laid as that tile; the
// page and its text box have tiles as players write them, such as [CH] for a tile of two letters.

const IN_BRACKETS = /\[[^[\]\s]{1,8}\]/g;
const DOTS = /[·•∙⋅‧・]/g;
const STAND_INS = /[\u2c00-\u2c5f]/gu; // the only characters inside that are never shown

const plain = (written) => written.replace(DOTS, ".");

export class Alphabet {
  /** `tiles` are in order: by the tile as it is inside, its letters, those of a blank laid as it, its value, and the
   * letter of a plain keyboard that stands for it, if any does. */
  constructor(tiles) {
    this.order = `${Object.keys(tiles).join("")}?`;
    this.values = Object.fromEntries(Object.entries(tiles).map(([tile, [, , value]]) => [tile, value]));
    this.faces = new Map(Object.entries(tiles).flatMap(([tile, [letters, blank]]) => [[tile, letters], [tile.toLowerCase(), blank]]));
    this.stands = new Map([...this.faces].map(([tile]) => [plain(this.write(tile)), tile]));
    this.instead = new Map(Object.entries(tiles).map(([tile, [, , , letter]]) => [tile, letter]));
  }

  /** The value of a character; 0 for a blank, in hand or laid. */
  worth(character) {
    return this.values[character] ?? 0;
  }

  /** The letters on a tile. */
  face(character) {
    return this.faces.get(character) ?? character;
  }

  /** A tile as it is named, letter by letter: `C H`. */
  named(character) {
    return [...this.face(character)].filter((letter) => !letter.match(DOTS)).join(" ");
  }

  /** Tiles, or a text with tiles in it, as players write them. */
  write(text) {
    return String(text).replace(STAND_INS, (tile) => {
      const letters = this.face(tile);
      return letters.length > 1 ? `[${letters}]` : letters;
    });
  }

  /** A written text with every tile as one character. */
  inside(text) {
    const known = text.normalize("NFC").replace(IN_BRACKETS, (written) => this.stands.get(plain(written)) ?? written);
    return [...known].map((character) => this.stands.get(character) ?? character).join("");
  }

  /** True if a row that is inside has only tiles and dots. */
  isRow(row) {
    return [...row].every((character) => character === "." || this.faces.has(character));
  }

  /** The tile that a key types: the letter itself, or without its marks, or one that begins with it; empty for other
   * keys. */
  typed(key) {
    const letter = this.letterOf(key);
    const [bare = ""] = letter.normalize("NFD");
    return this.tileOf(letter) || this.tileOf(bare) || (this.alike(bare)[0] ?? "");
  }

  /** The letter in upper case that a key types; empty for other keys. Only a dot can be inside a tile, too. */
  letterOf(key) {
    const letter = key.normalize("NFC").replace(DOTS, ".");
    if (!/^(?:\.|\p{L})$/u.test(letter)) return "";
    return this.face(this.tileOf(letter) || letter.toUpperCase());
  }

  /** The tile of a single letter, large or small; empty if there is none. */
  tileOf(letter) {
    return letter === "." ? "" : (this.stands.get(letter) ?? this.stands.get(letter.toUpperCase()) ?? "").toUpperCase();
  }

  /** The tiles that a letter stands for where it isn't held itself: É for E, and CH for C. */
  alike(letter) {
    return [...this.instead].filter(([, plainly]) => plainly === letter).map(([tile]) => tile);
  }

  /** The tiles of several letters that begin with these: [CH] with C. */
  beginning(letters) {
    return [...this.instead.keys()].filter((tile) => this.face(tile).length > 1 && plain(this.face(tile)).startsWith(letters));
  }

  /** True if these are all letters of a tile. */
  isWhole(tile, letters) {
    return plain(this.face(tile)) === letters;
  }
}

const given = globalThis.document?.getElementById("alphabet");

/** The alphabet that the page has; of no letters, if it has none. */
export const alphabet = new Alphabet(given ? JSON.parse(given.textContent) : {});
