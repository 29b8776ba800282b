import { cronTimes, type TriggerId, triggerSlotIdOf } from '@assay/contract';
import { testRunDecider, triggerDecider } from '@assay/domain';
import { openReadModels, projectedTopic } from '@assay/projections';
import { clockChanges } from '../../../../test/support/clockChanges.ts';
import { globex } from '../../../../test/support/recordedIds.ts';
import { recordAccount } from '../../../../test/support/recordedSetting.ts';
import { acme, signedBy } from '../../../../test/support/storesUnderTest.ts';
import { type TriggersUnderTest, triggersUnderTest } from '../../test/triggersUnderTest.ts';
import { isTransient } from '../isTransient.ts';
import { fireTriggers } from './fireTriggers.ts';
import { startTriggeredRuns } from './startTriggeredRuns.ts';

/** Long after the triggers of this spec were made. */
const nextYear = new Date().getUTCFullYear() + 1;
const at = (time: string) => new Date(`${nextYear}-${time}.000Z`);
const minuteMs = 60_000;

describe('triggers', () => {
  let world: TriggersUnderTest;
  beforeAll(async () => {
    world = await triggersUnderTest();
  });
  afterAll(() => world.stop());

  it('fire a time once, though two processes see it at the same moment and a third one later', async () => {
    const triggerId = await world.create();
    const other = world.depsOn(await world.service.stores.openAnotherLog());
    await world.service.stores.operations.checkpoints.write(
      'automation.triggersLookedAt',
      `${world.service.stores.eventLog.epoch} ${at('01-05T11:59:00').toISOString()}`,
    );
    const now = at('01-05T12:00:02');
    await Promise.all([fireTriggers().run(world.deps, now), fireTriggers().run(other, now)]);
    await world.look(at('01-05T11:30:00'), at('01-05T12:01:00'));
    expect(await world.slotsOf(triggerId)).toMatchObject([
      { outcome: 'fired', dueAt: at('01-05T12:00:00').toISOString() },
    ]);
    const types = (await world.service.eventsOf(`triggerSlot-${triggerId}.${nextYear}0105T120000.000Z`)).map(
      ({ type }) => type,
    );
    expect(types).toEqual(['TriggerSlotFired']);
    await other.openRuns.stop();
    await world.archive(triggerId);
  });

  it('fire at their time although another account lags, whose own fire once it has caught up', async () => {
    const { eventLog, operations, readModelDb } = world.service.stores;
    await recordAccount(eventLog, globex, 'Globex');
    const triggerId = await world.create();
    const lagging = await world.create({}, new Date().toISOString(), globex);
    await world.caughtUp();
    // As a projector publishes and stores it that has not shown one event of an account.
    await world.service.stopProjector();
    const unshown = `${eventLog.epoch}-${'0'.repeat(20)}`;
    await readModelDb.collection('projectionStates').updateMany({}, { $set: { position: unshown } });
    const readModels = openReadModels({ db: readModelDb, eventLog });
    const projected = async (...lagging: string[]) => {
      const position = (await eventLog.head())?.position ?? null;
      readModels.onNotice({ topic: projectedTopic, ids: ['prompt', ...lagging], position });
    };
    await projected(globex, unshown);
    const job = fireTriggers();
    const lookAt = (time: string) => job.run({ ...world.deps, readModels }, at(time));
    await operations.checkpoints.write(
      'automation.triggersLookedAt',
      `${eventLog.epoch} ${at('01-06T10:59:30').toISOString()}`,
    );
    const firedOf = async (id: TriggerId) => {
      const events = await world.service.eventsOf(`triggerSlot-${id}.${nextYear}0106T110000.000Z`);
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
    await world.service.startProjector();
    await world.archive(triggerId);
    await eventLog.handle(triggerDecider, lagging, { type: 'archiveTrigger' }, signedBy('ada', globex));
  });

  it('do not fire again when the clock goes back, nor start what is in its future', async () => {
    const triggerId = await world.create();
    await world.look(at('02-05T11:59:00'), at('02-05T12:00:05'));
    // The place of the last world.look is a year ahead, and not believed.
    await world.look(at('12-31T00:00:00'), at('02-05T11:58:00'));
    await world.look(at('02-05T11:58:00'), at('02-05T12:00:05'));
    expect(await world.slotsOf(triggerId)).toHaveLength(1);
    await world.archive(triggerId);
  });

  it.each(clockChanges)(
    'start each time once in $timeZone, whose clocks go $way',
    async ({ timeZone, at: change, daily }) => {
      const around = (minutes: number, lateMs = 0) => new Date(Date.parse(change) + minutes * minuteMs + lateMs);
      const crons = [daily, '0 * * * *', '*/15 * * * *'];
      const triggers = await Promise.all(
        crons.map((cron) => world.create({ cron, timeZone, overlap: 'allow' }, around(-90).toISOString())),
      );
      let looking = fireTriggers();
      const goOn = async (from: number, until: number) => {
        for (let minutes = from; minutes <= until; minutes += 5) await looking.run(world.deps, around(minutes, 5_000));
      };
      await world.look(around(-90), around(-90, 5_000));
      await goOn(-85, -5);
      looking = fireTriggers();
      await goOn(0, 90);
      // The clock of the machine goes back, and comes through the change again; then one world.look has it all at once.
      await goOn(-60, 90);
      await world.look(around(-90), around(90, 10_000));

      const facts = async (triggerId: TriggerId) => {
        const found: [string, string][] = [];
        for (let minutes = -90; minutes <= 90; minutes += 5) {
          const slot = triggerSlotIdOf(triggerId, { dueAt: around(minutes) });
          for (const { type } of await world.service.eventsOf(`triggerSlot-${slot}`)) {
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
      await Promise.all(triggers.map(world.archive));
    },
  );

  it('catch up with the newest of the times that were missed, and count the others', async () => {
    const triggerId = await world.create({ catchUpMinutes: 30 });
    await world.look(at('03-05T07:30:00'), at('03-05T11:20:00'));
    await world.look(at('03-06T07:30:00'), at('03-06T09:45:00'));
    expect(await world.slotsOf(triggerId)).toMatchObject([
      { outcome: 'missed', missedCount: 2, dueAt: at('03-06T09:00:00').toISOString() },
      { outcome: 'fired', lateMs: 20 * minuteMs, dueAt: at('03-05T11:00:00').toISOString() },
      { outcome: 'missed', missedCount: 3, dueAt: at('03-05T10:00:00').toISOString() },
    ]);
    await world.archive(triggerId);
  });

  it('start nothing while they are off', async () => {
    const triggerId = await world.create();
    const toggle = { type: 'toggleTrigger' as const };
    await world.service.stores.eventLog.handle(triggerDecider, triggerId, toggle, signedBy('ada'));
    await world.look(at('04-05T11:59:00'), at('04-05T12:00:05'));
    expect(await world.slotsOf(triggerId)).toEqual([]);
  });

  it.each([
    ['skip', 'skipped', 'QUEUED'],
    ['queue', 'queued', 'QUEUED'],
    ['cancel', 'fired', 'CANCELED'],
    ['allow', 'fired', 'QUEUED'],
  ] as const)('%s: a time is %s while the run before has not ended', async (overlap, outcome, status) => {
    const triggerId = await world.create({ overlap });
    await world.look(at('05-05T10:59:00'), at('05-05T11:00:05'));
    const before = await world.openRun(triggerId);
    await world.look(at('05-05T11:59:00'), at('05-05T12:00:05'));
    expect((await world.slotsOf(triggerId))[0]).toMatchObject({ outcome });
    expect(await world.service.statusOf(before)).toBe(status);
    await world.archive(triggerId);
  });

  it('that cancel the run before let go on what they started themselves when their time is looked at again', async () => {
    const triggerId = await world.create({ overlap: 'cancel' });
    await world.look(at('05-06T11:59:00'), at('05-06T12:00:05'));
    const own = await world.openRun(triggerId);
    // The process died before it had written down how far it had looked.
    await world.look(at('05-06T11:59:00'), at('05-06T12:00:06'));
    expect(await world.slotsOf(triggerId)).toHaveLength(1);
    expect(await world.service.statusOf(own)).toBe('QUEUED');
    await world.archive(triggerId);
  });

  it('that queue start the newest once the run before has ended', async () => {
    const triggerId = await world.create({ overlap: 'queue' });
    await world.look(at('06-05T10:59:00'), at('06-05T11:00:05'));
    const before = await world.openRun(triggerId);
    await world.look(at('06-05T11:59:00'), at('06-05T12:00:05'));
    await world.look(at('06-05T12:59:00'), at('06-05T13:00:05'));
    await world.startWaiting(at('06-05T13:10:00'));
    expect((await world.slotsOf(triggerId)).map(({ outcome }) => outcome)).toEqual(['superseded', 'queued', 'fired']);
    const cancel = { type: 'setStatus' as const, status: 'CANCELED' as const };
    await world.service.stores.eventLog.handle(testRunDecider, before, cancel, signedBy('ada'));
    await world.startWaiting(at('06-05T13:20:00'));
    expect((await world.slotsOf(triggerId)).map(({ outcome, dueAt }) => [outcome, dueAt.slice(11, 16)])).toEqual([
      ['fired', '13:00'],
      ['superseded', '12:00'],
      ['fired', '11:00'],
    ]);
    await world.archive(triggerId);
  });

  it('of the latest deploy wait while read models lag, rather than fail', async () => {
    const triggerId = await world.create({ latestDeploy: true });
    await world.look(at('02-01T11:59:30'), at('02-01T12:00:01'));
    const [fired] = await world.service.eventsOf(`triggerSlot-${triggerId}.${nextYear}0201T120000.000Z`);
    if (!fired) throw new Error('it has fired');
    await world.caughtUp();
    await world.service.stopProjector();
    await world.archive(await world.create());
    // What fired is shown already, but not everything that may be the latest deploy.
    const failure = await startTriggeredRuns.react(fired, world.deps).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'ReadModelsLagging', scope: acme });
    expect(isTransient(failure)).toBe(true);
    await world.service.startProjector();
    await world.caughtUp();
    await startTriggeredRuns.react(fired, world.deps);
    expect(await world.slotsOf(triggerId)).toMatchObject([
      { outcome: 'refused', message: expect.stringContaining('Latest Deploy') },
    ]);
    await world.archive(triggerId);
  });
});
