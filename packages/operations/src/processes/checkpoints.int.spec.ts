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
});
