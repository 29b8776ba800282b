import type { EventLog } from '@assay/event-log';
import type { DomainEvent } from '@assay/event-schemas';
import type { NamedState, NamedThing } from './namedThings.ts';

/** @returns a thing as it was after the fact of that revision, with its secrets; null when it has no such fact */
export async function versionOf<State extends NamedState, Command, Event extends DomainEvent>(
  { read }: Pick<EventLog, 'read'>,
  { decider }: NamedThing<State, Command, Event>,
  id: string,
  revision: number,
): Promise<Extract<State, { status: 'active' }> | null> {
  let state = decider.initialState();
  for await (const event of read(`${decider.category}-${id}`)) {
    // A stream has only the events of its decider.
    state = decider.evolve(state, event as DomainEvent as Event);
    if (event.revision === revision) return isActive(state) ? state : null;
  }
  return null;
}

function isActive<State extends NamedState>(state: State): state is Extract<State, { status: 'active' }> {
  return state.status === 'active';
}
