import type { AuditEntry } from '@assay/contract';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { prepareRun } from './prepareRun.ts';

describe('audit trails', () => {
  let api: ApiUnderTest;
  let stranger: Person;
  beforeAll(async () => {
    api = await startApi();
    stranger = await api.newAccount('stranger');
  });
  afterAll(() => api.stop());

  const trailOf = async (path: string) => (await api.call<AuditEntry[]>('GET', `${path}/auditTrail`)).body;
  const changes = (trail: readonly AuditEntry[]) =>
    trail.map(({ field, change, oldValue, newValue }) => [field, change, oldValue, newValue]);
  const refused = async (path: string) => (await api.call('GET', `${path}/auditTrail`, { as: stranger })).status;

  it('have each setting of a project with its old and new value, rules one by one', async () => {
    const body = {
      name: 'Tills',
      key: 'tills',
      gitUrl: 'https://ci:t0ken@git.test/shop.git',
      defaultBranch: 'main',
      testingFramework: 'Playwright',
    };
    const { id, revision } = await api.done('POST', '/projects', { body });
    const path = `/projects/${id}`;
    const { body: project } = await api.call<{ flakyRules: Record<string, unknown> }>('GET', path);
    const change = {
      name: 'Store',
      retryFailedTests: true,
      testTags: ['fast', 'slow ones'],
      flakyRules: { ...project.flakyRules, flips: 7 },
    };
    await api.done('PUT', path, { body: change, headers: { 'if-match': revision } });
    const trail = await trailOf(path);
    const newest = trail.filter(({ revision: of }) => of === trail[0]?.revision);
    expect(new Set(changes(newest))).toEqual(
      new Set([
        ['name', 'changed', 'Tills', 'Store'],
        ['retryFailedTests', 'changed', 'false', 'true'],
        ['testTags', 'added', null, 'fast\nslow ones'],
        ['flakyRules.flips', 'changed', String(project.flakyRules.flips), '7'],
      ]),
    );
    expect(newest[0]).toMatchObject({ userName: expect.any(String), email: api.admin.email });
    // The password of the git URL is a field whose values no one sees.
    expect(trail.find(({ field }) => field === 'gitCredentials')).toMatchObject({ encrypted: true, newValue: null });
    expect(JSON.stringify(trail)).not.toContain('t0ken');
    expect(await refused(path)).toBe(404);
  });

  it('say that credentials were removed with a git URL that has none', async () => {
    const body = { name: 'Moved', key: 'moved', gitUrl: 'https://u:p@git.test/a.git', testingFramework: 'PyTest' };
    const { id } = await api.done('POST', '/projects', { body });
    await api.done('PUT', `/projects/${id}`, { body: { gitUrl: 'https://git.test/b.git' } });
    await api.done('PUT', `/projects/${id}`, { body: { gitUrl: 'https://git.test/c.git' } });
    const trail = await trailOf(`/projects/${id}`);
    const ofCredentials = trail.filter(({ field }) => field === 'gitCredentials').map(({ change }) => change);
    expect(ofCredentials).toEqual(['removed', 'added']);
  });

  it('have who turned a trigger off', async () => {
    const { projectId, environmentId } = await prepareRun(api);
    const nightly = { name: 'Nightly', type: 'interval', projectId, environmentId, branch: 'main', cron: '0 2 * * *' };
    const { id } = await api.done('POST', '/triggers', { body: nightly });
    await api.done('PUT', `/triggers/${id}`, { body: { ...nightly, cron: '0 4 * * *' } });
    await api.done('POST', `/triggers/${id}/toggle-enabled`);
    const [disabled, changed] = await trailOf(`/triggers/${id}`);
    expect(disabled).toMatchObject({ field: 'enabled', oldValue: 'true', newValue: 'false', email: api.admin.email });
    expect(changed).toMatchObject({ field: 'cron', oldValue: '0 2 * * *', newValue: '0 4 * * *' });
    expect(await refused(`/triggers/${id}`)).toBe(404);
  });

  it('have what a runner pool was, also once it is deleted', async () => {
    const body = { name: 'Large', runnerType: 'LINUX', maxRunners: 10 };
    const { id } = await api.done('POST', '/runner-pools', { body });
    const path = `/runner-pools/${id}`;
    await api.done('PATCH', path, { body: { maxRunners: 12 } });
    await api.done('DELETE', path);
    expect(changes(await trailOf(path))).toEqual([
      ['archived', 'added', null, 'true'],
      ['maxRunners', 'changed', '10', '12'],
      ['name', 'added', null, 'Large'],
      ['runnerType', 'added', null, 'LINUX'],
      ['maxRunners', 'added', null, '10'],
    ]);
    expect(await refused(path)).toBe(404);
  });
});
