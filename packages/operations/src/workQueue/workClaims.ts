import {
  type AgentId,
  agentProtocol,
  type LeaseId,
  type RunnerPoolId,
  type RunOrder,
  type TestRunnerId,
} from '@assay/contract';
import { after, type Clock } from '../clock.ts';
import { type HeldSeat, runnerAt } from './heldSeat.ts';
import { type Claimer, serves } from './seatPlaces.ts';
import { type TakeLongest, type TakenUnit, unitTaker } from './unitTaker.ts';
import type { WorkCollections, WorkUnitRow } from './workRows.ts';
import type { SlotHolder, WorkSeats } from './workSeats.ts';

/** A claimed unit, with what its runner needs to know about the run. */
export type ClaimedUnit = TakenUnit & {
  order: RunOrder;
  /** The runner's pool; null: none. */
  runnerPoolId: RunnerPoolId | null;
  /** The runner that it replaces, if any. */
  replaces: TestRunnerId | null;
};

export type LeaseState = { leaseId: LeaseId; state: 'held' | 'lost' | 'canceled' };

/** Hands out units. Every step is one atomic change of one row, so that two claimers never get the same unit. */
export class WorkClaims {
  readonly #rows: WorkCollections;
  readonly #seats: WorkSeats;
  readonly #now: Clock;
  readonly #takeLongest: TakeLongest;

  constructor(rows: WorkCollections, seats: WorkSeats, now: Clock) {
    this.#rows = rows;
    this.#seats = seats;
    this.#now = now;
    this.#takeLongest = unitTaker(rows);
  }

  /** All places in parallel: each goes through the same sequence of steps. */
  async claim({ slots, ...claimer }: Claimer & { slots: number[] }): Promise<ClaimedUnit[]> {
    await this.#seats.reopenLapsed();
    const held = new Map((await this.#seats.heldBy(claimer.agentId)).map((seat) => [seat.slot, seat]));
    const units = await Promise.all(slots.map((slot) => this.#claimFor({ ...claimer, slot }, held.get(slot) ?? null)));
    return units.filter((unit) => unit !== null);
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
   * A slot stays with its run while it has work, to reuse the runner's workspace, unless another run has a stronger
   * claim.
   */
  async #claimFor(claimer: SlotHolder, held: HeldSeat | null): Promise<ClaimedUnit | null> {
    let seat =
      (held && (await this.#keepOrChange(held, claimer))) ?? (await this.#seats.take(claimer, this.#leaseEnd()));
    while (seat) {
      if (seat.replaces && (await this.#hasWorked(runnerAt(seat)))) seat = await this.#seats.runners.asNewRunner(seat);
      const unit = await this.#takeLongest({ seat, leaseUntil: this.#leaseEnd() });
      if (unit) {
        if (seat.replaces) await this.#seats.runners.tookPlace(seat);
        const { order } = unit;
        if (!order) throw new Error(`the run of the claimed unit ${unit._id} is gone`);
        return { ...unit, order, runnerPoolId: seat.heldPool, replaces: seat.replaces ?? null };
      }
      await this.#seats.close(seat);
      seat = await this.#seats.take(claimer, this.#leaseEnd());
    }
    return null;
  }

  async #keepOrChange(held: HeldSeat, claimer: SlotHolder): Promise<HeldSeat | null> {
    // The run may be served from another pool by now.
    if (serves(held, claimer)) return this.#seats.changeFrom(held, claimer, this.#leaseEnd());
    await this.#seats.leave(held);
    return null;
  }

  async #hasWorked(runnerId: TestRunnerId): Promise<boolean> {
    return (await this.#rows.units.findOne({ runnerId }, { projection: { _id: 1 } })) !== null;
  }
}

/** A unit that this agent finished still counts as its own: the answer may cross the last renewal. */
function stateFor(agentId: AgentId, unit: Pick<WorkUnitRow, 'state' | 'agentId'> | undefined): LeaseState['state'] {
  // An agent learns nothing of others' work.
  if (unit?.agentId !== agentId) return 'lost';
  if (unit.state === 'canceled') return 'canceled';
  return unit.state === 'claimed' || unit.state === 'done' ? 'held' : 'lost';
}
