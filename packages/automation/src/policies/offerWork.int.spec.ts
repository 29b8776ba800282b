import type { AgentId } from '@assay/contract';
import { claimerAs } from '../../../../test/support/claimerAs.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { listedTest } from '../../../../test/support/runStory.ts';
import { AgentDriver } from '../../test/agentDriver.ts';
import { ServiceUnderTest } from '../../test/serviceUnderTest.ts';
import type { Policy } from '../policy.ts';
import { policyGroups } from '../policyGroups.ts';

const seats = 50;
/** More than one fact holds the units of. */
const tests = Array.from({ length: 9_000 }, (_, index) => listedTest(`test ${index}`, `${index % 180}.spec.ts`));

describe('the work of a large run', () => {
  let service: ServiceUnderTest;
  /** What `offerWork` has read, and the facts that it is done with. */
  const read: string[] = [];
  const done: string[] = [];
  const watched = (policy: Policy): Policy => ({
    ...policy,
    react: async (event, deps) => {
      const eventLog: typeof deps.eventLog = {
        ...deps.eventLog,
        read: (stream, ...rest) => {
          read.push(stream);
          return deps.eventLog.read(stream, ...rest);
        },
      };
      await policy.react(event, { ...deps, eventLog });
      done.push(event.type);
    },
  });

  beforeAll(async () => {
    service = await ServiceUnderTest.start();
    await service.stopAutomation();
    service.groupsOfStart = () =>
      policyGroups().map((group) => {
        const policies = group.policies.map((one) => (one.name === 'offerWork' ? watched(one) : one));
        return { ...group, policies };
      });
    await service.startAutomation();
  });
  afterAll(() => service.stop());

  it('is offered in full, and its list of tests is read once, however many events its plan has', async () => {
    const { eventLog, operations } = service.stores;
    const testRunId = await service.createRun({ maxRunners: seats });
    const agent = new AgentDriver(eventLog, operations, { agentId: 'a' as AgentId, testsOf: () => tests });
    await eventually(() => done.includes('TestRunSubmitted'));
    read.length = 0;
    for (const setUp of await eventually(async () => {
      const claimed = await agent.claim();
      return claimed.length > 0 ? claimed : null;
    })) {
      await agent.complete(setUp);
    }
    const planned = await eventually(async () => {
      const facts = (await service.eventsOf(`testRun-${testRunId}`)).filter(({ type }) => type === 'WorkUnitsPlanned');
      const isComplete = facts.some(({ data }) => 'complete' in data && data.complete);
      return isComplete && done.filter((type) => type === 'WorkUnitsPlanned').length === facts.length ? facts : null;
    });
    expect(planned.length).toBeGreaterThan(1);
    expect(read.filter((stream) => stream === `testList-${testRunId}`)).toHaveLength(1);
    const offered = new Set<string>();
    const claimer = { ...claimerAs('a' as AgentId), slots: Array.from({ length: seats }, (_, slot) => slot) };
    const { workQueue } = operations;
    for (let units = await workQueue.claim(claimer); units.length > 0; units = await workQueue.claim(claimer)) {
      for (const { testId, file } of units.flatMap((unit) => unit.tests)) if (file) offered.add(testId);
      await Promise.all(units.map(({ _id }) => workQueue.finishUnit(_id)));
    }
    expect(offered.size).toBe(tests.length);
  });
});
