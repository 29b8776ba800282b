import { timedOut, withTimeout } from '@assay/concurrency';
import type { Position } from '@assay/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { ApiDeps } from '../apiDeps.ts';

export type StoreState = {
  eventStore: 'ok' | 'away';
  documentStore: 'ok' | 'away';
  /** How long the oldest unprojected event has waited, as far as this process knows; null: unknown. */
  lagMilliseconds: number | null;
  rebuilding: boolean;
};

export type StoreWatch = {
  start(): void;
  stop(): void;
  /** Whether a store failed to answer the last check. */
  away(): boolean;
  /** Checks the stores now. */
  look(): Promise<StoreState>;
};

const lookEveryMs = 1_000;
/** A store that takes longer than this for a trivial query, twice in a row, counts as down. */
const answerWithinMs = 2_500;

async function withinTime<Result>(question: () => Promise<Result>): Promise<Result> {
  // Once may just be a busy machine, or this busy process, and refuses nobody.
  for (let asked = 1; asked <= 2; asked += 1) {
    const answer = await withTimeout(question(), answerWithinMs);
    if (answer !== timedOut) return answer;
  }
  throw new Error('no answer in time');
}

/**
 * Checks both stores once a second, so that while one is down, requests are refused at once instead of waiting for a
 * client's long time-outs.
 */
export function watchStores(
  { eventLog, operations, readModels }: Omit<ApiDeps, 'config'>,
  log: FastifyBaseLogger,
): StoreWatch {
  let state: StoreState = { eventStore: 'ok', documentStore: 'ok', lagMilliseconds: null, rebuilding: false };
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  /** The oldest event seen in the log that was not projected yet. */
  let waiting: { position: Position; recordedAt: Date } | null = null;

  function lagOf(head: { position: Position; recordedAt: Date } | null, projected: Position | null): number {
    if (waiting && projected !== null && projected >= waiting.position) waiting = null;
    if (head && (projected === null || projected < head.position)) waiting ??= head;
    return waiting ? Math.max(0, Date.now() - waiting.recordedAt.getTime()) : 0;
  }

  async function look(): Promise<StoreState> {
    const [head, documents] = await Promise.allSettled([
      withinTime(() => eventLog.head()),
      withinTime(() => Promise.all([readModels.projected(), operations.checkpoints.read('health')])),
    ]);
    const before = state;
    const projected = documents.status === 'fulfilled' ? documents.value[0] : null;
    state = {
      eventStore: head.status === 'fulfilled' ? 'ok' : 'away',
      documentStore: projected ? 'ok' : 'away',
      lagMilliseconds: head.status === 'fulfilled' && projected ? lagOf(head.value, projected.position) : null,
      rebuilding: projected?.rebuilding ?? false,
    };
    if (before.eventStore !== state.eventStore) log.warn({ eventStore: state.eventStore }, 'event store');
    if (before.documentStore !== state.documentStore)
      log.warn({ documentStore: state.documentStore }, 'document store');
    return state;
  }

  async function watch(): Promise<void> {
    await look();
    if (!stopped) timer = setTimeout(() => void watch(), lookEveryMs);
  }

  return {
    start: () => void watch(),
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
    away: () => state.eventStore === 'away' || state.documentStore === 'away',
    look,
  };
}
