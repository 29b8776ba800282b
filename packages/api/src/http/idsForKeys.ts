import { idByIdOrKey, namedThings } from '@assay/application';
import { type AccountId, type KeyedThing, keyedThingOf } from '@assay/contract';
import { IsObject, type TSchema } from 'typebox';
import type { Api } from '../api.ts';

type Deps = Pick<Api, 'eventLog' | 'operations' | 'owners'>;

function idOf(app: Deps, kind: KeyedThing, accountId: AccountId, given: string): Promise<string | null> {
  switch (kind) {
    case 'project':
      return idByIdOrKey(app, namedThings.project, accountId, given);
    case 'environment':
      return idByIdOrKey(app, namedThings.environment, accountId, given);
  }
}

/**
 * Puts the id in place of a key, wherever the schema takes either. What names nothing of the account stays as it is, so
 * that the handler answers as it does for an id that does not exist.
 * @param values path parameters or a query, not yet validated
 * @returns a copy when anything changed
 */
export async function idsForKeys(
  app: Deps,
  accountId: AccountId,
  schema: TSchema | undefined,
  values: unknown,
): Promise<unknown> {
  if (!IsObject(schema) || typeof values !== 'object' || values === null) return values;
  let changed: object = values;
  for (const [name, property] of Object.entries(schema.properties)) {
    const kind = keyedThingOf(property);
    const given: unknown = Reflect.get(values, name);
    if (kind === null || typeof given !== 'string') continue;
    const id = await idOf(app, kind, accountId, given);
    if (id !== null && id !== given) changed = { ...changed, [name]: id };
  }
  return changed;
}
