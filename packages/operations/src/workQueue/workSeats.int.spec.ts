import type { AccountId, AgentId } from '@assay/contract';
import { claimerAs } from '../../../../test/support/claimerAs.ts';
import { acme, agentA, agentB, orderOf, unitOf, unitsOf } from '../../test/offeredWork.ts';
import { type OperationsUnderTest, startOperations } from '../../test/operationsUnderTest.ts';
import type { HeldSeat } from './heldSeat.ts';
import { noPools } from './seatPlaces.ts';
import { openWorkCollections } from './workRows.ts';
import { WorkSeats } from './workSeats.ts';

const { testRunId } = orderOf('run1');

describe('seats', () => {
  let under: OperationsUnderTest;
  let seats: WorkSeats;
  beforeEach(async () => {
    under = await startOperations();
    seats = new WorkSeats(await openWorkCollections(under.db), under.clock.now);
  });
  afterEach(() => under.stop());

  const offer = (unit: number) => under.operations.workQueue.offerUnits(unitsOf('run1', [unitOf(unit)], { seats: 2 }));
  const claimAt = (agentId: AgentId, slots: number[]) =>
    under.operations.workQueue.claim({ ...claimerAs(agentId, { accountId: acme }), slots });
  const claim = () => claimAt(agentB, [0]);
  const leaseEnd = () => new Date(under.clock.now().getTime() + 15_000);
  const take = async (): Promise<HeldSeat> => {
    const seat = await seats.take({ ...claimerAs(agentA), slot: 0 }, leaseEnd());
    if (!seat) throw new Error('there was no open seat');
    return seat;
  };
  const states = async () =>
    (await under.db.collection('workSeats').find().sort({ _id: 1 }).toArray()).map(({ state }) => state);

  it('are all closed once a claimer finds nothing ready', async () => {
    await under.operations.workQueue.offerUnits(unitsOf('run1', [], { seats: 2 }));
    expect(await states()).toEqual(['open', 'open']);
    await seats.close(await take());
    expect(await states()).toEqual(['closed', 'closed']);
  });

  it('tell what is at work, and which pools the work of an account waits for', async () => {
    await offer(1);
    await claim();
    const { takenPlaces, working, waitingFor } = await under.operations.workQueue.overviewOf(acme);
    expect([...takenPlaces]).toEqual([[agentB, { all: 1, own: 1 }]]);
    expect(working).toEqual({ LINUX: 1, WINDOWS: 0 });
    expect(waitingFor).toEqual([noPools]);
    const others = await under.operations.workQueue.overviewOf('globex' as AccountId);
    expect([...others.takenPlaces]).toEqual([[agentB, { all: 1, own: 0 }]]);
    expect(others).toMatchObject({ working: { LINUX: 0, WINDOWS: 0 }, waitingFor: [] });
  });

  it('are opened again when work was offered between looking for it and closing them', async () => {
    await under.operations.workQueue.offerUnits(unitsOf('run1', [], { seats: 2 }));
    const seat = await take();
    // The holder found nothing; now work arrives, and only then does the holder release its seat.
    await offer(1);
    await seats.close(seat);
    expect((await claim()).map(({ unit }) => unit)).toEqual([1]);
  });

  it('are opened by an offer after they were closed', async () => {
    await under.operations.workQueue.offerUnits(unitsOf('run1', [], { seats: 2 }));
    await seats.close(await take());
    await offer(1);
    expect((await claim()).map(({ unit }) => unit)).toEqual([1]);
  });

  it('of a run whose runners take turns go to one slot of each agent, and to the next once it is free', async () => {
    const units = [1, 2, 3, 4].map((unit) => unitOf(unit));
    await under.operations.workQueue.offerUnits(unitsOf('run1', units, { seats: 4, takesTurns: true }));
    const claimed = await Promise.all([0, 1, 2].map((slot) => claimAt(agentA, [slot])));
    expect(claimed.flat()).toHaveLength(1);
    const [first] = claimed.flat();
    expect(await claimAt(agentB, [0, 1])).toHaveLength(1);
    expect(await claimAt(agentA, first?.slot === 0 ? [1, 2] : [0])).toEqual([]);
    // The slot at work goes on with the run, and another one does once it has left.
    const [second] = await claimAt(agentA, [first?.slot ?? -1]);
    expect(second).toMatchObject({ testRunId, slot: first?.slot });
    for (const seat of await seats.heldBy(agentA)) await seats.leave(seat);
    expect(await claimAt(agentA, [0, 1, 2])).toHaveLength(1);
  });

  it('that lapsed belong to the next holder, not to one that comes back', async () => {
    await under.operations.workQueue.offerUnits(unitsOf('run1', [unitOf(1), unitOf(2)], { seats: 1 }));
    const late = await take();
    under.clock.pass(15_000);
    expect(await claim()).toHaveLength(1);
    await seats.renew(agentA, [late._id], leaseEnd());
    await seats.close(late);
    expect(await seats.runners.heldAt(testRunId)).toMatchObject([{ agentId: agentB, slot: 0 }]);
  });
});
