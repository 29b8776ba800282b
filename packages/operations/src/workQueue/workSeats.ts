import type { AccountId, AgentId, TestRunId } from '@assay/contract';
import type { Clock } from '../clock.ts';
import { ignoringDuplicates } from '../duplicateKey.ts';
import { betterFor, nextFor, type Standing } from './fairShare.ts';
import { SeatStandings } from './seatStandings.ts';
import { unheld, type WorkCollections, type WorkKind, type WorkSeatRow, type WorkUnitRow } from './workRows.ts';

/** Seats that lapsed are looked for at most this often, by each process. */
const lapsedEveryMs = 1000;
/** How old the picture of all seats may be that a slot is placed by. */
const standingsForMs = 100;
/** A place that is gone when it is to be taken is chosen anew this often; then others have taken all there was. */
const takeAttempts = 5;

/** What seats and units say of their run. */
export type WorkedRun = Pick<WorkSeatRow, 'testRunId' | 'accountId' | 'priority' | 'runCreatedAt'>;
export type HeldSeat = WorkSeatRow & { agentId: AgentId; slot: number };
/** A slot of an agent, and whose runs it may be given: null, any account's. */
export type SlotHolder = { agentId: AgentId; slot: number; accountId: AccountId | null };

/**
 * Who may pull units of which run. A seat is `open` only while its run may have ready units, so that finding work never
 * walks through runs that have none. The one rule that keeps this true: **units are made ready first, then seats are
 * opened; seats are closed first, then it is looked once more whether units are ready.** Whichever comes second sees
 * what the other did.
 */
export class WorkSeats {
  readonly #rows: WorkCollections;
  readonly #now: Clock;
  readonly #standings: SeatStandings;
  #lapsedSoughtAt = 0;

  constructor(rows: WorkCollections, now: Clock) {
    this.#rows = rows;
    this.#now = now;
    this.#standings = new SeatStandings(rows);
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
    this.#standings.forget();
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
   * Takes a seat for a slot, at the run whose turn it is.
   * @returns null when none is open.
   */
  async take(holder: SlotHolder, leaseUntil: Date): Promise<HeldSeat | null> {
    for (let attempt = 1; attempt <= takeAttempts; attempt += 1) {
      const { standings, isNew } = await this.#standingsFor(holder, attempt === 1 ? standingsForMs : 0);
      const next = nextFor(standings);
      if (!next && isNew) return null;
      const seat = next && (await this.#takeAt(next, holder, leaseUntil));
      if (seat) return seat;
    }
    return null;
  }

  /**
   * Goes over to another run where that is fairer. The seat that the slot had is open then.
   * @returns null when the slot stays.
   */
  async changeFrom(seat: HeldSeat, holder: SlotHolder, leaseUntil: Date): Promise<HeldSeat | null> {
    const { standings } = await this.#standingsFor(holder, standingsForMs);
    const better = betterFor(seat, standings);
    const taken = better && (await this.#takeAt(better, holder, leaseUntil));
    if (!taken) return null;
    const { _id, agentId, slot } = seat;
    const open = { $set: { state: 'open' as const, ...unheld } };
    await this.#rows.seats.updateOne({ _id, state: 'held', agentId, slot }, open);
    this.#standings.forget();
    return taken;
  }

  /** An agent of an account sees that account's runs only. */
  async #standingsFor({ accountId }: SlotHolder, maxAgeMs: number) {
    const { standings, isNew } = await this.#standings.read(maxAgeMs);
    const seen = accountId === null ? standings : standings.filter((standing) => standing.accountId === accountId);
    return { standings: seen, isNew };
  }

  async #takeAt(place: Standing, { agentId, slot }: SlotHolder, leaseUntil: Date): Promise<HeldSeat | null> {
    const { testRunId, kind } = place;
    const seat = await this.#rows.seats.findOneAndUpdate(
      { testRunId, kind, state: 'open' },
      { $set: { state: 'held', agentId, slot, leaseUntil } },
      { returnDocument: 'after' },
    );
    if (!seat || !isHeld(seat)) return null;
    this.#standings.took(place);
    return seat;
  }

  /** Gives a seat back where nothing was ready; the run's other free seats are of no use either. */
  async close({ _id, testRunId, kind, agentId, slot }: HeldSeat): Promise<void> {
    this.#standings.forget();
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
    this.#standings.forget();
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
    this.#standings.forget();
    await this.#rows.seats.deleteMany({ testRunId });
  }
}

function isHeld(seat: WorkSeatRow): seat is HeldSeat {
  return seat.agentId !== null && seat.slot !== null;
}
