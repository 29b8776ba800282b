import { SingleFlight, timedOut, withTimeout } from '@assay/concurrency';
import type { AccountId, Position } from '@assay/contract';
import { accountOf, type EventLog, type RecordedEvent } from '@assay/event-log';
import type { DomainEvent } from '@assay/event-schemas';
import { ReadModelsLagging } from '@assay/projections';

/** How long one call reads the log. What was read by then is not read again. */
const budgetMs = 3_000;
/** Changes in memory, at about 150 bytes each. Beyond that, the log is read again from where the read models are. */
const maxChanges = 50_000;

export type CountedKind = 'projects' | 'environments' | 'openRuns';

/** Things of an account that were created or have ended. */
export type UnshownChanges = {
  /**
   * Reads from the log what read models may not show yet, up to everything recorded before the call.
   * @param after what the read models of the account show; null: nothing
   * @returns by id, whether the thing exists, or for a run, whether it is unfinished
   * @throws ReadModelsLagging when there is more to read than fits into 3 s; the next call continues there
   */
  of(kind: CountedKind, accountId: AccountId, after: Position | null): Promise<ReadonlyMap<string, boolean>>;
};

/** The part of the log after `from` that was read, up to `to`. */
type Tail = {
  readonly from: Position;
  to: Position;
  readonly changes: Map<string, Map<string, boolean>>;
  size: number;
};

/** The events that create and end things. */
const changes = {
  ProjectCreated: { kind: 'projects', exists: true },
  ProjectArchived: { kind: 'projects', exists: false },
  EnvironmentCreated: { kind: 'environments', exists: true },
  EnvironmentArchived: { kind: 'environments', exists: false },
  TestRunCreated: { kind: 'openRuns', exists: true },
  UploadResumed: { kind: 'openRuns', exists: true },
  TestRunFinished: { kind: 'openRuns', exists: false },
  TestRunCanceled: { kind: 'openRuns', exists: false },
} as const satisfies Partial<Record<DomainEvent['type'], { kind: CountedKind; exists: boolean }>>;

const types = Object.keys(changes) as (keyof typeof changes)[];

function isChange(event: RecordedEvent): event is RecordedEvent & { type: keyof typeof changes } {
  return event.type in changes;
}

function idOf({ data }: RecordedEvent & { type: keyof typeof changes }): string {
  if ('testRunId' in data) return data.testRunId;
  return 'environmentId' in data ? data.environmentId : data.projectId;
}

const keyOf = (kind: CountedKind, accountId: AccountId) => `${kind} ${accountId}`;

function note(tail: Tail, event: RecordedEvent): void {
  if (!isChange(event)) return;
  const { kind, exists } = changes[event.type];
  const key = keyOf(kind, accountOf(event));
  const known = tail.changes.get(key) ?? new Map<string, boolean>();
  tail.changes.set(key, known.set(idOf(event), exists));
  tail.size += 1;
}

/** Reads the log for all accounts together, each event once. */
export function openUnshownChanges({ readToEnd }: Pick<EventLog, 'readToEnd'>): UnshownChanges {
  let known: Tail | null = null;
  const reads = new SingleFlight<Tail, void>();

  async function readOn(tail: Tail): Promise<void> {
    for await (const { events, position } of readToEnd(tail.to === '' ? 'start' : tail.to, types)) {
      for (const event of events) note(tail, event);
      tail.to = position;
    }
  }

  function tailAfter(after: Position): Tail {
    if (known === null || known.size > maxChanges || known.from > after || known.to < after) {
      known = { from: after, to: after, changes: new Map(), size: 0 };
    }
    return known;
  }

  return {
    of: async (kind, accountId, after) => {
      const position = after ?? ('' as Position);
      const tail = tailAfter(position);
      // A read under way may have passed the end of the log already when something was recorded.
      const reading = reads.joinNext(tail, () => readOn(tail));
      if ((await withTimeout(reading, budgetMs)) === timedOut) {
        throw new ReadModelsLagging({ scope: accountId, tier: 'prompt', position });
      }
      return tail.changes.get(keyOf(kind, accountId)) ?? new Map();
    },
  };
}
