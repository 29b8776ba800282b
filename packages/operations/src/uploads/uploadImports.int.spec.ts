import type { TestRunId } from '@assay/contract';
import { type OperationsUnderTest, startOperations } from '../../test/operationsUnderTest.ts';

describe('an upload that is being recorded', () => {
  let under: OperationsUnderTest;
  beforeAll(async () => {
    under = await startOperations();
  });
  afterAll(() => under.stop());

  it('goes on until its process says that it ended, or says nothing any more', async () => {
    const { uploadImports } = under.operations;
    const [one, other] = ['one' as TestRunId, 'other' as TestRunId];
    expect(await uploadImports.isGoingOn(one)).toBe(false);
    await uploadImports.goesOn(one, 1000);
    under.clock.pass(900);
    await uploadImports.goesOn(one, 1000);
    under.clock.pass(900);
    expect([await uploadImports.isGoingOn(one), await uploadImports.isGoingOn(other)]).toEqual([true, false]);
    under.clock.pass(100);
    expect(await uploadImports.isGoingOn(one)).toBe(false);
    await uploadImports.goesOn(other, 1000);
    await uploadImports.ended(other);
    expect(await uploadImports.isGoingOn(other)).toBe(false);
  });
});
