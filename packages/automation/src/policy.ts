import type { AccountId } from '@assay/contract';
import { testRunDecider } from '@assay/domain';
import { type AppendContext, newId, type RecordedEvent } from '@assay/event-log';
import type { DomainEvent } from '@assay/event-schemas';
import type { AutomationDeps } from './automationDeps.ts';

/**
 * A reaction of one stream to another, or of operational state to an event. Events come at least once, so a reaction does
 * nothing that has been done already: its command then decides on no events.
 */
export type Policy = {
  name: string;
  /** It is handed events of these types only. The store does not send any others, which are by far the most. */
  on: readonly DomainEvent['type'][];
  react: (event: RecordedEvent, deps: AutomationDeps) => Promise<void>;
};

/** Declares a policy. `on` types what it reacts to, so no event it handles can be missing there. */
export function policy<Type extends DomainEvent['type']>(declared: {
  name: string;
  on: readonly Type[];
  react: (event: RecordedEvent<Extract<DomainEvent, { type: Type }>>, deps: AutomationDeps) => Promise<void>;
  /** It leaves runs of the past alone that were imported. */
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

/** @returns whether it happened to a run of the past that was imported */
export async function isOfImport({ data }: RecordedEvent, { eventLog }: AutomationDeps): Promise<boolean> {
  if (!('testRunId' in data) || typeof data.testRunId !== 'string') return false;
  const { state } = await eventLog.load(testRunDecider, data.testRunId);
  return state.status !== 'none' && state.request.upload?.ranAt !== undefined;
}

/** @returns how a reaction signs what it appends. */
export function reactingTo(event: RecordedEvent, policy: string): AppendContext {
  return {
    accountId: event.envelope.accountId,
    actor: { kind: 'automation', id: policy },
    occurredAt: new Date().toISOString(),
    $correlationId: event.envelope.$correlationId,
    $causationId: event.id,
  };
}

/** @returns how something is signed that the clock caused, not an event. */
export function byItself(accountId: AccountId | null, job: string): AppendContext {
  return {
    accountId,
    actor: { kind: 'automation', id: job },
    occurredAt: new Date().toISOString(),
    $correlationId: newId(),
  };
}
