import type { RecordedHistory } from '../../../test/support/recordedHistory.ts';
import { ada, shop } from '../../../test/support/recordedIds.ts';
import { problemOfPays } from '../../../test/support/recordedTalk.ts';
import { testId } from '../../../test/support/runStory.ts';
import { type RecordedReadModels, startRecordedReadModels } from '../test/recordedReadModels.ts';
import type { AccountReads, ReadModels } from './index.ts';

describe('the read models of tests', () => {
  let recorded: RecordedReadModels;
  let history: RecordedHistory;
  let models: ReadModels;
  let mine: AccountReads;
  let theirs: AccountReads;
  beforeAll(async () => {
    recorded = await startRecordedReadModels();
    ({ history, models, mine, theirs } = recorded);
  });
  afterAll(() => recorded.stop());

  const everyTest = { offset: 0, limit: 100 };

  it('search tests that have every word in their file or name, with their last result', async () => {
    const [adds, ...others] = await mine.foundTests(['CART', 'add']);
    expect(others).toEqual([]);
    expect(adds).toMatchObject({ id: 'adds', projectName: 'Web shop', file: 'cart.spec.ts', flaky: false });
    expect(await mine.testResult(adds?.testRunId ?? history.queued.id, testId('adds'))).not.toBeNull();
    expect(await mine.foundTests(['cart', 'lends'])).toEqual([]);
    expect(await theirs.foundTests(['add'])).toEqual([]);
  });

  it('count the tests that a run did not reach as not run, without quarantined ones', async () => {
    expect(await mine.testRun(history.canceled.id)).toMatchObject({
      status: 'CANCELED',
      totalCount: 4,
      testCount: 3,
      passCount: 1,
      notRunCount: 2,
      remainingTests: 0,
    });
    expect(await mine.testRun(history.timedOut.id)).toMatchObject({
      status: 'FAIL',
      notRunCount: 4,
      statusInfo: expect.stringContaining('180 minutes'),
    });
  });

  it('count discovered tests once, although their unit was lost', async () => {
    expect(await theirs.testRun(history.shown.id)).toMatchObject({
      status: 'PASS',
      totalCount: 3,
      testCount: 1,
      passCount: 1,
      failCount: 0,
      notRunCount: 0,
      quarantineTotalCount: 2,
      quarantineFailCount: 1,
      createdBy: { email: 'bob@example.org' },
    });
  });

  it('count each copy of a test, and show each separately, even after its runner was lost', async () => {
    expect(await theirs.testRun(history.copied.id)).toMatchObject({
      status: 'FAIL',
      copies: 2,
      totalCount: 4,
      testCount: 2,
      passCount: 1,
      failCount: 1,
      flakyCount: 1,
      quarantineTotalCount: 2,
      quarantineFailCount: 0,
      runningCount: 0,
      notRunCount: 0,
    });
    const rows = (await theirs.testResults(history.copied.id, everyTest))?.tests ?? [];
    expect(rows.map(({ name, copy, status, flaky, quarantined }) => [name, copy, status, flaky, quarantined])).toEqual([
      ['copied.spec.ts stands', 1, 'PASS', false, true],
      ['copied.spec.ts stands', 2, 'PASS', false, true],
      ['copied.spec.ts wobbles', 1, 'PASS', true, false],
      ['copied.spec.ts wobbles', 2, 'FAIL', false, false],
    ]);
    const second = await theirs.testResult(history.copied.id, 'wobbles.2');
    expect(second?.view).toMatchObject({ copy: 2, status: 'FAIL', attempts: 1 });
    expect(await theirs.testResult(history.copied.id, 'wobbles.3')).toBeNull();
  });

  it('list the tests of a run by file and place, each with its results in earlier runs', async () => {
    const page = await mine.testResults(history.failed.id, everyTest);
    expect(page?.total).toBe(4);
    expect(page?.tests.map(({ testId: id, status }) => [id, status])).toEqual([
      ['adds', 'PASS'],
      ['removes', 'FAIL'],
      ['pays', 'FAIL'],
      ['ships', 'NOT_RUN'],
    ]);
    const [adds, , pays] = page?.tests ?? [];
    expect(adds?.recent).toEqual([{ status: 'PASS', flaky: true, durationMs: 104 }]);
    expect(pays).toMatchObject({ timedOut: true, error: 'pays failed', attempts: 1 });
    const rest = await mine.testResults(history.failed.id, { offset: 1, limit: 2 });
    expect(rest?.tests.map(({ testId: id }) => id)).toEqual(['removes', 'pays']);
  });

  it('show each result with the test of the project, its times and its runner', async () => {
    const [, , pays] = (await mine.testResults(history.failed.id, everyTest))?.tests ?? [];
    const { startTime, endTime, duration, testRunnerId } = pays ?? {};
    expect(pays).toMatchObject({
      testRunId: history.failed.id,
      projectTest: {
        id: 'pays',
        projectId: shop,
        file: pays?.file,
        name: pays?.name,
        fileFilter: null,
        quarantined: true,
      },
      quarantined: false,
      phase: 'TEST',
      runnerUuid: testRunnerId,
      updatedAt: expect.any(String),
    });
    expect(Date.parse(endTime ?? '') - Date.parse(startTime ?? '')).toBe(duration);
  });

  it('show the tests of a run that ended early as not run', async () => {
    const page = await mine.testResults(history.canceled.id, everyTest);
    expect(page?.tests.map(({ status }) => status)).toEqual(['PASS', 'NOT_RUN', 'NOT_RUN', 'NOT_RUN']);
    const run = await mine.testRun(history.canceled.id);
    const [, ...notRun] = page?.tests ?? [];
    for (const { updatedAt } of notRun) expect(updatedAt).toBe(run?.endTime);
  });

  it('show a test with all its attempts, and since when it fails', async () => {
    const flaky = await mine.testResult(history.passed.id, testId('removes'));
    expect(flaky?.view).toMatchObject({ status: 'PASS', attemptsDetail: [{ attempt: 1, status: 'PASS' }] });
    const failing = await mine.testResult(history.rerun.id, testId('pays'));
    expect(failing?.view).toMatchObject({ status: 'FAIL', projectTest: { quarantined: true } });
    expect(failing?.view.failingSince).toMatchObject({ testRunId: history.failed.id, number: 2 });
  });

  it('show the problem behind a failure, what people decided about it, and where else it was seen', async () => {
    const problem = await mine.problem(shop, problemOfPays);
    expect(problem).toMatchObject({
      error: 'pays failed',
      ownerUserId: ada,
      reviewStatusId: 'PRODUCT_BUG',
      decidedBy: { fullName: 'ADA Tester' },
      runCount: 2,
      suggestion: { userId: ada, reason: 'OWNER' },
    });
    const seen = problem?.occurrences.map(({ testRunId, testKey }) => [testRunId, testKey]);
    expect(seen).toEqual([history.rerun, history.failed].map(({ id }) => [id, 'pays']));
    const { view } = (await mine.testResult(history.failed.id, testId('pays'))) ?? {};
    expect(view).toMatchObject({
      testRunAnalysisRootCauseId: problemOfPays,
      problem: { ownerUserId: ada, reviewStatusId: 'PRODUCT_BUG' },
      reviewStatusId: 'PRODUCT_BUG',
    });
    expect(await mine.ownedProblems(ada)).toMatchObject([{ projectId: shop, problemId: problemOfPays }]);
  });

  it('name the tests that failed or never ran, quarantined ones left out', async () => {
    expect((await mine.failedTests(history.failed.id))?.sort()).toEqual(['pays', 'removes', 'ships']);
    expect((await mine.failedTests(history.canceled.id))?.sort()).toEqual(['pays', 'removes']);
    expect(await mine.failedTests(history.passed.id)).toEqual([]);
  });

  it('find the tests of an uploaded run, in pages, changed ones and one by one', async () => {
    const { testRunId } = history.uploaded;
    const namesOf = async (query: Parameters<AccountReads['testResults']>[1]) =>
      (await theirs.testResults(testRunId, query))?.tests.map(({ name }) => name);
    expect(await namesOf(everyTest)).toEqual(['saves', 'lends']);
    expect(await namesOf({ offset: 0, limit: 1 })).toEqual(['saves']);
    expect(await namesOf({ offset: 1, limit: 1 })).toEqual(['lends']);
    expect(await namesOf({ offset: 2, limit: 1 })).toEqual([]);

    const [first, second] = (await theirs.testResults(testRunId, everyTest))?.tests ?? [];
    expect(first).toMatchObject({ status: 'FAIL', duration: 5, error: 'no', testRunnerId: null });
    expect(await namesOf({ ...everyTest, since: first?.position })).toEqual(['lends']);
    expect(await namesOf({ ...everyTest, since: second?.position })).toEqual([]);

    const { view } = (await theirs.testResult(testRunId, testId('lends'))) ?? {};
    expect(view).toMatchObject({ name: 'lends', status: 'PASS', flaky: true, attemptsDetail: [{}, { attempt: 2 }] });
    expect(await theirs.testResult(testRunId, testId('adds'))).toBeNull();
    expect(await mine.testResult(testRunId, testId('lends'))).toBeNull();
    expect((await models.flakyTests(testRunId)).map(({ name }) => name)).toEqual(['lends']);
  });
});
