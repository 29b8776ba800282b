import {
  type AccountId,
  type ListedTest,
  leaseIdOf,
  type ProjectId,
  type RunOrder,
  type TestId,
  type TestRunId,
} from '@assay/contract';
import type { Clock } from '../clock.ts';
import { ignoringDuplicates } from '../duplicateKey.ts';
import type { SeatPools } from './seatPlaces.ts';
import { unclaimed, type WorkCollections, type WorkKind, type WorkUnitRow } from './workRows.ts';
import type { WorkedRun, WorkSeats } from './workSeats.ts';

export type SetupOffer = {
  accountId: AccountId;
  projectId: ProjectId;
  /** Higher goes first. */
  priority: number;
  order: RunOrder;
  pools: SeatPools;
  attempt: number;
};

export type UnitsOffer = {
  testRunId: TestRunId;
  accountId: AccountId;
  priority: number;
  /** How many runners may work on the run's tests at once. */
  seats: number;
  order: RunOrder;
  pools: SeatPools;
  /** Two of its runners on one machine would be in each other's way. */
  takesTurns?: boolean;
  units: UnitOffer[];
};

export type UnitOffer = {
  unit: number;
  attempt: number;
  /** The copy of the run its tests belong to; null: the run has a single copy. */
  copy: number | null;
  /** The longest are handed out first. */
  expectedMs: number;
  tests: ListedTest[];
  quarantined: TestId[];
};

/** Makes work ready. Offering it again changes nothing, nor does offering work of a finished run. */
export class WorkOffers {
  readonly #rows: WorkCollections;
  readonly #seats: WorkSeats;
  readonly #now: Clock;

  constructor(rows: WorkCollections, seats: WorkSeats, now: Clock) {
    this.#rows = rows;
    this.#seats = seats;
    this.#now = now;
  }

  async offerSetup({ order, pools, attempt, ...run }: SetupOffer): Promise<void> {
    const working = await this.#workingRun(order, run);
    if (!working) return;
    const unit = { unit: 0, attempt, copy: null, expectedMs: 0, tests: [], quarantined: [] };
    await this.#makeReady(working, 'setup', [unit]);
    await this.#seats.provide(working, pools, 'setup', 1);
    await this.#withdrawIfOver(order.testRunId);
  }

  async offerUnits(offer: UnitsOffer): Promise<void> {
    const { order, pools, accountId, priority, seats, takesTurns = false, units } = offer;
    const working = await this.#workingRun(order, { accountId, priority, projectId: order.projectId });
    if (!working) return;
    await this.#makeReady(working, 'tests', units);
    await this.#seats.provide({ ...working, takesTurns }, pools, 'tests', seats);
    await this.#withdrawIfOver(order.testRunId);
  }

  /** @returns the run's row, with the newest order (the set-up finds out the commit); null when the run is over. */
  async #workingRun(
    order: RunOrder,
    run: Pick<SetupOffer, 'accountId' | 'priority' | 'projectId'>,
  ): Promise<WorkedRun | null> {
    const _id = order.testRunId;
    const row = { _id, ...run, order, state: 'working' as const, createdAt: this.#now(), expiresAt: null };
    await ignoringDuplicates(this.#rows.runs.insertOne(row));
    const working = await this.#rows.runs.findOneAndUpdate({ _id, state: 'working' }, { $set: { order } });
    if (!working) return null;
    const { accountId, priority } = run;
    const { createdAt: runCreatedAt, stopped = [] } = working;
    return { testRunId: _id, accountId, priority, runCreatedAt, stopped };
  }

  async #makeReady(run: WorkedRun, kind: WorkKind, units: UnitOffer[]): Promise<void> {
    const { testRunId, accountId, priority } = run;
    const earlier = units.flatMap(({ unit, attempt }) =>
      Array.from({ length: attempt - 1 }, (_, before) => leaseIdOf(testRunId, unit, before + 1)),
    );
    // A new attempt means that earlier ones are over, even if that was not noted here.
    if (earlier.length > 0) {
      await this.#rows.units.updateMany(
        { _id: { $in: earlier }, state: { $in: ['ready', 'claimed'] } },
        { $set: { state: 'lost' } },
      );
    }
    const rows = units.map((offer): WorkUnitRow => {
      const _id = leaseIdOf(testRunId, offer.unit, offer.attempt);
      return { _id, testRunId, accountId, kind, priority, ...offer, state: 'ready', ...unclaimed, expiresAt: null };
    });
    if (rows.length > 0) await ignoringDuplicates(this.#rows.units.insertMany(rows, { ordered: false }));
  }

  /** The run may have been ended while its work was offered, so that ending it missed some of the work. */
  async #withdrawIfOver(testRunId: TestRunId): Promise<void> {
    const run = await this.#rows.runs.findOne({ _id: testRunId }, { projection: { state: 1, expiresAt: 1 } });
    if (run?.state === 'working') return;
    await withdraw(this.#rows, this.#seats, testRunId, run?.expiresAt ?? this.#now());
  }
}

/** Withdraws everything ready or claimed, and sets when the rows expire. */
export async function withdraw(
  rows: WorkCollections,
  seats: WorkSeats,
  testRunId: TestRunId,
  expiresAt: Date,
): Promise<void> {
  for (const kind of ['setup', 'tests'] as const) {
    await rows.units.updateMany(
      { testRunId, kind, state: { $in: ['ready', 'claimed'] } },
      { $set: { state: 'canceled' } },
    );
  }
  await rows.units.updateMany({ testRunId }, { $set: { expiresAt } });
  await seats.remove(testRunId);
}
