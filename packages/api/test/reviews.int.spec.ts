import type {
  ErrorBody,
  ProblemView,
  ReviewsAnswer,
  TestResultsPage,
  TestResultView,
  TestRunPage,
  TestRunView,
  WorkPage,
} from '@assay/contract';
import { eventually } from '../../../test/support/eventually.ts';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { prepareRun } from './prepareRun.ts';
import { uploadForm } from './uploadForm.ts';

const failed = (name: string, message = 'boom') =>
  `<testcase classname="Cart" name="${name}"><failure message="${message}"/></testcase>`;
const passed = (name: string) => `<testcase classname="Cart" name="${name}"/>`;

describe('reviews', () => {
  let api: ApiUnderTest;
  let grace: Person;
  let stranger: Person;
  let fields: Record<string, string>;
  let canceled: string;

  beforeAll(async () => {
    api = await startApi({ automation: true });
    const { projectId, environmentId, testRunId } = await prepareRun(api);
    fields = { projectId, environmentId };
    canceled = testRunId;
    await api.done('PATCH', `/test-runs/${canceled}`, { body: { status: 'CANCELED' } });
    grace = await api.newPerson(api.admin.accountId, 'USER');
    stranger = await api.newAccount('stranger');
  });
  afterAll(() => api.stop());

  const upload = async (...cases: string[]) => {
    const content = `<testsuite name="s">${cases.join('')}</testsuite>`;
    const { body } = await uploadForm(api, fields, [{ name: 'r.xml', content }]);
    return body.id;
  };
  const run = async (id: string) => (await api.call<TestRunView>('GET', `/test-runs/${id}`)).body;
  const results = async (id: string, query = '') =>
    (await api.call<TestResultsPage>('GET', `/test-runs/${id}/results${query}`)).body;
  const test = async (id: string, name: string) => {
    const found = (await results(id)).tests.find((row) => row.name.endsWith(name));
    if (!found) throw new Error(`no test ${name}`);
    return found;
  };
  const work = async (as: Person) => (await api.call<WorkPage>('GET', '/review/mine', { as })).body;
  const ofRun = (testRunId: string) => ({ reviewType: 'TEST_RUN', testRunId });
  const ofTest = ({ testRunId, id }: { testRunId: string; id: string }) => ({
    reviewType: 'TEST_RUN_TEST',
    testRunId,
    testRunTestId: id,
  });
  const assign = (what: object, to: Person | null) => ({
    body: { ...what, assigneeUserId: to?.userId ?? null },
  });

  it('have statuses of their own, some of which end them', async () => {
    const { body } = await api.call<{ name: string; isFinal: boolean }[]>('GET', '/review/statuses');
    expect(body.map(({ name, isFinal }) => [name, isFinal])).toEqual([
      ['To review', false],
      ['In review', false],
      ['Product bug', true],
      ['Test bug', true],
      ['Environment', true],
      ['Known flaky', true],
      ["Won't fix", true],
    ]);
  });

  it('are due for what failed, not for what passed or was canceled', async () => {
    const id = await upload(failed('adds'), passed('pays'));
    expect(await run(id)).toMatchObject({ reviewerUserId: null, reviewStatusId: 'TO_REVIEW', reviewRevision: '0' });
    expect((await results(id)).tests.map(({ reviewStatusId }) => reviewStatusId)).toEqual(['TO_REVIEW', null]);
    expect(await run(await upload(passed('pays')))).toMatchObject({ reviewStatusId: null });
    expect(await run(canceled)).toMatchObject({ reviewStatusId: null });
    const refused = await api.call('PUT', '/review/user', assign(ofRun(canceled), grace));
    expect(refused).toMatchObject({ status: 409, body: { code: 'review.runCanceled' } });
  });

  it('show the reviewer and the status of a run, and of a test in the results, on its page and as a change', async () => {
    const id = await upload(failed('adds'), failed('pays'));
    const { position } = await results(id);
    const adds = await test(id, 'adds');
    await api.done('PUT', '/review/user', assign(ofRun(id), grace));
    await api.done('PUT', '/review/user', { ...assign(ofTest(adds), grace), as: grace });
    await api.done('PUT', '/review/status', { body: { ...ofTest(adds), reviewStatusId: 'PRODUCT_BUG' } });
    const decided = { reviewerUserId: grace.userId, reviewStatusId: 'PRODUCT_BUG', reviewRevision: '2' };
    expect(await run(id)).toMatchObject({ reviewerUserId: grace.userId, reviewStatusId: 'TO_REVIEW' });
    expect(await test(id, 'adds')).toMatchObject(decided);
    const { body: page } = await api.call<TestResultView>('GET', `/test-run-test/${adds.id}`);
    expect(page).toMatchObject(decided);
    const { tests } = await results(id, `?since=${position}`);
    expect(tests).toMatchObject([{ id: adds.id, ...decided }]);
  });

  it('of one test go to one of two people who take it at once; the other is told whom', async () => {
    const adds = await test(await upload(failed('adds')), 'adds');
    const take = (as: Person) =>
      api.call<ErrorBody>('PUT', '/review/user', {
        ...assign(ofTest(adds), as),
        as,
        headers: { 'if-match': adds.reviewRevision },
      });
    const answers = await Promise.all([take(api.admin), take(grace)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const { body: people } = await api.call<{ user: { id: string; fullName: string } }[]>('GET', '/user-roles');
    await api.caughtUp();
    const { reviewerUserId } = await test(adds.testRunId, 'adds');
    const owner = people.find(({ user }) => user.id === reviewerUserId)?.user.fullName;
    const late = answers.find(({ status }) => status === 412);
    expect(late?.body).toMatchObject({
      code: 'review.changed',
      message: `This was changed since you read it: ${owner} looks into it now.`,
    });
  });

  it('of many tests change together, and back by what the answer says', async () => {
    const id = await upload(failed('one'), failed('two'), failed('three'));
    const reviewsOf = async () =>
      (await results(id)).tests.map(({ reviewerUserId, reviewStatusId }) => [reviewerUserId, reviewStatusId]);
    const change = (tests: object[]) =>
      api.call<ReviewsAnswer & ErrorBody>('PUT', '/review/tests', { body: { testRunId: id, tests } });
    const [one, ...others] = (await results(id)).tests.map((row) => ({
      testRunTestId: row.id,
      reviewRevision: row.reviewRevision,
    }));
    await api.done('PUT', '/review/user', assign(ofTest({ testRunId: id, id: one?.testRunTestId ?? '' }), grace));
    const before = await reviewsOf();

    const decision = { assigneeUserId: api.admin.userId, reviewStatusId: 'KNOWN_FLAKY' };
    const stale = [one, ...others].map((test) => ({ ...test, ...decision }));
    expect(await change(stale)).toMatchObject({ status: 412, body: { code: 'review.changed' } });
    expect(await reviewsOf()).toEqual(before);

    expect(await change([stale[1] ?? {}, stale[1] ?? {}])).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'tests', message: 'Name each test once' }] },
    });
    const seen = [{ ...one, reviewRevision: '1' }, ...others].map((test) => ({ ...test, ...decision }));
    const { body } = await change(seen);
    await api.caughtUp();
    expect(await reviewsOf()).toEqual(Array(3).fill([api.admin.userId, 'KNOWN_FLAKY']));
    expect(body.undo).toHaveLength(3);
    await api.done('PUT', '/review/tests', { body: { testRunId: id, tests: body.undo } });
    expect(await reviewsOf()).toEqual(before);
    expect(await change(body.undo)).toMatchObject({ status: 200, body: { undo: [] } });
  });

  it.each([
    ['a test without its id', { reviewType: 'TEST_RUN_TEST' }, 400, 'request.invalid'],
    ['a run with the id of a test', { testRunTestId: 'run.adds' }, 400, 'request.invalid'],
    ['a test of another run', { reviewType: 'TEST_RUN_TEST', testRunTestId: 'run.adds' }, 404, 'review.testNotFound'],
    ['a run that is not there', { testRunId: 'nowhere' }, 404, 'testRun.notFound'],
    ['an unknown kind', { reviewType: 'BUILD' }, 400, 'request.invalid'],
  ])('refuse %s', async (_, wrong, status, code) => {
    const id = await upload(failed('adds'));
    const answer = await api.call('PUT', '/review/user', { body: { ...ofRun(id), assigneeUserId: null, ...wrong } });
    expect(answer).toMatchObject({ status, body: { code } });
  });

  it('are given to members of the account only', async () => {
    const id = await upload(failed('adds'));
    const answer = await api.call('PUT', '/review/user', assign(ofRun(id), stranger));
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'assigneeUserId' }] } });
  });

  it('filter the list of runs by who has them, and by nobody', async () => {
    const [mine, theirs, free] = [await upload(failed('a')), await upload(failed('a')), await upload(failed('a'))];
    await api.done('PUT', '/review/user', assign(ofRun(mine), api.admin));
    await api.done('PUT', '/review/user', assign(ofRun(theirs), grace));
    const listed = async (reviewers: string) => {
      const { body } = await api.call<TestRunPage>('GET', `/test-runs?reviewerIds=${reviewers}`);
      return [mine, theirs, free].filter((id) => body.testRuns.some((one) => one.id === id));
    };
    expect(await listed(api.admin.userId)).toEqual([mine]);
    expect(await listed('me')).toEqual([mine]);
    expect(await listed(`${api.admin.userId},${grace.userId}`)).toEqual([mine, theirs]);
    expect(await listed(`none,${grace.userId}`)).toEqual([theirs, free]);
    expect(await api.call('GET', '/test-runs?reviewer=me')).toMatchObject({ status: 400 });
  });

  it('are work until they have a final status or the test passes later', async () => {
    const worker = await api.newPerson(api.admin.accountId, 'USER');
    const id = await upload(failed('work one'), failed('work two'));
    const [one, two] = [await test(id, 'work one'), await test(id, 'work two')];
    for (const what of [ofRun(id), ofTest(one), ofTest(two)])
      await api.done('PUT', '/review/user', assign(what, worker));
    const { items, total } = await work(worker);
    expect(total).toBe(3);
    expect(items.map((item) => item.id).sort()).toEqual([id, one.id, two.id].sort());
    expect(items.find((item) => item.id === one.id)).toMatchObject({
      projectName: 'Shop',
      test: { name: one.name, status: 'FAIL' },
      reviewStatusId: 'TO_REVIEW',
      assignedBy: { id: api.admin.userId },
    });
    await api.done('PUT', '/review/status', { body: { ...ofRun(id), reviewStatusId: 'ENVIRONMENT' } });
    expect((await work(worker)).total).toBe(2);
    await upload(passed('work one'), failed('work two'));
    const left = await eventually(async () => {
      const page = await work(worker);
      return page.total === 1 ? page : null;
    });
    expect(left.items).toMatchObject([{ id: two.id }]);
    expect((await work(grace)).items.some((item) => item.testRunId === id)).toBe(false);
  });

  describe('of the problem behind failures', () => {
    const down = (name: string, port: number) => failed(name, `connect ECONNREFUSED 127.0.0.1:${port}`);
    const pathOf = (failure: Awaited<ReturnType<typeof test>>) =>
      `/projects/${fields.projectId}/problems/${failure.testRunAnalysisRootCauseId}`;
    const problemOf = async (failure: Awaited<ReturnType<typeof test>>) => {
      await api.caughtUp();
      return (await api.call<ProblemView>('GET', pathOf(failure))).body;
    };

    it('are carried on to its other failures and to those of later runs, which arrive known', async () => {
      const first = await upload(down('adds', 5001), down('pays', 5002), failed('ships'));
      const { position } = await results(first);
      const adds = await test(first, 'adds');
      expect(adds).toMatchObject({ reviewStatusId: 'TO_REVIEW', problem: null });
      const note = 'The proxy is down, SHOP-812';
      await api.done('PUT', pathOf(adds), {
        body: { ownerUserId: grace.userId, reviewStatusId: 'ENVIRONMENT', note },
      });
      const decided = { ownerUserId: grace.userId, reviewStatusId: 'ENVIRONMENT' };
      const { tests: changed } = await results(first, `?since=${position}`);
      expect(changed.map(({ name, problem }) => [name.slice(-4), problem])).toEqual([
        ['adds', decided],
        ['pays', decided],
      ]);
      const later = await upload(down('refunds', 5003), failed('ships'));
      expect(await test(later, 'refunds')).toMatchObject({ reviewStatusId: 'ENVIRONMENT', problem: decided });
      expect(await test(later, 'ships')).toMatchObject({ reviewStatusId: 'TO_REVIEW', problem: null });

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

    it('do not stand over what somebody decided about one failure', async () => {
      const adds = await test(await upload(down('adds', 1)), 'adds');
      await api.done('PUT', '/review/status', { body: { ...ofTest(adds), reviewStatusId: 'TEST_BUG' } });
      expect(await test(adds.testRunId, 'adds')).toMatchObject({
        reviewStatusId: 'TEST_BUG',
        problem: { reviewStatusId: 'ENVIRONMENT' },
      });
    });

    it('take a known failure off the work of whoever has it', async () => {
      const worker = await api.newPerson(api.admin.accountId, 'USER');
      const adds = await test(await upload(failed('known later', 'only known later')), 'known later');
      await api.done('PUT', '/review/user', assign(ofTest(adds), worker));
      expect((await work(worker)).total).toBe(1);
      await api.done('PUT', pathOf(adds), { body: { reviewStatusId: 'KNOWN_FLAKY' } });
      expect((await work(worker)).total).toBe(0);
    });

    it('suggest who had such a failure last, and why', async () => {
      const adds = await test(await upload(failed('stores', 'disk 7 is full')), 'stores');
      expect((await problemOf(adds)).suggestion).toBeNull();
      await api.done('PUT', '/review/user', assign(ofTest(adds), grace));
      expect((await problemOf(adds)).suggestion).toEqual({ userId: grace.userId, reason: 'REVIEWED' });
      await upload(passed('stores'));
      expect((await problemOf(adds)).suggestion).toEqual({ userId: grace.userId, reason: 'FIXED' });
      await api.done('PUT', pathOf(adds), { body: { ownerUserId: api.admin.userId } });
      expect((await problemOf(adds)).suggestion).toEqual({ userId: api.admin.userId, reason: 'OWNER' });
    });

    it('are changed by those who have seen them, for members, and where such a failure is', async () => {
      const adds = await test(await upload(failed('seen', 'only seen')), 'seen');
      const path = pathOf(adds);
      const change = (body: object, ifMatch: string) =>
        api.call<ErrorBody>('PUT', path, { body, headers: { 'if-match': ifMatch } });
      expect(await change({ reviewStatusId: 'TEST_BUG' }, '0')).toMatchObject({ status: 200 });
      expect(await change({ reviewStatusId: 'PRODUCT_BUG' }, '0')).toMatchObject({
        status: 412,
        body: { code: 'problem.changed' },
      });
      expect(await change({ ownerUserId: stranger.userId }, '1')).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'ownerUserId' }] },
      });
      expect(
        await api.call('PUT', `/projects/${fields.projectId}/problems/none`, { body: { note: 'x' } }),
      ).toMatchObject({
        status: 404,
        body: { code: 'problem.notFound' },
      });
    });

    it('have no owner any more once they left the account', async () => {
      const leaver = await api.newPerson(api.admin.accountId, 'USER');
      const adds = await test(await upload(failed('left alone', 'only left alone')), 'left alone');
      await api.done('PUT', pathOf(adds), { body: { ownerUserId: leaver.userId, note: 'Hers' } });
      const { body: roles } = await api.call<{ id: string; user: { id: string } }[]>('GET', '/user-roles');
      await api.done('DELETE', `/user-roles/${roles.find(({ user }) => user.id === leaver.userId)?.id}`);
      await eventually(async () => (await problemOf(adds)).ownerUserId === null);
      expect(await problemOf(adds)).toMatchObject({ note: 'Hers', decidedBy: null });
    });
  });

  it('are free again once the one who had them has left the account', async () => {
    const leaver = await api.newPerson(api.admin.accountId, 'USER');
    const adds = await test(await upload(failed('adds')), 'adds');
    await api.done('PUT', '/review/user', assign(ofTest(adds), leaver));
    await api.done('PUT', '/review/status', { body: { ...ofTest(adds), reviewStatusId: 'IN_REVIEW' } });
    const { body: roles } = await api.call<{ id: string; user: { id: string } }[]>('GET', '/user-roles');
    const role = roles.find(({ user }) => user.id === leaver.userId);
    await api.done('DELETE', `/user-roles/${role?.id}`);
    await eventually(async () => {
      const { reviewerUserId, reviewStatusId } = await test(adds.testRunId, 'adds');
      return reviewerUserId === null && reviewStatusId === 'TO_REVIEW';
    });
  });
});
