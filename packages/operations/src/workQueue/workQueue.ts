import type { AgentId, LeaseId, TestRunId, TestRunnerId } from '@assay/contract';
import type { Db } from 'mongodb';
import { after, type Clock } from '../clock.ts';
import { runnerAt } from './heldSeat.ts';
import type { Claimer, SeatPools } from './seatPlaces.ts';
import { type ClaimedUnit, type LeaseState, WorkClaims } from './workClaims.ts';
import { type SetupOffer, type UnitsOffer, WorkOffers, withdraw } from './workOffers.ts';
import { openWorkCollections, unclaimed, type WorkUnitRow } from './workRows.ts';
import { WorkSeats } from './workSeats.ts';

/** Rows of a run that is over are kept for a day, for late renewals and for whoever looks into a fault. */
const keptMs = 24 * 3_600_000;

/**
 * How runner agents are handed work. These rows are only about who works on what at this moment: what has happened is in
 * the event log, and a unit's own stream decides in the end whether a claim or a loss counts.
 */
export type WorkQueue = {
  /** Makes the set-up of a run ready. Of its attempts only the newest is. */
  offerSetup(offer: SetupOffer): Promise<void>;
  /** Makes units of tests ready, for up to that many runners at once. */
  offerUnits(offer: UnitsOffer): Promise<void>;
  /**
   * Hands out at most one unit to each of the agent's free slots: the longest of the run that the slot is at, unless
   * another run has more of a right to it; else the longest of the run whose turn it is (`fairShare`).
   * A claim holds for `agentProtocol.leaseSeconds` unless it is renewed.
   * Pools and accounts bound how many runners are at work at once, over all runs.
   */
  claim(claimer: Claimer & { slots: number[] }): Promise<ClaimedUnit[]>;
  /** From now on the run is served from these pools. Runners at work go on until their unit is done. */
  moveRun(testRunId: TestRunId, pools: SeatPools): Promise<void>;
  /** Extends what the agent still holds, and says of each lease what became of it. */
  renew(agentId: AgentId, leaseIds: LeaseId[]): Promise<LeaseState[]>;
  /**
   * A runner is stopped, or replaced by whoever takes its seat next. Its slot may come back to the run as another runner.
   * @returns what it works on: for the caller to end
   */
  stopRunner(testRunId: TestRunId, runnerId: TestRunnerId, how: { replaced: boolean }): Promise<LeaseId[]>;
  find(leaseId: LeaseId): Promise<WorkUnitRow | null>;
  /** The unit is completed. */
  finishUnit(leaseId: LeaseId): Promise<void>;
  /** The attempt is over without being completed; its runner's seat is free. The next attempt is offered by the caller. */
  loseUnit(leaseId: LeaseId): Promise<void>;
  /** Undoes a claim of which nothing was ever recorded: anybody may take the very same attempt. */
  returnToReady(leaseId: LeaseId): Promise<void>;
  /** Cancels whatever is ready or claimed, for good: renewals answer `canceled`, later offers are ignored. */
  cancelRun(testRunId: TestRunId): Promise<void>;
  /** The run has ended: no more work of it. Its seats are gone at once, its rows after a day. */
  forgetRun(testRunId: TestRunId): Promise<void>;
  /** @returns the claims that lapsed by that time, the longest ago first. */
  expired(now: Date): Promise<WorkUnitRow[]>;
  /** @returns the runs among these that are still being worked on. */
  liveRunsOf(runs: TestRunId[]): Promise<TestRunId[]>;
  /** @returns what the agent works on. */
  claimedBy(agentId: AgentId): Promise<WorkUnitRow[]>;
  /** @returns the runners that hold a seat for the run's tests, working or about to. */
  runnersOf(testRunId: TestRunId): Promise<{ runnerId: TestRunnerId; agentId: AgentId; slot: number }[]>;
};

export async function openWorkQueue(db: Db, now: Clock): Promise<WorkQueue> {
  const rows = await openWorkCollections(db);
  const seats = new WorkSeats(rows, now);
  const offers = new WorkOffers(rows, seats, now);
  const claims = new WorkClaims(rows, seats, now);

  async function end(testRunId: TestRunId, state: 'canceled' | 'ended'): Promise<void> {
    const expiresAt = after(now(), keptMs);
    // The run first: work that is offered meanwhile is taken back by whoever offers it.
    await rows.runs.updateOne(
      { _id: testRunId },
      {
        $set: { state, expiresAt },
        $setOnInsert: { accountId: null, projectId: null, priority: null, order: null, createdAt: now() },
      },
      { upsert: true },
    );
    await withdraw(rows, seats, testRunId, expiresAt);
  }

  return {
    offerSetup: (offer) => offers.offerSetup(offer),
    offerUnits: (offer) => offers.offerUnits(offer),
    claim: (claimer) => claims.claim(claimer),
    renew: (agentId, leaseIds) => claims.renew(agentId, leaseIds),
    moveRun: (testRunId, pools) => seats.move(testRunId, pools),
    async stopRunner(testRunId, runnerId, { replaced }) {
      // Kept with the run as well, for seats that are made later on.
      await rows.runs.updateOne({ _id: testRunId }, { $addToSet: { stopped: runnerId } });
      await seats.runners.stop(testRunId, runnerId, replaced);
      const claimed = rows.units.find({ runnerId, state: 'claimed' }, { projection: { _id: 1 } });
      return (await claimed.toArray()).map(({ _id }) => _id);
    },
    find: (leaseId) => rows.units.findOne({ _id: leaseId }),

    async finishUnit(leaseId) {
      // Also when it had been declared lost or ready again: the unit's stream has the last word, and it was completed.
      await rows.units.updateOne({ _id: leaseId, state: { $ne: 'canceled' } }, { $set: { state: 'done' } });
    },

    async loseUnit(leaseId) {
      const lost = await rows.units.findOneAndUpdate(
        { _id: leaseId, state: { $in: ['ready', 'claimed'] } },
        { $set: { state: 'lost' } },
      );
      if (lost) await seats.vacate(lost);
    },

    async returnToReady(leaseId) {
      const returned = await rows.units.findOneAndUpdate(
        { _id: leaseId, state: 'claimed' },
        { $set: { state: 'ready', ...unclaimed } },
      );
      if (!returned) return;
      await seats.vacate(returned);
      await seats.open(returned.testRunId, returned.kind);
    },

    cancelRun: (testRunId) => end(testRunId, 'canceled'),
    forgetRun: (testRunId) => end(testRunId, 'ended'),

    async expired(at) {
      const lapsed = rows.units.find({ state: 'claimed', leaseUntil: { $lte: at } }).sort({ leaseUntil: 1 });
      return lapsed.toArray();
    },

    async liveRunsOf(runs) {
      if (runs.length === 0) return [];
      const live = await rows.runs.find({ _id: { $in: runs }, state: 'working' }, { projection: { _id: 1 } }).toArray();
      return live.map((run) => run._id);
    },

    claimedBy: (agentId) => rows.units.find({ agentId, state: 'claimed' }).toArray(),

    async runnersOf(testRunId) {
      const held = await seats.runners.heldAt(testRunId);
      return held.map((seat) => ({ runnerId: runnerAt(seat), agentId: seat.agentId, slot: seat.slot }));
    },
  };
}
