import { batcher } from '@assay/concurrency';
import type { Standing } from './fairShare.ts';
import type { WorkCollections } from './workRows.ts';

type Row = Omit<Standing, 'testRunId' | 'kind'> & { _id: Pick<Standing, 'testRunId' | 'kind'> };

/** A seat that this process is about to take (1) or leave (-1). */
export type SeatChange = Pick<Standing, 'testRunId' | 'kind'> & { held: 1 | -1 };

const countOf = (state: 'open' | 'held') => ({ $sum: { $cond: [{ $eq: ['$state', state] }, 1, 0] } });

function changed(standings: readonly Standing[], { testRunId, kind, held }: SeatChange): readonly Standing[] {
  return standings.map((standing) =>
    standing.testRunId === testRunId && standing.kind === kind
      ? { ...standing, open: standing.open - held, held: standing.held + held }
      : standing,
  );
}

/**
 * The state of the seats of all runs. One snapshot serves claims that follow each other closely. It lacks what other
 * processes do meanwhile, so a seat may turn out to be taken. It includes this process's own decisions at once: slots
 * placed at the same time must count each other, or all of them would move to the same gap, and back again.
 */
export class SeatStandings {
  readonly #rows: WorkCollections;
  #standings: readonly Standing[] = [];
  #readAt = Number.NEGATIVE_INFINITY;
  /** Counts what made snapshots stale, so that one read meanwhile is not kept. */
  #outdated = 0;
  /** Noted, but not known to be stored yet. */
  readonly #underWay = new Set<SeatChange>();
  readonly #readAnew = batcher<void, true>(async (asking) => {
    await this.#take();
    return asking.map(() => true as const);
  });

  constructor(rows: WorkCollections) {
    this.#rows = rows;
  }

  /** The current snapshot. A caller that decides by it must note its decision synchronously. */
  get standings(): readonly Standing[] {
    return this.#standings;
  }

  /**
   * @param maxAgeMs a snapshot older than this is read again; 0: always
   * @returns whether it was
   */
  async refresh(maxAgeMs: number): Promise<boolean> {
    if (maxAgeMs > 0 && performance.now() - this.#readAt <= maxAgeMs) return false;
    return this.#readAnew();
  }

  async #take(): Promise<void> {
    const [at, outdated] = [performance.now(), this.#outdated];
    const rows = await this.#rows.seats
      .aggregate<Row>([
        { $match: { state: { $in: ['open', 'held'] } } },
        {
          $group: {
            _id: { testRunId: '$testRunId', kind: '$kind' },
            accountId: { $first: '$accountId' },
            priority: { $first: '$priority' },
            runCreatedAt: { $first: '$runCreatedAt' },
            linuxPoolId: { $first: '$linuxPoolId' },
            windowsPoolId: { $first: '$windowsPoolId' },
            takesTurns: { $first: '$takesTurns' },
            open: countOf('open'),
            held: countOf('held'),
          },
        },
      ])
      .toArray();
    this.#standings = rows.map(({ _id, ...standing }) => ({ ..._id, ...standing }));
    for (const change of this.#underWay) this.#standings = changed(this.#standings, change);
    if (outdated === this.#outdated) this.#readAt = at;
  }

  /** Adds a change to the snapshot. The caller must then `settle` or `undo` it. */
  note(change: SeatChange): void {
    this.#underWay.add(change);
    this.#standings = changed(this.#standings, change);
  }

  /** The change is in the store. */
  settle(change: SeatChange): void {
    this.#underWay.delete(change);
  }

  /** Nothing came of the change. */
  undo(change: SeatChange): void {
    this.#underWay.delete(change);
    this.#standings = changed(this.#standings, { ...change, held: change.held === 1 ? -1 : 1 });
  }

  /** The next caller gets a new snapshot. */
  forget(): void {
    this.#outdated += 1;
    this.#readAt = Number.NEGATIVE_INFINITY;
  }
}
