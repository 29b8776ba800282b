import type { TestRunId, TestRunnerId } from '@assay/contract';
import { type HeldSeat, isHeld, runnerAt } from './heldSeat.ts';
import type { SeatStandings } from './seatStandings.ts';
import { unheld, type WorkCollections, type WorkSeatRow } from './workRows.ts';

/** The runners of runs: each is a slot of an agent, at a seat of its run, until it is stopped. */
export class RunnerSeats {
  readonly #rows: WorkCollections;
  readonly #standings: SeatStandings;

  constructor(rows: WorkCollections, standings: SeatStandings) {
    this.#rows = rows;
    this.#standings = standings;
  }

  /** @returns the runners that hold a seat for the tests of a run. */
  async heldAt(testRunId: TestRunId): Promise<HeldSeat[]> {
    return (await this.#rows.seats.find({ testRunId, kind: 'tests', state: 'held' }).toArray()).filter(isHeld);
  }

  /**
   * Takes a runner's seat for good. When the runner is stopped, the run loses the seat unless it is the last one; when
   * it is replaced, the next to take the seat is its successor.
   */
  async stop(testRunId: TestRunId, runnerId: TestRunnerId, replaced: boolean): Promise<void> {
    // 1. Its slot is another runner from here on. 2. Its seat is free.
    let seat = await this.#seatOf(testRunId, runnerId);
    await this.#rows.seats.updateMany({ testRunId }, { $addToSet: { stopped: runnerId } });
    // Its slot may give up the seat at this very moment: then look again.
    while (seat && !(await this.#takeFrom(seat, runnerId, replaced))) seat = await this.#seatOf(testRunId, runnerId);
    this.#standings.forget();
  }

  /** @returns whether the seat was unchanged since it was read */
  async #takeFrom(seat: WorkSeatRow, runnerId: TestRunnerId, replaced: boolean): Promise<boolean> {
    const { _id, testRunId, kind, state: before, agentId, slot } = seat;
    const others = await this.#rows.seats.countDocuments({
      testRunId,
      kind,
      _id: { $ne: _id },
      state: { $ne: 'withdrawn' },
    });
    const state = replaced || others === 0 ? 'open' : 'withdrawn';
    const replaces = replaced ? runnerId : null;
    const freed = { $set: { state, ...unheld, replaces } } as const;
    return (await this.#rows.seats.updateOne({ _id, state: before, agentId, slot }, freed)).matchedCount === 1;
  }

  /**
   * The seat that a runner holds, or works at after giving it up: a slot that asks for more before its unit is done
   * finds nothing, and its seat is closed.
   */
  async #seatOf(testRunId: TestRunId, runnerId: TestRunnerId): Promise<WorkSeatRow | null> {
    const held = (await this.#rows.seats.find({ testRunId, state: 'held' }).toArray()).filter(isHeld);
    const seat = held.find((one) => runnerAt(one) === runnerId);
    if (seat) return seat;
    const unit = await this.#rows.units.findOne({ runnerId, state: 'claimed' }, { projection: { seatId: 1 } });
    if (!unit?.seatId) return null;
    return this.#rows.seats.findOne({ _id: unit.seatId, state: { $in: ['open', 'closed'] } });
  }

  /**
   * Makes the holder of a seat a new runner, distinct from the one its slot was in this run before (in the set-up,
   * say): a successor is always a new runner.
   */
  async asNewRunner(seat: HeldSeat): Promise<HeldSeat> {
    const { testRunId, stopped = [] } = seat;
    const before = runnerAt(seat);
    await this.#rows.runs.updateOne({ _id: testRunId }, { $addToSet: { stopped: before } });
    await this.#rows.seats.updateMany({ testRunId }, { $addToSet: { stopped: before } });
    return { ...seat, stopped: [...stopped, before] };
  }

  /** Another runner has taken the replaced runner's seat. */
  async tookPlace({ _id }: HeldSeat): Promise<void> {
    await this.#rows.seats.updateOne({ _id }, { $set: { replaces: null } });
  }
}
