import { type ErrorBody, type FoundTestInfo, limits, type TestListBlob, type TestListResult } from '@assay/contract';
import { type AgentUnderTest, listedTest, unitCompleted } from './agentUnderTest.ts';
import type { ApiUnderTest, Person } from './apiUnderTest.ts';
import { grantStaff } from './grantStaff.ts';
import { type RunCycle, startRunCycle } from './runCycle.ts';

const infoOf = ({ testId, file, name, line, tags }: FoundTestInfo): FoundTestInfo => ({
  testId,
  file,
  name,
  line,
  tags,
});
const linesOf = (tests: readonly FoundTestInfo[]) =>
  Buffer.from(tests.map((test) => `${JSON.stringify(infoOf(test))}\n`).join(''));

describe('the result of listing the tests of a run', () => {
  let api: ApiUnderTest;
  let agent: AgentUnderTest;
  let cycle: RunCycle;
  let staff: Person;

  beforeAll(async () => {
    ({ api, agent, cycle } = await startRunCycle());
    staff = await api.newAccount('provider');
    await grantStaff(api, staff);
  });
  afterAll(() => api.stop());

  const path = (id: string, query = '') => `/test-runs/${id}/test-list-result${query}`;
  const resultOf = async (id: string, query = '') => {
    await api.caughtUp();
    const { status, body } = await api.call<TestListResult>('GET', path(id, query));
    expect(status).toBe(200);
    return body;
  };
  /** Runs the set-up of the queued run. */
  async function setUp(list: Partial<TestListBlob>, said = ''): Promise<string> {
    const setup = await cycle.takeWork();
    const { testRunId } = setup.run;
    if (said) await agent.post(`/agents/${agent.agentId}/logs`, { testRunId, log: 'test-list', offset: 0, text: said });
    const whole = { commit: null, commitMessage: null, foundCount: 0, tests: [], ...list };
    const blobId = await agent.upload(Buffer.from(JSON.stringify(whole)));
    const answer = await agent.post(`/agents/${agent.agentId}/units/${setup.leaseId}/test-list`, { blobId });
    expect(answer).toMatchObject({ status: 200 });
    await agent.events(setup, 1, [unitCompleted]);
    return testRunId;
  }
  const five = ['e', 'd', 'c', 'b', 'a'].map((id) => listedTest(id, `${id}.spec.ts`));

  it('shows the tests found, the tests left, the filters, the duration and the log', async () => {
    const id = await cycle.newRun({
      includeTags: ['@smoke'],
      excludedTags: ['slow'],
      testFilters: ['Regex: x'],
      copies: 3,
    });
    expect(await resultOf(id)).toEqual({
      output: '',
      outputSize: 0,
      error: null,
      listedAt: null,
      listingMs: null,
      testCount: null,
      foundCount: null,
      filters: ['Include tag: @smoke', 'Exclude tag: slow', 'Regex: x'],
      infos: [],
      unfilteredInfos: null,
    });
    const found = await agent.upload(linesOf(five));
    await setUp({ tests: five.slice(0, 2), foundCount: 5, found, listingMs: 1234 }, 'Größe: 5 tests\n');
    expect(await resultOf(id)).toMatchObject({
      output: 'Größe: 5 tests\n',
      outputSize: 17,
      error: null,
      listingMs: 1234,
      testCount: 2,
      foundCount: 5,
      listedAt: expect.stringMatching(/^20/),
      // Once, however many copies; ordered by file, as everywhere.
      infos: [five[1], five[0]].map((test) => test && infoOf(test)),
      unfilteredInfos: five.map(infoOf),
    });
    expect(await resultOf(id, '?offset=1&limit=1')).toMatchObject({
      infos: [{ testId: 'e' }],
      unfilteredInfos: [{ testId: 'd' }],
    });
    expect(await resultOf(id, '?offset=5')).toMatchObject({ infos: [], unfilteredInfos: [] });
    expect((await api.call('GET', `/test-runs/${id}/logs`)).body).toMatchObject([
      { name: 'test-list', runnerSetupLog: null, testListGenerationLog: 'Größe: 5 tests\n' },
    ]);
    await cycle.cancel(id);
  });

  it('has one list if nothing was left out, and says so if the full list was not kept', async () => {
    const whole = await cycle.newRun();
    await setUp({ tests: five, foundCount: 5 });
    const { infos, unfilteredInfos } = await resultOf(whole);
    expect(unfilteredInfos).toEqual(infos);
    expect(infos).toHaveLength(5);
    await cycle.cancel(whole);
    const old = await cycle.newRun();
    await setUp({ tests: five.slice(0, 1), foundCount: 5 });
    expect(await resultOf(old)).toMatchObject({ foundCount: 5, infos: [{ testId: 'e' }], unfilteredInfos: null });
    await cycle.cancel(old);
    const odd = await cycle.newRun();
    const found = await agent.upload(Buffer.from('no such list'));
    await setUp({ tests: five.slice(0, 1), foundCount: 5, found });
    expect(await resultOf(odd)).toMatchObject({ unfilteredInfos: null });
    await cycle.cancel(odd);
  });

  it('leaves out tests discovered while running', async () => {
    const id = await cycle.newRun();
    await setUp({});
    const work = await cycle.takeWork();
    const discovered = { type: 'testDiscovered' as const, file: 'a', name: 'a', tags: [] };
    await agent.events(work, 1, [{ ...discovered, testId: listedTest('shown').testId }]);
    await cycle.untilRun(id, ({ totalCount }) => totalCount === 1);
    expect(await resultOf(id)).toMatchObject({ testCount: 0, infos: [], unfilteredInfos: [] });
    await cycle.cancel(id);
  });

  it('shows how many tests a rerun selected, and why the set-up could not list them', async () => {
    const first = await cycle.newRun();
    await setUp({ tests: five, foundCount: 5 });
    await cycle.untilRun(first, ({ totalCount }) => totalCount === 5);
    await cycle.cancel(first);
    const { id } = await api.done('POST', `/test-runs/${first}/rerun`, { body: { testIds: ['a', 'b'] } });
    const setup = await cycle.takeWork();
    const problem = { code: 'list.failed', message: 'The tests could not be listed: no such file.' };
    await agent.events(setup, 1, [{ type: 'unitCompleted', problem }]);
    await cycle.untilRun(id, ({ status }) => status === 'FAIL');
    expect(await resultOf(id)).toMatchObject({
      filters: ['Selected tests: 2'],
      error: problem.message,
      listedAt: null,
      testCount: null,
      infos: [],
      unfilteredInfos: null,
    });
  });

  it('returns a list of a hundred thousand tests in pages', async () => {
    const id = await cycle.newRun({ testFilters: ['Regex: test 7'] });
    const found = await agent.upload(linesOf(Array.from({ length: 100_000 }, (_, n) => listedTest(`t${n}`))));
    await setUp({ tests: [listedTest('t7')], foundCount: 100_000, found });
    const page = async (query: string) => (await resultOf(id, query)).unfilteredInfos ?? [];
    expect(await page('')).toHaveLength(1_000);
    expect((await page('?offset=99998&limit=10')).map(({ testId }) => testId)).toEqual(['t99998', 't99999']);
    expect(await page(`?offset=50000&limit=${limits.maxResultsPage}`)).toHaveLength(limits.maxResultsPage);
    expect((await api.call('GET', path(id, `?limit=${limits.maxResultsPage + 1}`))).status).toBe(400);
    await cycle.cancel(id);
  });

  it('refuses a list that names tests which were not uploaded', async () => {
    const id = await cycle.newRun();
    const setup = await cycle.takeWork();
    const list = { commit: null, commitMessage: null, foundCount: 5, tests: [], found: 'f'.repeat(64) };
    const blobId = await agent.upload(Buffer.from(JSON.stringify(list)));
    const answer = await agent.post(`/agents/${agent.agentId}/units/${setup.leaseId}/test-list`, { blobId });
    expect(answer).toMatchObject({ status: 409, body: { code: 'blob.missing' } });
    const problem = { code: 'list.failed', message: 'No list.' };
    await agent.events(setup, 1, [{ type: 'unitCompleted', problem }]);
    await cycle.untilRun(id, ({ status }) => status === 'FAIL');
  });

  it('is visible to those who may see the run, and to staff', async () => {
    const id = await cycle.newRun();
    await setUp({ tests: five, foundCount: 5 });
    const mine = await resultOf(id);
    const ask = (as: Person, where = path(id)) => api.call<ErrorBody>('GET', where, { as });
    expect((await ask(await api.newPerson(api.admin.accountId, 'USER'))).body).toEqual(mine);
    expect(await ask(await api.newAccount('stranger'))).toMatchObject({
      status: 404,
      body: { code: 'testRun.notFound' },
    });
    expect(await ask(staff)).toMatchObject({ status: 404 });
    expect((await ask(staff, `/employee${path(id)}`)).body.code).toBe('staffAccess.required');
    const access = { accountId: api.admin.accountId, reason: 'Ticket 4112: the list is wrong' };
    await api.call('POST', '/employee/access', { as: staff, body: access });
    await api.caughtUp();
    expect(await ask(staff, `/employee${path(id)}`)).toMatchObject({ status: 200, body: mine });
    expect(await ask(staff, `/employee${path('no-such-run')}`)).toMatchObject({
      status: 404,
      body: { code: 'testRun.notFound' },
    });
    expect(await ask(api.admin, `/employee${path(id)}`)).toMatchObject({ status: 403 });
    await cycle.cancel(id);
  });
});
