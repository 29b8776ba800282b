/** Numbers by index, outside of the heap: one of a million tests takes eight bytes. */
export class NumberColumn {
  #values = new Float64Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const longer = new Float64Array(2 * this.#values.length);
      longer.set(this.#values);
      this.#values = longer;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  /** Forgets all from this index on. */
  truncate(length: number): void {
    this.#length = length;
  }
}

/** Gives equal texts the same number, counted from 0. */
export class InternedTexts {
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];

  numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    // A part of a long text would keep the whole in memory.
    const own = Buffer.from(text).toString();
    this.#numbers.set(own, this.#texts.length);
    this.#texts.push(own);
    return this.#texts.length - 1;
  }

  /** @returns for each number its place in the order of the texts. */
  ranks(): Float64Array {
    const inOrder = this.#texts
      .map((text, number) => ({ text, number }))
      .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
    const ranks = new Float64Array(inOrder.length);
    for (const [rank, { number }] of inOrder.entries()) ranks[number] = rank;
    return ranks;
  }
}
