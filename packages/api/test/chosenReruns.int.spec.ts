import type { ErrorBody, TestId, TestResultsPage, TestRunId, TestRunPage } from '@assay/contract';
import { limits, messages } from '@assay/contract';
import { testRunDecider } from '@assay/domain';
import { type AgentUnderTest, listedTest, testFinished, unitCompleted } from './agentUnderTest.ts';
import type { ApiUnderTest, Person } from './apiUnderTest.ts';
import { type RunCycle, startRunCycle } from './runCycle.ts';

describe('a rerun of selected tests', () => {
  let api: ApiUnderTest;
  let agent: AgentUnderTest;
  let cycle: RunCycle;
  let parent: string;
  let stranger: Person;

  beforeAll(async () => {
    ({ api, agent, cycle } = await startRunCycle());
    parent = await finishedRun(['test1', 'test2']);
    stranger = await api.newAccount('stranger');
  });
  afterAll(() => api.stop());

  async function finishedRun(tests: string[]): Promise<string> {
    const id = await cycle.newRun();
    await cycle.setUp(tests.map((test) => listedTest(test)));
    const work = await cycle.takeWork();
    await agent.events(work, 1, [...tests.map((test) => testFinished(test)), unitCompleted]);
    await cycle.untilRun(id, ({ status }) => status === 'PASS');
    return id;
  }
  const rerun = (id: string, testIds: string[], as?: Person) =>
    api.call<ErrorBody>('POST', `/test-runs/${id}/rerun`, { as, body: { testIds } });
  const lastRun = async () => {
    await api.caughtUp();
    const { total, testRuns } = (await api.call<TestRunPage>('GET', '/test-runs?limit=1')).body;
    return { total, number: testRuns[0]?.number };
  };
  const selectedOf = async (id: string) => {
    const { state } = await api.eventLog.load(testRunDecider, id as TestRunId);
    return state.status === 'none' ? null : state.request.selectedTests;
  };

  it('runs each of them once, however often it is named, and can itself be rerun', async () => {
    const { id } = await api.done('POST', `/test-runs/${parent}/rerun`, {
      body: { testIds: ['test2', 'test1', 'test2'] },
    });
    expect(await selectedOf(id)).toEqual(['test2', 'test1']);
    await cycle.cancel(id);
  });

  it("takes the ids of the run's rows as well, each test once", async () => {
    const rows = (await api.call<TestResultsPage>('GET', `/test-runs/${parent}/results`)).body.tests;
    const testIds = ['test2', ...rows.map(({ id }) => id)];
    const { id } = await api.done('POST', `/test-runs/${parent}/rerun`, { body: { testIds } });
    expect(await selectedOf(id)).toEqual(['test2', 'test1']);
    await cycle.cancel(id);
  });

  it.each([
    ['that never existed', ['test1', 'no-such-test']],
    ['named like a copy', ['test1.2']],
    ['by the row of another run', ['elsewhere.test1']],
    ['of another run', ['test1', 'elsewhere']],
  ])('is refused for a test %s, and leaves no trace', async (_, testIds) => {
    await cycle.cancel(await onlyListed('elsewhere'));
    const before = await lastRun();
    expect(await rerun(parent, testIds)).toMatchObject({
      status: 400,
      body: {
        code: 'testRun.testsNotOfRun',
        errors: [{ field: 'testIds', message: expect.stringMatching(/^Select tests of this run/) }],
      },
    });
    expect(await lastRun()).toEqual(before);
    // It took no run number either.
    const next = await cycle.newRun();
    expect((await cycle.untilRun(next, () => true)).number).toBe((before.number ?? 0) + 1);
    await cycle.cancel(next);
  });

  /** A running run with one test. */
  async function onlyListed(test: string): Promise<string> {
    const id = await cycle.newRun();
    await cycle.setUp([listedTest(test)]);
    await cycle.untilRun(id, ({ totalCount }) => totalCount === 1);
    return id;
  }

  it('is refused if the run never listed its tests', async () => {
    const id = await cycle.newRun();
    await cycle.cancel(id);
    expect(await rerun(id, ['test1'])).toMatchObject({ status: 400, body: { code: 'testRun.testsNotOfRun' } });
  });

  it('accepts a test that was discovered in only one copy', async () => {
    const id = await cycle.newRun({ copies: 3 });
    await cycle.setUp([]);
    for (const copy of [1, 2, 3]) {
      const work = await cycle.takeWork();
      expect(work.copy).toBe(copy);
      const testId = `shown${copy}` as TestId;
      const discovered = { type: 'testDiscovered' as const, testId, file: 'a.spec.ts', name: testId, tags: [] };
      await agent.events(work, 1, [discovered, testFinished(testId), unitCompleted]);
    }
    await cycle.untilRun(id, ({ status }) => status === 'PASS');
    const testIds = [`${id}.shown3.3`, 'shown1'];
    const answer = await api.done('POST', `/test-runs/${id}/rerun`, { body: { testIds } });
    expect(await selectedOf(answer.id)).toEqual(['shown3', 'shown1']);
    await cycle.cancel(answer.id);
    for (const none of ['shown4', `${id}.shown1.4`]) expect((await rerun(id, [none])).status).toBe(400);
  });

  it.each([
    ['none', [], messages.blank],
    ['too many tests', Array.from({ length: limits.selectedTests + 1 }, (_, n) => `t${n}`), messages.tooManySelected],
    ['an invalid id', ['../test1'], 'Invalid value'],
  ])('is refused for %s', async (_, testIds, message) => {
    const { status, body } = await rerun(parent, testIds);
    expect(status).toBe(400);
    expect(body.errors?.map((error) => error.message)).toEqual([message]);
  });

  it('accepts the maximum number of tests', async () => {
    const testIds = Array.from({ length: limits.selectedTests }, (_, n) => `t${n}`.padEnd(80, 'x'));
    expect(await rerun(parent, testIds)).toMatchObject({ status: 400, body: { code: 'testRun.testsNotOfRun' } });
  });

  it("answers only 'not found' to another account", async () => {
    for (const testIds of [['test1'], ['no-such-test']]) {
      expect(await rerun(parent, testIds, stranger)).toMatchObject({
        status: 404,
        body: { code: 'testRun.notFound' },
      });
    }
  });
});
