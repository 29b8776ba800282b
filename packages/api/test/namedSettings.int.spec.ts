import type { ErrorBody } from '@assay/contract';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';

type View = { id: string; name: string; revision: string; position: string };
type Kind = {
  what: string;
  list: string;
  create: string;
  one: (id: string) => string;
  method: 'PUT' | 'PATCH';
  /** A new one, with fields of every sort. */
  body: (name: string, key: string) => object;
  change: object;
};

const secret = { key: 'TOKEN', value: 's3cret', encrypted: true, file: false };
const plain = { key: 'LEVEL', value: 'debug', encrypted: false, file: false };
const project = { gitUrl: 'https://ada:s3cret@git.example.org/shop.git', testingFramework: 'Playwright' };

const kinds = (projectId: string): Kind[] => [
  {
    what: 'projects',
    list: '/projects',
    create: '/projects',
    one: (id) => `/projects/${id}`,
    method: 'PUT',
    body: (name, key) => ({ ...project, name, key, serverCommand: 'npm start', serverUrl: 'http://localhost:3000' }),
    change: { description: 'Changed' },
  },
  {
    what: 'test suites',
    list: `/test-suites?projectId=${projectId}`,
    create: `/projects/${projectId}/test-suites`,
    one: (id) => `/projects/${projectId}/test-suites/${id}`,
    method: 'PATCH',
    body: (name) => ({ name, testTimeoutSeconds: 60, timeoutMinutes: 10, includeTags: ['@smoke'] }),
    change: { description: 'Changed' },
  },
  {
    what: 'environments',
    list: '/environments',
    create: '/environments',
    one: (id) => `/environments/${id}`,
    method: 'PATCH',
    body: (name, key) => ({ name, key, url: 'https://example.org', variables: [secret, plain] }),
    change: { maximumParallelTestRuns: 7 },
  },
  {
    what: 'pipeline stages',
    list: '/pipeline-stages',
    create: '/pipeline-stages',
    one: (id) => `/pipeline-stages/${id}`,
    method: 'PATCH',
    body: (name) => ({ name, priority: 3, variables: [secret, plain] }),
    change: { testRunPriority: 4 },
  },
  {
    what: 'runner pools',
    list: '/runner-pools',
    create: '/runner-pools',
    one: (id) => `/runner-pools/${id}`,
    method: 'PATCH',
    body: (name) => ({ name, runnerType: 'LINUX', maxRunners: 1 }),
    change: { name: 'Changed' },
  },
];
const names = kinds('').map(({ what }) => what);

describe('what has a name', () => {
  let api: ApiUnderTest;
  let all: Map<string, Kind>;
  beforeAll(async () => {
    api = await startApi();
    const body = { name: 'Holds suites', key: 'holds-suites', gitUrl: '/repositories/a', testingFramework: 'PyTest' };
    const { id } = await api.done('POST', '/projects', { body });
    all = new Map(kinds(id).map((kind) => [kind.what, kind]));
  });
  afterAll(() => api.stop());

  const kindOf = (what: string): Kind => {
    const kind = all.get(what);
    if (!kind) throw new Error(`there are no ${what}`);
    return kind;
  };
  const listOf = async ({ list }: Kind) => (await api.call<View[]>('GET', list)).body;
  const find = async (kind: Kind, id: string) => (await listOf(kind)).find((each) => each.id === id);

  it.each(names)('%s: of fifty people who take one name at once, one gets it', async (what) => {
    const kind = kindOf(what);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        api.call<ErrorBody>('POST', kind.create, {
          // Names that differ by case and blanks only are one name.
          body: kind.body(index % 2 === 0 ? 'Wanted' : ' wanted ', `wanted-${index}`),
        }),
      ),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(49);
    for (const { status, body } of refused) {
      expect({ status, fields: body.errors?.map(({ field }) => field) }).toEqual({ status: 400, fields: ['name'] });
    }
    await api.caughtUp();
    expect((await listOf(kind)).filter(({ name }) => name.toLowerCase() === 'wanted')).toHaveLength(1);
  });

  it.each(names)('%s: what was read can be sent back, and changes nothing', async (what) => {
    const kind = kindOf(what);
    const { id, revision } = await api.done('POST', kind.create, { body: kind.body('Sent back', 'sent-back') });
    const seen = await find(kind, id);
    const same = await api.done(kind.method, kind.one(id), { body: seen });
    expect(same.revision).toBe(revision);
    expect(await find(kind, id)).toEqual(seen);

    const readOnly = { position: 'elsewhere', createdAt: '2020-01-01T00:00:00.000Z' };
    const changed = await api.done(kind.method, kind.one(id), { body: { ...seen, ...kind.change, ...readOnly } });
    expect(changed.revision).not.toBe(revision);
    const after = await find(kind, id);
    expect(after).toEqual({ ...seen, ...kind.change, position: after?.position, revision: after?.revision });
    expect(JSON.stringify(after)).not.toContain('s3cret');

    const body = { ...after, noSuchSetting: 1 };
    const refused = await api.call<ErrorBody>(kind.method, kind.one(id), { body });
    expect(refused.status).toBe(400);
    expect(refused.body.errors?.map(({ field }) => field)).toEqual(['noSuchSetting']);
  });
});
