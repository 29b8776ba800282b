import type { AccountId, AgentId, RunnerPoolId, TestRunId } from '@assay/contract';
import { claimerAs } from '../../../../test/support/claimerAs.ts';
import { acme, agentA, agentB, setupOf, unitOf, unitsOf } from '../../test/offeredWork.ts';
import { type OperationsUnderTest, startOperations } from '../../test/operationsUnderTest.ts';
import { type Claimer, noPools, type SeatPools, type WorkQueue } from '../index.ts';

const large = 'large' as RunnerPoolId;
const small = 'small' as RunnerPoolId;
const inLarge: SeatPools = { linuxPoolId: large, windowsPoolId: null };
const units = (count: number) => Array.from({ length: count }, (_, n) => unitOf(n + 1));

describe('runs of a pool', () => {
  let under: OperationsUnderTest;
  let queue: WorkQueue;
  beforeEach(async () => {
    under = await startOperations();
    queue = under.operations.workQueue;
  });
  afterEach(() => under.stop());

  const of = (pool: RunnerPoolId, maxRunners = 10): Partial<Claimer> => ({
    pools: [{ runnerPoolId: pool, maxRunners }],
  });
  const claim = async (agentId: AgentId, changed: Partial<Claimer> = {}, slots = [0]) =>
    (await queue.claim({ ...claimerAs(agentId, changed), slots })).map(({ _id, runnerPoolId }) => [_id, runnerPoolId]);

  it('are served only by runners of their pool, set-up included, and these serve nothing else', async () => {
    await queue.offerSetup(setupOf('run1', { pools: inLarge }));
    await queue.offerUnits(unitsOf('run2', units(1)));
    expect(await claim(agentA, of(small))).toEqual([]);
    expect(await claim(agentB)).toEqual([['run2.1.1', null]]);
    expect(await claim(agentB)).toEqual([]);
    expect(await claim(agentA, of(large))).toEqual([['run1.0.1', large]]);
  });

  it("are served on the pool's machine type", async () => {
    await queue.offerUnits(unitsOf('run1', units(2), { pools: { linuxPoolId: large, windowsPoolId: small } }));
    expect(await claim(agentA, { ...of(large), runnerType: 'WINDOWS' })).toEqual([]);
    expect(await claim(agentA, { ...of(small), runnerType: 'WINDOWS' })).toEqual([['run1.1.1', small]]);
    expect(await claim(agentB, of(large))).toEqual([['run1.2.1', large]]);
  });

  it('have as many working runners as the pool allows, over all runs and processes', async () => {
    await queue.offerUnits(unitsOf('run1', units(20), { pools: inLarge, seats: 10 }));
    await queue.offerUnits(unitsOf('run2', units(20), { pools: inLarge, seats: 10 }));
    const processes = [under.operations, await under.openAnother(), await under.openAnother()];
    const agents = Array.from({ length: 15 }, (_, n) => `agent-${n}` as AgentId);
    const claimed = await Promise.all(
      agents.map(
        (agentId, n) => processes[n % 3]?.workQueue.claim({ ...claimerAs(agentId, of(large, 3)), slots: [0, 1] }) ?? [],
      ),
    );
    expect(claimed.flat()).toHaveLength(3);
    const atWork = await under.db.collection('workSeats').countDocuments({ heldPool: large });
    expect(atWork).toBe(3);
  });

  it('take turns if the pool has one runner', async () => {
    await queue.offerUnits(unitsOf('run1', units(3), { pools: inLarge }));
    await queue.offerUnits(unitsOf('run2', units(3), { pools: inLarge }));
    const done: string[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const [unit, ...others] = await queue.claim({ ...claimerAs(agentA, of(large, 1)), slots: [0, 1] });
      expect(others).toEqual([]);
      if (!unit) throw new Error('there is work');
      done.push(unit.testRunId);
      await queue.finishUnit(unit._id);
    }
    expect(done.filter((id) => id === 'run1')).toHaveLength(3);
    expect(new Set(done.slice(0, 2))).toEqual(new Set(['run1', 'run2']));
  });

  it('free room in the pool when runners are lost or finish', async () => {
    await queue.offerUnits(unitsOf('run1', units(3), { pools: inLarge, seats: 2 }));
    expect(await claim(agentA, of(large, 1))).toEqual([['run1.1.1', large]]);
    expect(await claim(agentB, of(large, 1))).toEqual([]);
    under.clock.pass(15_000);
    expect(await claim(agentB, of(large, 1))).toEqual([['run1.2.1', large]]);
  });

  it('have fewer runners once the maximum is lowered', async () => {
    await queue.offerUnits(unitsOf('run1', units(9), { pools: inLarge, seats: 9 }));
    expect(await claim(agentA, of(large, 3), [0, 1, 2])).toHaveLength(3);
    expect(await claim(agentB, of(large, 1))).toEqual([]);
    expect(await claim(agentB, of(large, 4))).toHaveLength(1);
  });

  it('follow their stage to another pool: working runners leave after their unit', async () => {
    await queue.offerUnits(unitsOf('run1', units(3)));
    expect(await claim(agentB)).toEqual([['run1.1.1', null]]);
    await queue.moveRun('run1' as TestRunId, inLarge);
    await queue.finishUnit((await queue.claimedBy(agentB))[0]?._id ?? ('none' as never));
    expect(await claim(agentB)).toEqual([]);
    expect(await claim(agentA, of(large))).toEqual([['run1.2.1', large]]);
    await queue.moveRun('run1' as TestRunId, noPools);
    expect(await claim(agentB)).toEqual([['run1.3.1', null]]);
  });
});

describe('the runners of an account', () => {
  let under: OperationsUnderTest;
  beforeAll(async () => {
    under = await startOperations();
  });
  afterAll(() => under.stop());

  it('are limited over all its runs, for each machine type, without blocking other accounts', async () => {
    const { workQueue } = under.operations;
    await workQueue.offerUnits(unitsOf('run1', units(20), { seats: 20 }));
    await workQueue.offerUnits(unitsOf('run2', units(20), { seats: 20 }));
    await workQueue.offerUnits(unitsOf('run3', units(20), { seats: 20, accountId: 'other' as AccountId }));
    const maxRunnersOf = async (accountId: AccountId) => (accountId === acme ? 4 : 100);
    const slots = [0, 1, 2, 3];
    const take = async (name: string, changed: Partial<Claimer> = {}) =>
      workQueue.claim({ ...claimerAs(name as AgentId, { maxRunnersOf, ...changed }), slots });
    const claimed = (await Promise.all(Array.from({ length: 5 }, (_, n) => take(`agent-${n}`)))).flat();
    expect(claimed.filter(({ accountId }) => accountId === acme)).toHaveLength(4);
    expect(claimed.filter(({ accountId }) => accountId !== acme)).toHaveLength(16);
    expect(await take('windows', { runnerType: 'WINDOWS', accountId: acme })).toHaveLength(4);
  });
});
