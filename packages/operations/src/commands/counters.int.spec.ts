import { type OperationsUnderTest, startOperations } from '../../test/operationsUnderTest.ts';

describe('counters', () => {
  let under: OperationsUnderTest;
  beforeAll(async () => {
    under = await startOperations();
  });
  afterAll(() => under.stop());

  it('gives each number once, from 1, however many ask at once', async () => {
    const processes = [under.operations, await under.openAnother()];
    const numbers = await Promise.all(
      Array.from({ length: 100 }, (_, turn) => processes[turn % 2]?.counters.next('runs of acme')),
    );
    expect(numbers.sort((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
  });

  it('counts each name separately', async () => {
    expect(await under.operations.counters.next('one')).toBe(1);
    expect(await under.operations.counters.next('other')).toBe(1);
    expect(await under.operations.counters.next('one')).toBe(2);
  });
});
