import type { Call } from '@assay/contract';
import { IsObject, type TSchema } from 'typebox';

function namesOf(schema: TSchema | undefined): string[] {
  return IsObject(schema) ? Object.keys(schema.properties) : [];
}

/**
 * Makes what GET answered a body that the call takes: without the fields that the call does not change. A body without
 * the thing's own id is left as it is, so that a field that nobody may change is still refused.
 * @param path the request's path parameters; the last one is the id of the thing
 */
export function withoutReadOnlyFields({ view, body: taken }: Call, path: object, body: unknown): unknown {
  if (!view || typeof body !== 'object' || body === null || !('id' in body)) return body;
  if (body.id !== Object.values(path).at(-1)) return body;
  const changeable = new Set(namesOf(taken));
  const readOnly = new Set(namesOf(view).filter((name) => !changeable.has(name)));
  return Object.fromEntries(Object.entries(body).filter(([name]) => !readOnly.has(name)));
}
