import { type OperationsUnderTest, startOperations } from '../../test/operationsUnderTest.ts';

describe('process leases', () => {
  let under: OperationsUnderTest;
  beforeAll(async () => {
    under = await startOperations();
  });
  afterAll(() => under.stop());

  it('are held by one process at a time, with a growing epoch', async () => {
    const { processLeases } = under.operations;
    const won = await Promise.all(['a', 'b', 'c', 'd'].map((holder) => processLeases.acquire('race', holder, 1000)));
    expect(won.filter((epoch) => epoch !== null)).toEqual([1]);
    under.clock.pass(1000);
    expect(await processLeases.acquire('race', 'e', 1000)).toBe(2);
  });

  it('last as long as they are renewed', async () => {
    const { processLeases } = under.operations;
    const epoch = await processLeases.acquire('renewed', 'a', 1000);
    under.clock.pass(999);
    expect(await processLeases.renew('renewed', 'a', epoch ?? 0, 1000)).toBe(true);
    under.clock.pass(999);
    expect(await processLeases.acquire('renewed', 'b', 1000)).toBeNull();
  });

  it('cannot be renewed or released by a holder that came back late', async () => {
    const { processLeases } = under.operations;
    expect(await processLeases.acquire('fenced', 'a', 1000)).toBe(1);
    under.clock.pass(1000);
    expect(await processLeases.acquire('fenced', 'b', 1000)).toBe(2);
    expect(await processLeases.renew('fenced', 'a', 1, 1000)).toBe(false);
    await processLeases.release('fenced', 'a', 1);
    expect(await processLeases.acquire('fenced', 'c', 1000)).toBeNull();
  });

  it('are free at once when released, and cannot be renewed then', async () => {
    const { processLeases } = under.operations;
    await processLeases.acquire('released', 'a', 1000);
    await processLeases.release('released', 'a', 1);
    expect(await processLeases.renew('released', 'a', 1, 1000)).toBe(false);
    expect(await processLeases.acquire('released', 'b', 1000)).toBe(2);
  });

  it('show as held while they last', async () => {
    const { processLeases } = under.operations;
    expect(await processLeases.isHeld('shown')).toBe(false);
    await processLeases.acquire('shown', 'a', 1000);
    expect(await processLeases.isHeld('shown')).toBe(true);
    under.clock.pass(1000);
    expect(await processLeases.isHeld('shown')).toBe(false);
  });
});
