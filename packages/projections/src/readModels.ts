import type { AccountId, AuthorizationView, Position } from '@assay/contract';
import { RecentMap, sharedReads } from '@assay/event-log';
import type { Db } from 'mongodb';
import { type BoundReads, bindReads } from './bindReads.ts';
import { type Collections, liveCollections } from './collections.ts';
import { openComparisons } from './comparison/findComparison.ts';
import { findInsights } from './insights/findInsights.ts';
import { openInsights } from './insights/openInsights.ts';
import { furthest, type Progress, progressOf, reachedFor, type Whose } from './progress.ts';
import { type Pace, rebuiltTopic } from './projection.ts';
import { projectionList } from './projectionList.ts';
import type { ProjectionState } from './projectionStates.ts';
import { openTestsByDays } from './projects/testsByDays.ts';
import type { AccountReader, ServiceReader } from './readers.ts';
import { readsOfAccount, readsOfService } from './reads.ts';
import { openRunColumns, openRuns } from './runStats/openRuns.ts';
import { openTestingMinutes } from './runStats/testingMinutes.ts';
import { openStandings } from './testRunSummaries/openStandings.ts';
import { openSlowerTests } from './testStats/findSlowerTests.ts';

/** How often readers check whether a read model was rebuilt, in a process that receives no notices. */
const statesMs = 2_000;
const pollMs = 5;
/** Accounts whose bound queries are kept: nearly every request asks for some, and there are over a hundred. */
const accountsKept = 200;
/** Every how many polls the stored states are read as well, each time all of them: by a process that no notice told, and others. */
const pollsBeforeLook = { untold: 10, told: 200 };

const prompt = projectionList.filter(({ pace }) => pace !== 'trailing').map(({ name }) => name);
/** Which read models must have come to a position. */
const namesOf: Record<Pace, readonly string[]> = { prompt, trailing: projectionList.map(({ name }) => name) };

/** Queries of one account. The account is part of each of them, because there is no other way to make one. */
export type AccountReads = BoundReads<AccountReader, typeof readsOfAccount>;

export type ReadModels = BoundReads<ServiceReader, typeof readsOfService> & {
  of(accountId: AccountId): AccountReads;
  /** How far every read model is for every account; null before the first event. */
  projected(): Promise<{ position: Position | null; rebuilding: boolean }>;
  /**
   * Takes a notice about the read models themselves: how far they are, or that one was rebuilt. A process that receives
   * none reads the stored positions, which are up to half a second behind.
   */
  onNotice(notice: { topic: string; ids: readonly string[]; position: Position | null }): void;
  /** Notices were missed: one of them may have been about a rebuilt read model. */
  noticesMissed(): void;
  /** How far an account's prompt read models are, as far as notices told; null before the first. */
  noticed(accountId: AccountId): Position | null;
  /** How far the read models are, for whom and of which pace; null before the first event. */
  reached(what: WaitedFor): Promise<Position | null>;
  /** @returns whether the read models have come to the position within the time. */
  waitFor(position: Position, timeoutMs: number, what?: WaitedFor): Promise<boolean>;
};

/**
 * What somebody waits for: `whose` changes, `all` by default, and of which pace; `trailing` waits for tests' history
 * too.
 */
export type WaitedFor = { whose?: Whose; pace?: Pace };

/**
 * Opens the read models for reading.
 * @param db the read models' own database
 * @param epoch the event log's: positions of another history are never reached
 */
export function openReadModels({ db, epoch }: { db: Db; epoch: string }): ReadModels {
  const statesCollection = db.collection<ProjectionState>('projectionStates');
  let cached: { collections: Collections; readAt: number } | null = null;
  const authorizations = sharedReads<AuthorizationView[]>();
  const testsByDays = openTestsByDays();
  const runs = openRuns();
  const runColumns = openRunColumns(runs);
  const testingMinutes = openTestingMinutes(runColumns);
  const comparisons = openComparisons();
  const insights = openInsights({ find: (...asked) => findInsights(runs, ...asked) });
  const slowerTests = openSlowerTests(runs);
  const standings = openStandings();
  const ofAccounts = new RecentMap<AccountId, AccountReads>(accountsKept);
  const told: Record<Pace, Progress | null> = { prompt: null, trailing: null };

  const collections = async (): Promise<Collections> => {
    if (cached && Date.now() - cached.readAt < statesMs) return cached.collections;
    const states = await statesCollection.find().toArray();
    cached = { collections: liveCollections(db, states), readAt: Date.now() };
    return cached.collections;
  };

  /** How far the stored states say that these read models are. */
  const storedPosition = (states: readonly ProjectionState[], names: readonly string[]): Position | null => {
    const positions = states.filter(({ _id }) => names.includes(_id)).map(({ position }) => position ?? '');
    const [least] = positions.sort();
    return positions.length === names.length && least ? (least as Position) : null;
  };
  const projected: ReadModels['projected'] = async () => {
    const states = await statesCollection.find().toArray();
    return {
      position: storedPosition(states, namesOf.trailing),
      rebuilding: states.some(({ building }) => building !== null),
    };
  };
  const nowhere = `${epoch}-` as Position;
  const toldOf = (whose: Whose, pace: Pace) => told[pace] && reachedFor(whose, told[pace]);
  const projectedPosition = async (accountId: AccountId): Promise<Position> =>
    toldOf(accountId, 'prompt') ?? storedPosition(await statesCollection.find().toArray(), namesOf.prompt) ?? nowhere;
  /** The lanes go through the log for themselves, so a trailing read model may be ahead of a prompt one. */
  const reached = (position: Position, whose: Whose, pace: Pace) =>
    (toldOf(whose, 'prompt') ?? '') >= position && (pace === 'prompt' || (toldOf(whose, 'trailing') ?? '') >= position);

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
      }));
      ofAccounts.set(accountId, bound);
      return bound;
    },
    projected,
    onNotice: (notice) => {
      if (notice.topic === rebuiltTopic) cached = null;
      const now = progressOf(notice);
      if (now) told[now.pace] = furthest(told[now.pace], now.progress);
    },
    noticesMissed: () => {
      cached = null;
    },
    noticed: (accountId) => toldOf(accountId, 'prompt'),
    reached: async ({ whose = 'all', pace = 'prompt' }) => {
      const told = [toldOf(whose, 'prompt'), ...(pace === 'trailing' ? [toldOf(whose, 'trailing')] : [])];
      const positions = told.filter((position) => position !== null).sort();
      if (positions.length === told.length) return positions[0] ?? null;
      const stored = storedPosition(await statesCollection.find().toArray(), namesOf[pace]);
      return stored?.startsWith(nowhere) ? stored : null;
    },
    waitFor: async (position, timeoutMs, { whose = 'all', pace = 'prompt' } = {}) => {
      if (!position.startsWith(nowhere)) return false;
      const until = Date.now() + timeoutMs;
      const isTold = told.prompt !== null && (pace === 'prompt' || told.trailing !== null);
      const look = isTold ? pollsBeforeLook.told : pollsBeforeLook.untold;
      // Notices come within milliseconds; the states are read as well, for a process that receives none.
      for (let turn = isTold ? 1 : 0; !reached(position, whose, pace); turn++) {
        if (Date.now() >= until) return false;
        if (turn % look === 0) {
          const stored = storedPosition(await statesCollection.find().toArray(), namesOf[pace]);
          if (stored !== null && stored >= position) return true;
        }
        await new Promise((resolve) => setTimeout(resolve, pollMs));
      }
      return true;
    },
  };
}
