import type { Position, RecentForEnvironments } from '@assay/contract';
import { openReadModels, type ReadModels } from '@assay/projections';
import { patienceMs } from '../../../test/support/patience.ts';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { type PreparedRun, prepareRun } from './prepareRun.ts';
import { uploadForm } from './uploadForm.ts';

const path = '/test-runs/recent-for-environments';
const reportOf = (inner: string) =>
  `<testsuite name="s"><testcase classname="Cart" file="cart.js" name="sums">${inner}</testcase></testsuite>`;
const reports = {
  PASS: reportOf(''),
  FAIL: reportOf('<failure message="no"/>'),
  SKIPPED: reportOf('<skipped/>'),
};

describe('how environments stand, asked again', () => {
  let api: ApiUnderTest;
  let stranger: Person;
  let shop: PreparedRun;
  /** As in another process, which is told of nothing. */
  let untold: ReadModels;
  beforeAll(async () => {
    api = await startApi();
    stranger = await api.newAccount('stranger');
    shop = await prepareRun(api);
    await api.done('PATCH', `/test-runs/${shop.testRunId}`, { body: { status: 'CANCELED' } });
    untold = openNew();
  });
  afterAll(() => api.stop());

  const openNew = () => openReadModels({ db: api.documentStore.db('assay_read'), eventLog: api.eventLog });
  const upload = async (verdict: keyof typeof reports, fields: Record<string, string> = {}) => {
    const { projectId, environmentId } = shop;
    const content = reports[verdict];
    const { body } = await uploadForm(api, { projectId, environmentId, ...fields }, [{ name: 'r.xml', content }]);
    return body.id;
  };
  /** The next call shows what a command has changed: as a service that has just started would. */
  const shownAfter = async (position: Position, query = '', read = {}) => {
    const { body } = await api.call<RecentForEnvironments>('GET', `${path}${query}`, {
      headers: { 'min-position': position },
    });
    const { accountId } = api.admin;
    const fresh = await openNew().of(accountId).recentForEnvironments(read);
    expect(body.environments).toEqual(fresh.environments);
    await untold.waitFor(position, patienceMs);
    expect((await untold.of(accountId).recentForEnvironments(read)).environments).toEqual(fresh.environments);
    return body.environments;
  };
  const head = async () => (await api.eventLog.head())?.position ?? ('' as Position);
  const shown = async (query = '', read = {}) => shownAfter(await head(), query, read);
  const standing = async () =>
    (await shown()).map(({ latest, recent, lastRunAt }) => ({
      latest: latest.map(({ run, failingSince }) => [run.number, run.status, failingSince?.first.number ?? null]),
      recent: recent.map(({ number, status }) => `${number} ${status}`),
      ran: lastRunAt !== null,
    }));

  it('shows runs that came, ended, were opened again or overruled since, each once', async () => {
    expect(await standing()).toMatchObject([{ latest: [], recent: ['1 CANCELED'] }]);
    await upload('PASS');
    expect(await standing()).toMatchObject([{ latest: [[2, 'PASS', null]], recent: ['2 PASS', '1 CANCELED'] }]);
    const failed = await upload('FAIL');
    await upload('FAIL');
    expect(await standing()).toMatchObject([{ latest: [[4, 'FAIL', 3]] }]);
    await api.done('PATCH', `/test-runs/${failed}`, { body: { status: 'PASS' } });
    expect(await standing()).toMatchObject([
      { latest: [[4, 'FAIL', 4]], recent: ['4 FAIL', '3 PASS', '2 PASS', '1 CANCELED'] },
    ]);
    const { id } = await api.done('POST', '/test-runs', { body: { project: 'shop', environment: 'test' } });
    expect(await standing()).toMatchObject([
      {
        latest: [
          [5, 'QUEUED', null],
          [4, 'FAIL', 4],
        ],
      },
    ]);
    await api.done('PATCH', `/test-runs/${id}`, { body: { status: 'CANCELED' } });
    expect(await standing()).toMatchObject([{ latest: [[4, 'FAIL', 4]] }]);
  });

  it('tells since when something fails by a run that is no longer among the newest', async () => {
    const passed = await upload('PASS');
    for (let run = 0; run < 12; run++) await upload('FAIL');
    const [before] = await shown();
    expect(before?.latest[0]?.failingSince).toMatchObject({ lastPass: { id: passed } });
    await api.done('PATCH', `/test-runs/${passed}`, { body: { status: 'FAIL' } });
    const [after] = await shown();
    expect(after?.recent.map(({ id }) => id)).not.toContain(passed);
    expect(after?.latest[0]?.failingSince).toMatchObject({ first: { number: 4 }, lastPass: { number: 3 } });
  });

  it('counts an inconclusive run neither as a pass nor as a failure', async () => {
    const passed = await upload('PASS');
    const failed = await upload('FAIL');
    const skipped = await upload('SKIPPED');
    await upload('FAIL');
    const since = { first: { id: failed }, lastPass: { id: passed } };
    const [near] = await shown();
    expect(near?.latest[0]?.failingSince).toMatchObject(since);
    expect(near?.recent.map(({ nothingCouldPass }) => nothingCouldPass).slice(0, 4)).toEqual([
      false,
      true,
      false,
      false,
    ]);
    const at = new Date().toISOString();
    // Among more runs than are shown.
    for (let run = 0; run < 10; run++) await upload('FAIL');
    const [far] = await shown();
    expect(far?.recent.map(({ id }) => id)).not.toContain(skipped);
    expect(far?.latest[0]?.failingSince).toMatchObject(since);
    const { body } = await api.call<RecentForEnvironments>('GET', `${path}?at=${at}`);
    expect(body.environments[0]?.latest[0]?.failingSince).toMatchObject(since);
  });

  it('shows the newest of each leg of a matrix, failing since its own last pass', async () => {
    const legs = async (verdict: keyof typeof reports, os: string) => upload(verdict, { attributes: `os=${os}` });
    await legs('PASS', 'linux');
    const windows = await legs('PASS', 'windows');
    const failed = await legs('FAIL', 'windows');
    const passed = await legs('PASS', 'linux');
    const again = await legs('FAIL', 'windows');
    const [{ latest } = { latest: [] }] = await shown();
    expect(latest.slice(0, 2)).toMatchObject([
      {
        run: { id: again, status: 'FAIL', attributes: ['os=windows'] },
        failingSince: { first: { id: failed }, lastPass: { id: windows } },
      },
      { run: { id: passed, status: 'PASS', attributes: ['os=linux'] }, failingSince: null },
    ]);
    // Among more runs than are shown.
    for (let run = 0; run < 12; run++) await legs('PASS', 'linux');
    const last = await legs('FAIL', 'windows');
    const [after] = await shown();
    expect(after?.latest[0]).toMatchObject({
      run: { id: last },
      failingSince: { first: { id: failed }, lastPass: { id: windows } },
    });
  });

  it('shows names, and which environments there are, as they are now', async () => {
    await api.done('PATCH', `/environments/${shop.environmentId}`, { body: { name: 'Renamed' } });
    const [renamed] = await shown();
    expect(renamed?.latest[0]?.run.environmentName).toBe('Renamed');
    const other = await api.done('POST', '/environments', { body: { name: 'Another', key: 'another' } });
    expect(await shown()).toMatchObject([{ environmentId: other.id, lastRunAt: null }, {}]);
    await api.done('DELETE', `/environments/${other.id}`);
    expect(await shown()).toEqual([renamed]);
  });

  it('keeps what each filter matches apart, and one account from the other', async () => {
    await upload('PASS', { branch: 'feature' });
    const feature = { branch: ['feature'] };
    const numbers = async () => (await shown('?branch=feature', feature)).map(({ recent }) => recent.length);
    expect(await numbers()).toEqual([1]);
    await upload('FAIL', { branch: 'feature' });
    await upload('FAIL');
    expect(await numbers()).toEqual([2]);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect((await shown(`?date=${tomorrow},`, { from: tomorrow })).flatMap(({ recent }) => recent)).toEqual([]);
    await upload('PASS');
    const none = await shown(`?date=${tomorrow},`, { from: tomorrow });
    expect(none.flatMap(({ recent }) => recent)).toEqual([]);
    expect(none.some(({ lastRunAt }) => lastRunAt !== null)).toBe(true);
    const theirs = await api.call<RecentForEnvironments>('GET', path, { as: stranger });
    expect(theirs.body.environments).toEqual([]);
  });

  it('shows the same of a read model that was built again', async () => {
    const before = await shown();
    await api.rebuild('testRunSummaries');
    // It would look by itself within two seconds.
    untold.noticesMissed();
    expect(await shown()).toEqual(before);
    await upload('FAIL');
    expect((await shown()).flatMap(({ recent }) => recent)[0]).toMatchObject({ status: 'FAIL' });
  });
});
