import type { RunOrder, TestRunId } from '@assay/contract';
import type { WorkCollections, WorkKind, WorkUnitRow } from './workRows.ts';

/** How many closely following rounds one read of a run's units should serve. */
const roundsAhead = 4;
/** How long units read ahead are used: a longer one may have been made ready since. */
const keptForMs = 250;
/** How long not to read ahead for a run whose units other processes take too: most would be gone. */
const contestedForMs = 1_000;

export const longestFirst = { expectedMs: -1, unit: 1 } as const;

/** Which units: a run's set-up, or its tests. */
export type WorkOf = { testRunId: TestRunId; kind: WorkKind };

/** A unit that was ready when read; somebody else may have taken it since. */
export type ReadyUnit = {
  unit: WorkUnitRow;
  /** The order that the unit was made ready with, or a newer one; null if the run's row is gone. */
  order: RunOrder | null;
  /** When it was read, by `performance.now()`: it was ready by then. */
  readyBy: number;
};

const keyOf = ({ testRunId, kind }: WorkOf) => `${testRunId} ${kind}`;

/**
 * The longest ready units of runs, for many claimers at once. A few more are read than requested, for the next
 * claimers. This is only a snapshot: claimers take a unit in the store, where it can be taken only once.
 */
export class ReadyUnits {
  readonly #rows: WorkCollections;
  readonly #ahead = new Map<string, readonly ReadyUnit[]>();
  /** Until when other processes are assumed to take units of these runs. */
  readonly #contested = new Map<string, number>();

  readonly #now: () => number;

  /** @param now the clock of `performance.now()` */
  constructor(rows: WorkCollections, now: () => number = () => performance.now()) {
    this.#rows = rows;
    this.#now = now;
  }

  /** Whether recently read units of it are left. */
  has(work: WorkOf): boolean {
    this.#forgetOld();
    return this.#ahead.has(keyOf(work));
  }

  /**
   * @returns for each request, in order, as many units as requested or all that are ready. No unit is returned twice.
   */
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

  /** Another process has taken one of its units. */
  lost(work: WorkOf): void {
    this.#ahead.delete(keyOf(work));
    this.#contested.set(keyOf(work), this.#now() + contestedForMs);
  }

  /** @returns what runners need to know about these runs, as of now */
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
