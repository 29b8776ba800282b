import {
  type AgentId,
  type AlertId,
  type AlertSettings,
  defaultAlertCriteria,
  type EnvironmentId,
  noTotals,
  type TestId,
  type TestRunId,
} from '@assay/contract';
import { alertDecider, testResultsDecider, testRunDecider } from '@assay/domain';
import { newId } from '@assay/event-log';
import type { AlertRaised } from '@assay/event-schemas';
import { eventually } from '../../../../test/support/eventually.ts';
import { shop } from '../../../../test/support/recordedIds.ts';
import { ends, listedTest } from '../../../../test/support/runStory.ts';
import { signedBy } from '../../../../test/support/storesUnderTest.ts';
import { AgentDriver } from '../../test/agentDriver.ts';
import { ServiceUnderTest } from '../../test/serviceUnderTest.ts';

const failing: AlertSettings = {
  ...defaultAlertCriteria,
  eventType: 'TESTRUN_FAIL',
  actionType: 'TRIGGER_WEBHOOK',
  send: 'onChange',
};
const nameOfPays = listedTest('pays').name;

describe('alerts, while the projector is stopped,', () => {
  let service: ServiceUnderTest;
  let environmentId: EnvironmentId;
  let shown: AlertId;
  beforeAll(async () => {
    service = await ServiceUnderTest.start();
    environmentId = await service.environment();
    shown = await create();
    await service.quiet();
    await service.stopProjector();
  });
  afterAll(() => service.stop());

  async function create(change: Partial<AlertSettings> = {}): Promise<AlertId> {
    const alertId = newId<AlertId>();
    const to = { destination: 'http://127.0.0.1:9/hook', signingSecret: 'secret', active: true };
    const command = { type: 'createAlert' as const, alertId, settings: { ...failing, ...change }, ...to };
    await service.stores.eventLog.handle(alertDecider, alertId, command, signedBy('ada'));
    return alertId;
  }
  const change = (alertId: AlertId, command: Parameters<typeof alertDecider.decide>[0]) =>
    service.stores.eventLog.handle(alertDecider, alertId, command, signedBy('ada'));

  async function raisedBy(alertId: AlertId): Promise<AlertRaised[]> {
    const events = await service.eventsOf(`alertWatch-${alertId}.${environmentId}`);
    return events.flatMap((event) => (event.type === 'AlertRaised' ? [event.data] : []));
  }
  /** @returns the messages of an alert about a run */
  const raised = (alertId: AlertId, testRunId: TestRunId) =>
    eventually(async () => (await raisedBy(alertId)).find((fact) => fact.testRunId === testRunId) ?? null);

  /** A run on an agent with failed tests and a test that passed on a retry. */
  async function carryOut(...failed: string[]): Promise<TestRunId> {
    const tests = ['adds', 'wobbles', ...failed].map((name) => listedTest(name));
    const outcomeOf = (name: string) =>
      name === 'wobbles'
        ? [ends(name, 'FAIL', { final: false }), ends(name, 'PASS', { attempt: 2 })]
        : [ends(name, failed.includes(name) ? 'FAIL' : 'PASS')];
    const { eventLog, operations } = service.stores;
    const agent = new AgentDriver(eventLog, operations, {
      agentId: newId() as string as AgentId,
      testsOf: () => tests,
      outcomeOf,
    });
    const testRunId = await service.createRun({ environmentId, branch: newId() });
    await service.reaches(testRunId, failed.length > 0 ? 'FAIL' : 'PASS', agent);
    return testRunId;
  }

  async function upload(failed: string, branch: string, past: { ranAt?: string } = {}): Promise<TestRunId> {
    const { eventLog, operations } = service.stores;
    const testRunId = newId<TestRunId>();
    await operations.uploadImports.goesOn(testRunId, 3_600_000);
    const attempts = [{ status: 'FAIL' as const, durationMs: 1, error: null, hasDetails: false }];
    const result = { file: 'a.spec.ts', flaky: false, artifacts: [], attempts };
    const results = [
      { ...result, testId: failed as TestId, name: failed, quarantined: false },
      { ...result, testId: 'known' as TestId, name: 'known', quarantined: true },
    ];
    const totals = { ...noTotals, failed: 1, quarantinedFailed: 1 };
    const chunk = { testRunId, projectId: shop, chunk: 0, offset: 0, details: null, totals, results };
    const whole = { commit: null, testCount: 2, quarantinedCount: 1, files: [], ...past };
    await service.createRun({ testRunId, environmentId, branch, upload: whole });
    await eventLog.handle(testResultsDecider, testRunId, { type: 'importTestResults', ...chunk }, signedBy('ada'));
    const finish = { type: 'finishUpload' as const, totals, problem: null };
    await eventLog.handle(testRunDecider, testRunId, finish, signedBy('ada'));
    await operations.uploadImports.ended(testRunId);
    return testRunId;
  }

  it('are raised for a run with its failed tests, with names where an alert needs them', async () => {
    const named = await create({ eventType: 'TESTRUN_MATCHES', testName: nameOfPays });
    const flaky = await create({ eventType: 'TESTRUN_FLAKY' });
    const run = await carryOut('pays', 'ships');
    expect(new Set((await raised(shown, run)).tests)).toEqual(new Set(['pays', 'ships']));
    expect(await raised(named, run)).toMatchObject({ kind: 'matched', tests: ['pays'] });
    expect(await raised(flaky, run)).toMatchObject({ kind: 'flaky', testCount: 1 });
  });

  it('are raised for an upload, and suppressed for a known failure', async () => {
    const first = await upload('pays', 'uploads');
    expect(await raised(shown, first)).toMatchObject({ kind: 'failed', tests: ['pays'], newCount: 1 });
    await upload('pays', 'uploads');
    const more = await upload('ships', 'uploads');
    expect(await raised(shown, more)).toMatchObject({ tests: ['ships'], newCount: 1 });
    const ofBranch = (await raisedBy(shown)).filter(({ branch }) => branch === 'uploads');
    expect(ofBranch).toHaveLength(2);
  });

  it('are not raised for an imported run', async () => {
    const past = await upload('pays', 'past', { ranAt: '2026-01-31T10:00:00.000Z' });
    const now = await upload('pays', 'past');
    await raised(shown, now);
    const ofBranch = (await raisedBy(shown)).filter(({ branch }) => branch === 'past');
    expect(ofBranch.map(({ testRunId }) => testRunId)).toEqual([now]);
    expect(ofBranch.map(({ testRunId }) => testRunId)).not.toContain(past);
  });

  it('use the latest settings, also in an automation that starts later', async () => {
    const elsewhere = await create();
    await change(elsewhere, { type: 'archiveAlert' });
    const turnedOff = await create();
    await change(turnedOff, { type: 'deactivateAlert', reason: 'the address is gone' });
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const silent = await create();
    await change(silent, { type: 'silenceAlert', until, reason: 'maintenance' });
    const before = await upload('pays', 'before');
    await raised(shown, before);
    await service.stopAutomation();
    const late = await create();
    await service.startAutomation();
    const after = await upload('pays', 'after');
    await Promise.all([raised(shown, after), raised(late, after)]);
    for (const alertId of [elsewhere, turnedOff, silent]) expect(await raisedBy(alertId)).toEqual([]);
    expect(await raisedBy(late)).toHaveLength(1);
  });
});
