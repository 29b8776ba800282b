import type { RunOrder, TestRunId } from '@assay/contract';
import type { WorkCollections, WorkKind, WorkUnitRow } from './workRows.ts';

/** Rounds that one look at a run's units is meant to serve, while rounds follow each other closely. */
const roundsAhead = 4;
/** What was read ahead is no longer gone by then: a longer unit may have been made ready since. */
const keptForMs = 250;
/** A run of which others take units as well is not read ahead for so long: most of that would be gone. */
const contestedForMs = 1_000;

export const longestFirst = { expectedMs: -1, unit: 1 } as const;

/** Whose units: a run's set-up, or its tests. */
export type WorkOf = { testRunId: TestRunId; kind: WorkKind };

/** A unit that was ready when it was looked for; somebody else may have taken it since. */
export type ReadyUnit = {
  unit: WorkUnitRow;
  /** The one that the unit was made ready with, or a newer one; null where the run's row is gone. */
  order: RunOrder | null;
  /** On the clock of `performance.now()`: it had been made ready by then. */
  readyBy: number;
};

const keyOf = ({ testRunId, kind }: WorkOf) => `${testRunId} ${kind}`;

/**
 * The longest ready units of runs, for many claimers at once. A few more are read than requested, for the next
 * claimers. This is only a picture: claimers take a unit in the store, where it can be taken only once.
 */
export class ReadyUnits {
  readonly #rows: WorkCollections;
  readonly #ahead = new Map<string, readonly ReadyUnit[]>();
  /** Until when others are known to take units of these runs. */
  readonly #contested = new Map<string, number>();

  readonly #now: () => number;

  /** @param now the clock of `performance.now()` */
  constructor(rows: WorkCollections, now: () => number = () => performance.now()) {
    this.#rows = rows;
    this.#now = now;
  }

  /** Whether units of it were read ahead a moment ago. */
  has(work: WorkOf): boolean {
    this.#forgetOld();
    return this.#ahead.has(keyOf(work));
  }

  /** @returns for each wish, in order, as many units as it wants or all that are ready. No unit is given twice. */
  async take(wanted: readonly (WorkOf & { count: number })[]): Promise<ReadyUnit[][]> {
    this.#forgetOld();
    const missing = wanted.filter((work) => (this.#ahead.get(keyOf(work))?.length ?? 0) < work.count);
    await this.#read(missing);
    return wanted.map((work) => {
      const units = this.#ahead.get(keyOf(work)) ?? [];
      this.#ahead.set(keyOf(work), units.slice(work.count));
      return units.slice(0, work.count);
    });
  }

  /** Somebody else has taken a unit of it. */
  lost(work: WorkOf): void {
    this.#ahead.delete(keyOf(work));
    this.#contested.set(keyOf(work), this.#now() + contestedForMs);
  }

  /** @returns what runners need to know of these runs, as of now */
  async ordersOf(runs: readonly TestRunId[]): Promise<ReadonlyMap<TestRunId, RunOrder | null>> {
    const found = this.#rows.runs.find({ _id: { $in: [...new Set(runs)] } }, { projection: { order: 1 } });
    return new Map((await found.toArray()).map(({ _id, order }) => [_id, order]));
  }

  async #read(wanted: readonly (WorkOf & { count: number })[]): Promise<void> {
    if (wanted.length === 0) return;
    const found = await Promise.all(
      wanted.map(async ({ count, ...work }) => {
        const { testRunId, kind } = work;
        const limit = this.#contested.has(keyOf(work)) ? count : count * roundsAhead;
        const ready = this.#rows.units.find({ testRunId, kind, state: 'ready' }).sort(longestFirst).limit(limit);
        return { work, units: await ready.toArray() };
      }),
    );
    const readyBy = this.#now();
    const orders = await this.ordersOf(found.map(({ work }) => work.testRunId));
    for (const { work, units } of found) {
      const order = orders.get(work.testRunId) ?? null;
      this.#ahead.set(
        keyOf(work),
        units.map((unit) => ({ unit, order, readyBy })),
      );
    }
  }

  #forgetOld(): void {
    const now = this.#now();
    for (const [key, [first]] of this.#ahead) {
      if (!first || first.readyBy < now - keptForMs) this.#ahead.delete(key);
    }
    for (const [key, until] of this.#contested) if (until < now) this.#contested.delete(key);
  }
}
