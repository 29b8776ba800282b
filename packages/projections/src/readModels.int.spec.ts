import type { TestRunId } from '@assay/contract';
import type { RecordedEvent } from '@assay/event-log';
import type { RecordedHistory } from '../../../test/support/recordedHistory.ts';
import { bank, shop, smoke, vault } from '../../../test/support/recordedIds.ts';
import { type RecordedReadModels, startRecordedReadModels } from '../test/recordedReadModels.ts';
import { type AccountReads, type ReadModels, replayedEvents } from './index.ts';
import type { ReadModelDocument } from './projection.ts';
import { projections } from './projections.ts';

describe('the read models', () => {
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

  const everyRun = { offset: 0, limit: 100 };
  const numbersOf = async (query: Partial<Parameters<AccountReads['testRunPage']>[0]>) =>
    (await mine.testRunPage({ ...everyRun, ...query })).testRuns.map(({ number }) => number);
  const everyTest = { offset: 0, limit: 100 };

  it('list the runs of an account newest first, in pages', async () => {
    expect(await numbersOf({})).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(await numbersOf({ limit: 3 })).toEqual([7, 6, 5]);
    expect(await numbersOf({ offset: 3, limit: 3 })).toEqual([4, 3, 2]);
    expect((await mine.testRunPage({ offset: 6, limit: 3 })).total).toBe(7);
  });

  it.each([
    ['status', { status: ['PASS'] }, [3, 1]],
    ['several statuses', { status: ['CANCELED', 'QUEUED'] }, [7, 4]],
    ['branch', { branch: ['feature'] }, [2]],
    ['project by key', { project: ['shop'] }, [7, 6, 5, 4, 3, 2, 1]],
    ['project by id', { project: [shop] }, [7, 6, 5, 4, 3, 2, 1]],
    ['a project that is not there', { project: ['none'] }, []],
    ['a project of another account', { project: ['bank', bank] }, []],
    ['environment', { environment: ['staging'] }, [7, 6, 5, 4, 3, 2, 1]],
    ['an environment of another account', { environment: ['vault', vault] }, []],
    ['suite', { testSuiteId: [smoke, 'none'] }, [4]],
    ['status and branch', { status: ['FAIL'], branch: ['main'] }, [6, 5]],
  ])('find runs by %s', async (_, query, numbers) => {
    expect(await numbersOf(query)).toEqual(numbers);
    expect((await mine.testRunPage({ ...everyRun, ...query })).total).toBe(numbers.length);
  });

  it('find runs by when they were created, both ends included', async () => {
    const { testRuns } = await mine.testRunPage(everyRun);
    const [from, to] = [testRuns[4]?.createdAt ?? '', testRuns[2]?.createdAt ?? ''];
    const between = await mine.testRunPage({ ...everyRun, from, to });
    expect(between.testRuns.every(({ createdAt }) => createdAt >= from && createdAt <= to)).toBe(true);
    expect(between.testRuns.map(({ number }) => number)).toEqual(expect.arrayContaining([5, 4, 3]));
  });

  it.each([
    [['#4'], [4]],
    [['quick'], [4]],
    [['FEATURE'], [2]],
    [['shop', '5'], [5]],
    [
      ['staging', 'web'],
      [7, 6, 5, 4, 3, 2, 1],
    ],
    [['feature', '5'], []],
    [['fe.ture'], []],
  ])('search runs that have every word of %j in their number, branch or names', async (words, numbers) => {
    expect((await mine.foundTestRuns(words)).map(({ number }) => number)).toEqual(numbers);
    expect(await theirs.foundTestRuns(words)).toEqual([]);
  });

  it('find a commit by the beginning of its hash: short words are in the middle of many', async () => {
    const numbers = async (word: string) => (await mine.foundTestRuns([word])).map(({ number }) => number);
    expect(await numbers('ABCDEF01')).toEqual([6, 4, 3, 2, 1]);
    expect(await numbers('def')).toEqual([]);
  });

  it('show a run with the names that belong to it', async () => {
    expect(await mine.testRun(history.passed.id)).toMatchObject({
      number: 1,
      status: 'PASS',
      statusDisplay: 'Passed',
      commit: 'abcdef0123',
      gitRef: 'abcdef0123',
      project: {
        key: 'shop',
        name: 'Web shop',
        testingFramework: 'Playwright',
        framework: 'Playwright',
        runner: 'other',
      },
      environmentName: 'The staging',
      createdBy: { fullName: 'ADA Tester', email: 'ada@example.org' },
      totalCount: 6,
      testCount: 5,
      passCount: 4,
      failCount: 0,
      ignoredCount: 1,
      flakyCount: 1,
      notRunCount: 0,
      quarantineTotalCount: 1,
      quarantineFailCount: 1,
      runningCount: 0,
      remainingTests: 0,
      nonExitedRunners: 0,
    });
  });

  it('compare how long a run took with complete runs of the same tests before it, or with none', async () => {
    const { testRuns } = await mine.testRunPage(everyRun);
    const usually = Object.fromEntries(testRuns.map(({ number, usualDuration }) => [number, usualDuration]));
    const first = testRuns.find(({ number }) => number === 1)?.calculatedDuration;
    expect(first).toEqual(expect.any(Number));
    // 2 is on another branch, 3 reruns failed tests, 4 is of a suite, 5 to 7 repeat 1.
    expect(usually).toEqual({ 1: null, 2: first, 3: null, 4: null, 5: first, 6: first, 7: first });
    expect(await mine.testRun(history.queued.id)).toMatchObject({ usualDuration: first });
  });

  it('show which run a rerun belongs to', async () => {
    expect(await mine.testRun(history.rerun.id)).toMatchObject({
      status: 'PASS',
      rerunOf: { testRunId: history.failed.id, number: 2, kind: 'failed', firstTestRunId: history.failed.id },
    });
    const parents = async (id: TestRunId) =>
      (await mine.testResults(id, everyTest))?.tests.map(({ parentId }) => parentId);
    expect(await parents(history.rerun.id)).toEqual([`${history.failed.id}.removes`, `${history.failed.id}.pays`]);
    expect(await parents(history.passed.id)).toEqual(Array(6).fill(null));
  });

  it("show a run's runners and its history, newest first", async () => {
    expect(await mine.testRunners(history.passed.id)).toMatchObject([
      { status: 'Exited', testsRun: 1, agentName: 'machine of agent-1' },
      { status: 'Exited', testsRun: 5 },
    ]);
    const items = (await mine.history(history.rerun.id)) ?? [];
    expect(items.map(({ updatedValue }) => updatedValue)).toEqual([
      'Passed',
      'Failed',
      'Tearing down',
      'Running',
      'Setting up',
      'Submitted',
      'Queued',
    ]);
    expect(items[0]).toMatchObject({ userName: 'ADA Tester', userEmail: 'ada@example.org' });
    expect(items[1]).toMatchObject({ userName: null, userEmail: null });
  });

  it('are what the replay of each run ends with, field by field', async () => {
    const { eventLog, readModelDb } = recorded.stores;
    const documentsOf = async ({ name, version }: { name: string; version: number }, testRunId: TestRunId) => {
      const collection = readModelDb.collection<ReadModelDocument>(`${name}_v${version}`);
      const documents = await collection.find({ testRunId }).toArray();
      return new Map(documents.map((document) => [document._id, document]));
    };
    const events: RecordedEvent[] = [];
    for await (const batch of eventLog.readToEnd('start', [...replayedEvents, 'ReviewerAssigned', 'ReviewStatusSet']))
      events.push(...batch.events);
    const { testRuns } = await mine.testRunPage(everyRun);
    for (const { id, status } of testRuns) {
      const fold = (await mine.replay(id))?.open();
      for (const event of events) if ('testRunId' in event.data && event.data.testRunId === id) fold?.apply(event);
      expect([id, status, fold?.summaries]).toEqual([id, status, await documentsOf(projections.testRunSummaries, id)]);
      expect(fold?.details).toEqual(await documentsOf(projections.testRunDetails, id));
      expect(fold?.tests).toEqual(await documentsOf(projections.testRunTests, id));
    }
  });

  it('list unfinished runs of every account for the automation', async () => {
    expect((await models.unfinishedRuns()).map(({ testRunId }) => testRunId)).toEqual([history.queued.id]);
  });

  it('find nothing that does not exist', async () => {
    const none = 'none' as TestRunId;
    expect(await mine.testRun(none)).toBeNull();
    expect(await mine.testResults(none, everyTest)).toBeNull();
    expect(await mine.history(none)).toBeNull();
  });
});
