import type { ErrorBody } from '@assay/contract';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';

const quotas = { projects: 1, environments: 1, agentTokens: 1, openRuns: 1, requestsPerMinute: 200 };

/** But for how far the read models are, which others move as well. */
function shown({ body }: { body: unknown }): string {
  return JSON.stringify(body, (key, value: unknown) => (key === 'position' ? undefined : value));
}

describe('quotas of accounts', () => {
  let api: ApiUnderTest;
  let other: Person;
  beforeAll(async () => {
    api = await startApi({ quotas });
    other = await api.newAccount('other');
  });
  afterAll(() => api.stop());

  const thing = { name: 'Shop', key: 'shop' };
  const project = { ...thing, gitUrl: '/repositories/shop', testingFramework: 'Playwright' };
  const oneMore = { name: 'Bank', key: 'bank' };

  it.each([
    ['projects', '/projects', project, { ...project, ...oneMore }],
    ['environments', '/environments', thing, oneMore],
    ['agentTokens', '/agent-tokens', { name: 'one' }, { name: 'two' }],
    ['openRuns', '/test-runs', { project: 'shop', environment: 'shop' }, { project: 'shop', environment: 'shop' }],
  ])(
    'refuse more %s than an account may have, and change nothing for it or another',
    async (name, path, body, more) => {
      await api.done('POST', path, { body });
      const before = shown(await api.call('GET', path));
      const refused = await api.call<ErrorBody>('POST', path, { body: more });
      expect(refused).toMatchObject({ status: 409, body: { code: `quota.${name}` } });
      expect(refused.body.message).toMatch(/The limit is 1\.$/);
      await api.caughtUp();
      expect(shown(await api.call('GET', path))).toBe(before);
      await api.done('POST', path, { as: other, body });
    },
  );

  it('refuse calls of an account that makes too many, and say when to come back; others go on', async () => {
    const busy = await api.newAccount('busy');
    const call = () => api.call<ErrorBody>('GET', '/projects', { as: busy });
    let answer = await call();
    for (let calls = 0; answer.status === 200 && calls < 2 * quotas.requestsPerMinute; calls++) answer = await call();
    expect(answer).toMatchObject({ status: 429, body: { code: 'quota.requests' } });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect((await api.call('GET', '/projects', { as: other })).status).toBe(200);
  });
});
