// Alphabets as pages give them to scripts.

import { Alphabet } from "../../games/web/static/js/board/arrangement.js";

const VALUES = { 1: "AEILNORSTU", 2: "DG", 3: "BCMP", 4: "FHVWY", 5: "K", 8: "JX", 10: "QZ" };
const valueOf = (letter) => Number(Object.keys(VALUES).find((value) => VALUES[value].includes(letter)));
const single = (letter, value, ...plain) => [letter, [letter, letter.toLowerCase(), value, ...plain]];

export const ENGLISH = new Alphabet(Object.fromEntries([..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((letter) => single(letter, valueOf(letter)))));

export const SPANISH = new Alphabet(
  Object.fromEntries([
    ...[..."ABC"].map((letter) => single(letter, 1)),
    ["\u2c00", ["CH", "ch", 5, "C"]],
    ...[..."EHIL"].map((letter) => single(letter, 1)),
    ["\u2c01", ["LL", "ll", 8, "L"]],
    single("N", 1),
    single("Ñ", 8, "N"),
    single("O", 1),
  ]),
);

export const CATALAN = new Alphabet(
  Object.fromEntries([
    ...[..."ALU"].map((letter) => single(letter, 1)),
    ["\u2c00", ["L·L", "l·l", 10, "L"]],
    ["\u2c01", ["QU", "qu", 8, "Q"]],
  ]),
);

export const TURKISH = new Alphabet({ "\u2c00": ["I", "ı", 2], "\u2c01": ["İ", "i", 1, "I"], Ş: ["Ş", "ş", 4, "S"] });
