import type { AccountId, AgentId, LeaseId, TestRunId } from '@assay/contract';
import { claimerAs } from '../../../../test/support/claimerAs.ts';
import { acme, agentA, agentB, orderOf, setupOf, testOf, unitOf, unitsOf } from '../../test/offeredWork.ts';
import { type OperationsUnderTest, startOperations } from '../../test/operationsUnderTest.ts';
import type { WorkQueue } from './workQueue.ts';

describe('claims', () => {
  let under: OperationsUnderTest;
  let queue: WorkQueue;
  beforeEach(async () => {
    under = await startOperations();
    queue = under.operations.workQueue;
  });
  afterEach(() => under.stop());

  const claim = async (agentId: AgentId, slots: number[], accountId: AccountId | null = null) =>
    (await queue.claim({ ...claimerAs(agentId, { accountId }), slots })).map((unit) => unit._id as string);

  it('hand out a set-up with everything its runner needs to know', async () => {
    await queue.offerSetup(setupOf('run1'));
    const [unit, ...others] = await queue.claim({ ...claimerAs(agentA), slots: [0, 1] });
    expect(others).toEqual([]);
    expect(unit).toMatchObject({
      _id: 'run1.0.1',
      testRunId: 'run1',
      accountId: acme,
      unit: 0,
      attempt: 1,
      kind: 'setup',
      state: 'claimed',
      agentId: agentA,
      slot: 0,
      runnerId: 'run1-agent-a-0',
      leaseUntil: new Date(under.clock.now().getTime() + 15_000),
      tests: [],
      order: orderOf('run1'),
      newRunner: true,
    });
  });

  it('hand out units with their tests and what the set-up found out', async () => {
    await queue.offerSetup(setupOf('run1'));
    const unit = unitOf(1, { tests: [testOf('adds'), testOf('removes')], quarantined: [testOf('adds').testId] });
    await queue.offerUnits(unitsOf('run1', [unit], { order: { ...orderOf('run1'), commit: 'abc' } }));
    await claim(agentA, [0]);
    const [claimed] = await queue.claim({ ...claimerAs(agentB), slots: [4] });
    expect(claimed).toMatchObject({ _id: 'run1.1.1', kind: 'tests', ...unit, order: { commit: 'abc' } });
  });

  it('start with the longest unit', async () => {
    const units = [10, 3000, 200].map((expectedMs, n) => unitOf(n + 1, { expectedMs }));
    await queue.offerUnits(unitsOf('run1', units));
    const taken = [await claim(agentA, [0]), await claim(agentA, [1]), await claim(agentA, [2])];
    expect(taken.flat()).toEqual(['run1.2.1', 'run1.3.1', 'run1.1.1']);
  });

  it('take set-ups before tests, then higher priority, then age', async () => {
    await queue.offerUnits(unitsOf('old', [unitOf(1)]));
    under.clock.pass(1000);
    await queue.offerUnits(unitsOf('young', [unitOf(1)]));
    await queue.offerUnits(unitsOf('urgent', [unitOf(1)], { priority: 5 }));
    await queue.offerSetup(setupOf('new'));
    await queue.offerSetup(setupOf('newUrgent', { priority: 2 }));
    const order = ['newUrgent.0.1', 'new.0.1', 'urgent.1.1', 'old.1.1', 'young.1.1'];
    const taken: string[] = [];
    for (const slot of [0, 1, 2, 3, 4, 5]) taken.push(...(await claim(agentA, [slot])));
    expect(taken).toEqual(order);
  });

  /** The units that a slot works on, one after the other, until there are none left. */
  const workOff = async (agentId: AgentId): Promise<string[]> => {
    const [lease] = await claim(agentId, [0]);
    if (lease === undefined) return [];
    await queue.finishUnit(lease as LeaseId);
    return [lease, ...(await workOff(agentId))];
  };
  const units = (count: number) => Array.from({ length: count }, (_, n) => unitOf(n + 1));

  it('keep a slot at its run while it has work, though another one waits for a second runner', async () => {
    await queue.offerUnits(unitsOf('first', units(3), { seats: 1 }));
    expect(await claim(agentA, [0])).toEqual(['first.1.1']);
    await queue.offerUnits(unitsOf('second', units(2)));
    expect(await claim(agentB, [0])).toEqual(['second.1.1']);
    await queue.finishUnit('first.1.1' as LeaseId);
    expect(await workOff(agentA)).toEqual(['first.2.1', 'first.3.1', 'second.2.1']);
    expect(await queue.runnersOf('first' as TestRunId)).toEqual([]);
  });

  it('move a slot to a more urgent run of the account after a unit, and back afterwards', async () => {
    await queue.offerUnits(unitsOf('first', units(3)));
    expect(await claim(agentA, [0])).toEqual(['first.1.1']);
    await queue.offerUnits(unitsOf('urgent', units(2), { priority: 9 }));
    await queue.offerUnits(unitsOf('idle', units(1), { priority: 0 }));
    await queue.finishUnit('first.1.1' as LeaseId);
    expect(await workOff(agentA)).toEqual(['urgent.1.1', 'urgent.2.1', 'first.2.1', 'first.3.1', 'idle.1.1']);
  });

  it("let a team's few tests through between another's many, even with one runner for all", async () => {
    const other = 'other' as AccountId;
    await queue.offerUnits(unitsOf('many', units(6), { priority: 10 }));
    expect(await claim(agentA, [0])).toEqual(['many.1.1']);
    await queue.offerUnits(unitsOf('few', units(2), { accountId: other }));
    await queue.finishUnit('many.1.1' as LeaseId);
    const worked = await workOff(agentA);
    expect(worked.filter((lease) => lease.startsWith('few'))).toEqual(['few.1.1', 'few.2.1']);
    expect(worked.slice(0, 4).map((lease) => lease.split('.')[0])).toEqual(['few', 'many', 'few', 'many']);
    expect(worked).toHaveLength(7);
  });

  it('share runners evenly between accounts, however many runs one of them starts', async () => {
    for (const run of ['one', 'two', 'three']) await queue.offerUnits(unitsOf(run, units(20)));
    await queue.offerUnits(unitsOf('theirs', units(20), { accountId: 'other' as AccountId }));
    const slots = Array.from({ length: 8 }, (_, slot) => slot);
    const claimed = await claim(agentA, slots);
    expect(claimed.filter((lease) => lease.startsWith('theirs'))).toHaveLength(4);
  });

  it('spread simultaneous slots over runs, and leave each where it is', async () => {
    const agents = Array.from({ length: 24 }, (_, n) => `agent-${n}` as AgentId);
    const all = Array.from({ length: 60 }, (_, n) => unitOf(n + 1));
    for (const run of ['one', 'two', 'three']) await queue.offerUnits(unitsOf(run, all, { seats: 24 }));
    const runsOf = async () => {
      const claimed = await Promise.all(agents.map((agentId) => claim(agentId, [0])));
      return claimed.map(([lease]) => lease?.split('.')[0]);
    };
    const first = await runsOf();
    for (const run of ['one', 'two', 'three']) expect(first.filter((one) => one === run)).toHaveLength(8);
    for (let round = 2; round <= 6; round++) expect(await runsOf()).toEqual(first);
  });

  it("mark a runner's first unit in a run", async () => {
    await queue.offerUnits(unitsOf('run1', [unitOf(1), unitOf(2), unitOf(3)]));
    const first = await queue.claim({ ...claimerAs(agentA), slots: [0, 1] });
    const second = await queue.claim({ ...claimerAs(agentA), slots: [0] });
    expect(first.map(({ newRunner }) => newRunner)).toEqual([true, true]);
    expect(second.map(({ newRunner }) => newRunner)).toEqual([false]);
    expect(second[0]?.runnerId).toBe(first[0]?.runnerId);
  });

  it('admit no more runners to a run than it has seats', async () => {
    const units = Array.from({ length: 6 }, (_, n) => unitOf(n + 1));
    await queue.offerUnits(unitsOf('run1', units, { seats: 2 }));
    expect(await claim(agentA, [0, 1, 2])).toHaveLength(2);
    expect(await claim(agentB, [0])).toEqual([]);
    expect(await queue.runnersOf('run1' as TestRunId)).toEqual([
      { runnerId: 'run1-agent-a-0', agentId: agentA, slot: 0 },
      { runnerId: 'run1-agent-a-1', agentId: agentA, slot: 1 },
    ]);
  });

  it("are limited to the agent's account, if it belongs to one", async () => {
    await queue.offerUnits(unitsOf('theirs', [unitOf(1)], { accountId: 'other' as AccountId, priority: 9 }));
    await queue.offerUnits(unitsOf('ours', [unitOf(1)]));
    expect(await claim(agentA, [0, 1], acme)).toEqual(['ours.1.1']);
    expect(await claim(agentB, [0, 1], null)).toEqual(['theirs.1.1']);
  });

  it('find work offered after a run had none for a while', async () => {
    await queue.offerUnits(unitsOf('run1', [unitOf(1)], { seats: 2 }));
    expect(await claim(agentA, [0, 1])).toEqual(['run1.1.1']);
    expect(await claim(agentB, [0])).toEqual([]);
    await queue.offerUnits(unitsOf('run1', [unitOf(2)], { seats: 2 }));
    expect(await claim(agentB, [0])).toEqual(['run1.2.1']);
  });

  it('never give the same unit to two of twenty simultaneous claimers', async () => {
    const units = Array.from({ length: 200 }, (_, n) => unitOf(n + 1));
    await queue.offerUnits(unitsOf('run1', units.slice(0, 100), { seats: 30 }));
    await queue.offerUnits(unitsOf('run2', units.slice(100), { seats: 30 }));
    const processes = [under.operations, await under.openAnother(), await under.openAnother()];
    const claimedBy = async (n: number) => {
      const mine: string[] = [];
      const agentId = `agent-${n}` as AgentId;
      for (;;) {
        const claimed = await processes[n % 3]?.workQueue.claim({
          ...claimerAs(agentId, { accountId: acme }),
          slots: [0, 1],
        });
        if (!claimed || claimed.length === 0) return mine;
        mine.push(...claimed.map(({ _id }) => _id));
        await Promise.all(claimed.map(({ _id }) => queue.finishUnit(_id)));
      }
    };
    const claimed = (await Promise.all(Array.from({ length: 20 }, (_, n) => claimedBy(n)))).flat();
    expect(claimed).toHaveLength(200);
    expect(new Set(claimed).size).toBe(200);
  });

  it('admit no more runners than there are seats, however many claim at once', async () => {
    const units = Array.from({ length: 50 }, (_, n) => unitOf(n + 1));
    await queue.offerUnits(unitsOf('run1', units, { seats: 5 }));
    const agents = Array.from({ length: 20 }, (_, n) => `agent-${n}` as AgentId);
    const claimed = await Promise.all(agents.map((agentId) => claim(agentId, [0])));
    expect(new Set(claimed.flat()).size).toBe(5);
    expect(await queue.runnersOf('run1' as TestRunId)).toHaveLength(5);
  });
});
