import type { AgentId, TestRunId } from '@assay/contract';
import type { Clock } from '../clock.ts';
import { ignoringDuplicates, isDuplicateKey } from '../duplicateKey.ts';
import { inRounds } from '../inRounds.ts';
import { betterFor, nextFor, type Standing } from './fairShare.ts';
import { type HeldSeat, isHeld } from './heldSeat.ts';
import { RunnerSeats } from './runnerSeats.ts';
import { type Claimer, type Full, SeatPlaces, type SeatPools, serves } from './seatPlaces.ts';
import { type SeatChange, SeatStandings } from './seatStandings.ts';
import { unheld, type WorkCollections, type WorkKind, type WorkSeatRow, type WorkUnitRow } from './workRows.ts';

/** Seats that lapsed are looked for at most this often, by each process. */
const lapsedEveryMs = 1000;
/** How old the picture of all seats may be that a slot is placed by. */
const standingsForMs = 250;
/** A place that is gone when it is to be taken is chosen again this often; after that, others have taken all places. */
const takeAttempts = 5;

/** What seats and units say of their run. */
export type WorkedRun = Pick<WorkSeatRow, 'testRunId' | 'accountId' | 'priority' | 'runCreatedAt' | 'stopped'>;
/** A slot of an agent that asks for work. */
export type SlotHolder = Claimer & { slot: number };

/**
 * Who may pull units of which run. A seat is `open` only while its run may have ready units, so that finding work never
 * walks through runs that have none. The one rule that keeps this true: **units are made ready first, then seats are
 * opened; seats are closed first, then it is looked once more whether units are ready.** Whichever comes second sees
 * what the other did.
 */
export class WorkSeats {
  /** Who is at the seats, as runners of their runs. */
  readonly runners: RunnerSeats;
  readonly #rows: WorkCollections;
  readonly #now: Clock;
  readonly #standings: SeatStandings;
  readonly #places: SeatPlaces;
  readonly #heldBy: (agentId: AgentId) => Promise<HeldSeat[]>;
  readonly #close = inRounds<HeldSeat, true>((seats) => this.#closeAll(seats));
  #lapsedSoughtAt = 0;

  constructor(rows: WorkCollections, now: Clock) {
    this.#rows = rows;
    this.#now = now;
    this.#standings = new SeatStandings(rows);
    this.runners = new RunnerSeats(rows, this.#standings);
    this.#places = new SeatPlaces(rows);
    this.#heldBy = inRounds(async (agents) => {
      const held = await rows.seats.find({ agentId: { $in: [...new Set(agents)] }, state: 'held' }).toArray();
      const seats = held.filter(isHeld);
      return agents.map((agentId) => seats.filter((seat) => seat.agentId === agentId));
    });
  }

  /** Makes sure that the run has these seats, and opens those that nobody holds. Units must have been made ready before. */
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

  /** From now on the run is served from these pools. Who is at a seat of it stays until its unit is done. */
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
   * Takes a seat for a slot, at the run whose turn it is, where its pool and its account have room for one more.
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
   * @returns the seat where the slot is now, the same one when it stays; null when it has none any more.
   */
  async changeFrom(seat: HeldSeat, holder: SlotHolder, leaseUntil: Date): Promise<HeldSeat | null> {
    await this.#standings.refresh(standingsForMs);
    const standings = this.#seenBy(holder);
    const better = betterFor(seat, standings);
    if (!better) return seat;
    // Both places as they will be, before anybody else is placed.
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
    // There is room where the slot's own place is the one that it takes along.
    const isOwn = taken.key === (taken.full === 'pool' ? seat.heldPool : seat.heldAccount);
    if (!isOwn) return seat;
    await this.leave(seat);
    const there = await this.#takeAt(better, holder, leaseUntil, standings);
    return isTaken(there) ? there : this.take(holder, leaseUntil);
  }

  /** Gives a seat up for others: there may be more to do there. */
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

  /** An agent of an account sees that account's runs only, and of these the ones that its pool serves. */
  #seenBy(holder: SlotHolder): readonly Standing[] {
    const isSeen = (standing: Standing) =>
      (holder.accountId === null || standing.accountId === holder.accountId) && serves(standing, holder);
    return this.#standings.standings.filter(isSeen);
  }

  /** Takes a seat at that place, and has that in the picture at once. */
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
    const { testRunId, kind, accountId } = place;
    const { agentId, slot } = holder;
    const max = await holder.maxRunnersOf(accountId);
    const atWork = standings.reduce((sum, one) => sum + (one.accountId === accountId ? one.held : 0), 0);
    for (let crowded = atWork * 2 >= max; ; crowded = true) {
      const places = await this.#places.choose(place, holder, crowded);
      if ('full' in places) return places;
      try {
        const seat = await this.#rows.seats.findOneAndUpdate(
          { testRunId, kind, state: 'open' },
          { $set: { state: 'held', agentId, slot, leaseUntil, ...places } },
          { returnDocument: 'after' },
        );
        return seat && isHeld(seat) ? seat : null;
      } catch (error) {
        // Somebody was quicker to take that number.
        if (!isDuplicateKey(error)) throw error;
      }
    }
  }

  /** Gives a seat back where nothing was ready; the run's other free seats are of no use either. */
  async close(seat: HeldSeat): Promise<void> {
    await this.#close(seat);
  }

  /** At the end of a run all who worked on it find nothing more, mostly at the same time. */
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

function isTaken(seat: HeldSeat | Full | null): seat is HeldSeat {
  return seat !== null && !('full' in seat);
}

/** Whether a run of that standing would need a place where there is none. */
function isFull({ full, key }: Full, standing: Standing, { runnerType }: SlotHolder): boolean {
  if (full === 'account') return key === `${standing.accountId}.${runnerType}`;
  return key === (runnerType === 'WINDOWS' ? standing.windowsPoolId : standing.linuxPoolId);
}
