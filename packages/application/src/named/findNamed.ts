import type { AccountId } from '@assay/contract';
import { DomainError } from '@assay/domain';
import type { DomainEvent } from '@assay/event-schemas';
import type { Application } from '../application.ts';
import { ownerOfName } from '../reservations/reserveNames.ts';
import { type NamedState, type NamedThing, reservedAs } from './namedThings.ts';

type InUse<State> = Extract<State, { status: 'active' }>;

function isInUse<State extends NamedState>(state: State): state is InUse<State> {
  return state.status === 'active';
}

/** @returns the current thing; null when the account has none in use with that id. */
export async function findNamed<State extends NamedState, Command, Event extends DomainEvent>(
  { eventLog, owners }: Pick<Application, 'eventLog' | 'owners'>,
  { decider, stateOf }: NamedThing<State, Command, Event>,
  accountId: AccountId,
  id: string,
): Promise<InUse<State> | null> {
  if ((await owners.ownerOf(`${decider.category}-${id}`)) !== accountId) return null;
  const state = await stateOf(eventLog, id);
  return isInUse(state) ? state : null;
}

/** As {@link findNamed}. @throws DomainError of the kind's `notFound` when there is none */
export async function ownNamed<State extends NamedState, Command, Event extends DomainEvent>(
  app: Pick<Application, 'eventLog' | 'owners'>,
  thing: NamedThing<State, Command, Event>,
  accountId: AccountId,
  id: string,
): Promise<InUse<State>> {
  const found = await findNamed(app, thing, accountId, id);
  if (!found) throw new DomainError(thing.notFound);
  return found;
}

/** As people may send it; no other text is looked for as an id. */
const idPattern = /^[A-Za-z0-9._-]{1,80}$/;

/** @returns the id of the thing that holds the key, though it may never have been created; null: nothing does */
async function holderOfKey<State extends NamedState, Command, Event extends DomainEvent>(
  app: Pick<Application, 'eventLog' | 'operations'>,
  thing: NamedThing<State, Command, Event>,
  accountId: AccountId,
  key: string,
): Promise<string | null> {
  const stream = await ownerOfName(app, { kind: reservedAs(thing, 'key'), scope: accountId, value: key });
  const category = `${thing.decider.category}-`;
  return stream?.startsWith(category) ? stream.slice(category.length) : null;
}

/**
 * @returns the thing with that key; null when the account has none in use. Read from the reservation, which has no
 * projection delay.
 */
export async function findByKey<State extends NamedState, Command, Event extends DomainEvent>(
  app: Pick<Application, 'eventLog' | 'operations' | 'owners'>,
  thing: NamedThing<State, Command, Event>,
  accountId: AccountId,
  key: string,
): Promise<InUse<State> | null> {
  const id = await holderOfKey(app, thing, accountId, key);
  return id === null ? null : findNamed(app, thing, accountId, id);
}

/** @returns the thing with that id, or else that key; null when the account has none in use. */
export async function findByIdOrKey<State extends NamedState, Command, Event extends DomainEvent>(
  app: Pick<Application, 'eventLog' | 'operations' | 'owners'>,
  thing: NamedThing<State, Command, Event>,
  accountId: AccountId,
  idOrKey: string,
): Promise<InUse<State> | null> {
  const found = idPattern.test(idOrKey) ? await findNamed(app, thing, accountId, idOrKey) : null;
  return found ?? findByKey(app, thing, accountId, idOrKey);
}

/**
 * @returns the id of the account's thing with that id, even of one out of use, whose history can still be read; or else
 * of the one in use with that key; null when there is neither
 */
export async function idByIdOrKey<State extends NamedState, Command, Event extends DomainEvent>(
  app: Pick<Application, 'eventLog' | 'operations' | 'owners'>,
  thing: NamedThing<State, Command, Event>,
  accountId: AccountId,
  idOrKey: string,
): Promise<string | null> {
  if (!idPattern.test(idOrKey)) return null;
  const { category } = thing.decider;
  if ((await app.owners.ownerOf(`${category}-${idOrKey}`)) === accountId) return idOrKey;
  const id = await holderOfKey(app, thing, accountId, idOrKey);
  return id !== null && (await findNamed(app, thing, accountId, id)) ? id : null;
}
