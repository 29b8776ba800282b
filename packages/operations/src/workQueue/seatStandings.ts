import type { Standing } from './fairShare.ts';
import type { WorkCollections } from './workRows.ts';

type Row = Omit<Standing, 'testRunId' | 'kind'> & { _id: Pick<Standing, 'testRunId' | 'kind'> };

const countOf = (state: 'open' | 'held') => ({ $sum: { $cond: [{ $eq: ['$state', state] }, 1, 0] } });

/**
 * How the seats of all runs stand. One picture serves claims that follow each other closely; what other processes do
 * meanwhile is not in it, so whoever goes by it must be ready to find a seat taken.
 */
export class SeatStandings {
  readonly #rows: WorkCollections;
  #standings: Standing[] = [];
  #readAt = Number.NEGATIVE_INFINITY;
  /** Counts what made pictures old, so that one taken meanwhile is not kept. */
  #changes = 0;

  constructor(rows: WorkCollections) {
    this.#rows = rows;
  }

  /** @param maxAgeMs a picture older than this is made anew; 0: in any case */
  async read(maxAgeMs: number): Promise<{ standings: readonly Standing[]; isNew: boolean }> {
    const [at, changes] = [performance.now(), this.#changes];
    if (maxAgeMs > 0 && at - this.#readAt <= maxAgeMs) return { standings: this.#standings, isNew: false };
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
            open: countOf('open'),
            held: countOf('held'),
          },
        },
      ])
      .toArray();
    const standings = rows.map(({ _id, ...standing }) => ({ ..._id, ...standing }));
    if (changes === this.#changes) {
      this.#standings = standings;
      this.#readAt = at;
    }
    return { standings, isNew: true };
  }

  /** Notes in the picture that one more seat is held there. */
  took({ testRunId, kind }: Pick<Standing, 'testRunId' | 'kind'>): void {
    this.#standings = this.#standings.map((standing) =>
      standing.testRunId === testRunId && standing.kind === kind
        ? { ...standing, open: standing.open - 1, held: standing.held + 1 }
        : standing,
    );
  }

  /** The next one who asks gets a new picture. */
  forget(): void {
    this.#changes += 1;
    this.#readAt = Number.NEGATIVE_INFINITY;
  }
}
