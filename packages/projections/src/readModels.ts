import { LruCache, SingleFlight } from '@assay/concurrency';
import type { AccountId, AuthorizationView, Position } from '@assay/contract';
import type { EventLog } from '@assay/event-log';
import type { Db } from 'mongodb';
import { type BoundReads, bindReads } from './bindReads.ts';
import { type Collections, liveCollections } from './collections.ts';
import { openComparisons } from './comparison/findComparison.ts';
import { type Consistency, openConsistency } from './consistency.ts';
import { findInsights } from './insights/findInsights.ts';
import { openInsights } from './insights/openInsights.ts';
import { forgetWritten, openReaderCache } from './knownDocuments.ts';
import { type ProjectionTier, rebuiltTopic, writtenTopic } from './projection.ts';
import { projectionList } from './projectionList.ts';
import type { ProjectionState } from './projectionStates.ts';
import { openTestsByDays } from './projects/testsByDays.ts';
import type { AccountReader, ServiceReader } from './readers.ts';
import { readsOfAccount, readsOfService } from './reads.ts';
import { openRunCauses } from './runAnalyses/runCauses.ts';
import { openRunColumns, openRuns } from './runStats/openRuns.ts';
import { openTestingMinutes } from './runStats/testingMinutes.ts';
import { openStandings } from './testRunSummaries/openStandings.ts';
import { openSlowerTests } from './testStats/findSlowerTests.ts';

/** How often readers check whether a read model was rebuilt: with notices, only in case one was never published. */
const statesMs = { noticed: 30_000, unnoticed: 2_000 };
/** Accounts whose bound queries are kept: nearly every request asks for some, and there are over a hundred. */
const accountsKept = 200;

const prompt = projectionList.filter(({ tier }) => tier !== 'trailing').map(({ name }) => name);
/** The read models that must have reached a position. */
const namesOf: Record<ProjectionTier, readonly string[]> = { prompt, trailing: projectionList.map(({ name }) => name) };

/** Queries of one account. The account is part of each of them, because there is no other way to make one. */
export type AccountReads = BoundReads<AccountReader, typeof readsOfAccount>;

export type ReadModels = Consistency &
  BoundReads<ServiceReader, typeof readsOfService> & {
    of(accountId: AccountId): AccountReads;
    /** How far every read model is for every account; null before the first event. */
    projected(): Promise<{ position: Position | null; rebuilding: boolean }>;
    /**
     * Takes a notice about the read models themselves: how far they are, what was written, or that one was rebuilt. A
     * process that receives none reads the stored positions, which lag by up to half a second.
     */
    onNotice(notice: { topic: string; ids: readonly string[]; position: Position | null }): void;
    /** Notices were missed: nothing that was read before is used any longer. */
    noticesMissed(): void;
    /**
     * All notices before a time of `performance.now()` have been delivered. Documents are cached only while this is called
     * every few seconds.
     */
    noticesCurrent(at: number): void;
    /** Notices no longer arrive, until the next `noticesCurrent`. */
    noticesLost(): void;
    /** How far an account's prompt read models are by the last notice; null before the first. */
    noticed(accountId: AccountId): Position | null;
  };

/**
 * Opens the read models for reading.
 * @param db the read models' own database
 * @param eventLog what they are made from; positions of another history are never reached
 */
export function openReadModels({
  db,
  eventLog,
}: {
  db: Db;
  eventLog: Pick<EventLog, 'epoch' | 'head' | 'newestOf'>;
}): ReadModels {
  const statesCollection = db.collection<ProjectionState>('projectionStates');
  const cache = openReaderCache();
  let cached: { collections: Collections; live: string; readAt: number } | null = null;
  /** How often what is cached was given up. */
  let resets = 0;
  const authorizations = new SingleFlight<AccountId, AuthorizationView[]>();
  const testsByDays = openTestsByDays();
  const runs = openRuns();
  const runColumns = openRunColumns(runs);
  const testingMinutes = openTestingMinutes(runColumns);
  const comparisons = openComparisons();
  const insights = openInsights({ find: (...asked) => findInsights(runs, ...asked) });
  const slowerTests = openSlowerTests(runs);
  const standings = openStandings();
  const runCauses = openRunCauses();
  const ofAccounts = new LruCache<AccountId, AccountReads>(accountsKept);

  function reset(): void {
    resets += 1;
    cached = null;
    cache.forgetEverything();
  }

  const collections = async (): Promise<Collections> => {
    const maxAgeMs = cache.isCurrent() ? statesMs.noticed : statesMs.unnoticed;
    if (cached && Date.now() - cached.readAt < maxAgeMs) return cached.collections;
    const asOf = resets;
    const states = await statesCollection.find().toArray();
    const live = states
      .map(({ _id, live: name }) => `${_id} ${name}`)
      .sort()
      .join();
    // A rebuild was noticed meanwhile: the states may be those before it.
    if (asOf !== resets) return liveCollections(db, states);
    if (cached && cached.live !== live) reset();
    const own = resets;
    cached = { collections: liveCollections(db, states, cache, () => own === resets), live, readAt: Date.now() };
    return cached.collections;
  };

  /** How far the stored states say that these read models are. */
  const storedPosition = (states: readonly ProjectionState[], names: readonly string[]): Position | null => {
    const positions = states.filter(({ _id }) => names.includes(_id)).map(({ position }) => position ?? '');
    const [least] = positions.sort();
    return positions.length === names.length && least ? (least as Position) : null;
  };
  const consistency = openConsistency({
    eventLog,
    storedPosition: async (tier) => storedPosition(await statesCollection.find().toArray(), namesOf[tier]),
    // Notices of what was written come in the same order as those of progress, so they may be missing as well.
    onAheadOfNotices: () => cache.forgetEverything(),
  });
  const projected: ReadModels['projected'] = async () => {
    const states = await statesCollection.find().toArray();
    return {
      position: storedPosition(states, namesOf.trailing),
      rebuilding: states.some(({ building }) => building !== null),
    };
  };
  const nowhere = `${eventLog.epoch}-` as Position;
  const projectedPosition = async (accountId: AccountId): Promise<Position> =>
    consistency.noticed(accountId, 'prompt') ?? (await consistency.reached({ scope: accountId })) ?? nowhere;

  return {
    ...bindReads(readsOfService, async () => ({ collections: await collections() })),
    of: (accountId) => {
      const known = ofAccounts.get(accountId);
      if (known) return known;
      const bound = bindReads(readsOfAccount, async () => ({
        collections: await collections(),
        accountId,
        projected: () => projectedPosition(accountId),
        authorizations,
        testsByDays,
        runs,
        runColumns,
        testingMinutes,
        comparisons,
        insights,
        slowerTests,
        standings,
        runCauses,
      }));
      ofAccounts.set(accountId, bound);
      return bound;
    },
    projected,
    onNotice: (notice) => {
      const [readModel, ...ids] = notice.ids;
      if (notice.topic === rebuiltTopic) reset();
      if (notice.topic === writtenTopic && readModel !== undefined) forgetWritten(cache, readModel, ids);
      consistency.onNotice(notice);
    },
    noticesMissed: reset,
    noticesCurrent: (at) => cache.markCurrent(at),
    noticesLost: () => {
      cache.lost();
      reset();
    },
    noticed: (accountId) => consistency.noticed(accountId, 'prompt'),
    reached: consistency.reached,
    waitFor: consistency.waitFor,
    require: consistency.require,
    laggingAccounts: consistency.laggingAccounts,
  };
}
