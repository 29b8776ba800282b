import type { AgentId, TestRunId } from '@assay/contract';
import { claimerAs } from '../../../../test/support/claimerAs.ts';
import { acme, agentA, agentB, unitOf, unitsOf } from '../../test/offeredWork.ts';
import { type OperationsUnderTest, startOperations } from '../../test/operationsUnderTest.ts';
import { ReadyUnits } from './readyUnits.ts';
import { openWorkCollections } from './workRows.ts';

const run1 = { testRunId: 'run1' as TestRunId, kind: 'tests' as const };

describe('ready units', () => {
  let under: OperationsUnderTest;
  let ready: ReadyUnits;
  let now = 0;
  beforeEach(async () => {
    under = await startOperations();
    ready = new ReadyUnits(await openWorkCollections(under.db), () => now);
    const units = Array.from({ length: 20 }, (_, n) => unitOf(n + 1, { expectedMs: 1000 - n }));
    await under.operations.workQueue.offerUnits(unitsOf('run1', units));
  });
  afterEach(() => under.stop());

  const take = async (count: number) => {
    const [units = []] = await ready.take([{ ...run1, count }]);
    return units.map(({ unit }) => unit.unit);
  };

  it('are handed out once each, longest first', async () => {
    expect(await take(2)).toEqual([1, 2]);
    expect(await take(3)).toEqual([3, 4, 5]);
    const [[one] = []] = await ready.take([{ ...run1, count: 1 }]);
    expect(one).toMatchObject({ unit: { unit: 6, state: 'ready' }, order: { testRunId: 'run1' } });
  });

  it('are reread when somebody else takes units of the run', async () => {
    expect(await take(2)).toEqual([1, 2]);
    await under.operations.workQueue.claim({ ...claimerAs(agentA, { accountId: acme }), slots: [0, 1, 2, 3, 4] });
    expect(await take(2)).toEqual([3, 4]);
    ready.lost(run1);
    expect(await take(2)).toEqual([6, 7]);
  });

  it('include a longer one made ready since, a moment later', async () => {
    expect(await take(1)).toEqual([1]);
    await under.operations.workQueue.offerUnits(unitsOf('run1', [unitOf(21, { expectedMs: 5000 })]));
    expect(await take(1)).toEqual([2]);
    now += 251;
    expect(await take(1)).toEqual([21]);
  });

  it('taken by another process in the meantime are not handed out again', async () => {
    const other = (await under.openAnother()).workQueue;
    const claim = async (queue: typeof other, agentId: AgentId, slots: number[]) =>
      (await queue.claim({ ...claimerAs(agentId, { accountId: acme }), slots })).map(({ unit }) => unit);
    const { workQueue } = under.operations;
    const first = await claim(workQueue, agentA, [0, 1]);
    const others = await claim(other, agentB, [0, 1, 2, 3, 4, 5]);
    const next = await claim(workQueue, agentA, [0, 1]);
    const all = [...first, ...others, ...next];
    expect(all).toHaveLength(10);
    expect([...all].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
});
