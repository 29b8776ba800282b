import type { PersonView } from '@assay/contract';
import type { Actor } from '@assay/event-log';
import type { Collections } from '../collections.ts';
import { findPersons } from './findPeople.ts';

/** What is known of actors, by id. */
export type FoundActors = Map<string, NonNullable<PersonView>>;

/** @returns the people and the named API keys among the actors. */
export async function findActors(collections: Collections, actors: readonly Actor[]): Promise<FoundActors> {
  const idsOf = (wanted: Actor['kind']) => actors.flatMap(({ kind, id }) => (kind === wanted ? id : []));
  const [persons, keys] = await Promise.all([
    findPersons(collections, idsOf('user')),
    collections.known.all('apiKeys', idsOf('apiKey')),
  ]);
  const named = keys.map(({ _id: id, name }) => [id, { id, fullName: `API key ${name}`, email: '' }] as const);
  return new Map([...persons, ...named]);
}

/** @returns the person to show for an actor; null: the service itself. */
export function personOf(found: FoundActors, actor: Actor): PersonView {
  if (actor.kind === 'apiKey') return found.get(actor.id) ?? { id: actor.id, fullName: 'API key', email: '' };
  if (actor.kind === 'automation' && actor.id.startsWith('trigger-')) {
    return { id: actor.id, fullName: 'Test trigger', email: '' };
  }
  if (actor.kind === 'automation' && actor.id.startsWith('testPlanRun-')) {
    return { id: actor.id, fullName: 'Test plan', email: '' };
  }
  return found.get(actor.id) ?? null;
}
