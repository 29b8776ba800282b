import { inRounds } from '../inRounds.ts';
import type { Standing } from './fairShare.ts';
import type { WorkCollections } from './workRows.ts';

type Row = Omit<Standing, 'testRunId' | 'kind'> & { _id: Pick<Standing, 'testRunId' | 'kind'> };

/** A seat that this process is about to take (1) or to leave (-1). */
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
 * How the seats of all runs stand. One picture serves claims that follow each other closely; what other processes do
 * meanwhile is not in it, so whoever goes by it must be ready to find a seat taken. What this process is about to do is
 * in it from the moment on when it is decided: of many slots that are placed at the same time each counts the others, or
 * all of them would go to where the first one was missing, and back again.
 */
export class SeatStandings {
  readonly #rows: WorkCollections;
  #standings: readonly Standing[] = [];
  #readAt = Number.NEGATIVE_INFINITY;
  /** Counts what made pictures old, so that one taken meanwhile is not kept. */
  #outdated = 0;
  /** Noted, and not known to be in the store yet. */
  readonly #underWay = new Set<SeatChange>();
  readonly #readAnew = inRounds<void, true>(async (asking) => {
    await this.#take();
    return asking.map(() => true as const);
  });

  constructor(rows: WorkCollections) {
    this.#rows = rows;
  }

  /** The picture at this moment. Whoever decides by it notes what comes of that before anything else can happen. */
  get standings(): readonly Standing[] {
    return this.#standings;
  }

  /**
   * @param maxAgeMs a picture older than this is read again; 0: always
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

  /** Has a change in the picture from now on. Whoever notes it says what comes of it: `settle` or `undo`. */
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

  /** The next one who asks gets a new picture. */
  forget(): void {
    this.#outdated += 1;
    this.#readAt = Number.NEGATIVE_INFINITY;
  }
}
