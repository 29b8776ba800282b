import type { AgentId, ProjectId } from '@assay/contract';
import { projectDecider } from '@assay/domain';
import { eventually } from '../../../test/support/eventually.ts';
import { recordProject } from '../../../test/support/recordedSetting.ts';
import { listedTest } from '../../../test/support/runStory.ts';
import { acme, signedBy } from '../../../test/support/storesUnderTest.ts';
import { AgentDriver } from '../test/agentDriver.ts';
import { ServiceUnderTest } from '../test/serviceUnderTest.ts';
import { policy } from './policy.ts';
import { policyGroups } from './policyGroups.ts';

/** A policy that tests can block, and the events it received. */
function heldPolicy() {
  const handed: string[] = [];
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const declared = policy({
    name: 'held',
    on: ['ProjectArchived', 'TestRunCreated'],
    react: async ({ id }) => {
      handed.push(id);
      await held;
    },
  });
  return { declared, handed, release: () => release() };
}

describe('groups of policies', () => {
  let service: ServiceUnderTest;
  const held = heldPolicy();
  beforeAll(async () => {
    service = await ServiceUnderTest.start();
    await service.stopAutomation();
    const hanging = { name: 'hanging', checkpoint: 'automation.hanging', policies: [held.declared] };
    service.groupsOfStart = () => [...policyGroups(), hanging];
    await service.startAutomation();
  });
  afterAll(async () => {
    held.release();
    await service.stop();
  });

  it('continue while a reaction of another group hangs', async () => {
    const { eventLog, operations } = service.stores;
    const projectId = 'abandoned' as ProjectId;
    await recordProject(eventLog, acme, projectId, projectId);
    await eventLog.handle(projectDecider, projectId, { type: 'archiveProject' }, signedBy('ada'));
    await eventually(() => held.handed.length === 1);
    const testRunId = await service.createRun();
    const testsOf = () => [listedTest('adds')];
    await service.reaches(
      testRunId,
      'PASS',
      new AgentDriver(eventLog, operations, { agentId: 'a' as AgentId, testsOf }),
    );
    // Its own events wait for their turn, and come in order once it does not hang any more.
    expect(held.handed).toHaveLength(1);
    held.release();
    await service.quiet();
    expect(held.handed).toHaveLength(2);
  });

  it('survive an unavailable store, and react once it is back', async () => {
    await service.stores.stopEventStore();
    await service.stores.startEventStoreAgain();
    // The client may not have noticed yet that it is back.
    const testRunId = await eventually(() => service.createRun());
    await service.reaches(testRunId, 'SUBMITTED');
  });
});
