import type { AccountId } from '@assay/contract';
import { type AppendContext, newId, type RecordedEvent } from '@assay/event-log';
import type { DomainEvent } from '@assay/event-schemas';
import type { AutomationDeps } from './automationDeps.ts';

/**
 * A reaction of one stream to another, or of operational state to a fact. Events come at least once, so a reaction
 * leaves alone what has happened already: its command decides for nothing then.
 */
export type Policy = {
  name: string;
  /** Only events of these types are handed to it; of the others, most by far, the store sends none. */
  on: readonly DomainEvent['type'][];
  react: (event: RecordedEvent, deps: AutomationDeps) => Promise<void>;
};

/** Declares a policy. What it reacts to is typed by `on`, so that an event it waits for cannot be missing there. */
export function policy<Type extends DomainEvent['type']>(declared: {
  name: string;
  on: readonly Type[];
  react: (event: RecordedEvent<Extract<DomainEvent, { type: Type }>>, deps: AutomationDeps) => Promise<void>;
}): Policy {
  const types: ReadonlySet<string> = new Set(declared.on);
  type Wanted = RecordedEvent<Extract<DomainEvent, { type: Type }>>;
  const isWanted = (event: RecordedEvent): event is Wanted & RecordedEvent => types.has(event.type);
  return {
    name: declared.name,
    on: declared.on,
    react: async (event, deps) => {
      if (isWanted(event)) await declared.react(event, deps);
    },
  };
}

/** How a reaction signs what it appends. */
export function reactingTo(event: RecordedEvent, policy: string): AppendContext {
  return {
    accountId: event.envelope.accountId,
    actor: { kind: 'automation', id: policy },
    occurredAt: new Date().toISOString(),
    $correlationId: event.envelope.$correlationId,
    $causationId: event.id,
  };
}

/** How something that no event caused, but the time, is signed. */
export function byItself(accountId: AccountId | null, sweep: string): AppendContext {
  return {
    accountId,
    actor: { kind: 'automation', id: sweep },
    occurredAt: new Date().toISOString(),
    $correlationId: newId(),
  };
}

/** @throws TypeError for an event that must belong to an account and does not. */
export function accountOf(event: RecordedEvent): AccountId {
  const { accountId } = event.envelope;
  if (accountId === null) throw new TypeError(`${event.type} ${event.id} belongs to no account`);
  return accountId;
}
