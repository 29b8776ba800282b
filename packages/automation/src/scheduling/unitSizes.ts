export type UnitSizesInput = {
  runners: number;
  /** ms of work that is cut into units, and of what is not: pieces that are long by themselves, each a unit. */
  rest: number;
  alone: readonly number[];
  /** The part of what is left that the next round of units takes. */
  part: number;
  min: number;
  max: number;
  /** Where less than this would be left for each runner, a round takes all: another start would cost more than it evens out. */
  worth: number;
};

/**
 * How large units are to be, one after the other, ms. They come in rounds, one for each runner: a round takes the
 * greater part of what is left and brings all runners to the same level, those that have a long piece to do before it
 * included. So a run has few units, for each starts a process, and the last ones are small, so that what was expected
 * wrongly is evened out.
 */
export class UnitSizes {
  readonly #input: UnitSizesInput;
  /** What each runner has been given so far. */
  readonly #loads: number[];
  #rest: number;
  #round: number[] = [];
  /** By how much the units of this round have stayed under their sizes: the next one makes up for it. */
  #owed = 0;
  /** The round takes all that is left. */
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
    // Else what the units of the last round leave over would be units of their own, a start each.
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

/** @returns how far the work reaches when the freest runners are given it first, up to the same level. */
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
