import { createHash } from 'node:crypto';
import { withReservedNames } from '@assay/application';
import {
  type BlobId,
  type HistoryItem,
  noTotals,
  type TestId,
  type TestRunId,
  type TestRunView,
} from '@assay/contract';
import { projectDecider, testResultsDecider, testRunDecider } from '@assay/domain';
import { newId } from '@assay/event-log';
import { requestFor } from '../../../test/support/runStory.ts';
import { signedBy } from '../../../test/support/storesUnderTest.ts';
import { contentOf } from '../src/uploads/onceByContent.ts';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';
import { type PreparedRun, prepareRun } from './prepareRun.ts';
import { uploadForm } from './uploadForm.ts';

const content =
  '<testsuite name="s"><testcase classname="C" name="adds"/><testcase classname="C" name="pays"/></testsuite>';

describe('the same content, sent again after its upload was cut off', () => {
  let api: ApiUnderTest;
  let ids: PreparedRun;
  beforeAll(async () => {
    api = await startApi();
    ids = await prepareRun(api);
  });
  afterAll(() => api.stop());

  /** What an upload leaves behind when cut off after its first chunk. @param tests in that chunk */
  async function begun(commit: string, ...tests: string[]): Promise<TestRunId> {
    const { projectId, environmentId } = ids;
    const { accountId, userId } = api.admin;
    const { state: project } = await api.eventLog.load(projectDecider, projectId);
    if (project.status !== 'active') throw new Error('no project');
    const file = { path: '', name: 'r.xml', size: content.length, sha256: sha256(content) };
    const target = {
      project,
      environmentId,
      pipelineStageId: null,
      branch: 'master',
      commit,
      ignoreQuarantine: false,
      exitCode: null,
      root: null,
      startedIn: null,
      ranAt: null,
      attributes: [],
    };
    const value = contentOf(target, { fields: new Map(), files: [file] });
    const upload = { commit, testCount: 2, quarantinedCount: 0, files: [] };
    const run = requestFor({ projectId, environmentId, number: 90 }, { testRunId: newId<TestRunId>(), upload });
    const results = tests.map((name) => ({
      testId: name as TestId,
      file: 'C',
      name,
      quarantined: false,
      flaky: false,
      artifacts: [],
      attempts: [{ status: 'PASS' as const, durationMs: 0, error: null, hasDetails: false }],
    }));
    const totals = { ...noTotals, passed: tests.length };
    const chunk = { testRunId: run.testRunId, projectId, chunk: 0, offset: 0, details: null, totals, results };
    const context = signedBy(userId, accountId);
    const name = { kind: 'uploadedContent' as const, scope: accountId, value };
    await withReservedNames(api, [name], `testRun-${run.testRunId}`, context, async () => {
      await api.eventLog.handle(testRunDecider, run.testRunId, { type: 'createTestRun', ...run }, context);
      await api.eventLog.handle(testResultsDecider, run.testRunId, { type: 'importTestResults', ...chunk }, context);
      const here = { type: 'cutOffUpload' as const, totals };
      await api.eventLog.handle(testRunDecider, run.testRunId, here, context);
    });
    await api.caughtUp();
    return run.testRunId;
  }
  const send = (commit: string) =>
    uploadForm(api, { ...ids, commit, onceByContent: 'true' }, [{ name: 'r.xml', content }]);
  const typesOf = async (id: string) => {
    const types: string[] = [];
    for await (const { type } of api.eventLog.read(`testRun-${id}`)) types.push(type);
    return types;
  };
  const statusOf = async (id: string) => (await api.call<TestRunView>('GET', `/test-runs/${id}`)).body.status;

  it('completes the run it started, and is the same run from then on', async () => {
    // The content's tests, with their ids.
    const { body: whole } = await send('known');
    const { tests } = (await api.call<{ tests: { testId: string }[] }>('GET', `/test-runs/${whole.id}/results`)).body;
    const testRunId = await begun('c1', ...tests.map(({ testId }) => testId));
    expect(await statusOf(testRunId)).toBe('FAIL');
    const { body } = await send('c1');
    expect(body).toMatchObject({ id: testRunId, repeated: false, status: 'PASS', counts: { total: 2, passed: 2 } });
    expect(await statusOf(testRunId)).toBe('PASS');
    expect(await typesOf(testRunId)).toEqual(['TestRunCreated', 'TestRunFinished', 'UploadResumed', 'TestRunFinished']);
    const { body: history } = await api.call<HistoryItem[]>('GET', `/test-runs/${testRunId}/history`);
    expect(history.map(({ updatedValue }) => updatedValue)).toEqual(['Passed', 'Running', 'Failed', 'Uploaded']);
    expect((await send('c1')).body).toMatchObject({ id: testRunId, repeated: true, status: 'PASS' });
  });

  it('is a new run if the recorded results do not match it', async () => {
    const testRunId = await begun('c2', 'something-else');
    const { status, body } = await send('c2');
    expect(status).toBe(201);
    expect(body).toMatchObject({ repeated: false, status: 'PASS', counts: { total: 2, passed: 2 } });
    expect(body.id).not.toBe(testRunId);
    expect(await statusOf(testRunId)).toBe('FAIL');
    expect(await typesOf(testRunId)).toEqual(['TestRunCreated', 'TestRunFinished']);
    expect((await send('c2')).body).toMatchObject({ id: body.id, repeated: true });
  });
});

function sha256(text: string): BlobId {
  return createHash('sha256').update(text).digest('hex') as BlobId;
}
