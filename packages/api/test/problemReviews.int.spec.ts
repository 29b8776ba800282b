import type { ErrorBody, ProblemView, RunAnalysisView, TestRunId } from '@assay/contract';
import { eventually } from '../../../test/support/eventually.ts';
import type { ApiUnderTest } from './apiUnderTest.ts';
import { assign, failed, ofTest, passed, type ReviewedResults, startReviewedResults } from './reviewedResults.ts';

describe('reviews of the problem behind failures', () => {
  let reviewed: ReviewedResults;
  let api: ApiUnderTest;
  beforeAll(async () => {
    reviewed = await startReviewedResults();
    api = reviewed.api;
  });
  afterAll(() => api.stop());

  const down = (name: string, port: number) => failed(name, `connect ECONNREFUSED 127.0.0.1:${port}`);
  const pathOf = (failure: Awaited<ReturnType<ReviewedResults['test']>>) =>
    `/projects/${reviewed.fields.projectId}/problems/${failure.testRunAnalysisRootCauseId}`;
  const problemOf = async (failure: Awaited<ReturnType<ReviewedResults['test']>>) => {
    await api.caughtUp();
    return (await api.call<ProblemView>('GET', pathOf(failure))).body;
  };

  it('are carried on to its other failures and to those of later runs, which arrive known', async () => {
    const first = await reviewed.upload(down('adds', 5001), down('pays', 5002), failed('ships'));
    const { position } = await reviewed.results(first);
    const adds = await reviewed.test(first, 'adds');
    expect(adds).toMatchObject({ reviewStatusId: 'TO_REVIEW', problem: null });
    const note = 'The proxy is down, SHOP-812';
    await api.done('PUT', pathOf(adds), {
      body: { ownerUserId: reviewed.grace.userId, reviewStatusId: 'ENVIRONMENT', note },
    });
    const decided = { ownerUserId: reviewed.grace.userId, reviewStatusId: 'ENVIRONMENT' };
    const { tests: changed } = await reviewed.results(first, `?since=${position}`);
    expect(changed.map(({ name, problem }) => [name.slice(-4), problem])).toEqual([
      ['adds', decided],
      ['pays', decided],
    ]);
    const later = await reviewed.upload(down('refunds', 5003), failed('ships'));
    expect(await reviewed.test(later, 'refunds')).toMatchObject({ reviewStatusId: 'ENVIRONMENT', problem: decided });
    expect(await reviewed.test(later, 'ships')).toMatchObject({ reviewStatusId: 'TO_REVIEW', problem: null });

    const problem = await problemOf(adds);
    expect(problem).toMatchObject({
      ...decided,
      note,
      revision: '3',
      runCount: 2,
      decidedBy: { id: api.admin.userId },
    });
    expect(problem.occurrences.map(({ testRunId, name }) => [testRunId, name.split(' ').at(-1)])).toEqual([
      [later, expect.stringMatching(/refunds$/)],
      [first, expect.stringMatching(/pays$/)],
      [first, expect.stringMatching(/adds$/)],
    ]);
  });

  describe('that are one cause of a run with others', () => {
    const texts = ['getaddrinfo ENOTFOUND api.shop.test', 'Error: connect ECONNREFUSED api.shop.test:443'] as const;
    let run: TestRunId;
    const changed = (body: object, headers = {}) => {
      const path = `/projects/${reviewed.fields.projectId}/problems/${cause.id}`;
      return api.call<ErrorBody>('PUT', path, { body: { ...body, testRunId: run }, headers });
    };
    let cause: RunAnalysisView['testRunAnalysisRootCauses'][number];
    const statuses = async (id: string) => {
      await api.caughtUp();
      return Promise.all(
        ['refunds', 'orders'].map(async (name) => (await reviewed.test(id, name)).problem?.reviewStatusId),
      );
    };
    beforeAll(async () => {
      run = (await reviewed.upload(failed('refunds', texts[0]), failed('orders', texts[1]))) as TestRunId;
      const { body } = await api.call<RunAnalysisView>('GET', `/test-runs/${run}/analysis`);
      [cause] = body.testRunAnalysisRootCauses as [typeof cause];
    });

    it('are changed together, and a later failure with any of them arrives known', async () => {
      expect(cause.problemIds).toHaveLength(2);
      expect(await changed({ reviewStatusId: 'PRODUCT_BUG' })).toMatchObject({ status: 200 });
      expect(await statuses(run)).toEqual(['PRODUCT_BUG', 'PRODUCT_BUG']);
      for (const [index, name] of ['refunds', 'orders'].entries()) {
        const later = await reviewed.upload(failed(name, texts[index]), passed('ships'));
        expect(await reviewed.test(later, name)).toMatchObject({ reviewStatusId: 'PRODUCT_BUG' });
      }
    });

    it('are left alone by those who have not seen the first one, and undone together', async () => {
      const stale = await changed({ reviewStatusId: 'TEST_BUG' }, { 'if-match': '0' });
      expect([stale.status, stale.body.code]).toEqual([412, 'problem.changed']);
      expect(await statuses(run)).toEqual(['PRODUCT_BUG', 'PRODUCT_BUG']);
      await changed({ reviewStatusId: null });
      expect((await statuses(run)).map((status) => status ?? null)).toEqual([null, null]);
    });

    it('say that data is the cause', async () => {
      await changed({ reviewStatusId: 'TEST_DATA' });
      await api.caughtUp();
      const { body } = await api.call<RunAnalysisView>('GET', `/test-runs/${run}/analysis`);
      expect(body.testRunAnalysisRootCauses[0]).toMatchObject({ kind: 'DATA', reviewStatusId: 'TEST_DATA' });
      await changed({ reviewStatusId: null });
    });

    it('are those of a run of the project alone', async () => {
      const path = `/projects/${reviewed.fields.projectId}/problems/${cause.id}`;
      const body = { reviewStatusId: 'TEST_BUG', testRunId: '00000000-0000-4000-8000-000000000000' };
      const { status, body: error } = await api.call<ErrorBody>('PUT', path, { body });
      expect([status, error.code]).toEqual([404, 'testRun.notFound']);
    });
  });

  it('do not stand over what somebody decided about one failure', async () => {
    const adds = await reviewed.test(await reviewed.upload(down('adds', 1)), 'adds');
    await api.done('PUT', '/review/status', { body: { ...ofTest(adds), reviewStatusId: 'TEST_BUG' } });
    expect(await reviewed.test(adds.testRunId, 'adds')).toMatchObject({
      reviewStatusId: 'TEST_BUG',
      problem: { reviewStatusId: 'ENVIRONMENT' },
    });
  });

  it('take a known failure off the work of whoever has it', async () => {
    const worker = await api.newPerson(api.admin.accountId, 'USER');
    const adds = await reviewed.test(await reviewed.upload(failed('known later', 'only known later')), 'known later');
    await api.done('PUT', '/review/user', assign(ofTest(adds), worker));
    expect((await reviewed.work(worker)).total).toBe(1);
    await api.done('PUT', pathOf(adds), { body: { reviewStatusId: 'KNOWN_FLAKY' } });
    expect((await reviewed.work(worker)).total).toBe(0);
  });

  it('suggest who had such a failure last, and why', async () => {
    const adds = await reviewed.test(await reviewed.upload(failed('stores', 'disk 7 is full')), 'stores');
    expect((await problemOf(adds)).suggestion).toBeNull();
    await api.done('PUT', '/review/user', assign(ofTest(adds), reviewed.grace));
    expect((await problemOf(adds)).suggestion).toEqual({ userId: reviewed.grace.userId, reason: 'REVIEWED' });
    await reviewed.upload(passed('stores'));
    expect((await problemOf(adds)).suggestion).toEqual({ userId: reviewed.grace.userId, reason: 'FIXED' });
    await api.done('PUT', pathOf(adds), { body: { ownerUserId: api.admin.userId } });
    expect((await problemOf(adds)).suggestion).toEqual({ userId: api.admin.userId, reason: 'OWNER' });
  });

  it('are changed by those who have seen them, for members, and where such a failure is', async () => {
    const adds = await reviewed.test(await reviewed.upload(failed('seen', 'only seen')), 'seen');
    const path = pathOf(adds);
    const change = (body: object, ifMatch: string) =>
      api.call<ErrorBody>('PUT', path, { body, headers: { 'if-match': ifMatch } });
    expect(await change({ reviewStatusId: 'TEST_BUG' }, '0')).toMatchObject({ status: 200 });
    expect(await change({ reviewStatusId: 'PRODUCT_BUG' }, '0')).toMatchObject({
      status: 412,
      body: { code: 'problem.changed' },
    });
    expect(await change({ ownerUserId: reviewed.stranger.userId }, '1')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'ownerUserId' }] },
    });
    expect(
      await api.call('PUT', `/projects/${reviewed.fields.projectId}/problems/none`, { body: { note: 'x' } }),
    ).toMatchObject({
      status: 404,
      body: { code: 'problem.notFound' },
    });
  });

  it('have no owner any more once they left the account', async () => {
    const leaver = await api.newPerson(api.admin.accountId, 'USER');
    const adds = await reviewed.test(await reviewed.upload(failed('left alone', 'only left alone')), 'left alone');
    await api.done('PUT', pathOf(adds), { body: { ownerUserId: leaver.userId, note: 'Hers' } });
    const { body: roles } = await api.call<{ id: string; user: { id: string } }[]>('GET', '/user-roles');
    await api.done('DELETE', `/user-roles/${roles.find(({ user }) => user.id === leaver.userId)?.id}`);
    await eventually(async () => (await problemOf(adds)).ownerUserId === null);
    expect(await problemOf(adds)).toMatchObject({ note: 'Hers', decidedBy: null });
  });
});
