import type {
  CommandAnswer,
  DeployPage,
  DeployView,
  ErrorBody,
  GenerateApiKeyAnswer,
  LastDeployView,
  ProjectStats,
  ProjectView,
  TestRunId,
  TestRunView,
} from '@assay/contract';
import { testRunDecider } from '@assay/domain';
import { zipOf } from '../../../test/support/zipOf.ts';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { prepareRun } from './prepareRun.ts';
import { uploadBuildForm } from './uploadBuildForm.ts';
import { uploadForm } from './uploadForm.ts';

describe('a deploy', () => {
  let api: ApiUnderTest;
  let projectId: string;
  let environmentId: string;
  let user: Person;
  let stranger: Person;

  beforeAll(async () => {
    api = await startApi();
    ({ projectId, environmentId } = await prepareRun(api));
    for (const key of ['staging', 'live']) await api.done('POST', '/environments', { body: { name: key, key } });
    user = await api.newPerson(api.admin.accountId, 'USER');
    stranger = await api.newAccount('stranger');
  });
  afterAll(() => api.stop());

  const post = (body: object, options: { as?: { token: string }; headers?: Record<string, string> } = {}) =>
    api.call<CommandAnswer & ErrorBody>('POST', `/projects/${projectId}/deploys`, { body, ...options });
  const deploy = async (body: object) =>
    (await api.done('POST', `/projects/${projectId}/deploys`, { body: { environment: 'test', ...body } })).id;
  const list = async (query = '') => (await api.call<DeployPage>('GET', `/projects/${projectId}/deploys${query}`)).body;
  const latest = (query: string) => api.call<DeployView & ErrorBody>('GET', `/deploys/latest?${query}`);
  const requestOf = async (id: string) => {
    const { state } = await api.eventLog.load(testRunDecider, id as TestRunId);
    if (state.status === 'none') throw new Error('no run');
    return state.request;
  };
  const newBuild = async (fields: Record<string, string>) => {
    const file = { name: 'shop.zip', content: zipOf({ name: 'a.js', content: fields.name ?? '' }) };
    return (await uploadBuildForm(api, projectId, fields, file)).body.id;
  };
  const projectIn = (page: ProjectView[]) => page.find(({ id }) => id === projectId);

  it('is recorded as sent, by users and API keys too', async () => {
    expect(projectIn((await api.call<ProjectView[]>('GET', '/projects')).body)?.hasDeploy).toBe(false);
    const body = { environment: 'test', branch: ' next ', commit: 'abc123', buildName: '1.4.0' };
    const byUser = await post(body, { as: user });
    expect(byUser.status).toBe(201);
    const { key } = await api.done<GenerateApiKeyAnswer>('POST', '/account/api-key');
    const byKey = await post({ environment: environmentId, commit: 'def456' }, { as: { token: key } });
    expect(byKey.status).toBe(201);
    await api.caughtUp();
    const page = await list();
    expect(page).toMatchObject({ total: 2, deploys: [{ id: byKey.body.id }, { id: byUser.body.id }] });
    expect(page.deploys[1]).toMatchObject({
      projectId,
      environmentId,
      environment: { id: environmentId, key: 'test', name: 'Test' },
      branch: 'next',
      commit: 'abc123',
      build: null,
      buildName: '1.4.0',
      createdBy: { email: user.email },
    });
    expect(page.deploys[0]).toMatchObject({ branch: null, commit: 'def456', buildName: null });
    expect(projectIn((await api.call<ProjectView[]>('GET', '/projects')).body)?.hasDeploy).toBe(true);
  });

  it.each([
    [{ environment: undefined, branch: 'main' }, 'environment', 'You must select an environment'],
    [{ environment: 'none', branch: 'main' }, 'environment', 'There is no such environment.'],
    [{ buildName: '1.4.0' }, 'branch', 'You must select a branch'],
    [{ branch: '', commit: null }, 'branch', 'You must select a branch'],
    [{ buildId: 'none' }, 'buildId', 'You must select a build'],
    [{ commit: 'c'.repeat(251) }, 'commit', 'Invalid length'],
  ])('is refused for %j with the text of the form, and leaves nothing', async (change, field, message) => {
    const { total } = await list();
    const answer = await post({ environment: 'test', ...change });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field, message }] } });
    await api.caughtUp();
    expect((await list()).total).toBe(total);
  });

  it('needs a build if the project has no repository', async () => {
    const body = { name: 'Compiled', key: 'compiled', testingFramework: 'Playwright' };
    const { id } = await api.done('POST', '/projects', { body });
    const answer = await api.call<ErrorBody>('POST', `/projects/${id}/deploys`, {
      body: { environment: 'test', branch: 'main' },
    });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ message: 'You must select a build' }] } });
    await api.done('DELETE', `/projects/${id}`);
    expect((await api.call('POST', `/projects/${id}/deploys`, { body: { environment: 'test' } })).status).toBe(404);
  });

  it('is one deploy, however often it is sent under one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'pipeline-17' };
    const send = () => post({ environment: 'test', commit: 'once' }, { headers });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.body.id]).toEqual([201, first.body.id]);
    await api.caughtUp();
    expect((await list()).deploys.filter(({ commit }) => commit === 'once')).toHaveLength(1);
  });

  it('takes details from its build, or else from the request', async () => {
    const whole = await newBuild({ name: '2.0', branch: 'release', commit: 'fedcba' });
    const bare = await newBuild({ name: '2.1' });
    const details = { branch: 'main', commit: '123456', buildName: 'other' };
    await deploy({ buildId: whole, ...details });
    expect((await list()).deploys[0]).toMatchObject({
      branch: 'release',
      commit: 'fedcba',
      build: { id: whole, name: '2.0' },
      buildName: '2.0',
    });
    await deploy({ buildId: bare, ...details });
    expect((await list()).deploys[0]).toMatchObject({ branch: 'main', commit: '123456', buildName: '2.1' });
  });

  it('is the latest of its project and environment, by id or by key', async () => {
    const id = await deploy({ environment: 'staging', branch: 'main' });
    await deploy({ environment: 'test', branch: 'elsewhere' });
    expect((await latest('projectId=shop&environmentId=staging')).body.id).toBe(id);
    const { body } = await latest(`projectId=${projectId}&environmentId=${environmentId}`);
    expect(body.branch).toBe('elsewhere');
    const inStaging = await list(
      `?environmentId=${(await latest('projectId=shop&environmentId=staging')).body.environmentId}`,
    );
    expect(inStaging.deploys.map((one) => one.id)).toEqual([id]);
    expect(await latest('projectId=shop&environmentId=live')).toMatchObject({
      status: 404,
      body: { code: 'deploy.notFound' },
    });
    expect(await latest('projectId=none&environmentId=live')).toMatchObject({ body: { code: 'project.notFound' } });
    expect(await latest('projectId=shop&environmentId=none')).toMatchObject({ body: { code: 'environment.notFound' } });
    const missing = await latest('projectId=shop');
    expect(missing.body.errors).toEqual([{ field: 'environmentId', message: "Can't be blank" }]);
    const theirs = await api.call('GET', `/deploys/latest?projectId=${projectId}&environmentId=${environmentId}`, {
      as: stranger,
    });
    expect(theirs.status).toBe(404);
  });

  describe('that is the latest', () => {
    const run = (body: object = {}) =>
      api.call<CommandAnswer & ErrorBody>('POST', '/test-runs', {
        body: { project: 'shop', environment: 'test', latestDeploy: true, ...body },
      });

    it('determines what a run tests, at once', async () => {
      // Without waiting: a job deploys and starts the run in one go.
      for (const commit of ['first', 'second']) {
        const { body } = await post({ environment: 'test', branch: 'next', commit });
        const started = await run();
        expect(started.status).toBe(201);
        expect(await requestOf(started.body.id)).toMatchObject({
          branch: 'next',
          ref: commit,
          build: null,
          deployId: body.id,
        });
      }
    });

    it('may be of a branch alone, or of a commit alone', async () => {
      await deploy({ branch: 'next' });
      expect(await requestOf((await run()).body.id)).toMatchObject({ branch: 'next', ref: null });
      await deploy({ commit: 'v1.2' });
      expect(await requestOf((await run()).body.id)).toMatchObject({ branch: 'master', ref: 'v1.2' });
    });

    it('may be of a build, and is shown with its runs', async () => {
      const buildId = await newBuild({ name: '3.0', branch: 'release', commit: 'fedcba' });
      const deployId = await deploy({ buildId });
      const { id } = (await run({ priority: 9 })).body;
      expect(await requestOf(id)).toMatchObject({
        branch: 'release',
        ref: null,
        build: { buildId, name: '3.0', commit: 'fedcba' },
        deployId,
        priority: 9,
      });
      await api.done('PATCH', `/test-runs/${id}`, { body: { status: 'PASS' } });
      const rerun = await api.done('POST', `/test-runs/${id}/rerun`, { body: { rerunTestRun: true } });
      expect(await requestOf(rerun.id)).toMatchObject({ deployId, build: { buildId } });
      const lastDeploys = async (as?: typeof stranger) =>
        (await api.call<LastDeployView[]>('GET', '/deploys/last-of-environments', as && { as })).body;
      const last = (await lastDeploys()).find(({ deploy: { id: ofDeploy } }) => ofDeploy === deployId);
      expect(last).toMatchObject({ deploy: { projectId, buildName: '3.0' }, testRun: { id: rerun.id } });
      expect(await lastDeploys(stranger)).toEqual([]);
      const live = await deploy({ environment: 'live', commit: 'fedcba' });
      const view = (await api.call<TestRunView>('GET', `/test-runs/${id}`)).body;
      expect(view).toMatchObject({ deployId, deploy: { projectId, commit: 'fedcba', buildName: '3.0' } });
      const shown = (await api.call<DeployView[]>('GET', `/test-runs/${id}/deploys`)).body;
      expect(shown.map((one) => one.id)).toEqual(expect.arrayContaining([live, deployId]));
      expect((await api.call('GET', '/test-runs/none/deploys')).status).toBe(404);
    });

    it.each([
      [{ environment: 'live2' }, 'environment', 'There is no such environment.'],
      [{ branch: 'main' }, 'branch', 'Leave this out where the latest deploy is tested'],
      [{ ref: 'abc' }, 'ref', 'Leave this out where the latest deploy is tested'],
      [{ buildId: 'b' }, 'buildId', 'Leave this out where the latest deploy is tested'],
      [{ latestDeploy: 'yes' }, 'latestDeploy', 'Select an answer'],
    ])('is refused with %j', async (change, field, message) => {
      expect(await run(change)).toMatchObject({ status: 400, body: { errors: [{ field, message }] } });
    });

    it('is missing when nothing was deployed yet', async () => {
      await api.done('POST', '/environments', { body: { name: 'Empty', key: 'empty' } });
      expect(await run({ environment: 'empty' })).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'latestDeploy', message: 'Selected project does not have a latest deploy' }] },
      });
      expect((await run({ environment: 'empty', latestDeploy: false })).status).toBe(201);
    });
  });

  it("counts in a project's statistics of the last 30 days, with the tests that were run", async () => {
    const body = { name: 'Counted', key: 'counted', gitUrl: '/repositories/counted', testingFramework: 'Playwright' };
    const { id } = await api.done('POST', '/projects', { body });
    const stats = async () => (await api.call<ProjectStats>('GET', `/projects/${id}/stats`)).body;
    expect(await stats()).toEqual({
      thisMonthUniqueTestsRun: 0,
      lastMonthUniqueTestsRun: 0,
      uniqueDiff: 0,
      uniqueDiffType: 'same',
      uniqueDiffText: 'as many as in the 30 days before',
      deploysInLastThirtyDays: 0,
      lastDeployment: null,
    });
    const content = Buffer.from(
      '<testsuite><testcase name="a" classname="f"/><testcase name="b" classname="f"/><testcase name="c" classname="f"><skipped/></testcase></testsuite>',
    );
    for (const _ of [1, 2]) await uploadForm(api, { projectId: id, environmentId }, [{ name: 'r.xml', content }]);
    for (const commit of ['1', '2']) {
      await api.done('POST', `/projects/${id}/deploys`, { body: { environment: 'test', commit } });
    }
    const page = (await api.call<DeployPage>('GET', `/projects/${id}/deploys`)).body;
    expect(await stats()).toMatchObject({
      thisMonthUniqueTestsRun: 2,
      lastMonthUniqueTestsRun: 0,
      uniqueDiff: 2,
      uniqueDiffType: 'increase',
      uniqueDiffText: '2 more than in the 30 days before',
      deploysInLastThirtyDays: 2,
      lastDeployment: page.deploys[0]?.createdAt,
    });
    const inFortyDays = new Date(Date.now() + 40 * 86_400_000);
    expect(await api.readModels.of(api.admin.accountId).projectStats(id as never, inFortyDays)).toMatchObject({
      thisMonthUniqueTestsRun: 0,
      lastMonthUniqueTestsRun: 2,
      uniqueDiffType: 'decrease',
      uniqueDiffText: '2 fewer than in the 30 days before',
      deploysInLastThirtyDays: 0,
    });
    expect((await api.call('GET', '/projects/none/stats')).status).toBe(404);
  });
});
