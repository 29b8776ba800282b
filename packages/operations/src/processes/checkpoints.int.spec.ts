import type { TestRunId } from '@assay/contract';
import { type OperationsUnderTest, startOperations } from '../../test/operationsUnderTest.ts';

describe('checkpoints', () => {
  let under: OperationsUnderTest;
  beforeAll(async () => {
    under = await startOperations();
  });
  afterAll(() => under.stop());

  it('remember the last position written under each name', async () => {
    const { checkpoints } = under.operations;
    expect(await checkpoints.read('scheduler')).toBeNull();
    await checkpoints.write('scheduler', 'e1-0005');
    await checkpoints.write('scheduler', 'e1-0009');
    expect(await checkpoints.read('scheduler')).toBe('e1-0009');
    expect(await checkpoints.read('planner')).toBeNull();
  });

  it('remember which runs were open at the last one of them', async () => {
    const { openRunsCheckpoint } = under.operations;
    expect(await openRunsCheckpoint.read()).toBeNull();
    await openRunsCheckpoint.write({ position: 'e1-0005', testRunIds: ['a', 'b'] as TestRunId[] });
    await openRunsCheckpoint.write({ position: 'e1-0009', testRunIds: ['b'] as TestRunId[] });
    expect(await openRunsCheckpoint.read()).toEqual({ position: 'e1-0009', testRunIds: ['b'] });
  });
});
