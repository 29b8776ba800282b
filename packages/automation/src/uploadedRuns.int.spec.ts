import { type AgentId, noTotals, type TestRunId } from '@assay/contract';
import { testResultsDecider, testRunDecider } from '@assay/domain';
import { newId } from '@assay/event-log';
import { eventually } from '../../../test/support/eventually.ts';
import { shop } from '../../../test/support/recordedIds.ts';
import { requestFor } from '../../../test/support/runStory.ts';
import { acme, signedBy } from '../../../test/support/storesUnderTest.ts';
import { ServiceUnderTest } from '../test/serviceUnderTest.ts';

/** Longer than any of this takes. */
const anHour = 3_600_000;

describe('the automation', () => {
  let service: ServiceUnderTest;
  beforeAll(async () => {
    service = await ServiceUnderTest.start();
  });
  afterAll(() => service.stop());

  it('fails an abandoned upload, and no other, until the rest of it arrives', async () => {
    const { eventLog, operations } = service.stores;
    const upload = { commit: null, testCount: 5, quarantinedCount: 0, files: [] };
    const [cutOff, goingOn] = [newId<TestRunId>(), newId<TestRunId>()];
    await operations.uploadImports.goesOn(goingOn, anHour);
    const totals = { ...noTotals, passed: 2 };
    const chunk = { testRunId: cutOff, projectId: shop, chunk: 0, offset: 0, details: null, totals, results: [] };
    await eventLog.handle(testResultsDecider, cutOff, { type: 'importTestResults', ...chunk }, signedBy('ada'));
    for (const testRunId of [goingOn, cutOff]) await service.createRun({ testRunId, upload });
    await service.reaches(cutOff, 'FAIL');
    const shown = { status: 'FAIL', statusInfo: expect.stringMatching(/cut off: 2 of 5 are here/) };
    await eventually(async () => expect(await service.readModels.of(acme).testRun(cutOff)).toMatchObject(shown));
    expect(await service.statusOf(goingOn)).toBe('RUNNING');

    const whole = { type: 'finishUpload' as const, totals: { ...noTotals, passed: 5 }, problem: null };
    await eventLog.handle(testRunDecider, cutOff, whole, signedBy('ada'));
    await service.reaches(cutOff, 'PASS');
    await operations.uploadImports.ended(goingOn);
    await service.reaches(goingOn, 'FAIL');
  });

  it('leaves no work of an uploaded run in the queue', async () => {
    const { eventLog, operations, readModelDb } = service.stores;
    const queued = readModelDb.client.db('assay_ops').collection<{ _id: TestRunId; state: string }>('workRuns');
    const upload = { commit: null, testCount: 1, quarantinedCount: 0, files: [] };
    const [uploaded, run] = [newId<TestRunId>(), newId<TestRunId>()];
    await operations.uploadImports.goesOn(uploaded, anHour);
    await service.createRun({ testRunId: uploaded, upload });
    const whole = { type: 'finishUpload' as const, totals: { ...noTotals, passed: 1 }, problem: null };
    await eventLog.handle(testRunDecider, uploaded, whole, signedBy('ada'));
    await service.createRun({ testRunId: run });
    await eventLog.handle(testRunDecider, run, { type: 'setStatus', status: 'CANCELED' }, signedBy('ada'));
    // The events of an account are handled in order.
    await eventually(async () => expect(await queued.findOne({ _id: run, state: 'canceled' })).not.toBeNull());
    expect(await queued.findOne({ _id: uploaded })).toBeNull();
  });

  it('times out slow runs, but no upload, however old', async () => {
    const { eventLog, operations } = service.stores;
    const environmentId = await service.environment();
    const longAgo = { ...signedBy('ada'), occurredAt: new Date(Date.now() - 61_000).toISOString() };
    const upload = { commit: null, testCount: 5, quarantinedCount: 0, files: [] };
    const uploaded = requestFor({ projectId: shop, environmentId, number: 70 }, { upload, timeoutMinutes: 1 });
    const run = requestFor({ projectId: shop, environmentId, number: 71 }, { timeoutMinutes: 1 });
    await operations.uploadImports.goesOn(uploaded.testRunId, anHour);
    for (const request of [uploaded, run]) {
      await eventLog.handle(testRunDecider, request.testRunId, { type: 'createTestRun', ...request }, longAgo);
    }
    await service.reaches(run.testRunId, 'SUBMITTED');
    const start = { type: 'startSetup' as const, agentId: 'agent' as AgentId };
    await eventLog.handle(testRunDecider, run.testRunId, start, longAgo);
    // The older run was checked before this one.
    await service.reaches(run.testRunId, 'FAIL');
    expect(await service.statusOf(uploaded.testRunId)).toBe('RUNNING');
  });
});
