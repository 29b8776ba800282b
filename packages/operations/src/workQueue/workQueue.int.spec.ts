import type { AgentId, LeaseId, TestRunId } from '@assay/contract';
import { claimerAs } from '../../../../test/support/claimerAs.ts';
import { acme, agentA, agentB, setupOf, unitOf, unitsOf } from '../../test/offeredWork.ts';
import { type OperationsUnderTest, startOperations } from '../../test/operationsUnderTest.ts';
import type { WorkQueue } from './workQueue.ts';

const run1 = 'run1' as TestRunId;
const lease = (unit: number, attempt = 1) => `run1.${unit}.${attempt}` as LeaseId;

describe('work queue', () => {
  let under: OperationsUnderTest;
  let queue: WorkQueue;
  beforeEach(async () => {
    under = await startOperations();
    queue = under.operations.workQueue;
  });
  afterEach(() => under.stop());

  const claim = async (agentId: AgentId, slots: number[] = [0]) =>
    (await queue.claim({ ...claimerAs(agentId, { accountId: acme }), slots })).map(({ _id }) => _id);
  const stateOf = async (leaseId: LeaseId) => (await queue.find(leaseId))?.state;

  describe('leases', () => {
    it('lapse after 15 seconds unless they are renewed', async () => {
      await queue.offerUnits(unitsOf('run1', [unitOf(1), unitOf(2)]));
      await claim(agentA, [0, 1]);
      under.clock.pass(10_000);
      expect(await queue.renew(agentA, [lease(1)])).toEqual([{ leaseId: lease(1), state: 'held' }]);
      under.clock.pass(5000);
      expect((await queue.expired(under.clock.now())).map(({ _id }) => _id)).toEqual([lease(2)]);
      under.clock.pass(10_000);
      expect((await queue.expired(under.clock.now())).map(({ _id }) => _id)).toEqual([lease(2), lease(1)]);
    });

    it('report the state of each', async () => {
      await queue.offerUnits(unitsOf('run1', [unitOf(1), unitOf(2), unitOf(3)]));
      await claim(agentA, [0, 1, 2]);
      await queue.loseUnit(lease(2));
      await queue.finishUnit(lease(3));
      const asked = [lease(1), lease(2), lease(3), lease(9)];
      expect((await queue.renew(agentA, asked)).map(({ state }) => state)).toEqual(['held', 'lost', 'held', 'lost']);
      expect((await queue.renew(agentB, asked)).map(({ state }) => state)).toEqual(['lost', 'lost', 'lost', 'lost']);
      await queue.cancelRun(run1);
      expect(await queue.renew(agentA, [lease(1)])).toEqual([{ leaseId: lease(1), state: 'canceled' }]);
    });

    it('show what an agent works on', async () => {
      await queue.offerUnits(unitsOf('run1', [unitOf(1), unitOf(2)]));
      await claim(agentA);
      await claim(agentB);
      expect((await queue.claimedBy(agentA)).map(({ _id }) => _id)).toEqual([lease(1)]);
    });
  });

  describe('lost work', () => {
    it('frees its seat for the next attempt', async () => {
      await queue.offerUnits(unitsOf('run1', [unitOf(1)], { seats: 1 }));
      await claim(agentA);
      await queue.loseUnit(lease(1));
      expect(await stateOf(lease(1))).toBe('lost');
      expect(await queue.runnersOf(run1)).toEqual([]);
      await queue.offerUnits(unitsOf('run1', [unitOf(1, { attempt: 2 })], { seats: 1 }));
      expect(await claim(agentB)).toEqual([lease(1, 2)]);
    });

    it('frees the seat of a silent agent even if the loss is not reported', async () => {
      await queue.offerUnits(unitsOf('run1', [unitOf(1), unitOf(2)], { seats: 1 }));
      await claim(agentA);
      expect(await claim(agentB)).toEqual([]);
      under.clock.pass(15_000);
      expect(await claim(agentB)).toEqual([lease(2)]);
    });

    it('keeps the seat of an agent that renews', async () => {
      await queue.offerUnits(unitsOf('run1', [unitOf(1), unitOf(2)], { seats: 1 }));
      await claim(agentA);
      for (let second = 0; second < 20; second += 1) {
        under.clock.pass(1000);
        await queue.renew(agentA, [lease(1)]);
      }
      expect(await claim(agentB)).toEqual([]);
    });

    it('leaves the seat to a slot that has moved on to another unit', async () => {
      await queue.offerUnits(unitsOf('run1', [unitOf(1), unitOf(2), unitOf(3)], { seats: 1 }));
      await claim(agentA);
      await claim(agentA);
      await queue.loseUnit(lease(1));
      expect(await claim(agentB)).toEqual([]);
    });

    it('is over when its next attempt is offered', async () => {
      await queue.offerUnits(unitsOf('run1', [unitOf(1)]));
      await claim(agentA);
      await queue.offerUnits(unitsOf('run1', [unitOf(1, { attempt: 2 })]));
      expect(await stateOf(lease(1))).toBe('lost');
      expect(await queue.renew(agentA, [lease(1)])).toEqual([{ leaseId: lease(1), state: 'lost' }]);
    });
  });

  it('hands a returned unit out again, as if it had never been claimed', async () => {
    await queue.offerUnits(unitsOf('run1', [unitOf(1)], { seats: 1 }));
    await claim(agentA);
    await queue.returnToReady(lease(1));
    expect(await queue.claimedBy(agentA)).toEqual([]);
    const [unit] = await queue.claim({ ...claimerAs(agentA, { accountId: acme }), slots: [0] });
    expect(unit).toMatchObject({ _id: lease(1), newRunner: true });
  });

  it('does not return a unit that is finished', async () => {
    await queue.offerUnits(unitsOf('run1', [unitOf(1)]));
    await claim(agentA);
    await queue.finishUnit(lease(1));
    await queue.returnToReady(lease(1));
    await queue.loseUnit(lease(1));
    expect(await stateOf(lease(1))).toBe('done');
  });

  describe('offers', () => {
    it('may be repeated, at any time', async () => {
      const offer = unitsOf('run1', [unitOf(1), unitOf(2)], { seats: 2 });
      await Promise.all([queue.offerUnits(offer), queue.offerUnits(offer)]);
      expect(await claim(agentA, [0, 1, 2])).toHaveLength(2);
      await queue.finishUnit(lease(1));
      await queue.offerUnits(offer);
      expect(await stateOf(lease(1))).toBe('done');
      expect(await claim(agentB, [0, 1])).toEqual([]);
    });

    it('have at most one attempt of the set-up ready', async () => {
      await queue.offerSetup(setupOf('run1'));
      await queue.offerSetup(setupOf('run1', { attempt: 2 }));
      expect(await claim(agentA, [0, 1])).toEqual([lease(0, 2)]);
    });

    it('need no seat for the set-up', async () => {
      await queue.offerSetup(setupOf('run1'));
      await claim(agentA);
      expect(await queue.runnersOf(run1)).toEqual([]);
    });
  });

  describe('a run that is over', () => {
    it('cancels ready and claimed units, and leaves finished ones', async () => {
      await queue.offerUnits(unitsOf('run1', [unitOf(1), unitOf(2), unitOf(3)]));
      await claim(agentA, [0, 1]);
      await queue.finishUnit(lease(1));
      await queue.cancelRun(run1);
      expect([await stateOf(lease(1)), await stateOf(lease(2)), await stateOf(lease(3))]).toEqual([
        'done',
        'canceled',
        'canceled',
      ]);
      expect(await claim(agentB)).toEqual([]);
      expect(await queue.runnersOf(run1)).toEqual([]);
    });

    it('stays canceled, whatever is offered later', async () => {
      await queue.cancelRun(run1);
      await queue.offerSetup(setupOf('run1'));
      await queue.offerUnits(unitsOf('run1', [unitOf(1)]));
      expect(await claim(agentA, [0, 1])).toEqual([]);
      await queue.finishUnit(lease(1));
      expect(await queue.liveRunsOf(agentA, [run1])).toEqual([]);
    });

    it('gives up its seats at once and its rows after a day', async () => {
      await queue.offerUnits(unitsOf('run1', [unitOf(1)]));
      await claim(agentA);
      await queue.finishUnit(lease(1));
      await queue.forgetRun(run1);
      expect(await queue.runnersOf(run1)).toEqual([]);
      const inADay = new Date(under.clock.now().getTime() + 24 * 3_600_000);
      expect((await queue.find(lease(1)))?.expiresAt).toEqual(inADay);
      expect(await under.db.collection('workRuns').findOne({ state: 'ended' })).toMatchObject({ expiresAt: inADay });
    });

    it('is no longer among the live ones, of which an agent is told those that it worked on', async () => {
      for (const testRunId of ['run1', 'run2', 'run3']) await queue.offerSetup(setupOf(testRunId));
      expect(await claim(agentA, [0, 1, 2])).toHaveLength(3);
      await queue.forgetRun(run1);
      await queue.cancelRun('run2' as TestRunId);
      const asked = ['run1', 'run2', 'run3', 'run4'] as TestRunId[];
      expect(await queue.liveRunsOf(agentA, asked)).toEqual(['run3']);
      expect(await queue.liveRunsOf(agentB, asked)).toEqual([]);
    });
  });

  it('goes on with one runner fewer when one is stopped, even after more work was offered, but never with none', async () => {
    await queue.offerUnits(unitsOf('run1', [unitOf(1), unitOf(2)], { seats: 2 }));
    const [first, second] = await queue.claim({ ...claimerAs(agentA), slots: [0, 1] });
    if (!first || !second) throw new Error('there is work');
    const { testRunId } = first;
    expect(await queue.stopRunner(testRunId, first.runnerId, { replaced: false })).toEqual([first._id]);
    await queue.loseUnit(first._id);
    await queue.offerUnits(unitsOf('run1', [unitOf(1, { attempt: 2 })], { seats: 2 }));
    expect(await queue.claim({ ...claimerAs(agentB), slots: [0, 1] })).toEqual([]);
    expect(await queue.stopRunner(testRunId, second.runnerId, { replaced: false })).toEqual([second._id]);
    await queue.loseUnit(second._id);
    const [next] = await queue.claim({ ...claimerAs(agentA), slots: [1] });
    expect(next).toMatchObject({ _id: 'run1.1.2', replaces: null, newRunner: true });
    // The slot is another runner now, and stays the same for its next unit.
    expect([first.runnerId, second.runnerId]).not.toContain(next?.runnerId);
    expect(await queue.runnersOf(testRunId)).toMatchObject([{ runnerId: next?.runnerId, slot: 1 }]);
  });

  it('tells the successor of a replaced runner whose seat it was, once', async () => {
    await queue.offerUnits(unitsOf('run1', [unitOf(1), unitOf(2)], { seats: 1 }));
    const [first] = await queue.claim({ ...claimerAs(agentA), slots: [0] });
    if (!first) throw new Error('there is work');
    await queue.stopRunner(first.testRunId, first.runnerId, { replaced: true });
    await queue.loseUnit(first._id);
    const [next] = await queue.claim({ ...claimerAs(agentB), slots: [0] });
    expect(next).toMatchObject({ replaces: first.runnerId, newRunner: true });
    await queue.finishUnit(next?._id ?? first._id);
    await queue.offerUnits(unitsOf('run1', [unitOf(3)], { seats: 1 }));
    expect(await queue.claim({ ...claimerAs(agentB), slots: [0] })).toMatchObject([{ replaces: null }]);
  });

  it('finds the seat of a replaced runner even if its slot asked for more before its unit was done', async () => {
    await queue.offerUnits(unitsOf('run1', [unitOf(1)], { seats: 1 }));
    const [first] = await queue.claim({ ...claimerAs(agentA), slots: [0] });
    if (!first) throw new Error('there is work');
    expect(await queue.claim({ ...claimerAs(agentA), slots: [0] })).toEqual([]);
    await queue.stopRunner(first.testRunId, first.runnerId, { replaced: true });
    await queue.loseUnit(first._id);
    await queue.offerUnits(unitsOf('run1', [unitOf(1, { attempt: 2 })], { seats: 1 }));
    const [next] = await queue.claim({ ...claimerAs(agentA), slots: [0] });
    expect(next).toMatchObject({ _id: 'run1.1.2', replaces: first.runnerId, newRunner: true });
    expect(next?.runnerId).not.toBe(first.runnerId);
  });

  it("counts a slot that did the set-up as a new runner when it takes a replaced runner's seat", async () => {
    await queue.offerSetup(setupOf('run1'));
    const [setup] = await queue.claim({ ...claimerAs(agentA), slots: [1] });
    if (!setup) throw new Error('there is a set-up');
    await queue.finishUnit(setup._id);
    await queue.offerUnits(unitsOf('run1', [unitOf(1)], { seats: 1 }));
    const [first] = await queue.claim({ ...claimerAs(agentA), slots: [0] });
    if (!first) throw new Error('there is work');
    await queue.stopRunner(first.testRunId, first.runnerId, { replaced: true });
    await queue.loseUnit(first._id);
    await queue.offerUnits(unitsOf('run1', [unitOf(1, { attempt: 2 })], { seats: 1 }));
    const [next] = await queue.claim({ ...claimerAs(agentA), slots: [1] });
    expect(next).toMatchObject({ _id: 'run1.1.2', replaces: first.runnerId, newRunner: true });
    expect([setup.runnerId, first.runnerId]).not.toContain(next?.runnerId);
    expect(await queue.runnersOf(first.testRunId)).toMatchObject([{ runnerId: next?.runnerId, slot: 1 }]);
  });
});
