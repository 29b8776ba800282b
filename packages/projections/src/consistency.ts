import { backOffMs } from '@assay/concurrency';
import type { AccountId, Position } from '@assay/contract';
import type { EventLog } from '@assay/event-log';
import { furthest, type Progress, progressOf, reachedFor, type Scope } from './progress.ts';
import type { ProjectionTier } from './projection.ts';

/** What a caller waits for: `scope` is `all` by default; the tier `trailing` includes the prompt one, the default. */
export type WaitScope = { scope?: Scope; tier?: ProjectionTier };

/** How long a command waits by default. */
const commandBudgetMs = 3_000;
/** Read models usually follow within this time. Only after it is it worth looking up what an account really waits for. */
const usualMs = 100;
/** How often the stored positions are read during a wait: as a safeguard where notices arrive, otherwise with a back-off. */
const storedReadMs = { noticed: 1_000, unnoticed: { first: 20, max: 250 } };

/** The read models have not caught up within the time. Nothing is wrong with the data: try again later. */
export class ReadModelsLagging extends Error {
  /** What was waited for. */
  readonly scope: Scope;
  readonly tier: ProjectionTier;
  readonly position: Position;

  constructor({ scope, tier, position }: Required<WaitScope> & { position: Position }) {
    super(`the ${tier} read models of ${scope} have not reached ${position}`);
    this.name = 'ReadModelsLagging';
    this.scope = scope;
    this.tier = tier;
    this.position = position;
  }
}

/** Lets callers wait for read models, which lag behind the event log. */
export type Consistency = {
  /** How far the read models are; null before the first event. */
  reached(what: WaitScope): Promise<Position | null>;
  /** @returns whether the read models have reached the position within the time; false for one of another history */
  waitFor(position: Position, timeoutMs: number, what?: WaitScope): Promise<boolean>;
  /**
   * For decisions by a read model: resolves once it shows everything up to a position, by default everything recorded
   * before the call. However much others record, an account waits only for its own events and those of no account.
   * @param budgetMs 3 s by default
   * @throws ReadModelsLagging when that takes longer: deciding on stale data would be wrong without anyone noticing
   */
  require(what: WaitScope & { upTo?: Position }, budgetMs?: number): Promise<void>;
  /**
   * For work on many accounts, each as soon as it can be: once the installation has reached a position, these are the
   * accounts whose prompt read models lag behind it. A process without notices waits for all of them anyway.
   */
  laggingAccounts(position: Position): ReadonlySet<AccountId>;
};

type ConsistencyDeps = {
  eventLog: Pick<EventLog, 'epoch' | 'head' | 'newestOf'>;
  /** How far the stored states say that the read models of a tier are; null before the first event. */
  storedPosition: (tier: ProjectionTier) => Promise<Position | null>;
  /** Called before a stored position that notices have not reached is relied on. */
  onAheadOfNotices?: () => void;
};

export type ConsistencyOfNotices = Consistency & {
  /** Takes notices of progress and ignores others. */
  onNotice(notice: Parameters<typeof progressOf>[0]): void;
  /** How far notices say that the read models of one tier are; null before the first. */
  noticed(scope: Scope, tier: ProjectionTier): Position | null;
};

/** Waits are ended by notices of progress; a process that receives none reads the stored positions. */
export function openConsistency({ eventLog, storedPosition, onAheadOfNotices }: ConsistencyDeps): ConsistencyOfNotices {
  const history = `${eventLog.epoch}-`;
  const progress: Record<ProjectionTier, Progress | null> = { prompt: null, trailing: null };
  const waiters = new Set<() => void>();

  const noticed = (scope: Scope, tier: ProjectionTier) => progress[tier] && reachedFor(scope, progress[tier]);
  /** Each lane reads the log on its own, so trailing read models may be ahead of prompt ones. */
  const tiersOf = (tier: ProjectionTier): ProjectionTier[] => (tier === 'prompt' ? ['prompt'] : ['prompt', 'trailing']);
  const receivesNotices = (tier: ProjectionTier) => tiersOf(tier).every((each) => progress[each] !== null);

  /** Resolves when the condition is true after a notice, or when the time is over. */
  function nextNotice(timeoutMs: number, isReached: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        waiters.delete(check);
        resolve();
      };
      const check = () => {
        if (isReached()) end();
      };
      const timer = setTimeout(end, timeoutMs);
      waiters.add(check);
    });
  }

  const reached: Consistency['reached'] = async ({ scope = 'all', tier = 'prompt' }) => {
    if (receivesNotices(tier)) {
      return (
        tiersOf(tier)
          .map((each) => noticed(scope, each))
          .sort()[0] ?? null
      );
    }
    const stored = await storedPosition(tier);
    onAheadOfNotices?.();
    return stored?.startsWith(history) ? stored : null;
  };

  const waitFor: Consistency['waitFor'] = async (position, timeoutMs, { scope = 'all', tier = 'prompt' } = {}) => {
    if (!position.startsWith(history)) return false;
    const until = performance.now() + timeoutMs;
    const isNoticed = () => tiersOf(tier).every((each) => (noticed(scope, each) ?? '') >= position);
    for (let reads = 0; !isNoticed(); reads++) {
      const isSafeguard = receivesNotices(tier);
      if (reads > 0 || !isSafeguard) {
        const stored = await storedPosition(tier);
        if (stored !== null && stored >= position) {
          onAheadOfNotices?.();
          return true;
        }
      }
      const leftMs = until - performance.now();
      if (leftMs <= 0) return isNoticed();
      const pauseMs = isSafeguard ? storedReadMs.noticed : backOffMs(reads + 1, storedReadMs.unnoticed);
      if (!isNoticed()) await nextNotice(Math.min(leftMs, pauseMs), isNoticed);
    }
    return true;
  };

  const require: Consistency['require'] = async (what, budgetMs = commandBudgetMs) => {
    const { scope = 'all', tier = 'prompt', upTo } = what;
    const until = performance.now() + budgetMs;
    const leftMs = () => Math.max(0, until - performance.now());
    let position = upTo ?? (await eventLog.head())?.position;
    if (position === undefined) return;
    if (upTo === undefined && scope !== 'all' && scope !== 'installation') {
      if (await waitFor(position, Math.min(usualMs, budgetMs), { scope, tier })) return;
      // An account that lags behind the front has a position of its own; the others have that of the front.
      const front = await reached({ scope: 'installation', tier });
      if (front !== null) {
        position = await eventLog.newestOf(scope, { after: front, until: position, timeoutMs: leftMs() });
      }
    }
    if (!(await waitFor(position, leftMs(), { scope, tier }))) throw new ReadModelsLagging({ scope, tier, position });
  };

  return {
    reached,
    waitFor,
    require,
    laggingAccounts: (position) => {
      const lagging = [...(progress.prompt?.behind ?? [])].filter(([, reachedPosition]) => reachedPosition < position);
      return new Set(lagging.map(([accountId]) => accountId));
    },
    noticed,
    onNotice: (notice) => {
      const now = progressOf(notice);
      if (!now) return;
      progress[now.tier] = furthest(progress[now.tier], now.progress);
      for (const check of waiters) check();
    },
  };
}
