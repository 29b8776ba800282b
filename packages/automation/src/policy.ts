import type { AccountId } from '@assay/contract';
import { testRunDecider } from '@assay/domain';
import { type AppendContext, newId, type RecordedEvent } from '@assay/event-log';
import type { DomainEvent } from '@assay/event-schemas';
import type { AutomationDeps } from './automationDeps.ts';

/**
 * A reaction of one stream to another, or of operational state to an event. Events are delivered at least once, so
 * reactions are idempotent: a repeated command decides no events.
 */
export type Policy = {
  name: string;
  /** The types of events it receives. The store filters out all others, which are the vast majority. */
  on: readonly DomainEvent['type'][];
  react: (event: RecordedEvent, deps: AutomationDeps) => Promise<void>;
};

/** Declares a policy. `on` types what it reacts to, so no event it handles can be missing there. */
export function policy<Type extends DomainEvent['type']>(declared: {
  name: string;
  on: readonly Type[];
  react: (event: RecordedEvent<Extract<DomainEvent, { type: Type }>>, deps: AutomationDeps) => Promise<void>;
  /** Whether it ignores imported runs. */
  leavesImports?: true;
}): Policy {
  const types: ReadonlySet<string> = new Set(declared.on);
  type Wanted = RecordedEvent<Extract<DomainEvent, { type: Type }>>;
  const isWanted = (event: RecordedEvent): event is Wanted & RecordedEvent => types.has(event.type);
  return {
    name: declared.name,
    on: declared.on,
    react: async (event, deps) => {
      if (!isWanted(event) || (declared.leavesImports && (await isOfImport(event, deps)))) return;
      await declared.react(event, deps);
    },
  };
}

/** @returns whether the event belongs to an imported run */
export async function isOfImport({ data }: RecordedEvent, { eventLog }: AutomationDeps): Promise<boolean> {
  if (!('testRunId' in data) || typeof data.testRunId !== 'string') return false;
  const { state } = await eventLog.load(testRunDecider, data.testRunId);
  return state.status !== 'none' && state.request.upload?.ranAt !== undefined;
}

/** @returns the metadata of events appended by a reaction. */
export function reactingTo(event: RecordedEvent, policy: string): AppendContext {
  return {
    accountId: event.envelope.accountId,
    actor: { kind: 'automation', id: policy },
    occurredAt: new Date().toISOString(),
    $correlationId: event.envelope.$correlationId,
    $causationId: event.id,
  };
}

/** @returns the metadata of events caused by the clock rather than by an event. */
export function byItself(accountId: AccountId | null, job: string): AppendContext {
  return {
    accountId,
    actor: { kind: 'automation', id: job },
    occurredAt: new Date().toISOString(),
    $correlationId: newId(),
  };
}
