import type { AnalysisModel } from '@assay/application';
import { type AgentId, type AlertId, defaultAlertCriteria, type Position, type TestRunId } from '@assay/contract';
import { type AiUseKind, aiQuotaDecider, aiQuotaIdOf, alertDecider, runAnalysisDecider } from '@assay/domain';
import { newId } from '@assay/event-log';
import { eventually } from '../../../../test/support/eventually.ts';
import { shop } from '../../../../test/support/recordedIds.ts';
import { ends, listedTest, starts } from '../../../../test/support/runStory.ts';
import { acme, signedBy } from '../../../../test/support/storesUnderTest.ts';
import { AgentDriver } from '../../test/agentDriver.ts';
import { ServiceUnderTest } from '../../test/serviceUnderTest.ts';

/** A fake model that answers only when released, and reports aborted requests. */
class HeldModel implements AnalysisModel {
  readonly name = 'fake-model';
  asked = 0;
  aborted = 0;
  isHeld = true;

  outgoingOf() {
    return { instructions: '', text: 'pays failed', characters: 11, promptVersion: 1, inputHash: 'hash' };
  }

  async analyse(_: unknown, signal: AbortSignal) {
    this.asked += 1;
    if (this.isHeld) {
      await new Promise<void>((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          this.aborted += 1;
          reject(signal.reason);
        });
      });
    }
    return { kind: 'answered' as const, summary: 'The card is refused.', causes: [], tokens: null };
  }
}

describe('the automation that asks a model about a run', () => {
  let service: ServiceUnderTest;
  const model = new HeldModel();
  beforeAll(async () => {
    service = await ServiceUnderTest.start();
    await service.stopAutomation();
    service.startOptions = { analysisModel: model };
    await service.startAutomation();
  });
  afterAll(() => service.stop());

  it('asks again after an interrupted request, and records and counts one answer', async () => {
    const { eventLog, operations } = service.stores;
    const testRunId = await service.createRun();
    const outcomeOf = (name: string) => [starts(name), ends(name, 'FAIL')];
    const options = { agentId: 'a' as AgentId, testsOf: () => [listedTest('pays')], outcomeOf };
    await service.reaches(testRunId, 'FAIL', new AgentDriver(eventLog, operations, options));
    const month = '2026-11';
    const use = { accountId: acme, month, kind: 'RUN_ANALYSIS' as const, useId: `${testRunId}.1` };
    const quota = aiQuotaIdOf(acme, month);
    await eventLog.handle(aiQuotaDecider, quota, { type: 'reserve', limit: 10, ...use }, signedBy('ada'));
    const request = { testRunId, projectId: shop, attempt: 1, month, usesQuota: true, answer: null };
    await eventLog.handle(runAnalysisDecider, testRunId, { type: 'requestRunAnalysis', ...request }, signedBy('ada'));
    await eventually(() => model.asked === 1);
    await service.stopAutomation();
    expect(model.aborted).toBe(1);

    model.isHeld = false;
    await service.startAutomation();
    const types = async (stream: string) => (await service.eventsOf(stream)).map(({ type }) => type);
    const stream = `runAnalysis-${testRunId}`;
    await eventually(async () => (await types(`aiQuota-${quota}`)).length === 2);
    expect(model.asked).toBe(2);
    expect(await types(stream)).toEqual(['RunAnalysisRequested', 'RunAnalysisCompleted']);
    expect(await types(`aiQuota-${quota}`)).toEqual(['AiUseReserved', 'AiUseSpent']);

    await service.stopAutomation();
    const [requested] = await service.eventsOf(stream);
    await service.rewind(requested?.position ?? ('' as Position));
    await service.startAutomation();
    await service.quiet();
    expect(model.asked).toBe(2);
    expect(await types(stream)).toHaveLength(2);
  });

  it('raises an alert about the analysis when the run ends, and again when the model has answered', async () => {
    const { eventLog, operations } = service.stores;
    model.isHeld = false;
    const environmentId = await service.environment();
    const alertId = newId<AlertId>();
    const settings = {
      ...defaultAlertCriteria,
      eventType: 'TESTRUN_ANALYSIS_COMPLETE' as const,
      actionType: 'TRIGGER_WEBHOOK' as const,
      send: 'everyRun' as const,
    };
    const to = { destination: 'http://127.0.0.1:9/hook', signingSecret: 'secret', active: true };
    await eventLog.handle(alertDecider, alertId, { type: 'createAlert', alertId, settings, ...to }, signedBy('ada'));
    await service.quiet();
    const raised = async () =>
      (await service.eventsOf(`alertWatch-${alertId}.${environmentId}`)).flatMap((event) =>
        event.type === 'AlertRaised' ? [[event.data.testRunId, event.data.kind]] : [],
      );
    const testRunId = await service.createRun({ environmentId, branch: newId() });
    const outcomeOf = (name: string) => [starts(name), ends(name, 'FAIL')];
    const options = { agentId: 'b' as AgentId, testsOf: () => [listedTest('pays')], outcomeOf };
    await service.reaches(testRunId, 'FAIL', new AgentDriver(eventLog, operations, options));
    await eventually(async () => (await raised()).length === 1);
    const request = { testRunId, projectId: shop, attempt: 1, month: '2026-09', usesQuota: false, answer: null };
    await eventLog.handle(runAnalysisDecider, testRunId, { type: 'requestRunAnalysis', ...request }, signedBy('ada'));
    await eventually(async () => (await raised()).length === 2);
    expect(await raised()).toEqual([
      [testRunId, 'analyzed'],
      [testRunId, 'analyzed'],
    ]);
  });

  it('releases reservations of requests that were not recorded, and no others', async () => {
    const { eventLog } = service.stores;
    const month = '2026-10';
    const quota = aiQuotaIdOf(acme, month);
    const [lost, recorded, fresh] = [newId<TestRunId>(), newId<TestRunId>(), newId<TestRunId>()];
    const long = { ...signedBy('ada'), occurredAt: new Date(Date.now() - 3_600_000).toISOString() };
    const reserve = (kind: AiUseKind, useId: string, context = long) =>
      eventLog.handle(
        aiQuotaDecider,
        quota,
        { type: 'reserve', limit: null, accountId: acme, month, kind, useId },
        context,
      );
    await service.stopAutomation();
    model.isHeld = true;
    await reserve('RUN_ANALYSIS', `${lost}.1`);
    await reserve('SUGGESTION', `${lost}.pays.1`);
    await reserve('RUN_ANALYSIS', `${recorded}.1`);
    await reserve('RUN_ANALYSIS', `${fresh}.1`, signedBy('ada'));
    const request = { testRunId: recorded, projectId: shop, attempt: 1, month, usesQuota: true, answer: null };
    await eventLog.handle(runAnalysisDecider, recorded, { type: 'requestRunAnalysis', ...request }, signedBy('ada'));
    const isProjected = async () => (await service.readModels.openAiUses('9')).length === 4;
    await eventually(isProjected);
    const released = async () =>
      (await service.eventsOf(`aiQuota-${quota}`)).flatMap((event) =>
        event.type === 'AiUseReleased' ? [event.data.useId] : [],
      );
    await service.startAutomation();
    await eventually(async () => (await released()).length === 2);
    expect(await released()).toEqual([`${lost}.1`, `${lost}.pays.1`]);
  });
});
