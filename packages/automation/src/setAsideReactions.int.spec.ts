import type { AgentId, Position, ProjectId } from '@assay/contract';
import { projectDecider, reactionDecider, reactionIdOf } from '@assay/domain';
import { ReadModelsLagging } from '@assay/projections';
import { eventually } from '../../../test/support/eventually.ts';
import { recordProject } from '../../../test/support/recordedSetting.ts';
import { listedTest } from '../../../test/support/runStory.ts';
import { acme, signedBy } from '../../../test/support/storesUnderTest.ts';
import { AgentDriver } from '../test/agentDriver.ts';
import { ServiceUnderTest } from '../test/serviceUnderTest.ts';
import { policy } from './policy.ts';
import { type PolicyGroup, policyGroups } from './policyGroups.ts';

/** A policy that fails as a test says, and what it has reacted to. */
function fragilePolicy() {
  const failures = new Map<string, Error>();
  const reacted: string[] = [];
  let attempts = 0;
  const declared = policy({
    name: 'fragile',
    on: ['ProjectArchived'],
    react: async ({ data: { projectId } }) => {
      attempts += 1;
      const failure = failures.get(projectId);
      if (failure) throw failure;
      reacted.push(projectId);
    },
  });
  return { declared, failures, reacted, attempts: () => attempts };
}

describe('a reaction that keeps failing', () => {
  let service: ServiceUnderTest;
  const fragile = fragilePolicy();
  const group: PolicyGroup = { name: 'fragile', checkpoint: 'automation.fragile', policies: [fragile.declared] };
  beforeAll(async () => {
    service = await ServiceUnderTest.start();
    await service.stopAutomation();
    service.groupsOfStart = () => [...policyGroups(), group];
    await service.startAutomation();
  });
  afterAll(() => service.stop());

  async function archived(name: string): Promise<string> {
    const { eventLog } = service.stores;
    const projectId = name as ProjectId;
    await recordProject(eventLog, acme, projectId, name);
    await eventLog.handle(projectDecider, projectId, { type: 'archiveProject' }, signedBy('ada'));
    const event = (await service.eventsOf(`project-${name}`)).at(-1);
    return reactionIdOf('fragile', event?.id ?? '');
  }
  const stateOf = async (id: string) => (await service.stores.eventLog.load(reactionDecider, id)).state;
  const reaches = (id: string, status: string) => eventually(async () => (await stateOf(id)).status === status);
  const retry = (id: string) =>
    service.stores.eventLog.handle(reactionDecider, id, { type: 'retryReaction' }, signedBy('staff'));
  const listed = async () => (await service.readModels.setAsideReactions({ offset: 0, limit: 10 })).reactions;

  it('is set aside with its error, and neither its own group nor another waits for it', async () => {
    fragile.failures.set('poison', new TypeError(`no such thing ${'x'.repeat(2_000)}`));
    const id = await archived('poison');
    await archived('healthy');
    await eventually(() => fragile.reacted.includes('healthy'));
    expect(await stateOf(id)).toMatchObject({ status: 'setAside', reaction: { group: 'fragile', policy: 'fragile' } });
    const { eventLog, operations } = service.stores;
    const testRunId = await service.createRun();
    const testsOf = () => [listedTest('adds')];
    await service.reaches(
      testRunId,
      'PASS',
      new AgentDriver(eventLog, operations, { agentId: 'a' as AgentId, testsOf }),
    );
    await service.quiet();
    const [shown] = await listed();
    expect(shown).toMatchObject({ id, accountId: acme, eventType: 'ProjectArchived', failures: 1, retrying: false });
    expect(shown?.error).toMatch(/^TypeError: no such thing x+$/);
    expect(await service.readModels.setAsideReactionCount()).toBe(1);
  });

  it('is set aside again by a retry that fails, and settled by one that succeeds', async () => {
    const [shown] = await listed();
    const id = shown?.id ?? '';
    await retry(id);
    await service.quiet();
    expect(await listed()).toMatchObject([{ id, failures: 2 }]);
    fragile.failures.clear();
    await retry(id);
    await reaches(id, 'settled');
    expect(fragile.reacted.filter((name) => name === 'poison')).toHaveLength(1);
    await service.quiet();
    expect(await service.readModels.setAsideReactionCount()).toBe(0);
  });

  it('is not set aside while it waits for read models, however often it fails', async () => {
    const before = fragile.attempts();
    fragile.failures.set(
      'patient',
      new ReadModelsLagging({ scope: 'all', tier: 'prompt', position: 'e-1' as Position }),
    );
    const id = await archived('patient');
    await eventually(() => fragile.attempts() - before > 6);
    expect((await stateOf(id)).status).toBe('none');
    fragile.failures.clear();
    await eventually(() => fragile.reacted.includes('patient'));
  });

  it('is not lost when the process stops while it is retried, and is recorded once', async () => {
    fragile.failures.set('cut-off', new Error('bad'));
    const before = fragile.attempts();
    const id = await archived('cut-off');
    await eventually(() => fragile.attempts() > before);
    await service.stopAutomation();
    expect((await stateOf(id)).status).toBe('none');
    await service.startAutomation();
    await reaches(id, 'setAside');
    await service.stopAutomation();
    await service.rewind((await service.eventsOf('project-cut-off'))[0]?.position ?? ('' as Position));
    await service.startAutomation();
    await service.quiet();
    expect((await service.eventsOf(`reaction-${id}`)).map(({ type }) => type)).toEqual(['ReactionSetAside']);
  });

  it('is retried although the process stopped before it got to the request', async () => {
    const [shown] = await listed();
    const id = shown?.id ?? '';
    await service.stopAutomation();
    fragile.failures.clear();
    await retry(id);
    await service.startAutomation();
    await reaches(id, 'settled');
    expect(fragile.reacted).toContain('cut-off');
  });
});
