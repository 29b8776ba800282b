export type UnitSizesInput = {
  runners: number;
  /** Work to cut into units in ms, and long pieces that are units of their own. */
  rest: number;
  alone: readonly number[];
  /** The share of the remaining work that the next round of units takes. */
  part: number;
  min: number;
  max: number;
  /**
   * If less than this would be left for each runner, a round takes everything: another start would cost more than it
   * evens out.
   */
  worth: number;
};

/**
 * The sizes of consecutive units, in ms. They come in rounds of one per runner: a round takes most of the remaining
 * work and brings all runners to the same level, including those with a long piece. So a run has few units, since each
 * starts a process, and the last ones are small, to even out wrong estimates.
 */
export class UnitSizes {
  readonly #input: UnitSizesInput;
  /** The work assigned to each runner so far. */
  readonly #loads: number[];
  #rest: number;
  #round: number[] = [];
  /** How much the units of this round are below their sizes; the next round makes up for it. */
  #owed = 0;
  /** The round takes everything left. */
  #isLast = false;
  /** Rounds have become too small, and only become smaller. */
  #over = false;

  constructor(input: UnitSizesInput) {
    this.#input = input;
    this.#rest = input.rest;
    this.#loads = new Array<number>(input.runners).fill(0);
    for (const ms of [...input.alone].sort((a, b) => b - a)) {
      const freest = this.#loads.indexOf(Math.min(...this.#loads));
      this.#loads[freest] = (this.#loads[freest] ?? 0) + ms;
    }
  }

  /** Counts what went into a unit. */
  take(ms: number): void {
    this.#rest -= ms;
    this.#owed -= ms;
  }

  next(): number {
    if (this.#round.length === 0 && !this.#over) {
      this.#round = this.#nextRound();
      this.#owed = 0;
      this.#over = this.#round.length === 0;
    }
    const size = this.#round.shift();
    if (size === undefined) return this.#input.min;
    // Otherwise leftovers of the last round would become further units, with a start each.
    this.#owed += size;
    return this.#isLast ? Math.max(size, this.#owed) : size;
  }

  /** @returns the largest first; nothing once rounds have become too small. */
  #nextRound(): number[] {
    const { part, min, max, worth, runners } = this.#input;
    this.#isLast = ((1 - part) * this.#rest) / runners < worth;
    const level = levelOf(this.#loads, this.#isLast ? this.#rest : part * this.#rest);
    const sizes: number[] = [];
    for (const [runner, load] of this.#loads.entries()) {
      const size = Math.min(max, level - load);
      if (size < min) continue;
      sizes.push(size);
      this.#loads[runner] = load + size;
    }
    return sizes.sort((a, b) => b - a);
  }
}

/** @returns the level that the work reaches when the least busy runners get it first. */
function levelOf(loads: readonly number[], work: number): number {
  const sorted = [...loads].sort((a, b) => a - b);
  let filled = work;
  for (const [index, load] of sorted.entries()) {
    filled += load;
    const level = filled / (index + 1);
    if (level <= (sorted[index + 1] ?? Number.POSITIVE_INFINITY)) return level;
  }
  return 0;
}
