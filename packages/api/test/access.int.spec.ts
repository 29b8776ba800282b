import type { CommandAnswer, ErrorBody } from '@assay/contract';
import { isOfAccount, roleMay } from '@assay/contract';
import { routeTable } from '../src/index.ts';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { type PreparedRun, prepareRun } from './prepareRun.ts';

const accountRoutes = routeTable.filter(({ permission }) => isOfAccount(permission));
const staffRoutes = routeTable.filter(({ permission }) => permission === 'staff');
const name = ({ method, url }: { method: string; url: string }) => `${method} ${url}`;

describe('access', () => {
  let api: ApiUnderTest;
  let run: PreparedRun;
  let runnerPoolId: string;
  let pipelineStageId: string;
  let stranger: Person;
  let user: Person;
  let testSuiteId: string;

  beforeAll(async () => {
    api = await startApi();
    run = await prepareRun(api);
    const suite = { name: 'Smoke', testTimeoutSeconds: 60, timeoutMinutes: 10 };
    testSuiteId = (await api.done('POST', `/projects/${run.projectId}/test-suites`, { body: suite })).id;
    const pool = { name: 'Large', runnerType: 'LINUX', maxRunners: 4 };
    runnerPoolId = (await api.done('POST', '/runner-pools', { body: pool })).id;
    const stage = { name: 'Integration', linuxRunnerPoolId: runnerPoolId };
    pipelineStageId = (await api.done('POST', '/pipeline-stages', { body: stage })).id;
    stranger = await api.newAccount('stranger');
    user = await api.newPerson(api.admin.accountId, 'USER');
  });
  afterAll(() => api.stop());

  /** A path of the route about things that there are in the first account. */
  function pathOf(url: string): string {
    const ids: Record<string, string> = {
      projects: run.projectId,
      environments: run.environmentId,
      'test-runs': run.testRunId,
      'test-run-test': `${run.testRunId}.test1`,
      'agent-tokens': 'no-such-token',
      'runner-pools': runnerPoolId,
      'pipeline-stages': pipelineStageId,
    };
    const area = url.split('/')[1] ?? '';
    return url
      .replace(':id', ids[area] ?? 'x')
      .replace(':testId', 'test1')
      .replace(':testSuiteId', testSuiteId)
      .replace(':buildId', 'no-such-build')
      .replace(':name', 'setup')
      .replace(':commit', 'abcdef')
      .replace(':agentId', 'someone')
      .replace(':testRunId', run.testRunId)
      .replace(':leaseId', `${run.testRunId}.0.1`)
      .replace(':sha256', 'a'.repeat(64))
      .replace(':blobId', 'a'.repeat(64));
  }

  /** Bodies that would be taken, so that what is refused is refused for want of a right. */
  const bodies: Record<string, unknown> = {
    'PUT /projects/:id': { description: 'theirs' },
    'PATCH /environments/:id': { maximumParallelTestRuns: 3 },
    'PATCH /test-runs/:id': { status: 'CANCELED' },
    'POST /test-runs/:id/rerun': { rerunTestRun: true },
    'PUT /projects/:id/tests/:testId/quarantine': { reason: 'theirs' },
    'POST /projects': { name: 'P', key: 'p', gitUrl: '/x', testingFramework: 'Playwright' },
    'POST /projects/:id/test-suites': { name: 'Theirs', testTimeoutSeconds: 60, timeoutMinutes: 10 },
    'PATCH /projects/:id/test-suites/:testSuiteId': { description: 'theirs' },
    'POST /projects/:id/deploys': { environment: 'test', branch: 'main' },
    'POST /environments': { name: 'E', key: 'e' },
    'POST /test-runs': { project: 'shop', environment: 'test' },
    'POST /agent-tokens': { name: 'T' },
    'POST /runner-pools': { name: 'P', runnerType: 'LINUX', maxRunners: 1 },
    'PATCH /runner-pools/:id': { maxRunners: 1 },
    'POST /pipeline-stages': { name: 'S' },
    'PATCH /pipeline-stages/:id': { testRunPriority: 10 },
  };

  function ask(route: { method: string; url: string }, as: Person | { token: string } | null) {
    const query = route.url.endsWith('/commits') ? '?branch=main' : '';
    return api.call<ErrorBody>(route.method, pathOf(route.url) + query, { as, body: bodies[name(route)] });
  }

  it('is declared by every route', () => {
    expect(routeTable.length).toBeGreaterThan(40);
    for (const { permission } of routeTable)
      expect(permission).toMatch(/^(public|signedIn|agent|staff|[a-zA-Z]+\.[a-z]+)$/);
    const open = routeTable.filter(({ permission }) => permission === 'public').map(name);
    expect(open.sort()).toEqual(['GET /blobs/:blobId', 'GET /health', 'POST /login']);
  });

  it.each(routeTable.filter(({ permission }) => permission !== 'public').map((route) => [name(route), route] as const))(
    'needs a session or token: %s',
    async (_, route) => {
      const nobody = await ask(route, null);
      expect(nobody.status).toBe(401);
      expect(nobody.body).toMatchObject({ code: 'auth.required', requestId: expect.any(String) });
      expect((await ask(route, { token: 'made-up' })).status).toBe(401);
      // A person's token is no agent's, and the other way round.
      if (route.permission === 'agent') expect((await ask(route, api.admin)).status).toBe(401);
    },
  );

  it.each(accountRoutes.filter(({ url }) => url.includes(':')).map((route) => [name(route), route] as const))(
    'hides what is another account’s as if it were not there: %s',
    async (_, route) => {
      const answer = await ask(route, stranger);
      expect(answer.status).toBe(404);
    },
  );

  it.each(accountRoutes.map((route) => [name(route), route] as const))(
    'hides an account in which the person has no role: %s',
    async (_, route) => {
      const answer = await ask(route, { ...stranger, accountId: api.admin.accountId });
      expect(answer.status).toBe(404);
    },
  );

  it.each(accountRoutes.map((route) => [name(route), route] as const))(
    'is refused to a role that may not: %s',
    async (_, route) => {
      const { permission } = route;
      if (!isOfAccount(permission)) throw new Error('no role');
      const answer = await ask(route, user);
      if (roleMay('USER', permission)) expect(answer.status).not.toBe(403);
      else expect(answer).toMatchObject({ status: 403, body: { code: 'auth.forbidden' } });
    },
  );

  it.each(staffRoutes.map((route) => [name(route), route] as const))(
    'is refused to an administrator who is not of the staff: %s',
    async (_, route) => {
      expect(await ask(route, api.admin)).toMatchObject({ status: 403, body: { code: 'auth.forbidden' } });
    },
  );

  it('needs no header Account from a person who has one role, and asks for it from one who has more', async () => {
    const { token, userId } = stranger;
    expect((await api.call('GET', '/account', { as: { token } })).status).toBe(200);
    const second = {
      accountName: 'second',
      email: stranger.email,
      firstName: 'A',
      lastName: 'B',
      password: 'p4ssw0rd',
    };
    const { createAccountWithAdmin } = await import('../src/index.ts');
    const made = await createAccountWithAdmin(api, second);
    expect(made.userId).toBe(userId);
    await api.caughtUp();
    expect((await api.call('GET', '/account', { as: { token } })).body).toMatchObject({ code: 'account.unclear' });
    const named = await api.call('GET', '/account', { as: { token, accountId: made.accountId } });
    expect(named.body).toMatchObject({ id: made.accountId, name: 'second' });
  });

  it('leaves nothing of what strangers tried', async () => {
    const projects = await api.call<{ description: string | null }[]>('GET', '/projects');
    expect(projects.body).toHaveLength(1);
    expect(projects.body[0]?.description).toBeNull();
    const { status } = await api.call<CommandAnswer>('GET', `/environments`);
    expect(status).toBe(200);
    expect((await api.call('GET', '/runner-pools')).body).toMatchObject([{ id: runnerPoolId, maxRunners: 4 }]);
    expect((await api.call('GET', '/pipeline-stages')).body).toMatchObject([
      { id: pipelineStageId, testRunPriority: 1 },
    ]);
  });
});
