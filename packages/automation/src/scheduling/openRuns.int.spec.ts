import type { EnvironmentId, Position, TestRunId } from '@assay/contract';
import { testRunDecider } from '@assay/domain';
import type { EventLog } from '@assay/event-log';
import { eventually } from '../../../../test/support/eventually.ts';
import { shop } from '../../../../test/support/recordedIds.ts';
import { requestFor } from '../../../../test/support/runStory.ts';
import { type StoresUnderTest, signedBy, startStores } from '../../../../test/support/storesUnderTest.ts';
import { followOpenRuns, type OpenRuns } from './openRuns.ts';

const environmentId = 'staging' as EnvironmentId;

describe('the open runs', () => {
  let stores: StoresUnderTest;
  let readFrom: (Position | 'start')[] = [];
  const running: OpenRuns[] = [];
  let number = 0;
  beforeAll(async () => {
    stores = await startStores();
  });
  afterEach(async () => {
    for (const each of running.splice(0)) await each.stop();
    readFrom = [];
  });
  afterAll(() => stores.stop());

  async function follow(changed: Partial<EventLog> = {}): Promise<OpenRuns> {
    const { eventLog, operations } = stores;
    const readToEnd: EventLog['readToEnd'] = (from, types) => {
      readFrom.push(from);
      return eventLog.readToEnd(from, types);
    };
    const warn = () => undefined;
    const openRuns = followOpenRuns({ eventLog: { ...eventLog, readToEnd, ...changed }, operations, log: { warn } });
    running.push(openRuns);
    return openRuns;
  }
  async function created(): Promise<{ testRunId: TestRunId; position: Position }> {
    const request = requestFor({ projectId: shop, environmentId, number: ++number });
    const command = { type: 'createTestRun' as const, ...request };
    const { position } = await stores.eventLog.handle(testRunDecider, request.testRunId, command, signedBy('ada'));
    if (position === null) throw new Error('the run is new');
    return { testRunId: request.testRunId, position };
  }
  const cancel = (testRunId: TestRunId) =>
    stores.eventLog.handle(testRunDecider, testRunId, { type: 'setStatus', status: 'CANCELED' }, signedBy('ada'));
  const submit = (testRunId: TestRunId) =>
    stores.eventLog.handle(testRunDecider, testRunId, { type: 'submitTestRun' }, signedBy('ada'));
  const idsOf = (openRuns: OpenRuns) => openRuns.all().map(({ testRunId }) => testRunId);

  it('are those of the log, from its beginning and then live', async () => {
    const [ended, open] = [await created(), await created()];
    await cancel(ended.testRunId);
    const openRuns = await follow();
    expect(await openRuns.caughtUp).toBe(true);
    expect(idsOf(openRuns)).toEqual([open.testRunId]);
    const later = await created();
    await openRuns.upTo(later.position);
    expect(idsOf(openRuns)).toEqual([open.testRunId, later.testRunId]);
    await openRuns.upTo(open.position);
    const { position } = await submit(open.testRunId);
    await openRuns.upTo(position ?? open.position);
    expect(openRuns.all()).toMatchObject([{ queued: false }, { queued: true }]);
  });

  it('are gone on with from the checkpoint, and those that were open there are read from their own streams', async () => {
    const before = await follow();
    await before.caughtUp;
    const known = before.all();
    const [first] = known;
    await before.stop();
    const at = await stores.operations.openRunsCheckpoint.read();
    expect(at?.testRunIds).toEqual(known.map(({ testRunId }) => testRunId));
    await cancel(first?.testRunId ?? ('' as TestRunId));
    const later = await created();
    const openRuns = await follow();
    await openRuns.caughtUp;
    expect(readFrom.at(-1)).toBe(at?.position);
    expect(openRuns.all()).toEqual([...known.slice(1), expect.objectContaining(later)]);
  });

  it('are the same after a process that was killed before it wrote how far it was', async () => {
    const { openRunsCheckpoint } = stores.operations;
    const at = await openRunsCheckpoint.read();
    const { testRunId } = await created();
    await submit(testRunId);
    const before = await follow();
    await before.caughtUp;
    const known = before.all();
    await before.stop();
    if (at) await openRunsCheckpoint.write(at);
    const openRuns = await follow();
    await openRuns.caughtUp;
    expect(openRuns.all()).toEqual(known);
  });

  it('are read from the beginning in another history: a checkpoint of the old one says nothing', async () => {
    const { openRunsCheckpoint } = stores.operations;
    const before = await follow();
    await before.caughtUp;
    const known = before.all();
    await before.stop();
    await openRunsCheckpoint.write({ position: 'another-00000000000000000001', testRunIds: ['gone' as TestRunId] });
    const openRuns = await follow();
    await openRuns.caughtUp;
    expect(readFrom.at(-1)).toBe('start');
    expect(openRuns.all()).toEqual(known);
  });

  it('are known once the store answers again, and until then nobody is told that they are', async () => {
    let away = true;
    const openRuns = await follow({
      readToEnd: (from, types) => {
        if (away) throw Object.assign(new Error('the disk is full'), { code: 8 });
        return stores.eventLog.readToEnd(from, types);
      },
    });
    const { position, testRunId } = await created();
    let known = false;
    const waiting = openRuns.upTo(position).then(() => {
      known = true;
    });
    await submit(testRunId);
    expect(known).toBe(false);
    away = false;
    await waiting;
    expect(idsOf(openRuns)).toContain(testRunId);
  });

  it('let nobody wait for them once they are stopped', async () => {
    const openRuns = await follow();
    await openRuns.caughtUp;
    const { position } = await created();
    const beyond = `${position.slice(0, -20)}${'9'.repeat(20)}` as Position;
    const waiting = openRuns.upTo(beyond);
    waiting.catch(() => undefined);
    await openRuns.stop();
    await expect(waiting).rejects.toThrow('not followed');
    await expect(openRuns.upTo(beyond)).rejects.toThrow('not followed');
    await eventually(() => openRuns.ended.then(() => true));
  });
});
