import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Call } from './call.ts';
import { callsByArea } from './calls.ts';

type Schema = {
  type?: string;
  const?: unknown;
  enum?: unknown;
  format?: string;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
};

/** Texts of which each field takes at least one. */
const samples = [
  'a',
  '1',
  'a.1.1',
  'a-',
  'ten letters',
  'ten-letters',
  'SHOP-812',
  'U12345',
  '0123456789abcdef'.repeat(4),
  'you@example.com',
  'git@example.com:shop.git',
  'https://example.com/shop',
  '2026-W01.SLOW.0123456789abcdef',
  '2026-11-26',
  '2026-11-26T09:30:00Z',
  'browser=firefox',
];

/** NUL, all that turn the direction of text, and halves of characters. */
const unseen = ['\0', ...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069', '\ud800', '\udfff'];

/** What is compared with something, or kept as it is: nobody reads it as a name. */
const namesNothing = new Set([
  // Who somebody is, and where a sign-in leads.
  'authId',
  'captchaSolution',
  'code',
  'currentPassword',
  'invitation.token',
  'iss',
  'password',
  'redirectUri',
  'returnTo',
  'state',
  'token',
  // A card as the payment processor names it, and what nothing is kept of.
  'cardBrand',
  'cardToken',
  'lastFour',
  // What there is already.
  'environment',
  'environmentId',
  'project',
  'projectId',
  // As frameworks name tests, which may be anything.
  'testFilters',
  // As programs need it.
  'root',
  'startedIn',
  'variables.value',
  'tql',
  // The form of uploads: 'true' or not.
  'ignoreQuarantine',
  'onceByContent',
]);
/** Names that are looked for and not kept. */
const looked = new Set(['POST /login email', 'POST /auth-start invitation.email']);

/** @returns the fields in which a body has a text of the sender's own, by their paths */
function textsOf(schema: Schema, path: readonly string[] = []): [field: string, schema: Schema][] {
  const within = [
    ...Object.entries({ ...schema.properties, ...schema.patternProperties }).map(
      ([name, one]) => [one, [...path, name]] as const,
    ),
    ...[...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])].map((one) => [one, path] as const),
  ];
  const texts = within.flatMap(([one, at]) => textsOf(one, at));
  const isText = schema.type === 'string' && !('const' in schema || 'enum' in schema || 'format' in schema);
  return isText ? [[path.join('.'), schema], ...texts] : texts;
}

const isOfAgents = ({ permission, path }: Call) => permission === 'agent' || path === '/agents/register';
const calls: Call[] = Object.values(callsByArea).flatMap((area): Call[] => Object.values(area));
const named = calls.flatMap((call) => {
  if (!call.body || isOfAgents(call)) return [];
  const name = `${call.method} ${call.path}`;
  const fields = textsOf(call.body).filter(([field]) => !namesNothing.has(field) && !looked.has(`${name} ${field}`));
  return fields.map(([field, schema]) => [name, field, schema as TSchema] as const);
});

describe('what callers write for people to read', () => {
  it.each(named)('has no characters that cannot be seen: %s, %s', (_call, _field, schema) => {
    const field = Compile(schema);
    const taken = samples.filter((sample) => field.Check(sample));
    expect(taken).not.toEqual([]);
    const passed = taken.flatMap((sample) =>
      unseen.filter(
        (one) => field.Check(`${sample}${one}`) || field.Check(`${sample.slice(0, -1)}${one}${sample.slice(-1)}`),
      ),
    );
    expect(passed).toEqual([]);
  });
});
