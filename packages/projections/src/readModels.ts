import type { AccountId, Position } from '@assay/contract';
import type { Db } from 'mongodb';
import { type BoundReads, bindReads } from './bindReads.ts';
import { type Collections, liveCollections } from './collections.ts';
import { isPace, type Pace, projectedTopic, rebuiltTopic } from './projection.ts';
import { projectionList } from './projectionList.ts';
import type { ProjectionState } from './projectionStates.ts';
import { openTestsByDays } from './projects/testsByDays.ts';
import type { AccountReader, ServiceReader } from './readers.ts';
import { readsOfAccount, readsOfService } from './reads.ts';

/** How often readers check whether a read model was rebuilt, in a process that receives no notices. */
const statesMs = 2_000;
const pollMs = 5;

const prompt = projectionList.filter(({ pace }) => pace !== 'trailing').map(({ name }) => name);
/** Which read models must have come to a position. */
const namesOf: Record<Pace, readonly string[]> = { prompt, trailing: projectionList.map(({ name }) => name) };

/** Queries of one account. The account is part of each of them, because there is no other way to make one. */
export type AccountReads = BoundReads<AccountReader, typeof readsOfAccount>;

export type ReadModels = BoundReads<ServiceReader, typeof readsOfService> & {
  of(accountId: AccountId): AccountReads;
  /** How far every read model is; null before the first event. */
  projected(): Promise<{ position: Position | null; rebuilding: boolean }>;
  /**
   * Takes a notice about the read models themselves: how far they are, or that one was rebuilt. A process that receives
   * none reads the stored positions, which are up to a tenth of a second behind.
   */
  onNotice(notice: { topic: string; ids: readonly string[]; position: Position | null }): void;
  /** Notices were missed: one of them may have been about a rebuilt read model. */
  noticesMissed(): void;
  /**
   * @param pace `trailing` to wait for tests' history too
   * @returns whether the read models have come to the position within the time.
   */
  waitFor(position: Position, timeoutMs: number, pace?: Pace): Promise<boolean>;
};

/**
 * Opens the read models for reading.
 * @param db the read models' own database
 * @param epoch the event log's: positions of another history are never reached
 */
export function openReadModels({ db, epoch }: { db: Db; epoch: string }): ReadModels {
  const statesCollection = db.collection<ProjectionState>('projectionStates');
  let cached: { collections: Collections; readAt: number } | null = null;
  const testsByDays = openTestsByDays();
  const noticed: Record<Pace, Position | null> = { prompt: null, trailing: null };

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
  const projectedPosition = async (): Promise<Position> =>
    noticed.prompt ?? storedPosition(await statesCollection.find().toArray(), namesOf.prompt) ?? nowhere;
  /** The lanes go through the log for themselves, so a trailing read model may be ahead of a prompt one. */
  const reached = (position: Position, pace: Pace) =>
    (noticed.prompt ?? '') >= position && (pace === 'prompt' || (noticed.trailing ?? '') >= position);

  return {
    ...bindReads(readsOfService, async () => ({ collections: await collections() })),
    of: (accountId) =>
      bindReads(readsOfAccount, async () => ({
        collections: await collections(),
        accountId,
        projected: projectedPosition,
        testsByDays,
      })),
    projected,
    onNotice: ({ topic, ids: [pace], position }) => {
      if (topic === rebuiltTopic) cached = null;
      if (topic !== projectedTopic || position === null || !isPace(pace)) return;
      if (position > (noticed[pace] ?? '')) noticed[pace] = position;
    },
    noticesMissed: () => {
      cached = null;
    },
    waitFor: async (position, timeoutMs, pace = 'prompt') => {
      if (!position.startsWith(nowhere)) return false;
      const until = Date.now() + timeoutMs;
      // Notices come within milliseconds; the states are read as well, for a process that receives none.
      for (let turn = 0; !reached(position, pace); turn++) {
        if (Date.now() >= until) return false;
        if (turn % 10 === 0) {
          const stored = storedPosition(await statesCollection.find().toArray(), namesOf[pace]);
          if (stored !== null && stored >= position) return true;
        }
        await new Promise((resolve) => setTimeout(resolve, pollMs));
      }
      return true;
    },
  };
}
