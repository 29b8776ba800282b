import { batcher } from '@assay/concurrency';
import type { AgentId, TestRunId } from '@assay/contract';
import type { Clock } from '../clock.ts';
import { ignoringDuplicates, isDuplicateKey } from '../duplicateKey.ts';
import { betterFor, nextFor, type Standing } from './fairShare.ts';
import { type HeldSeat, isHeld } from './heldSeat.ts';
import { RunnerSeats } from './runnerSeats.ts';
import { type Claimer, type Full, SeatPlaces, type SeatPools, serves } from './seatPlaces.ts';
import { type SeatChange, SeatStandings } from './seatStandings.ts';
import { unheld, type WorkCollections, type WorkKind, type WorkSeatRow, type WorkUnitRow } from './workRows.ts';

/** How often each process looks for lapsed seats, at most. */
const lapsedEveryMs = 1000;
/** Maximum age of the snapshot of all seats used to place a slot. */
const standingsForMs = 250;
/** How often to choose another place when one is taken; after that, all are assumed to be taken. */
const takeAttempts = 5;

/** What seats and units copy from their run. */
export type WorkedRun = Pick<
  WorkSeatRow,
  'testRunId' | 'accountId' | 'priority' | 'runCreatedAt' | 'stopped' | 'takesTurns'
>;
/** A slot of an agent asking for work. */
export type SlotHolder = Claimer & { slot: number };

/**
 * Who may take units of which run. A seat is `open` only while its run may have ready units, so that finding work never
 * scans runs without any. One rule keeps this true: **make units ready first, then open seats; close seats first, then
 * check once more for ready units.** Whichever comes second sees what the other did.
 */
export class WorkSeats {
  /** The holders of the seats, as runners of their runs. */
  readonly runners: RunnerSeats;
  readonly #rows: WorkCollections;
  readonly #now: Clock;
  readonly #standings: SeatStandings;
  readonly #places: SeatPlaces;
  readonly #heldBy: (agentId: AgentId) => Promise<HeldSeat[]>;
  readonly #close = batcher<HeldSeat, true>((seats) => this.#closeAll(seats));
  #lapsedSoughtAt = 0;

  constructor(rows: WorkCollections, now: Clock) {
    this.#rows = rows;
    this.#now = now;
    this.#standings = new SeatStandings(rows);
    this.runners = new RunnerSeats(rows, this.#standings);
    this.#places = new SeatPlaces(rows);
    this.#heldBy = batcher(async (agents) => {
      const held = await rows.seats.find({ agentId: { $in: [...new Set(agents)] }, state: 'held' }).toArray();
      const seats = held.filter(isHeld);
      return agents.map((agentId) => seats.filter((seat) => seat.agentId === agentId));
    });
  }

  /** Ensures that the run has these seats, and opens the free ones. Units must have been made ready before. */
  async provide(run: WorkedRun, pools: SeatPools, kind: WorkKind, count: number): Promise<void> {
    const first = kind === 'setup' ? 0 : 1;
    const wanted = Array.from(
      { length: count },
      (_, place): WorkSeatRow => ({
        _id: `${run.testRunId}.${first + place}`,
        ...run,
        ...pools,
        kind,
        state: 'open',
        ...unheld,
      }),
    );
    if (count > 0) await ignoringDuplicates(this.#rows.seats.insertMany(wanted, { ordered: false }));
    await this.move(run.testRunId, pools);
    await this.open(run.testRunId, kind);
  }

  /** From now on the run is served from these pools. Holders of its seats stay until their unit is done. */
  async move(testRunId: TestRunId, { linuxPoolId, windowsPoolId }: SeatPools): Promise<void> {
    const elsewhere = { $or: [{ linuxPoolId: { $ne: linuxPoolId } }, { windowsPoolId: { $ne: windowsPoolId } }] };
    const moved = await this.#rows.seats.updateMany(
      { testRunId, ...elsewhere },
      { $set: { linuxPoolId, windowsPoolId } },
    );
    if (moved.modifiedCount > 0) this.#standings.forget();
  }

  async open(testRunId: TestRunId, kind: WorkKind): Promise<void> {
    this.#standings.forget();
    await this.#rows.seats.updateMany({ testRunId, kind, state: 'closed' }, { $set: { state: 'open' } });
  }

  /** @returns the seats that an agent's slots hold. */
  heldBy(agentId: AgentId): Promise<HeldSeat[]> {
    return this.#heldBy(agentId);
  }

  /**
   * Takes a seat for a slot, at the run whose turn it is, if its pool and account have room.
   * @returns null when none is open.
   */
  async take(holder: SlotHolder, leaseUntil: Date): Promise<HeldSeat | null> {
    const full: Full[] = [];
    for (let attempt = 1; attempt <= takeAttempts; ) {
      const isNew = await this.#standings.refresh(attempt === 1 ? standingsForMs : 0);
      const standings = this.#seenBy(holder);
      const next = nextFor(standings.filter((standing) => !full.some((place) => isFull(place, standing, holder))));
      if (!next && isNew) return null;
      const seat = next && (await this.#takeAt(next, holder, leaseUntil, standings));
      if (seat && 'full' in seat) {
        full.push(seat);
        continue;
      }
      if (seat) return seat;
      attempt += 1;
    }
    return null;
  }

  /**
   * Moves the slot to another run when that is fairer, which opens its previous seat.
   * @returns the slot's seat, the same one if it stays; null if it lost its seat.
   */
  async changeFrom(seat: HeldSeat, holder: SlotHolder, leaseUntil: Date): Promise<HeldSeat | null> {
    await this.#standings.refresh(standingsForMs);
    const standings = this.#seenBy(holder);
    const better = betterFor(seat, standings);
    if (!better) return seat;
    // Note both changes before anybody else is placed.
    const leaving: SeatChange = { testRunId: seat.testRunId, kind: seat.kind, held: -1 };
    this.#standings.note(leaving);
    let taken: HeldSeat | Full | null = null;
    try {
      taken = await this.#takeAt(better, holder, leaseUntil, standings);
      if (isTaken(taken)) await this.#free(seat);
    } finally {
      if (isTaken(taken)) this.#standings.settle(leaving);
      else this.#standings.undo(leaving);
    }
    if (taken === null) return seat;
    if (isTaken(taken)) return taken;
    if (taken.full === 'machine') return seat;
    // The slot takes its own place along, so there is room.
    const isOwn = taken.key === (taken.full === 'pool' ? seat.heldPool : seat.heldAccount);
    if (!isOwn) return seat;
    await this.leave(seat);
    const there = await this.#takeAt(better, holder, leaseUntil, standings);
    return isTaken(there) ? there : this.take(holder, leaseUntil);
  }

  /** Opens a seat for others: there may be more work. */
  async leave(seat: HeldSeat): Promise<void> {
    const leaving: SeatChange = { testRunId: seat.testRunId, kind: seat.kind, held: -1 };
    this.#standings.note(leaving);
    try {
      await this.#free(seat);
    } finally {
      this.#standings.settle(leaving);
    }
  }

  async #free({ _id, agentId, slot }: HeldSeat): Promise<void> {
    const open = { $set: { state: 'open' as const, ...unheld } };
    await this.#rows.seats.updateOne({ _id, state: 'held', agentId, slot }, open);
  }

  /** An agent of an account sees only that account's runs, and only those that its pool serves. */
  #seenBy(holder: SlotHolder): readonly Standing[] {
    const isSeen = (standing: Standing) =>
      (holder.accountId === null || standing.accountId === holder.accountId) && serves(standing, holder);
    return this.#standings.standings.filter(isSeen);
  }

  /** Takes a seat at that place, and notes it in the snapshot at once. */
  async #takeAt(
    place: Standing,
    holder: SlotHolder,
    leaseUntil: Date,
    standings: readonly Standing[],
  ): Promise<HeldSeat | Full | null> {
    const taking: SeatChange = { testRunId: place.testRunId, kind: place.kind, held: 1 };
    this.#standings.note(taking);
    let taken: HeldSeat | Full | null = null;
    try {
      taken = await this.#tryToTake(place, holder, leaseUntil, standings);
    } finally {
      if (isTaken(taken)) this.#standings.settle(taking);
      else this.#standings.undo(taking);
    }
    return taken;
  }

  async #tryToTake(
    place: Standing,
    holder: SlotHolder,
    leaseUntil: Date,
    standings: readonly Standing[],
  ): Promise<HeldSeat | Full | null> {
    const { testRunId, kind, accountId, takesTurns } = place;
    const { agentId, slot } = holder;
    const heldMachine = takesTurns ? agentId : null;
    const max = await holder.maxRunnersOf(accountId);
    const atWork = standings.reduce((sum, one) => sum + (one.accountId === accountId ? one.held : 0), 0);
    for (let crowded = atWork * 2 >= max; ; crowded = true) {
      if (takesTurns && (await this.#rows.seats.findOne({ testRunId, heldMachine }))) {
        return { full: 'machine', key: testRunId };
      }
      const places = await this.#places.choose(place, holder, crowded);
      if ('full' in places) return places;
      try {
        const seat = await this.#rows.seats.findOneAndUpdate(
          { testRunId, kind, state: 'open' },
          { $set: { state: 'held', agentId, slot, leaseUntil, ...places, heldMachine } },
          { returnDocument: 'after' },
        );
        return seat && isHeld(seat) ? seat : null;
      } catch (error) {
        // Another process took that number first, or another slot the machine's turn.
        if (!isDuplicateKey(error)) throw error;
      }
    }
  }

  /** Releases a seat where nothing was ready, and closes the run's other free seats. */
  async close(seat: HeldSeat): Promise<void> {
    await this.#close(seat);
  }

  /** At the end of a run all its runners find nothing more, mostly at the same time. */
  async #closeAll(seats: readonly HeldSeat[]): Promise<true[]> {
    this.#standings.forget();
    const closed = { $set: { state: 'closed' as const, ...unheld } };
    const works = new Map(seats.map(({ testRunId, kind }) => [`${testRunId} ${kind}`, { testRunId, kind }]));
    await this.#rows.seats.bulkWrite(
      [
        ...seats.map(({ _id, agentId, slot }) => ({
          updateOne: { filter: { _id, state: 'held' as const, agentId, slot }, update: closed },
        })),
        ...[...works.values()].map((work) => ({
          updateMany: { filter: { ...work, state: 'open' as const }, update: closed },
        })),
      ],
      { ordered: false },
    );
    await Promise.all(
      [...works.values()].map(async ({ testRunId, kind }) => {
        const ready = await this.#rows.units.findOne({ testRunId, kind, state: 'ready' }, { projection: { _id: 1 } });
        if (ready) await this.open(testRunId, kind);
      }),
    );
    return seats.map(() => true);
  }

  /** Frees the seat of a lost or returned unit, unless its holder has moved on to another unit there. */
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

  /** Opens the seats of silent agents. */
  async reopenLapsed(): Promise<void> {
    const at = this.#now();
    if (at.getTime() - this.#lapsedSoughtAt < lapsedEveryMs) return;
    this.#lapsedSoughtAt = at.getTime();
    const open = { $set: { state: 'open' as const, ...unheld } };
    await this.#rows.seats.updateMany({ state: 'held', leaseUntil: { $lte: at } }, open);
  }

  /** Removes all seats of a finished run. */
  async remove(testRunId: TestRunId): Promise<void> {
    this.#standings.forget();
    await this.#rows.seats.deleteMany({ testRunId });
  }
}

function isTaken(seat: HeldSeat | Full | null): seat is HeldSeat {
  return seat !== null && !('full' in seat);
}

/** Whether the run would need a place where none is free. */
function isFull({ full, key }: Full, standing: Standing, { runnerType }: SlotHolder): boolean {
  if (full === 'account') return key === `${standing.accountId}.${runnerType}`;
  if (full === 'machine') return key === standing.testRunId;
  return key === (runnerType === 'WINDOWS' ? standing.windowsPoolId : standing.linuxPoolId);
}
