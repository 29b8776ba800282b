import type { AccountId, AgentId, TestRunId } from '@assay/contract';
import type { Clock } from '../clock.ts';
import { ignoringDuplicates } from '../duplicateKey.ts';
import { unheld, type WorkCollections, type WorkKind, type WorkSeatRow, type WorkUnitRow } from './workRows.ts';

/** Seats that lapsed are looked for at most this often, by each process. */
const lapsedEveryMs = 1000;

/** What seats and units say of their run. */
export type WorkedRun = Pick<WorkSeatRow, 'testRunId' | 'accountId' | 'priority' | 'runCreatedAt'>;
export type HeldSeat = WorkSeatRow & { agentId: AgentId; slot: number };

/**
 * Who may pull units of which run. A seat is `open` only while its run may have ready units, so that finding work never
 * walks through runs that have none. The one rule that keeps this true: **units are made ready first, then seats are
 * opened; seats are closed first, then it is looked once more whether units are ready.** Whichever comes second sees
 * what the other did.
 */
export class WorkSeats {
  readonly #rows: WorkCollections;
  readonly #now: Clock;
  #lapsedSoughtAt = 0;

  constructor(rows: WorkCollections, now: Clock) {
    this.#rows = rows;
    this.#now = now;
  }

  /** Makes sure that the run has these seats, and opens those that nobody holds. Units must have been made ready before. */
  async provide(run: WorkedRun, kind: WorkKind, count: number): Promise<void> {
    const first = kind === 'setup' ? 0 : 1;
    const wanted = Array.from(
      { length: count },
      (_, place): WorkSeatRow => ({
        _id: `${run.testRunId}.${first + place}`,
        ...run,
        kind,
        state: 'open',
        ...unheld,
      }),
    );
    if (count > 0) await ignoringDuplicates(this.#rows.seats.insertMany(wanted, { ordered: false }));
    await this.open(run.testRunId, kind);
  }

  async open(testRunId: TestRunId, kind: WorkKind): Promise<void> {
    await this.#rows.seats.updateMany({ testRunId, kind, state: 'closed' }, { $set: { state: 'open' } });
  }

  /** @returns the seats that an agent's slots hold. */
  async heldBy(agentId: AgentId): Promise<HeldSeat[]> {
    return (await this.#rows.seats.find({ agentId, state: 'held' }).toArray()).filter(isHeld);
  }

  /** @returns the runners that hold a seat for the tests of a run. */
  async heldAt(testRunId: TestRunId): Promise<HeldSeat[]> {
    return (await this.#rows.seats.find({ testRunId, kind: 'tests', state: 'held' }).toArray()).filter(isHeld);
  }

  /**
   * Takes the best open seat for a slot: set-ups first, then by the run's priority (greater goes first), then its age.
   * @returns null when there is none.
   */
  async take(
    holder: { agentId: AgentId; slot: number; accountId: AccountId | null },
    leaseUntil: Date,
  ): Promise<HeldSeat | null> {
    const { agentId, slot, accountId } = holder;
    const seat = await this.#rows.seats.findOneAndUpdate(
      { state: 'open', ...(accountId === null ? {} : { accountId }) },
      { $set: { state: 'held', agentId, slot, leaseUntil } },
      { sort: { kind: 1, priority: -1, runCreatedAt: 1 }, returnDocument: 'after' },
    );
    return seat && isHeld(seat) ? seat : null;
  }

  /** Gives a seat back where nothing was ready; the run's other free seats are of no use either. */
  async close({ _id, testRunId, kind, agentId, slot }: HeldSeat): Promise<void> {
    const closed = { $set: { state: 'closed' as const, ...unheld } };
    await Promise.all([
      this.#rows.seats.updateOne({ _id, state: 'held', agentId, slot }, closed),
      this.#rows.seats.updateMany({ testRunId, kind, state: 'open' }, closed),
    ]);
    const ready = await this.#rows.units.findOne({ testRunId, kind, state: 'ready' }, { projection: { _id: 1 } });
    if (ready) await this.open(testRunId, kind);
  }

  /** Frees the seat that a lost or returned unit was worked at, unless its holder has gone on to another unit there. */
  async vacate({ seatId, agentId, slot }: WorkUnitRow): Promise<void> {
    if (seatId === null || agentId === null) return;
    const other = await this.#rows.units.findOne({ agentId, state: 'claimed', seatId }, { projection: { _id: 1 } });
    if (other) return;
    const open = { $set: { state: 'open' as const, ...unheld } };
    await this.#rows.seats.updateOne({ _id: seatId, state: 'held', agentId, slot }, open);
  }

  /** Extends the agent's hold on these seats. */
  async renew(agentId: AgentId, seatIds: string[], leaseUntil: Date): Promise<void> {
    await this.#rows.seats.updateMany({ _id: { $in: seatIds }, state: 'held', agentId }, { $set: { leaseUntil } });
  }

  /** Opens the seats of agents that went silent. */
  async reopenLapsed(): Promise<void> {
    const at = this.#now();
    if (at.getTime() - this.#lapsedSoughtAt < lapsedEveryMs) return;
    this.#lapsedSoughtAt = at.getTime();
    const open = { $set: { state: 'open' as const, ...unheld } };
    await this.#rows.seats.updateMany({ state: 'held', leaseUntil: { $lte: at } }, open);
  }

  /** Removes all seats of a run that is over. */
  async remove(testRunId: TestRunId): Promise<void> {
    await this.#rows.seats.deleteMany({ testRunId });
  }
}

function isHeld(seat: WorkSeatRow): seat is HeldSeat {
  return seat.agentId !== null && seat.slot !== null;
}
