'use strict';
// The output of one test; of too much output, the first and last parts are kept.
const limit = 900_000;

class BoundedOutput {
  #head = '';
  #tail = [];
  #tailLength = 0;
  #length = 0;

  append(text) {
    this.#length += text.length;
    const room = limit / 2 - this.#head.length;
    if (room > 0) this.#head += text.slice(0, room);
    const rest = room > 0 ? text.slice(room) : text;
    if (rest === '') return;
    this.#tail.push(rest.slice(-limit / 2));
    this.#tailLength += this.#tail[this.#tail.length - 1].length;
    while (this.#tail.length > 1 && this.#tailLength - this.#tail[0].length >= limit / 2) {
      this.#tailLength -= this.#tail.shift().length;
    }
  }

  toString() {
    const tail = this.#tail.join('').slice(-limit / 2);
    const left = this.#length - this.#head.length - tail.length;
    return left > 0 ? `${this.#head}\n… ${left} characters left out by Assay …\n${tail}` : this.#head + tail;
  }
}

module.exports = { BoundedOutput };
