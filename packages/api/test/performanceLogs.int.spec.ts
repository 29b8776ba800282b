import { type ErrorBody, type MonitorRecordView, type PerformanceLogPage, performanceLimits } from '@assay/contract';
import type { MonitorRecord } from '@assay/telemetry';
import { eventually } from '../../../test/support/eventually.ts';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { grantStaff } from './grantStaff.ts';
import { prepareRun } from './prepareRun.ts';

describe('performance records', () => {
  let api: ApiUnderTest;
  let staff: Person;

  beforeAll(async () => {
    api = await startApi({ automation: true, recordsAll: true });
    staff = await api.newAccount('provider');
    await grantStaff(api, staff);
  });
  afterAll(() => api.stop());

  const find = async (query: string) =>
    (await api.call<PerformanceLogPage>('GET', `/employee/performance-logs?${query}`, { as: staff })).body;
  const record = (changed: Partial<MonitorRecord>): MonitorRecord => ({
    ...{
      startTime: new Date(),
      monitorType: 'Background',
      name: 'Outbox.test',
      duration: 10,
      dbRequests: 2,
      dbTime: 4,
    },
    ...{ slowest: null, weight: 1, extra: { path: null, accountId: null, userId: null, CLI: false } },
    ...changed,
  });
  /** @returns the record of something that was just done; later ones, such as those of this search, do not count */
  const recorded = async (work: () => Promise<unknown>, isWanted: (one: MonitorRecordView) => boolean) => {
    const from = new Date().toISOString();
    await work();
    const until = new Date(Date.now() + 1).toISOString();
    let found: MonitorRecordView | undefined;
    await eventually(async () => {
      found = (await find(`from=${from}&to=${until}&limit=100`)).records.find(isWanted);
      return found !== undefined;
    });
    if (!found) throw new Error('it was not recorded');
    return found;
  };

  it('say what a request was, who sent it, and what it asked of the stores', async () => {
    const headers = { 'user-agent': 'assay-cli/0.1.0' };
    const found = await recorded(
      () => api.call('GET', '/projects?limit=1', { headers }),
      ({ name }) => name === 'GET /projects',
    );
    expect(found).toMatchObject({
      monitorType: 'Web',
      extra: {
        path: '/projects',
        accountId: api.admin.accountId,
        accountName: 'acme',
        userId: api.admin.userId,
        userName: 'Ada acme',
        CLI: true,
      },
    });
    expect(found.dbRequests).toBeGreaterThan(1);
    expect(found.dbTime).toBeGreaterThan(0);
    expect(found.slowest?.name).toMatch(/^(find|aggregate|read|append) \w+/);
  });

  it('count what a request with a body asked of both stores', async () => {
    const found = await recorded(
      () => api.call('POST', '/team', { body: { name: 'Night shift' } }),
      ({ name }) => name === 'POST /team',
    );
    expect(found.slowest?.name).toBeDefined();
    expect(found.dbRequests).toBeGreaterThan(1);
  });

  it('name no secret of an address', async () => {
    const [one, other] = [
      await recorded(
        () => api.call('GET', '/unsubscribe/a-secret-token', { as: null }),
        ({ name }) => name === 'GET /unsubscribe/{token}',
      ),
      await recorded(
        () => api.call('GET', '/invitations?token=another-token', { as: null }),
        ({ name }) => name === 'GET /invitations',
      ),
    ];
    expect([one.extra.path, other.extra.path]).toEqual(['/unsubscribe/{token}', '/invitations']);
    const stored = await api.documentStore.db('assay_ops').collection('performanceRecords').find().toArray();
    expect(JSON.stringify(stored)).not.toMatch(/a-secret-token|another-token/);
  });

  it('tell jobs, reactions to events and background work from requests', async () => {
    await prepareRun(api);
    const named = async (monitorType: string) => (await find(`monitorType=${monitorType}&limit=100`)).records;
    await eventually(async () => {
      const [jobs, reactions, background] = await Promise.all(['Job', 'MessageHandler', 'Background'].map(named));
      expect(jobs?.map(({ name }) => name)).toContain('WorkUnits.expireLeases');
      expect(background?.map(({ name }) => name)).toContain('Projector.prompt');
      const reaction = reactions?.find(({ name }) => name === 'TestRunSubmitted → offerWork');
      expect(reaction?.extra).toMatchObject({ accountId: api.admin.accountId, accountName: 'acme', path: null });
    });
  });

  it('are filtered by kind and by ranges, highest first, 40 a page', async () => {
    const { filterMaximum } = performanceLimits;
    const durations = Array.from({ length: 45 }, (_, index) => 1_000_000 + index);
    await api.operations.performanceRecords.save(
      durations.map((duration) => record({ duration, dbRequests: duration - 900_000, dbTime: duration / 2 })),
    );
    const all = await find(`minDuration=1000000&maxDuration=${filterMaximum}`);
    expect([all.records.length, all.total, all.isLeast]).toEqual([40, 45, false]);
    expect(all.records[0]?.duration).toBe(1_000_044);
    const second = await find(`minDuration=1000000&maxDuration=${filterMaximum}&page=2`);
    expect(second.records.map(({ duration }) => duration)).toEqual([
      1_000_004, 1_000_003, 1_000_002, 1_000_001, 1_000_000,
    ]);
    expect((await find('minDuration=1000010&maxDuration=1000012')).total).toBe(3);
    expect((await find('minDbRequests=100044')).total).toBe(1);
    expect((await find('minDbTime=500022&maxDbTime=500022')).total).toBe(1);
    expect((await find('monitorType=Job&minDuration=1000000')).total).toBe(0);
  });

  it('refuse ranges beyond 0 to 10,000,000', async () => {
    for (const query of ['minDuration=-1', 'maxDuration=10000001', 'minDbTime=x', 'monitorType=Other', 'page=0']) {
      const { status, body } = await api.call<ErrorBody>('GET', `/employee/performance-logs?${query}`, { as: staff });
      expect([query, status, body.errors?.length]).toEqual([query, 400, 1]);
    }
  });

  it('show durations by quarter of an hour', async () => {
    const startTime = new Date('2026-01-05T10:20:00.000Z');
    await api.operations.performanceRecords.save([
      record({ startTime, monitorType: 'Job', duration: 900, dbTime: 300 }),
      record({ startTime, monitorType: 'Job', duration: 10, weight: 20 }),
    ]);
    const path = '/employee/performance-quarters?monitorType=Job&to=2026-01-05T12:00:00.000Z';
    expect((await api.call('GET', path, { as: staff })).body).toEqual([
      { startTime: '2026-01-05T10:15:00.000Z', count: 21, p50: 10, p95: 10, dbTime: 4 },
    ]);
  });

  it('are removed after 14 days', async () => {
    const indexes = await api.documentStore.db('assay_ops').collection('performanceRecords').indexes();
    expect(indexes).toContainEqual(
      expect.objectContaining({ key: { startTime: 1 }, expireAfterSeconds: 14 * 24 * 3_600 }),
    );
  });

  it('are nothing for administrators and users of accounts', async () => {
    const user = await api.newPerson(api.admin.accountId, 'USER');
    for (const path of ['/employee/performance-logs', '/employee/performance-quarters']) {
      for (const as of [api.admin, user]) expect((await api.call('GET', path, { as })).status).toBe(403);
      expect((await api.call('GET', path, { as: null })).status).toBe(401);
    }
  });
});
