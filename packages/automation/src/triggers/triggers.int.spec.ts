import { streamOwners } from '@assay/application';
import {
  cronTimes,
  type DeployId,
  defaultTriggerSettings,
  type EnvironmentId,
  type TestRunId,
  type TriggerId,
  type TriggerSettings,
  triggerSlotIdOf,
} from '@assay/contract';
import { deployDecider, testRunDecider, triggerDecider } from '@assay/domain';
import { newId } from '@assay/event-log';
import { openReadModels, projectedTopic } from '@assay/projections';
import { pino } from 'pino';
import { clockChanges } from '../../../../test/support/clockChanges.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { globex, shop } from '../../../../test/support/recordedIds.ts';
import { recordAccount } from '../../../../test/support/recordedSetting.ts';
import { acme, signedBy } from '../../../../test/support/storesUnderTest.ts';
import { ServiceUnderTest } from '../../test/serviceUnderTest.ts';
import type { AutomationDeps } from '../automationDeps.ts';
import { isTransient } from '../isTransient.ts';
import { followOpenRuns } from '../scheduling/openRuns.ts';
import { fireTriggers } from './fireTriggers.ts';
import { startTriggeredRuns } from './startTriggeredRuns.ts';
import { startWaitingSlots } from './startWaitingSlots.ts';

const log = pino({ level: 'silent' });
/** Long after the triggers of this spec were made. */
const nextYear = new Date().getUTCFullYear() + 1;
const at = (time: string) => new Date(`${nextYear}-${time}.000Z`);
const minuteMs = 60_000;

describe('triggers', () => {
  let service: ServiceUnderTest;
  let deps: AutomationDeps;
  let environmentId: EnvironmentId;
  beforeAll(async () => {
    service = await ServiceUnderTest.start();
    // Its jobs would look at the real clock.
    await service.stopAutomation();
    deps = depsOn(service.stores.eventLog);
    environmentId = await service.environment();
  });
  afterAll(async () => {
    await deps.openRuns.stop();
    await service.stop();
  });

  function depsOn(eventLog: AutomationDeps['eventLog']): AutomationDeps {
    const { operations } = service.stores;
    return {
      eventLog,
      operations,
      readModels: service.readModels,
      log,
      openRuns: followOpenRuns({ eventLog, operations, log }),
      owners: streamOwners(eventLog),
      publicUrl: 'http://localhost',
      openRunsQuota: 1_000,
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
    if (!found) throw new Error('there is no such trigger');
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

  it('fire a time once, though two processes see it at the same moment and a third one later', async () => {
    const triggerId = await create();
    const other = depsOn(await service.stores.openAnotherLog());
    await service.stores.operations.checkpoints.write(
      'automation.triggersLookedAt',
      `${service.stores.eventLog.epoch} ${at('01-05T11:59:00').toISOString()}`,
    );
    const now = at('01-05T12:00:02');
    await Promise.all([fireTriggers().run(deps, now), fireTriggers().run(other, now)]);
    await look(at('01-05T11:30:00'), at('01-05T12:01:00'));
    expect(await slotsOf(triggerId)).toMatchObject([{ outcome: 'fired', dueAt: at('01-05T12:00:00').toISOString() }]);
    const types = (await service.eventsOf(`triggerSlot-${triggerId}.${nextYear}0105T120000.000Z`)).map(
      ({ type }) => type,
    );
    expect(types).toEqual(['TriggerSlotFired']);
    await other.openRuns.stop();
    await archive(triggerId);
  });

  it('fire at their time although another account lags, whose own fire once it has caught up', async () => {
    const { eventLog, operations, readModelDb } = service.stores;
    await recordAccount(eventLog, globex, 'Globex');
    const triggerId = await create();
    const lagging = await create({}, new Date().toISOString(), globex);
    await caughtUp();
    // As a projector publishes and stores it that has not shown one event of an account.
    await service.stopProjector();
    const unshown = `${eventLog.epoch}-${'0'.repeat(20)}`;
    await readModelDb.collection('projectionStates').updateMany({}, { $set: { position: unshown } });
    const readModels = openReadModels({ db: readModelDb, eventLog });
    const projected = async (...lagging: string[]) => {
      const position = (await eventLog.head())?.position ?? null;
      readModels.onNotice({ topic: projectedTopic, ids: ['prompt', ...lagging], position });
    };
    await projected(globex, unshown);
    const job = fireTriggers();
    const lookAt = (time: string) => job.run({ ...deps, readModels }, at(time));
    await operations.checkpoints.write(
      'automation.triggersLookedAt',
      `${eventLog.epoch} ${at('01-06T10:59:30').toISOString()}`,
    );
    const firedOf = async (id: TriggerId) => {
      const events = await service.eventsOf(`triggerSlot-${id}.${nextYear}0106T110000.000Z`);
      return events.map(({ type }) => type);
    };
    await lookAt('01-06T11:00:01');
    expect(await firedOf(triggerId)).toEqual(['TriggerSlotFired']);
    await projected(globex, unshown);
    await lookAt('01-06T11:00:02');
    expect(await firedOf(lagging)).toEqual([]);
    await projected();
    await lookAt('01-06T11:00:03');
    expect(await firedOf(lagging)).toEqual(['TriggerSlotFired']);
    expect(await firedOf(triggerId)).toEqual(['TriggerSlotFired']);
    await projected();
    await lookAt('01-06T11:01:01');
    expect(await operations.checkpoints.read('automation.triggersLookedAt')).toBe(
      `${eventLog.epoch} ${at('01-06T11:01:01').toISOString()}`,
    );
    await service.startProjector();
    await archive(triggerId);
    await eventLog.handle(triggerDecider, lagging, { type: 'archiveTrigger' }, signedBy('ada', globex));
  });

  it('do not fire again when the clock goes back, nor start what is in its future', async () => {
    const triggerId = await create();
    await look(at('02-05T11:59:00'), at('02-05T12:00:05'));
    // The place of the last look is a year ahead, and not believed.
    await look(at('12-31T00:00:00'), at('02-05T11:58:00'));
    await look(at('02-05T11:58:00'), at('02-05T12:00:05'));
    expect(await slotsOf(triggerId)).toHaveLength(1);
    await archive(triggerId);
  });

  it.each(clockChanges)(
    'start each time once in $timeZone, whose clocks go $way',
    async ({ timeZone, at: change, daily }) => {
      const around = (minutes: number, lateMs = 0) => new Date(Date.parse(change) + minutes * minuteMs + lateMs);
      const crons = [daily, '0 * * * *', '*/15 * * * *'];
      const triggers = await Promise.all(
        crons.map((cron) => create({ cron, timeZone, overlap: 'allow' }, around(-90).toISOString())),
      );
      let looking = fireTriggers();
      const goOn = async (from: number, until: number) => {
        for (let minutes = from; minutes <= until; minutes += 5) await looking.run(deps, around(minutes, 5_000));
      };
      await look(around(-90), around(-90, 5_000));
      await goOn(-85, -5);
      looking = fireTriggers();
      await goOn(0, 90);
      // The clock of the machine goes back, and comes through the change again; then one look has it all at once.
      await goOn(-60, 90);
      await look(around(-90), around(90, 10_000));

      const facts = async (triggerId: TriggerId) => {
        const found: [string, string][] = [];
        for (let minutes = -90; minutes <= 90; minutes += 5) {
          const slot = triggerSlotIdOf(triggerId, { dueAt: around(minutes) });
          for (const { type } of await service.eventsOf(`triggerSlot-${slot}`)) {
            found.push([around(minutes).toISOString(), type]);
          }
        }
        return found;
      };
      for (const [index, cron] of crons.entries()) {
        const told = cronTimes({ cron, timeZone }).next(20, around(-90));
        const due = told.filter((time) => time <= around(90)).map((time) => [time.toISOString(), 'TriggerSlotFired']);
        expect([cron, await facts(triggers[index] as TriggerId)]).toEqual([cron, due]);
      }
      await Promise.all(triggers.map(archive));
    },
  );

  it('catch up with the newest of the times that were missed, and count the others', async () => {
    const triggerId = await create({ catchUpMinutes: 30 });
    await look(at('03-05T07:30:00'), at('03-05T11:20:00'));
    await look(at('03-06T07:30:00'), at('03-06T09:45:00'));
    expect(await slotsOf(triggerId)).toMatchObject([
      { outcome: 'missed', missedCount: 2, dueAt: at('03-06T09:00:00').toISOString() },
      { outcome: 'fired', lateMs: 20 * minuteMs, dueAt: at('03-05T11:00:00').toISOString() },
      { outcome: 'missed', missedCount: 3, dueAt: at('03-05T10:00:00').toISOString() },
    ]);
    await archive(triggerId);
  });

  it('start nothing while they are off', async () => {
    const triggerId = await create();
    const toggle = { type: 'toggleTrigger' as const };
    await service.stores.eventLog.handle(triggerDecider, triggerId, toggle, signedBy('ada'));
    await look(at('04-05T11:59:00'), at('04-05T12:00:05'));
    expect(await slotsOf(triggerId)).toEqual([]);
  });

  it.each([
    ['skip', 'skipped', 'QUEUED'],
    ['queue', 'queued', 'QUEUED'],
    ['cancel', 'fired', 'CANCELED'],
    ['allow', 'fired', 'QUEUED'],
  ] as const)('%s: a time is %s while the run before has not ended', async (overlap, outcome, status) => {
    const triggerId = await create({ overlap });
    await look(at('05-05T10:59:00'), at('05-05T11:00:05'));
    const before = await openRun(triggerId);
    await look(at('05-05T11:59:00'), at('05-05T12:00:05'));
    expect((await slotsOf(triggerId))[0]).toMatchObject({ outcome });
    expect(await service.statusOf(before)).toBe(status);
    await archive(triggerId);
  });

  it('that cancel the run before let go on what they started themselves when their time is looked at again', async () => {
    const triggerId = await create({ overlap: 'cancel' });
    await look(at('05-06T11:59:00'), at('05-06T12:00:05'));
    const own = await openRun(triggerId);
    // The process died before it had written down how far it had looked.
    await look(at('05-06T11:59:00'), at('05-06T12:00:06'));
    expect(await slotsOf(triggerId)).toHaveLength(1);
    expect(await service.statusOf(own)).toBe('QUEUED');
    await archive(triggerId);
  });

  it('that queue start the newest once the run before has ended', async () => {
    const triggerId = await create({ overlap: 'queue' });
    await look(at('06-05T10:59:00'), at('06-05T11:00:05'));
    const before = await openRun(triggerId);
    await look(at('06-05T11:59:00'), at('06-05T12:00:05'));
    await look(at('06-05T12:59:00'), at('06-05T13:00:05'));
    await startWaiting(at('06-05T13:10:00'));
    expect((await slotsOf(triggerId)).map(({ outcome }) => outcome)).toEqual(['superseded', 'queued', 'fired']);
    const cancel = { type: 'setStatus' as const, status: 'CANCELED' as const };
    await service.stores.eventLog.handle(testRunDecider, before, cancel, signedBy('ada'));
    await startWaiting(at('06-05T13:20:00'));
    expect((await slotsOf(triggerId)).map(({ outcome, dueAt }) => [outcome, dueAt.slice(11, 16)])).toEqual([
      ['fired', '13:00'],
      ['superseded', '12:00'],
      ['fired', '11:00'],
    ]);
    await archive(triggerId);
  });

  it('of the latest deploy wait while read models lag, rather than fail', async () => {
    const triggerId = await create({ latestDeploy: true });
    await look(at('02-01T11:59:30'), at('02-01T12:00:01'));
    const [fired] = await service.eventsOf(`triggerSlot-${triggerId}.${nextYear}0201T120000.000Z`);
    if (!fired) throw new Error('it has fired');
    await caughtUp();
    await service.stopProjector();
    await archive(await create());
    // What fired is shown already, but not everything that may be the latest deploy.
    const failure = await startTriggeredRuns.react(fired, deps).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'ReadModelsLagging', scope: acme });
    expect(isTransient(failure)).toBe(true);
    await service.startProjector();
    await caughtUp();
    await startTriggeredRuns.react(fired, deps);
    expect(await slotsOf(triggerId)).toMatchObject([
      { outcome: 'refused', message: expect.stringContaining('Latest Deploy') },
    ]);
    await archive(triggerId);
  });

  describe('of deploys', () => {
    beforeAll(() => service.startAutomation());
    afterAll(() => service.stopAutomation());

    const deploy = async (occurredAt = new Date().toISOString()): Promise<DeployId> => {
      const deployId = newId<DeployId>();
      const facts = { deployId, projectId: shop, environmentId, branch: 'main', commit: null, build: null };
      const command = { type: 'createDeploy' as const, ...facts, buildName: null };
      await service.stores.eventLog.handle(deployDecider, deployId, command, { ...signedBy('ada'), occurredAt });
      return deployId;
    };

    it('start one run of several deploys that follow each other, and say what became of each', async () => {
      const triggerId = await create({
        type: 'deploy',
        cron: null,
        deployedProjectIds: ['0' as never],
        // Longer than a busy machine takes to show the second deploy: the first one must not fire alone.
        settleSeconds: 5,
      });
      const elsewhere = await create({
        type: 'deploy',
        cron: null,
        deployedProjectIds: [shop],
        environmentId: await service.environment(),
        settleSeconds: 0,
      });
      await caughtUp();
      await deploy();
      const last = await deploy();
      const fired = await eventually(async () => {
        const slots = await slotsOf(triggerId);
        return slots.find(({ outcome, deployId }) => outcome === 'fired' && deployId === last) ?? null;
      });
      expect(fired).toMatchObject({ cause: 'deploy' });
      const run = await eventually(async () => (await slotsOf(triggerId))[0]?.testRun ?? null);
      expect(run).toMatchObject({ number: 1 });
      const view = await service.readModels.of(acme).testRun(run?.id as TestRunId);
      expect(view).toMatchObject({
        createdBy: { fullName: 'Test trigger' },
        trigger: { id: triggerId, name: triggerId },
      });
      expect(await slotsOf(elsewhere)).toEqual([]);
    });

    it('are missed where they are told later than a trigger catches up', async () => {
      const settings = { type: 'deploy' as const, cron: null, deployedProjectIds: [shop], settleSeconds: 30 };
      const of = (catchUpMinutes: number) => create({ ...settings, catchUpMinutes }, hoursAgo(3));
      const [strict, patient] = [await of(60), await of(180)];
      await caughtUp();
      const deployedAt = hoursAgo(2);
      await deploy(deployedAt);
      const outcomes = async () => [await slotsOf(strict), await slotsOf(patient)];
      await eventually(async () => (await outcomes()).every(([slot]) => slot && slot.outcome !== 'settling'));
      const dueAt = new Date(Date.parse(deployedAt) + 30_000).toISOString();
      expect(await outcomes()).toMatchObject([
        [{ outcome: 'missed', cause: 'deploy', missedCount: 1, dueAt, testRun: null }],
        [{ outcome: 'fired', cause: 'deploy' }],
      ]);
      for (const triggerId of [strict, patient]) await archive(triggerId);
    });

    it('are refused with the reason when their run cannot be started', async () => {
      const triggerId = await create({
        type: 'deploy',
        cron: null,
        deployedProjectIds: [shop],
        settleSeconds: 0,
        buildId: 'no-build' as never,
      });
      await caughtUp();
      await deploy();
      const refused = await eventually(async () => {
        const [slot] = await slotsOf(triggerId);
        return slot?.outcome === 'refused' ? slot : null;
      });
      expect(refused).toMatchObject({ message: 'You must select a build' });
    });

    it('start nothing more while the account has as many unfinished runs as it may have', async () => {
      await service.stopAutomation();
      service.startOptions = { openRunsQuota: 1 };
      await service.startAutomation();
      await service.createRun({ environmentId });
      const triggerId = await create({ type: 'deploy', cron: null, deployedProjectIds: [shop], settleSeconds: 0 });
      await caughtUp();
      await deploy();
      const refused = await eventually(async () => {
        const [slot] = await slotsOf(triggerId);
        return slot?.outcome === 'refused' ? slot : null;
      });
      expect(refused.message).toMatch(/^As many test runs of the account are unfinished .* The limit is 1\.$/);
    });
  });
});
