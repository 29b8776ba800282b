import { flagsOf, quotasOf } from '@assay/application';
import type { AccountView, ErrorBody } from '@assay/contract';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { grantStaff } from './grantStaff.ts';
import { uploadForm } from './uploadForm.ts';

const quotas = { ...quotasOf({}), projects: 1, environments: 1, agentTokens: 1, openRuns: 1 };

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

  it('hold no account back where the operator makes them soft', async () => {
    const soft = await api.another({ flags: flagsOf({ ASSAY_FLAGS: 'tem-quota-soft-limit=on' }) });
    const third = await api.newAccount('third');
    const add = (through: Pick<ApiUnderTest, 'call'>, name: string) =>
      through.call('POST', '/environments', { as: third, body: { name, key: name } });
    expect((await add(api, 'one')).status).toBe(201);
    await api.caughtUp();
    expect((await add(api, 'two')).status).toBe(409);
    expect((await add(soft, 'two')).status).toBe(201);
    const { body } = await soft.call<AccountView>('GET', '/account', { as: third });
    expect(body.flags).toContain('tem-quota-soft-limit');
  });

  it('refuse runs beyond the testing time of the plan, until the plan has more', async () => {
    const [owner, staff] = [await api.newAccount('timed'), await api.newAccount('provider')];
    await grantStaff(api, staff);
    const [{ id: projectId }, { id: environmentId }] = [
      await api.done('POST', '/projects', { as: owner, body: project }),
      await api.done('POST', '/environments', { as: owner, body: thing }),
    ];
    const hours = (count: number) =>
      `<testsuite name="s"><testcase classname="C" file="c.js" name="t" time="${count * 3_600}"/></testsuite>`;
    const upload = (count: number) =>
      uploadForm(api, { projectId, environmentId }, [{ name: 'r.xml', content: hours(count) }], { as: owner });
    for (let run = 0; run < 10; run++) expect((await upload(100)).status).toBe(201);
    const start = () =>
      api.call<ErrorBody>('POST', '/test-runs', { as: owner, body: { project: 'shop', environment: 'shop' } });
    const toTier = (tier: number | null) =>
      api.done('PUT', `/employee/accounts/${owner.accountId}/plan`, { as: staff, body: { tier } });
    await toTier(2);
    await api.caughtUp();
    const refused = await start();
    expect(refused).toMatchObject({ status: 409, body: { code: 'quota.testingTime' } });
    expect(refused.body.message).toBe(
      'Your organization has used the testing time of its plan for this month (UTC). The limit is 1000 hours.',
    );
    await toTier(4);
    await api.caughtUp();
    expect((await start()).status).toBe(201);
  });

  it('refuse calls of an account that makes too many, and say when to come back; others go on', async () => {
    // One more is allowed every six seconds: no machine is that slow.
    const requestsPerMinute = 10;
    const strict = await api.another({ quotas: { ...quotas, requestsPerMinute } });
    const busy = await api.newAccount('busy');
    const call = () => strict.call<ErrorBody>('GET', '/projects', { as: busy });
    let answer = await call();
    for (let calls = 0; answer.status === 200 && calls < 2 * requestsPerMinute; calls++) answer = await call();
    expect(answer).toMatchObject({ status: 429, body: { code: 'quota.requests' } });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect((await strict.call('GET', '/projects', { as: other })).status).toBe(200);
  });
});
