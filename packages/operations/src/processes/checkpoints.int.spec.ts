import type { TestRunId } from '@assay/contract';
import { openRecorder } from '@assay/telemetry';
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

  it('share one write where several readers write at the same time', async () => {
    const { checkpoints } = under.operations;
    const recorder = openRecorder({ save: async () => undefined, log: { warn: () => undefined } });
    const names = Array.from({ length: 10 }, (_, reader) => `reader-${reader}`);
    const { storeRequests } = await recorder.measure({ type: 'Background', name: 'checkpoints' }, () =>
      Promise.all(names.map((name) => checkpoints.write(name, `e1-${name}`))),
    );
    await recorder.stop();
    expect(storeRequests.count).toBe(1);
    for (const name of names) expect(await checkpoints.read(name)).toBe(`e1-${name}`);
  });

  it('remember which runs were open at the last one of them', async () => {
    const { openRunsCheckpoint } = under.operations;
    expect(await openRunsCheckpoint.read()).toBeNull();
    await openRunsCheckpoint.write({ position: 'e1-0005', testRunIds: ['a', 'b'] as TestRunId[] });
    await openRunsCheckpoint.write({ position: 'e1-0009', testRunIds: ['b'] as TestRunId[] });
    expect(await openRunsCheckpoint.read()).toEqual({ position: 'e1-0009', testRunIds: ['b'] });
  });
});
