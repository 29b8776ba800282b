import {
  type AlertDeliveryId,
  defaultAlertCriteria,
  defaultStageSettings,
  defaultSuiteSettings,
  defaultTriggerSettings,
  type Position,
  type TestPlanStageId,
  type TestPlanSuiteId,
  type TestRunId,
  triggerSlotIdOf,
  type WorkflowStepId,
} from '@assay/contract';
import {
  alertDecider,
  alertDeliveryDecider,
  alertWatchDecider,
  type TestPlanCommand,
  type TestPlanRunCommand,
  type TriggerSlotCommand,
  type TriggerSlotFacts,
  testPlanDecider,
  testPlanRunDecider,
  triggerDecider,
  triggerSlotDecider,
  type WorkflowCommand,
  workflowDecider,
} from '@assay/domain';
import type { EventLog } from '@assay/event-log';
import {
  ada,
  bob,
  delivery,
  failingAlert,
  gate,
  gateRun,
  nightly,
  runOfGate,
  shop,
  smoke,
  staging,
} from './recordedIds.ts';
import { testId } from './runStory.ts';
import { signedBy } from './storesUnderTest.ts';

/** It started once, was refused once, and missed times. */
export async function recordTriggers(log: EventLog) {
  const settings = { ...defaultTriggerSettings, type: 'interval' as const, cron: '30 2 * * *' };
  const of = { projectId: shop, environmentId: staging, testSuiteId: smoke, testOptionsType: 'suite' as const };
  const create = {
    type: 'createTrigger' as const,
    triggerId: nightly,
    name: 'Nightly',
    settings: { ...settings, ...of },
  };
  await log.handle(triggerDecider, nightly, create, signedBy(ada));
  const changed = { ...create.settings, timeZone: 'Europe/Berlin', latestDeploy: true };
  await log.handle(
    triggerDecider,
    nightly,
    { type: 'changeTrigger', name: 'Each night', settings: changed },
    signedBy(ada),
  );
  const slot = async (day: number, ...commands: ((facts: TriggerSlotFacts) => TriggerSlotCommand)[]) => {
    const dueAt = new Date(Date.UTC(2026, 9, day, 1, 30));
    const triggerSlotId = triggerSlotIdOf(nightly, { dueAt });
    const facts = { triggerSlotId, triggerId: nightly, cause: 'schedule' as const, dueAt: dueAt.toISOString() };
    for (const command of commands) await log.handle(triggerSlotDecider, triggerSlotId, command(facts), signedBy(ada));
  };
  const fires = (facts: TriggerSlotFacts): TriggerSlotCommand => ({
    type: 'fireSlot',
    ...facts,
    lateMs: 700,
    deployId: null,
    environmentId: null,
    testRunId: 'triggered-run' as TestRunId,
    testPlanRunId: null,
  });
  await slot(1, fires);
  await slot(2, (facts) => ({
    type: 'skipSlot',
    ...facts,
    blockedBy: 'triggered-run' as TestRunId,
    blockedByPlanRun: null,
  }));
  await slot(5, (facts) => ({ type: 'missSlot', ...facts, firstDueAt: facts.dueAt, count: 1 }));
  await slot(6, fires, (facts) => ({ type: 'refuseSlot', ...facts, message: 'There is no such project.' }));
}

/** It told a failure, held one back, and was turned off because its address is gone. */
export async function recordAlerts(log: EventLog) {
  const settings = { eventType: 'TESTRUN_FAIL' as const, actionType: 'TRIGGER_WEBHOOK' as const };
  const criteria = { ...defaultAlertCriteria, send: 'onChange' as const, projectId: shop, environmentId: staging };
  const create = {
    type: 'createAlert' as const,
    alertId: failingAlert,
    settings: { ...settings, ...criteria },
    destination: 'https://hooks.example.com/secret',
    signingSecret: 'whsec_c2VjcmV0',
    active: true,
  };
  await log.handle(alertDecider, failingAlert, create, signedBy(ada));
  const change = { ...create, type: 'changeAlert' as const, settings: { ...create.settings, branches: ['main'] } };
  await log.handle(alertDecider, failingAlert, change, signedBy(ada));
  const silence = { type: 'silenceAlert' as const, until: '2126-01-31T12:00:00.000Z', reason: 'The database moves' };
  await log.handle(alertDecider, failingAlert, silence, signedBy(ada));
  await log.handle(alertDecider, failingAlert, { type: 'unsilenceAlert' }, signedBy(ada));
  await log.handle(alertDecider, failingAlert, silence, signedBy(ada));
  for (const number of [1, 2]) {
    const run = {
      testRunId: `alerted-run-${number}` as TestRunId,
      projectId: shop,
      environmentId: staging,
      branch: 'main',
      testSuiteId: null,
      position: `recorded-${String(number).padStart(20, '0')}` as Position,
      at: new Date().toISOString(),
      ended: true,
      status: 'FAIL' as const,
      passed: 3,
      failed: 1,
      flaky: 0,
      tests: [{ testId: testId('pays'), name: 'pays' }],
    };
    const watch = { type: 'watchRun' as const, alertId: failingAlert, settings: change.settings, changedAt: '', run };
    await log.handle(
      alertWatchDecider,
      `${failingAlert}.${staging}`,
      { ...watch, silenced: false },
      signedBy('raiseAlerts'),
    );
  }
  const note = { alertId: failingAlert, attempts: 1 };
  const [first, second] = ['delivery-1' as AlertDeliveryId, 'delivery-2' as AlertDeliveryId];
  const sent = { type: 'noteDelivered' as const, ...note, deliveryId: first };
  await log.handle(alertDeliveryDecider, first, sent, signedBy('sender'));
  const refused = { reason: 'refused' as const, gone: true, detail: '410 Gone' };
  const lost = { type: 'noteNotDelivered' as const, ...note, ...refused, deliveryId: second };
  await log.handle(alertDeliveryDecider, second, lost, signedBy('sender'));
  const off = { type: 'deactivateAlert' as const, reason: 'the address is gone' };
  await log.handle(alertDecider, failingAlert, off, signedBy('turnOffAlerts'));
}

/** A plan of two stages that was rearranged, and a run of it: one suite failed and was run again, one could not start. */
export async function recordTestPlans(log: EventLog) {
  const plan = (command: TestPlanCommand) => log.handle(testPlanDecider, gate, command, signedBy(ada));
  const stage = (id: string) => ({ testPlanStageId: id as TestPlanStageId });
  const suite = (id: string) => ({ testPlanSuiteId: id as TestPlanSuiteId });
  const ofShop = { ...defaultSuiteSettings, projectId: shop, testSuiteId: smoke, environmentId: staging };
  const clean = { ...defaultStageSettings, name: 'Clean up', alwaysRun: true };
  await plan({ type: 'createTestPlan', testPlanId: gate, name: 'Gate', key: 'gate', goal: null });
  await plan({ type: 'changeTestPlan', name: 'Release gate', goal: 'Nothing ships broken' });
  await plan({ type: 'addStage', ...stage('clean-up'), settings: clean });
  await plan({ type: 'addStage', ...stage('first'), settings: { ...defaultStageSettings, name: 'Smoke' }, order: 1 });
  await plan({ type: 'changeStage', ...stage('clean-up'), settings: { executionType: 'Sequential' } });
  const settings = { ...ofShop, latestDeploy: true };
  await plan({ type: 'addSuite', ...stage('clean-up'), ...suite('quick'), settings });
  await plan({ type: 'addSuite', ...stage('clean-up'), ...suite('void'), settings: { ...ofShop, branch: 'main' } });
  const toFirst = { settings: {}, toStageId: 'first' as TestPlanStageId };
  await plan({ type: 'changeSuite', ...stage('clean-up'), ...suite('quick'), ...toFirst });

  const run = (command: TestPlanRunCommand) => log.handle(testPlanRunDecider, gateRun, command, signedBy(bob));
  const where = { projectId: shop, testSuiteId: smoke, environmentId: staging, environmentKey: null };
  const source = { branch: 'main', ref: null, build: null, deployId: null };
  const problem = 'There is no such environment.';
  await run({
    type: 'startTestPlanRun',
    testPlanRunId: gateRun,
    testPlanId: gate,
    name: 'Release gate',
    triggerId: null,
    stages: [
      {
        ...stage('first'),
        settings: { ...defaultStageSettings, name: 'Smoke' },
        suites: [{ ...suite('quick'), ...where, source, problem: null }],
      },
      {
        ...stage('clean-up'),
        settings: { ...clean, executionType: 'Sequential' },
        suites: [{ ...suite('void'), ...where, source: null, problem }],
      },
    ],
    startId: 'gate-start',
  });
  await run({ type: 'findCommit', testRunId: runOfGate, commit: 'abcdef0123', startId: 'gate-found' });
  await run({ type: 'endSuite', testRunId: runOfGate, status: 'FAIL', startId: 'gate-failed' });
  const again = { testPlanSuiteIds: ['quick' as TestPlanSuiteId], startId: 'gate-again' };
  await run({ type: 'rerunSuites', ...again });
  await run({ type: 'endSuite', testRunId: 'gate-again-s0' as TestRunId, status: 'PASS', startId: 'gate-passed' });
}

/** A workflow with another name, a step that changed and one that is gone. */
export async function recordWorkflows(log: EventLog) {
  const handle = (command: WorkflowCommand) => log.handle(workflowDecider, delivery, command, signedBy(ada));
  const step = (id: string, next: string[] = []) => {
    return { id: id as WorkflowStepId, name: id, description: null, testPlanId: null, next: next as WorkflowStepId[] };
  };
  await handle({ type: 'createWorkflow', workflowId: delivery, name: 'Delivery' });
  const steps = [step('build', ['review', 'verify']), step('review', ['verify']), step('verify')];
  await handle({ type: 'changeWorkflow', steps });
  const proven = { ...step('verify', ['build']), testPlanId: gate };
  await handle({ type: 'changeWorkflow', name: 'To production', steps: [step('build', ['verify']), proven] });
  await handle({ type: 'changeWorkflow', steps: [step('build', ['verify']), { ...proven, next: [] }] });
}
