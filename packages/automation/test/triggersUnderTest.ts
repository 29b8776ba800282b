import { planFlags, streamOwners } from '@assay/application';
import { defaultTriggerSettings, type TestRunId, type TriggerId, type TriggerSettings } from '@assay/contract';
import { triggerDecider } from '@assay/domain';
import { newId } from '@assay/event-log';
import { pino } from 'pino';
import { eventually } from '../../../test/support/eventually.ts';
import { ownRecorder } from '../../../test/support/ownRecorder.ts';
import { shop } from '../../../test/support/recordedIds.ts';
import { acme, signedBy } from '../../../test/support/storesUnderTest.ts';
import type { AutomationDeps } from '../src/automationDeps.ts';
import { followOpenRuns } from '../src/scheduling/openRuns.ts';
import { fireTriggers } from '../src/triggers/fireTriggers.ts';
import { startWaitingSlots } from '../src/triggers/startWaitingSlots.ts';
import { ServiceUnderTest } from './serviceUnderTest.ts';

const log = pino({ level: 'silent' });

/** Triggers of a service, whose clock the spec says, and the automation that fires them. */
export async function triggersUnderTest() {
  const service = await ServiceUnderTest.start();
  // Its jobs would look at the real clock.
  await service.stopAutomation();
  const deps = depsOn(service.stores.eventLog);
  const environmentId = await service.environment();

  function depsOn(eventLog: AutomationDeps['eventLog']): AutomationDeps {
    const { operations } = service.stores;
    return {
      eventLog,
      operations,
      readModels: service.readModels,
      log,
      recorder: ownRecorder(),
      openRuns: followOpenRuns({ eventLog, operations, log }),
      owners: streamOwners(eventLog),
      publicUrl: 'http://localhost',
      openRunsQuota: 1_000,
      flags: planFlags,
      analysisModel: null,
      payments: null,
      stopping: new AbortController().signal,
      trackerFor: () => Promise.reject(new Error('no tracker is connected')),
    };
  }
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  async function create(
    change: Partial<TriggerSettings> = {},
    occurredAt = new Date().toISOString(),
    accountId = acme,
  ): Promise<TriggerId> {
    const triggerId = newId<TriggerId>();
    const settings = {
      ...defaultTriggerSettings,
      type: 'interval' as const,
      projectId: shop,
      environmentId,
      cron: '0 * * * *',
      ...change,
    };
    const command = { type: 'createTrigger' as const, triggerId, name: triggerId, settings };
    await service.stores.eventLog.handle(triggerDecider, triggerId, command, {
      ...signedBy('ada', accountId),
      occurredAt,
    });
    return triggerId;
  }
  const caughtUp = async () => {
    const head = await service.stores.eventLog.head();
    if (head) await eventually(() => service.readModels.waitFor(head.position, 1_000, { scope: 'all' }));
  };
  const slotsOf = async (triggerId: TriggerId) => {
    await caughtUp();
    return (await service.readModels.of(acme).trigger(triggerId, new Date()))?.slots ?? [];
  };
  /** A process that has just started looks at the clock; another one has looked before. */
  async function look(since: Date, now: Date): Promise<void> {
    await service.stores.operations.checkpoints.write(
      'automation.triggersLookedAt',
      `${service.stores.eventLog.epoch} ${since.toISOString()}`,
    );
    // It gives up after ten seconds where the read models lag.
    await caughtUp();
    await fireTriggers().run(deps, now);
  }
  const startWaiting = async (now: Date) => {
    await caughtUp();
    await startWaitingSlots.run(deps, now);
  };
  async function firedRun(triggerId: TriggerId): Promise<TestRunId> {
    const { lastFired } = await lastOf(triggerId);
    if (!lastFired?.testRunId) throw new Error('it has not fired');
    return lastFired.testRunId;
  }
  const lastOf = async (triggerId: TriggerId) => {
    await caughtUp();
    const triggers = await service.readModels.scheduledTriggers();
    const found = triggers.find((trigger) => trigger.triggerId === triggerId);
    if (!found) throw new Error('trigger not found');
    return found;
  };
  const archive = (triggerId: TriggerId) =>
    service.stores.eventLog.handle(triggerDecider, triggerId, { type: 'archiveTrigger' }, signedBy('ada'));
  /** A run that is open, as the trigger's own. */
  async function openRun(triggerId: TriggerId): Promise<TestRunId> {
    const testRunId = await firedRun(triggerId);
    await service.createRun({ testRunId, environmentId });
    return testRunId;
  }

  const stop = async () => {
    await deps.openRuns.stop();
    await service.stop();
  };
  return {
    service,
    deps,
    depsOn,
    environmentId,
    hoursAgo,
    create,
    caughtUp,
    slotsOf,
    look,
    startWaiting,
    firedRun,
    lastOf,
    archive,
    openRun,
    stop,
  };
}

export type TriggersUnderTest = Awaited<ReturnType<typeof triggersUnderTest>>;
