import {
  type AgentId,
  agentProtocol,
  type LeaseId,
  type RunnerPoolId,
  type RunOrder,
  type TestRunId,
  type TestRunnerId,
} from '@assay/contract';
import { after, type Clock } from '../clock.ts';
import { inRounds } from '../inRounds.ts';
import { type Claimer, serves } from './seatPlaces.ts';
import { type TakeLongest, unitTaker } from './unitTaker.ts';
import type { WorkCollections, WorkUnitRow } from './workRows.ts';
import { type HeldSeat, runnerAt, type SlotHolder, type WorkSeats } from './workSeats.ts';

/** So many of the runners that have worked are remembered. */
const runnersKept = 10_000;

/** A unit that somebody works on, with what its runner needs to know of the run. */
export type ClaimedUnit = WorkUnitRow & {
  agentId: AgentId;
  slot: number;
  runnerId: TestRunnerId;
  leaseUntil: Date;
  order: RunOrder;
  /** The pool that the runner is of; null: of none. */
  runnerPoolId: RunnerPoolId | null;
  /** The runner whose seat it has taken, where that one was replaced. */
  replaces: TestRunnerId | null;
  /** The first unit of this runner in the run. */
  newRunner: boolean;
};

type TakenUnit = { unit: WorkUnitRow } & Pick<ClaimedUnit, 'runnerPoolId' | 'replaces'>;

export type LeaseState = { leaseId: LeaseId; state: 'held' | 'lost' | 'canceled' };

/** Hands units out. Every step is one atomic change of one row, so that two claimers never get the same. */
export class WorkClaims {
  readonly #rows: WorkCollections;
  readonly #seats: WorkSeats;
  readonly #now: Clock;
  readonly #takeLongest: TakeLongest;
  readonly #orderOf: (testRunId: TestRunId) => Promise<RunOrder | null>;
  /** Runners that are known to have had a unit before. */
  readonly #knownRunners = new Set<TestRunnerId>();

  constructor(rows: WorkCollections, seats: WorkSeats, now: Clock) {
    this.#rows = rows;
    this.#seats = seats;
    this.#now = now;
    this.#takeLongest = unitTaker(rows);
    this.#orderOf = inRounds(async (ids) => {
      const found = await rows.runs.find({ _id: { $in: [...new Set(ids)] } }, { projection: { order: 1 } }).toArray();
      const orders = new Map(found.map((run) => [run._id, run.order]));
      return ids.map((id) => orders.get(id) ?? null);
    });
  }

  async claim({ slots, ...claimer }: Claimer & { slots: number[] }): Promise<ClaimedUnit[]> {
    await this.#seats.reopenLapsed();
    const held = new Map((await this.#seats.heldBy(claimer.agentId)).map((seat) => [seat.slot, seat]));
    const units: TakenUnit[] = [];
    for (const slot of slots) {
      const unit = await this.#claimFor({ ...claimer, slot }, held.get(slot) ?? null);
      if (unit) units.push(unit);
    }
    return this.#withOrders(units);
  }

  async renew(agentId: AgentId, leaseIds: LeaseId[]): Promise<LeaseState[]> {
    if (leaseIds.length === 0) return [];
    const leaseUntil = this.#leaseEnd();
    await this.#rows.units.updateMany({ _id: { $in: leaseIds }, state: 'claimed', agentId }, { $set: { leaseUntil } });
    const found = await this.#rows.units
      .find({ _id: { $in: leaseIds } }, { projection: { state: 1, agentId: 1, seatId: 1 } })
      .toArray();
    const units = new Map(found.map((unit) => [unit._id, unit]));
    const states = leaseIds.map((leaseId) => ({ leaseId, state: stateFor(agentId, units.get(leaseId)) }));
    const seatIds = states.flatMap(({ leaseId, state }) =>
      state === 'held' ? (units.get(leaseId)?.seatId ?? []) : [],
    );
    await this.#seats.renew(agentId, seatIds, leaseUntil);
    return states;
  }

  #leaseEnd(): Date {
    return after(this.#now(), agentProtocol.leaseSeconds * 1000);
  }

  /**
   * A slot stays with its run while that has work, so that a runner's workspace is used again, unless another run has
   * more of a right to it.
   */
  async #claimFor(claimer: SlotHolder, held: HeldSeat | null): Promise<TakenUnit | null> {
    let seat =
      (held && (await this.#keepOrChange(held, claimer))) ?? (await this.#seats.take(claimer, this.#leaseEnd()));
    while (seat) {
      if (seat.replaces && (await this.#hasWorked(runnerAt(seat)))) seat = await this.#seats.asNewRunner(seat);
      const unit = await this.#takeLongest({ seat, leaseUntil: this.#leaseEnd() });
      if (unit) {
        if (seat.replaces) await this.#seats.tookPlace(seat);
        return { unit, runnerPoolId: seat.heldPool, replaces: seat.replaces ?? null };
      }
      await this.#seats.close(seat);
      seat = await this.#seats.take(claimer, this.#leaseEnd());
    }
    return null;
  }

  async #keepOrChange(held: HeldSeat, claimer: SlotHolder): Promise<HeldSeat | null> {
    // The run may be served from another pool since.
    if (serves(held, claimer)) return this.#seats.changeFrom(held, claimer, this.#leaseEnd());
    await this.#seats.leave(held);
    return null;
  }

  async #withOrders(taken: TakenUnit[]): Promise<ClaimedUnit[]> {
    const units = taken.map(({ unit }) => unit);
    const [orders, firsts] = await Promise.all([
      Promise.all(units.map((unit) => this.#orderOf(unit.testRunId))),
      Promise.all(units.map((unit) => this.#isFirst(unit))),
    ]);
    return units.map((unit, place) => {
      const { agentId, slot, runnerId, leaseUntil } = unit;
      const order = orders[place];
      if (!order || agentId === null || slot === null || runnerId === null || leaseUntil === null) {
        throw new Error(`the claimed unit ${unit._id} is not whole`);
      }
      const { runnerPoolId = null, replaces = null } = taken[place] ?? {};
      return {
        ...unit,
        agentId,
        slot,
        runnerId,
        leaseUntil,
        order,
        runnerPoolId,
        replaces,
        newRunner: firsts[place] ?? false,
      };
    });
  }

  async #hasWorked(runnerId: TestRunnerId): Promise<boolean> {
    return (await this.#rows.units.findOne({ runnerId }, { projection: { _id: 1 } })) !== null;
  }

  async #isFirst({ _id, runnerId }: WorkUnitRow): Promise<boolean> {
    if (runnerId !== null && this.#knownRunners.has(runnerId)) return false;
    const other = await this.#rows.units.findOne({ runnerId, _id: { $ne: _id } }, { projection: { _id: 1 } });
    if (other === null) return true;
    if (this.#knownRunners.size >= runnersKept) this.#knownRunners.clear();
    if (runnerId !== null) this.#knownRunners.add(runnerId);
    return false;
  }
}

/** A unit that this agent has finished is still its own: the answer may cross the last renewal. */
function stateFor(agentId: AgentId, unit: Pick<WorkUnitRow, 'state' | 'agentId'> | undefined): LeaseState['state'] {
  if (unit?.state === 'canceled') return 'canceled';
  const held = unit?.agentId === agentId && (unit.state === 'claimed' || unit.state === 'done');
  return held ? 'held' : 'lost';
}
