import { type Call, callsByArea, isOfAccount } from '@assay/contract';
import { mediaTypeOf } from '../http/mediaTypeOf.ts';
import type { Json } from './sharedSchemas.ts';

const text = { type: 'string' };
const header = (name: string, description: string) => ({ in: 'header', name, description, schema: text });

/** Headers that calls share. */
export const headers = {
  Account: header('Account', 'The id of the account, from who has roles in several'),
  MinPosition: header('Min-Position', 'The position of a command whose changes the answer has to show'),
  IdempotencyKey: header('Idempotency-Key', '1 to 255 characters: a repeat is answered as the first request was'),
  IfMatch: header('If-Match', 'The revision to change; 412 if there is a newer one'),
};

const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } };
const refusal = (description: string) => ({ description, content: errorContent });

/** Answers that calls share. */
export const refusals = {
  Unauthorized: refusal('No session, key or token, or one that has ended'),
  Forbidden: refusal('The role, or the scope of the key, does not include this'),
  NotFound: refusal('There is no such thing in the account, or no such account for who asks'),
  OtherRevision: refusal('Somebody else was quicker; nothing was changed'),
  TooMany: {
    ...refusal('Too many requests or attempts; nothing was done'),
    headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
  },
};

const refTo = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

function headersOf({ method, permission, secretAnswer, view, ...call }: Call): (keyof typeof headers)[] {
  if (!isOfAccount(permission)) return method === 'GET' && permission === 'signedIn' ? ['MinPosition'] : [];
  const isRepeatable = method === 'POST' && !secretAnswer && mediaTypeOf(call) === 'application/json';
  return [
    'Account',
    ...(method === 'GET' ? (['MinPosition'] as const) : []),
    ...(isRepeatable ? (['IdempotencyKey'] as const) : []),
    ...(view !== undefined && method !== 'POST' ? (['IfMatch'] as const) : []),
  ];
}

function refusalsOf(call: Call): Json {
  const { permission, params } = call;
  const isOfRoles = isOfAccount(permission);
  const by: [number, keyof typeof refusals, boolean][] = [
    [401, 'Unauthorized', permission !== 'public'],
    [403, 'Forbidden', isOfRoles || permission === 'staff'],
    [404, 'NotFound', isOfRoles || params !== undefined],
    [412, 'OtherRevision', headersOf(call).includes('IfMatch')],
    [429, 'TooMany', isOfRoles || permission === 'public'],
  ];
  return Object.fromEntries(
    by.filter(([, , applies]) => applies).map(([status, name]) => [status, refTo('responses', name)]),
  );
}

/** In place of the words that every route's answers are given. */
function described(responses: Record<string, Json>): Json {
  const words = (status: string) => {
    if (status === 'default') return 'Any other error';
    return status === '204' ? 'Done; nothing is answered' : 'The answer';
  };
  return Object.fromEntries(
    Object.entries(responses).map(([status, answer]) => [status, { ...answer, description: words(status) }]),
  );
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const partOf = (whole: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((part, key) => (isJson(part) ? part[key] : undefined), whole);

/**
 * Adds to each operation what the routes' schemas do not say: its name, the headers that it takes, an example, and how
 * it is refused.
 * @param paths of the description; changed in place
 */
export function describeCalls(paths: Json): void {
  for (const [operationId, call] of Object.values(callsByArea).flatMap((area): [string, Call][] =>
    Object.entries(area),
  )) {
    const path = `/api${call.path}`.replace(/:(\w+)/g, '{$1}');
    const operation = partOf(paths, path, call.method.toLowerCase());
    if (!isJson(operation)) throw new Error(`the description lacks ${call.method} ${path}`);
    const { params, query, body } = call.example as { params?: unknown; query?: unknown; body?: unknown };
    const declared = Array.isArray(operation.parameters) ? operation.parameters : [];
    const parameters = declared.map((parameter: Json) => {
      const example = partOf(parameter.in === 'path' ? params : query, String(parameter.name));
      return example === undefined ? parameter : { ...parameter, example };
    });
    const content = partOf(operation, 'requestBody', 'content', mediaTypeOf(call));
    if (isJson(content) && body !== undefined) content.example = body;
    Object.assign(operation, {
      operationId,
      parameters: [...parameters, ...headersOf(call).map((name) => refTo('parameters', name))],
      responses: { ...refusalsOf(call), ...described(Object(operation.responses)) },
    });
  }
}
