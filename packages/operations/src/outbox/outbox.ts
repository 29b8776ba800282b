import { backOffMs } from '@assay/concurrency';
import type { AccountId, UserId } from '@assay/contract';
import type { Db, Filter, Sort } from 'mongodb';
import { after, type Clock } from '../clock.ts';
import { ignoringDuplicates } from '../duplicateKey.ts';
import { type AttemptRecord, type OutboxRow, type OutboxState, openOutboxCollections } from './outboxRows.ts';
import { retryDelayMs } from './retryDelay.ts';

const day = 24 * 3_600_000;
/** A row is given up after this many attempts or this much time: a destination may be unavailable for a day. */
const limits = { attempts: 10, ageMs: 3 * day };
/** How long finished rows stay, with addresses and content. */
const keptMs: Record<Exclude<OutboxState, 'waiting'>, number> = {
  done: 7 * day,
  refused: 30 * day,
  givenUp: 30 * day,
  kept: 30 * day,
};
/** This many consecutive failures open a destination's circuit. */
const circuitFailures = 5;
/** Maximum number of related messages. */
const maxInThread = 20;
const circuitMs = { first: 30_000, max: 30 * 60_000 };

export type NewOutboxRow = Pick<
  OutboxRow,
  '_id' | 'dedupeKey' | 'accountId' | 'channel' | 'aboutId' | 'thread' | 'destination' | 'userIds' | 'message'
>;

/** How an attempt ended. */
export type AttemptOutcome =
  /** `detail`: a summary of the answer. `receipt`: the destination's identifier of the message. */
  | { kind: 'done'; detail?: string; receipt?: string }
  | { kind: 'kept' }
  /** `gone`: the address no longer exists. */
  | { kind: 'refused'; reason: string; gone?: boolean }
  /**
   * `of`: whether the destination itself is failing, which its circuit counts, or only this message. `isDoubtful`: there
   * was no answer, and it may have arrived.
   */
  | { kind: 'retry'; reason: string; of: 'destination' | 'message'; retryAfterMs?: number; isDoubtful?: true };

/** An account with rows to send. Null: without an account. */
export type DueDestination = Pick<OutboxRow, 'accountId' | 'destination'>;

/** Outgoing deliveries: durable, at least once, each destination independent. */
export type Outbox = {
  /** Adds a row, unless there is one with the same dedupe key. */
  put(row: NewOutboxRow): Promise<void>;
  /** @returns the pending rows of each account, for destinations whose circuit is not open. */
  dueDestinations(): Promise<DueDestination[]>;
  /**
   * Claims a destination's longest due row until the lease expires.
   * @returns null when none is due, or the circuit is open
   */
  claim(destination: string, leaseMs: number): Promise<OutboxRow | null>;
  /** Makes rows due at once whose sender has died, and marks them as possibly delivered. Only for the sole sender. */
  takeOver(): Promise<void>;
  /**
   * Undoes a claim before anything was sent: the row is due at once. Does nothing when another sender has claimed it.
   */
  giveBack(row: OutboxRow): Promise<void>;
  /** What `settle` will do to the row; the sender records it first. */
  outcomeOf(row: OutboxRow, outcome: AttemptOutcome): OutboxState;
  /**
   * Stores the outcome and duration of an attempt.
   * @returns false when the lease had expired and another sender claimed the row
   */
  settle(row: OutboxRow, outcome: AttemptOutcome, tookMs?: number): Promise<boolean>;
  /** @returns the number of pending rows, and since when the oldest is due. */
  depth(): Promise<{ waiting: number; oldest: Date | null }>;
  find(id: string): Promise<OutboxRow | null>;
  /** Rows of one account (null: of none) and channel, newest first (ids sort by time). */
  page(
    accountId: AccountId | null,
    channel: string,
    page: { offset: number; limit: number },
  ): Promise<{ rows: OutboxRow[]; total: number }>;
  /** Rows about one thing of an account, newest first. */
  pageAbout(
    accountId: AccountId,
    aboutId: string,
    page: { offset: number; limit: number },
  ): Promise<{ rows: OutboxRow[]; total: number }>;
  /** Rows of an account that follow up each other, newest first: the last few. */
  inThread(accountId: AccountId | null, thread: string): Promise<OutboxRow[]>;
  /** Gives up all waiting rows: they belong to another history and may already have been sent. */
  giveUpAll(reason: string): Promise<void>;
  /** Messages to any of the people, or that name them, oldest first. */
  listOf(userIds: readonly UserId[]): Promise<OutboxRow[]>;
  /** Drops all messages to any of the people, or that name them, sent or not. */
  dropOf(userIds: readonly UserId[]): Promise<void>;
  /** The number of a destination's rows in a state. */
  count(destination: string, state: OutboxState): Promise<number>;
};

function receiptOf(outcome: AttemptOutcome): { receipt?: string } {
  return outcome.kind === 'done' && outcome.receipt !== undefined ? { receipt: outcome.receipt } : {};
}

export async function openOutbox(db: Db, now: Clock): Promise<Outbox> {
  const { rows, destinations } = await openOutboxCollections(db);

  const outcomeOf: Outbox['outcomeOf'] = ({ attempts, createdAt }, outcome) => {
    if (outcome.kind !== 'retry') return outcome.kind;
    const age = now().getTime() - createdAt.getTime();
    return attempts >= limits.attempts || age >= limits.ageMs ? 'givenUp' : 'waiting';
  };

  /** A half-open circuit lets one row through: that of the sender that advances its time. */
  async function passes(destination: string, leaseMs: number): Promise<boolean> {
    const circuit = await destinations.findOne({ _id: destination });
    if (!circuit?.openUntil) return true;
    if (circuit.openUntil > now()) return false;
    const probe = { $set: { openUntil: after(now(), leaseMs) } };
    const { modifiedCount } = await destinations.updateOne({ _id: destination, openUntil: circuit.openUntil }, probe);
    return modifiedCount === 1;
  }

  async function noteAnswer(destination: string, outcome: AttemptOutcome): Promise<void> {
    if (outcome.kind === 'kept') return;
    if (outcome.kind !== 'retry' || outcome.of === 'message') {
      await destinations.updateOne({ _id: destination }, { $set: { failures: 0, openUntil: null } });
      return;
    }
    const noted = await destinations.findOneAndUpdate(
      { _id: destination },
      { $inc: { failures: 1 } },
      { returnDocument: 'after' },
    );
    const beyond = (noted?.failures ?? 0) - circuitFailures;
    if (beyond < 0) return;
    const openUntil = after(now(), backOffMs(beyond + 1, circuitMs));
    await destinations.updateOne({ _id: destination }, { $set: { openUntil } });
  }

  /** An attempt counted by its row whose outcome was never recorded. */
  const isCutOff = ({ tries = [], attempts }: OutboxRow) => tries.length < attempts;

  const cutOffNow = (): AttemptRecord => {
    const detail = 'cut off before there was an answer: whether it arrived is not known';
    return { at: now(), tookMs: 0, ok: false, detail, cutOff: true };
  };

  async function pageOf(filter: Filter<OutboxRow>, order: Sort, { offset, limit }: { offset: number; limit: number }) {
    const [found, total] = await Promise.all([
      rows.find(filter).sort(order).skip(offset).limit(limit).toArray(),
      rows.countDocuments(filter),
    ]);
    return { rows: found, total };
  }

  return {
    async depth() {
      const [waiting, oldest] = await Promise.all([
        rows.countDocuments({ state: 'waiting' }),
        rows.findOne({ state: 'waiting' }, { sort: { dueAt: 1 }, projection: { createdAt: 1 } }),
      ]);
      return { waiting, oldest: oldest?.createdAt ?? null };
    },

    async put(row) {
      // The destination first: a row with an unknown destination would never be found.
      const closed = { failures: 0, openUntil: null };
      await destinations.updateOne({ _id: row.destination }, { $setOnInsert: closed }, { upsert: true });
      const at = now();
      const fresh = { state: 'waiting' as const, attempts: 0, lastError: null, endedAt: null, expiresAt: null };
      await ignoringDuplicates(rows.insertOne({ ...row, ...fresh, dueAt: at, createdAt: at }));
    },

    async dueDestinations() {
      const due = { state: 'waiting' as const, dueAt: { $lte: now() } };
      const open = await destinations.find({ openUntil: { $gt: now() } }, { projection: { _id: 1 } }).toArray();
      const passing = { ...due, destination: { $nin: open.map(({ _id }) => _id) } };
      const found: DueDestination[] = [];
      for (const accountId of await rows.distinct('accountId', passing)) {
        const own = await rows.distinct('destination', { ...passing, accountId });
        found.push(...own.map((destination) => ({ accountId, destination })));
      }
      return found;
    },

    async claim(destination, leaseMs) {
      const due = { destination, state: 'waiting' as const, dueAt: { $lte: now() } };
      // A probe with nothing to send would keep the circuit open for no reason.
      if (!(await rows.findOne(due, { projection: { _id: 1 } }))) return null;
      if (!(await passes(destination, leaseMs))) return null;
      const row = await rows.findOneAndUpdate(
        due,
        { $set: { dueAt: after(now(), leaseMs) }, $inc: { attempts: 1 } },
        { sort: { dueAt: 1 }, returnDocument: 'after' },
      );
      if (row === null || !isCutOff({ ...row, attempts: row.attempts - 1 })) return row;
      const cutOff = cutOffNow();
      await rows.updateOne({ _id: row._id, attempts: row.attempts }, { $push: { tries: cutOff } });
      return { ...row, tries: [...(row.tries ?? []), cutOff] };
    },

    async takeOver() {
      const at = now();
      const leased = { state: 'waiting' as const, attempts: { $gt: 0 }, dueAt: { $gt: at } };
      for (const row of (await rows.find(leased).toArray()).filter(isCutOff)) {
        const { _id, attempts, destination } = row;
        await rows.updateOne({ _id, attempts }, { $set: { dueAt: at }, $push: { tries: cutOffNow() } });
        // It may have been the probe of a half-open circuit.
        await destinations.updateOne({ _id: destination, openUntil: { $gt: at } }, { $set: { openUntil: at } });
      }
    },

    async giveBack({ _id, attempts }) {
      const mine = { _id, state: 'waiting' as const, attempts };
      await rows.updateOne(mine, { $set: { dueAt: now() }, $inc: { attempts: -1 } });
    },

    outcomeOf,

    async settle(row, outcome, tookMs = 0) {
      const state = outcomeOf(row, outcome);
      const at = now();
      const lastError = 'reason' in outcome ? outcome.reason : null;
      const retryAfterMs = outcome.kind === 'retry' ? (outcome.retryAfterMs ?? 0) : 0;
      const change =
        state === 'waiting'
          ? { lastError, dueAt: after(at, Math.max(retryAfterMs, retryDelayMs(row.attempts))) }
          : { lastError, state, endedAt: at, expiresAt: after(at, keptMs[state]), ...receiptOf(outcome) };
      const mine = { _id: row._id, state: 'waiting' as const, attempts: row.attempts };
      const detail = outcome.kind === 'done' ? (outcome.detail ?? null) : lastError;
      const doubt = outcome.kind === 'retry' && outcome.isDoubtful ? { cutOff: true as const } : {};
      const attempt = { at, tookMs, ok: outcome.kind === 'done', detail, ...doubt };
      const { matchedCount } = await rows.updateOne(mine, { $set: change, $push: { tries: attempt } });
      if (matchedCount === 0) return false;
      await noteAnswer(row.destination, outcome);
      return true;
    },

    find: (id) => rows.findOne({ _id: id }),

    page: (accountId, channel, page) => pageOf({ accountId, channel }, { _id: -1 }, page),

    pageAbout: (accountId, aboutId, page) => pageOf({ aboutId, accountId }, { createdAt: -1 }, page),

    inThread: (accountId, thread) =>
      rows.find({ accountId, thread }).sort({ createdAt: -1 }).limit(maxInThread).toArray(),

    async giveUpAll(reason) {
      const at = now();
      const ended = { state: 'givenUp' as const, lastError: reason, endedAt: at, expiresAt: after(at, keptMs.givenUp) };
      await rows.updateMany({ state: 'waiting' }, { $set: ended });
    },

    listOf: (userIds) =>
      rows
        .find({ userIds: { $in: [...userIds] } })
        .sort({ _id: 1 })
        .toArray(),

    async dropOf(userIds) {
      await rows.deleteMany({ userIds: { $in: [...userIds] } });
    },

    count: (destination, state) => rows.countDocuments({ destination, state }),
  };
}
