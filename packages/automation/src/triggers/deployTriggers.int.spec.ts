import type { Flags } from '@assay/application';
import { type DeployId, softQuotaFlag, type TestRunId } from '@assay/contract';
import { deployDecider } from '@assay/domain';
import { newId } from '@assay/event-log';
import { eventually } from '../../../../test/support/eventually.ts';
import { shop } from '../../../../test/support/recordedIds.ts';
import { acme, signedBy } from '../../../../test/support/storesUnderTest.ts';
import { type TriggersUnderTest, triggersUnderTest } from '../../test/triggersUnderTest.ts';

describe('triggers of deploys', () => {
  let world: TriggersUnderTest;
  beforeAll(async () => {
    world = await triggersUnderTest();
    await world.service.startAutomation();
  });
  afterAll(() => world.stop());

  const deploy = async (occurredAt = new Date().toISOString()): Promise<DeployId> => {
    const deployId = newId<DeployId>();
    const facts = {
      deployId,
      projectId: shop,
      environmentId: world.environmentId,
      branch: 'main',
      commit: null,
      build: null,
    };
    const command = { type: 'createDeploy' as const, ...facts, buildName: null };
    await world.service.stores.eventLog.handle(deployDecider, deployId, command, { ...signedBy('ada'), occurredAt });
    return deployId;
  };

  it('start one run of several deploys that follow each other, and say what became of each', async () => {
    const triggerId = await world.create({
      type: 'deploy',
      cron: null,
      deployedProjectIds: ['0' as never],
      // Longer than a busy machine takes to show the second deploy: the first one must not fire alone.
      settleSeconds: 5,
    });
    const elsewhere = await world.create({
      type: 'deploy',
      cron: null,
      deployedProjectIds: [shop],
      environmentId: await world.service.environment(),
      settleSeconds: 0,
    });
    await world.caughtUp();
    await deploy();
    const last = await deploy();
    const fired = await eventually(async () => {
      const slots = await world.slotsOf(triggerId);
      return slots.find(({ outcome, deployId }) => outcome === 'fired' && deployId === last) ?? null;
    });
    expect(fired).toMatchObject({ cause: 'deploy' });
    const run = await eventually(async () => (await world.slotsOf(triggerId))[0]?.testRun ?? null);
    expect(run).toMatchObject({ number: 1 });
    const view = await world.service.readModels.of(acme).testRun(run?.id as TestRunId);
    expect(view).toMatchObject({
      createdBy: { fullName: 'Test trigger' },
      trigger: { id: triggerId, name: triggerId },
    });
    expect(await world.slotsOf(elsewhere)).toEqual([]);
  });

  it('are missed where they arrive later than a trigger catches up', async () => {
    const settings = { type: 'deploy' as const, cron: null, deployedProjectIds: [shop], settleSeconds: 30 };
    const of = (catchUpMinutes: number) => world.create({ ...settings, catchUpMinutes }, world.hoursAgo(3));
    const [strict, patient] = [await of(60), await of(180)];
    await world.caughtUp();
    const deployedAt = world.hoursAgo(2);
    await deploy(deployedAt);
    const outcomes = async () => [await world.slotsOf(strict), await world.slotsOf(patient)];
    await eventually(async () => (await outcomes()).every(([slot]) => slot && slot.outcome !== 'settling'));
    const dueAt = new Date(Date.parse(deployedAt) + 30_000).toISOString();
    expect(await outcomes()).toMatchObject([
      [{ outcome: 'missed', cause: 'deploy', missedCount: 1, dueAt, testRun: null }],
      [{ outcome: 'fired', cause: 'deploy' }],
    ]);
    for (const triggerId of [strict, patient]) await world.archive(triggerId);
  });

  it('are refused with the reason when their run cannot be started', async () => {
    const triggerId = await world.create({
      type: 'deploy',
      cron: null,
      deployedProjectIds: [shop],
      settleSeconds: 0,
      buildId: 'no-build' as never,
    });
    await world.caughtUp();
    await deploy();
    const refused = await eventually(async () => {
      const [slot] = await world.slotsOf(triggerId);
      return slot?.outcome === 'refused' ? slot : null;
    });
    expect(refused).toMatchObject({ message: 'You must select a build' });
  });

  it('start nothing more while the account has as many unfinished runs as it may have', async () => {
    await world.service.stopAutomation();
    world.service.startOptions = { openRunsQuota: 1 };
    await world.service.startAutomation();
    await world.service.createRun({ environmentId: world.environmentId });
    const triggerId = await world.create({ type: 'deploy', cron: null, deployedProjectIds: [shop], settleSeconds: 0 });
    await world.caughtUp();
    await deploy();
    const refused = await eventually(async () => {
      const [slot] = await world.slotsOf(triggerId);
      return slot?.outcome === 'refused' ? slot : null;
    });
    expect(refused.message).toMatch(/^As many test runs of the account are unfinished .* The limit is 1\.$/);
  });

  it('are started all the same where the operator makes the quotas soft', async () => {
    const flags: Flags = { of: async () => [softQuotaFlag] };
    await world.service.stopAutomation();
    world.service.startOptions = { openRunsQuota: 1, flags };
    await world.service.startAutomation();
    await world.service.createRun({ environmentId: world.environmentId });
    const triggerId = await world.create({ type: 'deploy', cron: null, deployedProjectIds: [shop], settleSeconds: 0 });
    await world.caughtUp();
    await deploy();
    const run = await eventually(async () => (await world.slotsOf(triggerId))[0]?.testRun ?? null);
    expect(run).toMatchObject({ number: expect.any(Number) });
  });
});
