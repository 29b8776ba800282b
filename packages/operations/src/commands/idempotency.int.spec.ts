import { type OperationsUnderTest, startOperations } from '../../test/operationsUnderTest.ts';

const request = (key: string, requestHash = 'hash') => ({ scope: 'acme POST /test-runs', key, requestHash });
const answer = (key: string, body = '{"id":"1"}') => ({ scope: 'acme POST /test-runs', key, statusCode: 201, body });

describe('idempotency', () => {
  let under: OperationsUnderTest;
  beforeAll(async () => {
    under = await startOperations();
  });
  afterAll(() => under.stop());

  it('returns the first answer again', async () => {
    const { idempotency } = under.operations;
    expect(await idempotency.begin(request('done'))).toMatchObject({ state: 'new' });
    expect(await idempotency.begin(request('done'))).toEqual({ state: 'running' });
    await idempotency.complete(answer('done'));
    await idempotency.complete(answer('done', '{"id":"2"}'));
    expect(await idempotency.begin(request('done'))).toEqual({ state: 'done', statusCode: 201, body: '{"id":"1"}' });
  });

  it('lets one of many start', async () => {
    const states = await Promise.all(
      Array.from({ length: 20 }, async () => (await under.operations.idempotency.begin(request('race'))).state),
    );
    expect(states.filter((state) => state === 'new')).toHaveLength(1);
    expect(states.filter((state) => state === 'running')).toHaveLength(19);
  });

  it('refuses a key that was used for another request', async () => {
    const { idempotency } = under.operations;
    await idempotency.begin(request('other'));
    expect(await idempotency.begin(request('other', 'another hash'))).toEqual({ state: 'mismatch' });
    await idempotency.complete(answer('other'));
    expect(await idempotency.begin(request('other', 'another hash'))).toEqual({ state: 'mismatch' });
  });

  it('treats the same key in another scope separately', async () => {
    const { idempotency } = under.operations;
    await idempotency.begin(request('scoped'));
    expect(await idempotency.begin({ ...request('scoped'), scope: 'other POST /test-runs' })).toMatchObject({
      state: 'new',
    });
  });

  it('starts over after it was abandoned, but not after it was completed', async () => {
    const { idempotency } = under.operations;
    await idempotency.begin(request('abandoned'));
    await idempotency.abandon(answer('abandoned'));
    expect(await idempotency.begin(request('abandoned'))).toMatchObject({ state: 'new' });
    await idempotency.complete(answer('abandoned'));
    await idempotency.abandon(answer('abandoned'));
    expect((await idempotency.begin(request('abandoned'))).state).toBe('done');
  });

  it('is taken over once from a process that ended in the middle', async () => {
    const { idempotency } = under.operations;
    await idempotency.begin(request('cut off'));
    under.clock.pass(5_999);
    expect((await idempotency.begin(request('cut off'))).state).toBe('running');
    under.clock.pass(1);
    const states = await Promise.all([1, 2, 3].map(async () => (await idempotency.begin(request('cut off'))).state));
    expect(states.sort()).toEqual(['new', 'running', 'running']);
  });

  it('is left to a process that reports it as running, however long that takes', async () => {
    const { idempotency } = under.operations;
    await idempotency.begin(request('slow'));
    for (let said = 0; said < 10; said += 1) {
      under.clock.pass(2_000);
      await idempotency.stillRunning(answer('slow'));
    }
    expect((await idempotency.begin(request('slow'))).state).toBe('running');
  });

  it('resumes at once what was suspended, and knows when it was first started', async () => {
    const { idempotency } = under.operations;
    const first = await idempotency.begin(request('suspended'));
    under.clock.pass(5_000);
    await idempotency.suspend(answer('suspended'));
    const again = await idempotency.begin(request('suspended'));
    expect(again).toEqual(first);
    expect(await idempotency.begin(request('suspended'))).toEqual({ state: 'running' });
    await idempotency.complete(answer('suspended'));
    await idempotency.suspend(answer('suspended'));
    expect((await idempotency.begin(request('suspended'))).state).toBe('done');
  });

  it('forgets after a day, whether or not the row has been swept', async () => {
    const { idempotency } = under.operations;
    await idempotency.begin(request('old'));
    await idempotency.complete(answer('old'));
    under.clock.pass(24 * 3_600_000 - 1);
    expect((await idempotency.begin(request('old'))).state).toBe('done');
    under.clock.pass(1);
    expect((await idempotency.begin(request('old', 'another hash'))).state).toBe('new');
  });
});
