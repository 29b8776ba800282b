import type { TestRunId } from '@assay/contract';
import { type OperationsUnderTest, startOperations } from '../../test/operationsUnderTest.ts';

describe('an upload that is being recorded', () => {
  let under: OperationsUnderTest;
  beforeAll(async () => {
    under = await startOperations();
  });
  afterAll(() => under.stop());

  it('lasts until its process ends it, or falls silent', async () => {
    const { uploadImports } = under.operations;
    // Long enough that the store's own clock does not remove it.
    const hour = 3_600_000;
    const [one, other] = ['one' as TestRunId, 'other' as TestRunId];
    expect(await uploadImports.isGoingOn(one)).toBe(false);
    await uploadImports.goesOn(one, hour);
    under.clock.pass(0.9 * hour);
    await uploadImports.goesOn(one, hour);
    under.clock.pass(0.9 * hour);
    expect([await uploadImports.isGoingOn(one), await uploadImports.isGoingOn(other)]).toEqual([true, false]);
    under.clock.pass(0.1 * hour);
    expect(await uploadImports.isGoingOn(one)).toBe(false);
    await uploadImports.goesOn(other, hour);
    await uploadImports.ended(other);
    expect(await uploadImports.isGoingOn(other)).toBe(false);
  });
});
