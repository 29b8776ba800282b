/**
 * Accumulates text in bounded memory: keeps the beginning and the end, with a line between them that says how much was
 * left out. Lengths are in UTF-16 units.
 */
export class BoundedText {
  readonly #limit: number;
  #head = '';
  #tail: string[] = [];
  /** Where the tail begins in `#tail`: removing each piece from its front would move all others. */
  #first = 0;
  #tailLength = 0;
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get length(): number {
    return this.#length;
  }

  append(text: string): void {
    this.#length += text.length;
    const room = this.#headRoom - this.#head.length;
    const rest = room > 0 ? text.slice(room) : text;
    if (room > 0) this.#head += text.slice(0, room);
    if (rest === '') return;
    const last = rest.length > this.#tailRoom ? rest.slice(-this.#tailRoom) : rest;
    this.#tail.push(last);
    this.#tailLength += last.length;
    while (this.#tail.length - this.#first > 1 && this.#tailLength - this.#firstLength >= this.#tailRoom) {
      this.#tailLength -= this.#firstLength;
      this.#first += 1;
    }
    if (this.#first * 2 <= this.#tail.length) return;
    this.#tail = this.#tail.slice(this.#first);
    this.#first = 0;
  }

  toString(): string {
    const tail = this.#tail.slice(this.#first).join('').slice(-this.#tailRoom);
    const left = this.#length - this.#head.length - tail.length;
    return left > 0 ? `${this.#head}\n… ${left} characters left out by Assay …\n${tail}` : this.#head + tail;
  }

  get #firstLength(): number {
    return this.#tail[this.#first]?.length ?? 0;
  }

  // The note takes some of the room, so that the whole stays within the limit.
  get #headRoom(): number {
    return Math.floor((this.#limit - 80) / 2);
  }

  get #tailRoom(): number {
    return Math.max(1, this.#limit - 80 - this.#headRoom);
  }
}

/** @returns the text, or its beginning and end with a line between them that says how much was left out. */
export function boundText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const bounded = new BoundedText(limit);
  bounded.append(text);
  return bounded.toString();
}
