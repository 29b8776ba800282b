import type { AccountId, AgentId, LeaseId, TestRunId, TestRunnerId } from '@assay/contract';
import type { Db } from 'mongodb';
import { after, type Clock } from '../clock.ts';
import { runnerAt } from './heldSeat.ts';
import type { Claimer, SeatPools } from './seatPlaces.ts';
import { type ClaimedUnit, type LeaseState, WorkClaims } from './workClaims.ts';
import { type SetupOffer, type UnitsOffer, WorkOffers, withdraw } from './workOffers.ts';
import { type WorkOverview, workOverviewOf } from './workOverview.ts';
import { openWorkCollections, unclaimed, type WorkUnitRow } from './workRows.ts';
import { WorkSeats } from './workSeats.ts';

/** Rows of a finished run are kept for a day, for late renewals and troubleshooting. */
const keptMs = 24 * 3_600_000;

/**
 * Hands out work to runner agents. These rows only say who currently works on what: history is in the event log, and a
 * unit's own stream finally decides whether a claim or a loss counts.
 */
export type WorkQueue = {
  /** Makes the set-up of a run ready, only its newest attempt. */
  offerSetup(offer: SetupOffer): Promise<void>;
  /** Makes units of tests ready, for up to that many runners at once. */
  offerUnits(offer: UnitsOffer): Promise<void>;
  /**
   * Hands out at most one unit to each of the agent's free slots: the longest of the slot's current run, unless another
   * run has a stronger claim; else the longest of the run whose turn it is (`fairShare`). A claim holds for
   * `agentProtocol.leaseSeconds` unless it is renewed. Pools and accounts limit how many runners work at once, over all
   * runs.
   */
  claim(claimer: Claimer & { slots: number[] }): Promise<ClaimedUnit[]>;
  /** From now on the run is served from these pools. Working runners finish their unit. */
  moveRun(testRunId: TestRunId, pools: SeatPools): Promise<void>;
  /** Extends the leases that the agent still holds, and returns the state of each. */
  renew(agentId: AgentId, leaseIds: LeaseId[]): Promise<LeaseState[]>;
  /**
   * Stops a runner, or replaces it by the next to take its seat. Its slot may come back to the run as another runner.
   * @returns the units it works on, for the caller to end
   */
  stopRunner(testRunId: TestRunId, runnerId: TestRunnerId, how: { replaced: boolean }): Promise<LeaseId[]>;
  find(leaseId: LeaseId): Promise<WorkUnitRow | null>;
  /** The unit is completed. */
  finishUnit(leaseId: LeaseId): Promise<void>;
  /** The attempt ended without completing; its runner's seat is free. The caller offers the next attempt. */
  loseUnit(leaseId: LeaseId): Promise<void>;
  /** Undoes a claim that was never recorded: anybody may take the same attempt. */
  returnToReady(leaseId: LeaseId): Promise<void>;
  /** Cancels everything ready or claimed, for good: renewals answer `canceled`, later offers are ignored. */
  cancelRun(testRunId: TestRunId): Promise<void>;
  /** The run has ended: its seats are removed at once, its rows after a day. */
  forgetRun(testRunId: TestRunId): Promise<void>;
  /** @returns the claims that lapsed by that time, earliest first. */
  expired(now: Date): Promise<WorkUnitRow[]>;
  /** @returns the runs among these that the agent had work of and that are still being worked on, by whomever. */
  liveRunsOf(agentId: AgentId, runs: TestRunId[]): Promise<TestRunId[]>;
  /** @returns what the agent works on. */
  claimedBy(agentId: AgentId): Promise<WorkUnitRow[]>;
  /** @returns the runners that hold a seat for the run's tests, working or about to work. */
  runnersOf(testRunId: TestRunId): Promise<{ runnerId: TestRunnerId; agentId: AgentId; slot: number }[]>;
  /** @returns what is at work, and what work of the account waits for. */
  overviewOf(accountId: AccountId): Promise<WorkOverview>;
  /** @returns how many units wait for a runner, and how many are being worked on. */
  depth(): Promise<{ ready: number; claimed: number }>;
};

export async function openWorkQueue(db: Db, now: Clock): Promise<WorkQueue> {
  const rows = await openWorkCollections(db);
  const seats = new WorkSeats(rows, now);
  const offers = new WorkOffers(rows, seats, now);
  const claims = new WorkClaims(rows, seats, now);

  async function end(testRunId: TestRunId, state: 'canceled' | 'ended'): Promise<void> {
    const expiresAt = after(now(), keptMs);
    // The run first: work offered meanwhile is withdrawn by the one offering it.
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
      // Stored with the run as well, for seats created later.
      await rows.runs.updateOne({ _id: testRunId }, { $addToSet: { stopped: runnerId } });
      await seats.runners.stop(testRunId, runnerId, replaced);
      const claimed = rows.units.find({ runnerId, state: 'claimed' }, { projection: { _id: 1 } });
      return (await claimed.toArray()).map(({ _id }) => _id);
    },
    find: (leaseId) => rows.units.findOne({ _id: leaseId }),

    async finishUnit(leaseId) {
      // Even if it had been declared lost or ready again: the unit's stream has the last word, and it was completed.
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

    async liveRunsOf(agentId, asked) {
      if (asked.length === 0) return [];
      const runs = await rows.units.distinct('testRunId', { testRunId: { $in: asked }, agentId });
      const live = await rows.runs.find({ _id: { $in: runs }, state: 'working' }, { projection: { _id: 1 } }).toArray();
      return live.map((run) => run._id);
    },

    claimedBy: (agentId) => rows.units.find({ agentId, state: 'claimed' }).toArray(),

    overviewOf: (accountId) => workOverviewOf(rows, accountId),
    depth: async () => {
      const [ready, claimed] = await Promise.all(
        (['ready', 'claimed'] as const).map((state) => rows.units.countDocuments({ state })),
      );
      return { ready: ready ?? 0, claimed: claimed ?? 0 };
    },

    async runnersOf(testRunId) {
      const held = await seats.runners.heldAt(testRunId);
      return held.map((seat) => ({ runnerId: runnerAt(seat), agentId: seat.agentId, slot: seat.slot }));
    },
  };
}
