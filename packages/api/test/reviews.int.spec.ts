import type { ErrorBody, ReviewsAnswer, TestResultView, TestRunPage } from '@assay/contract';
import { eventually } from '../../../test/support/eventually.ts';
import type { ApiUnderTest, Person } from './apiUnderTest.ts';
import {
  assign,
  failed,
  ofRun,
  ofTest,
  passed,
  type ReviewedResults,
  startReviewedResults,
} from './reviewedResults.ts';

describe('reviews', () => {
  let reviewed: ReviewedResults;
  let api: ApiUnderTest;
  beforeAll(async () => {
    reviewed = await startReviewedResults();
    api = reviewed.api;
  });
  afterAll(() => api.stop());

  it('have statuses of their own, some of which end them', async () => {
    const { body } = await api.call<{ name: string; isFinal: boolean }[]>('GET', '/review/statuses');
    expect(body.map(({ name, isFinal }) => [name, isFinal])).toEqual([
      ['To review', false],
      ['In review', false],
      ['Product bug', true],
      ['Test bug', true],
      ['Environment', true],
      ['Test data', true],
      ['Known flaky', true],
      ["Won't fix", true],
    ]);
  });

  it('are due for what failed, not for what passed or was canceled', async () => {
    const id = await reviewed.upload(failed('adds'), passed('pays'));
    expect(await reviewed.run(id)).toMatchObject({
      reviewerUserId: null,
      reviewStatusId: 'TO_REVIEW',
      reviewRevision: '0',
    });
    expect((await reviewed.results(id)).tests.map(({ reviewStatusId }) => reviewStatusId)).toEqual(['TO_REVIEW', null]);
    expect(await reviewed.run(await reviewed.upload(passed('pays')))).toMatchObject({ reviewStatusId: null });
    expect(await reviewed.run(reviewed.canceled)).toMatchObject({ reviewStatusId: null });
    const refused = await api.call('PUT', '/review/user', assign(ofRun(reviewed.canceled), reviewed.grace));
    expect(refused).toMatchObject({ status: 409, body: { code: 'review.runCanceled' } });
  });

  it('show the reviewer and the status of a run, and of a test in the results, on its page and as a change', async () => {
    const id = await reviewed.upload(failed('adds'), failed('pays'));
    const { position } = await reviewed.results(id);
    const adds = await reviewed.test(id, 'adds');
    await api.done('PUT', '/review/user', assign(ofRun(id), reviewed.grace));
    await api.done('PUT', '/review/user', { ...assign(ofTest(adds), reviewed.grace), as: reviewed.grace });
    await api.done('PUT', '/review/status', { body: { ...ofTest(adds), reviewStatusId: 'PRODUCT_BUG' } });
    const decided = { reviewerUserId: reviewed.grace.userId, reviewStatusId: 'PRODUCT_BUG', reviewRevision: '2' };
    expect(await reviewed.run(id)).toMatchObject({
      reviewerUserId: reviewed.grace.userId,
      reviewStatusId: 'TO_REVIEW',
    });
    expect(await reviewed.test(id, 'adds')).toMatchObject(decided);
    const { body: page } = await api.call<TestResultView>('GET', `/test-run-test/${adds.id}`);
    expect(page).toMatchObject(decided);
    const { tests } = await reviewed.results(id, `?since=${position}`);
    expect(tests).toMatchObject([{ id: adds.id, ...decided }]);
  });

  it('of one test go to one of two people who take it at once; the other is told whom', async () => {
    const adds = await reviewed.test(await reviewed.upload(failed('adds')), 'adds');
    const take = (as: Person) =>
      api.call<ErrorBody>('PUT', '/review/user', {
        ...assign(ofTest(adds), as),
        as,
        headers: { 'if-match': adds.reviewRevision },
      });
    const answers = await Promise.all([take(api.admin), take(reviewed.grace)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const { body: people } = await api.call<{ user: { id: string; fullName: string } }[]>('GET', '/user-roles');
    await api.caughtUp();
    const { reviewerUserId } = await reviewed.test(adds.testRunId, 'adds');
    const owner = people.find(({ user }) => user.id === reviewerUserId)?.user.fullName;
    const late = answers.find(({ status }) => status === 412);
    expect(late?.body).toMatchObject({
      code: 'review.changed',
      message: `This was changed since you read it: ${owner} looks into it now.`,
    });
  });

  it('of many tests change together, and back by what the answer says', async () => {
    const id = await reviewed.upload(failed('one'), failed('two'), failed('three'));
    const reviewsOf = async () =>
      (await reviewed.results(id)).tests.map(({ reviewerUserId, reviewStatusId }) => [reviewerUserId, reviewStatusId]);
    const change = (tests: object[]) =>
      api.call<ReviewsAnswer & ErrorBody>('PUT', '/review/tests', { body: { testRunId: id, tests } });
    const [one, ...others] = (await reviewed.results(id)).tests.map((row) => ({
      testRunTestId: row.id,
      reviewRevision: row.reviewRevision,
    }));
    await api.done(
      'PUT',
      '/review/user',
      assign(ofTest({ testRunId: id, id: one?.testRunTestId ?? '' }), reviewed.grace),
    );
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
    const id = await reviewed.upload(failed('adds'));
    const answer = await api.call('PUT', '/review/user', { body: { ...ofRun(id), assigneeUserId: null, ...wrong } });
    expect(answer).toMatchObject({ status, body: { code } });
  });

  it('are given to members of the account only', async () => {
    const id = await reviewed.upload(failed('adds'));
    const answer = await api.call('PUT', '/review/user', assign(ofRun(id), reviewed.stranger));
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'assigneeUserId' }] } });
  });

  it('filter the list of runs by who has them, and by nobody', async () => {
    const [mine, theirs, free] = [
      await reviewed.upload(failed('a')),
      await reviewed.upload(failed('a')),
      await reviewed.upload(failed('a')),
    ];
    await api.done('PUT', '/review/user', assign(ofRun(mine), api.admin));
    await api.done('PUT', '/review/user', assign(ofRun(theirs), reviewed.grace));
    const listed = async (reviewers: string) => {
      const { body } = await api.call<TestRunPage>('GET', `/test-runs?reviewerIds=${reviewers}`);
      return [mine, theirs, free].filter((id) => body.testRuns.some((one) => one.id === id));
    };
    expect(await listed(api.admin.userId)).toEqual([mine]);
    expect(await listed('me')).toEqual([mine]);
    expect(await listed(`${api.admin.userId},${reviewed.grace.userId}`)).toEqual([mine, theirs]);
    expect(await listed(`none,${reviewed.grace.userId}`)).toEqual([theirs, free]);
    expect(await api.call('GET', '/test-runs?reviewer=me')).toMatchObject({ status: 400 });
  });

  it('are work until they have a final status or the test passes later', async () => {
    const worker = await api.newPerson(api.admin.accountId, 'USER');
    const refused = 'connect ECONNREFUSED 10.0.0.1:5432';
    const id = await reviewed.upload(failed('work one', refused), failed('work two', refused));
    const [one, two] = [await reviewed.test(id, 'work one'), await reviewed.test(id, 'work two')];
    for (const what of [ofRun(id), ofTest(one), ofTest(two)])
      await api.done('PUT', '/review/user', assign(what, worker));
    const { items, total } = await reviewed.work(worker);
    expect(total).toBe(3);
    expect(items.map((item) => item.id).sort()).toEqual([id, one.id, two.id].sort());
    expect(items.find((item) => item.id === one.id)).toMatchObject({
      projectName: 'Shop',
      test: { name: one.name, status: 'FAIL', cause: { name: expect.stringContaining('ECONNREFUSED'), testCount: 2 } },
      reviewStatusId: 'TO_REVIEW',
      assignedBy: { id: api.admin.userId },
    });
    await api.done('PUT', '/review/status', { body: { ...ofRun(id), reviewStatusId: 'ENVIRONMENT' } });
    expect((await reviewed.work(worker)).total).toBe(2);
    await reviewed.upload(passed('work one'), failed('work two'));
    const left = await eventually(async () => {
      const page = await reviewed.work(worker);
      return page.total === 1 ? page : null;
    });
    expect(left.items).toMatchObject([{ id: two.id }]);
    expect((await reviewed.work(reviewed.grace)).items.some((item) => item.testRunId === id)).toBe(false);
  });

  it('name the cause of a test in a run with many failures, without comparing them', async () => {
    const worker = await api.newPerson(api.admin.accountId, 'USER');
    const refused = Array.from({ length: 501 }, (_, at) => failed(`many ${at}`, `connect ECONNREFUSED 10.0.0.1:${at}`));
    const test = await reviewed.test(await reviewed.upload(...refused), 'many 7');
    await api.done('PUT', '/review/user', assign(ofTest(test), worker));
    const [item] = (await reviewed.work(worker)).items;
    expect(item?.test?.cause).toEqual({ name: expect.stringContaining('ECONNREFUSED'), testCount: null });
  });

  it('are free again once the one who had them has left the account', async () => {
    const leaver = await api.newPerson(api.admin.accountId, 'USER');
    const adds = await reviewed.test(await reviewed.upload(failed('adds')), 'adds');
    await api.done('PUT', '/review/user', assign(ofTest(adds), leaver));
    await api.done('PUT', '/review/status', { body: { ...ofTest(adds), reviewStatusId: 'IN_REVIEW' } });
    const { body: roles } = await api.call<{ id: string; user: { id: string } }[]>('GET', '/user-roles');
    const role = roles.find(({ user }) => user.id === leaver.userId);
    await api.done('DELETE', `/user-roles/${role?.id}`);
    await eventually(async () => {
      const { reviewerUserId, reviewStatusId } = await reviewed.test(adds.testRunId, 'adds');
      return reviewerUserId === null && reviewStatusId === 'TO_REVIEW';
    });
  });
});
