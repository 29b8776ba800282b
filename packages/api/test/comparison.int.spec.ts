import type { ComparedTestsPage, ErrorBody, RunComparison, TqlAnswer } from '@assay/contract';
import { listedTest, testFinished, unitCompleted } from './agentUnderTest.ts';
import { startRunCycle } from './runCycle.ts';
import { uploadForm } from './uploadForm.ts';
import { suite } from './uploadsUnderTest.ts';

const test = (name: string, inside = '', seconds = 0.1) =>
  `<testcase classname="Cart" name="${name}" time="${seconds}">${inside}</testcase>`;
const failure = (message: string) => `<failure message="${message}"/>`;
const away = failure('connect ECONNREFUSED 10.0.0.7:5432');
const skipped = '<skipped/>';

describe('the comparison of two runs', () => {
  let service: Awaited<ReturnType<typeof startRunCycle>>;
  let ids: { projectId: string; environmentId: string };
  let [before, after] = ['', ''];

  beforeAll(async () => {
    service = await startRunCycle();
    const { body: projects } = await service.api.call<{ id: string }[]>('GET', '/projects');
    const { body: environments } = await service.api.call<{ id: string }[]>('GET', '/environments');
    ids = { projectId: projects[0]?.id ?? '', environmentId: environments[0]?.id ?? '' };
    before = await uploaded(
      ...['logs in', 'pays', 'ships', 'steady', 'stops'].map((name) => test(name)),
      test('slow'),
      test('quick', '', 3),
      test('broken', failure('no stock')),
      test('mended', failure('no stock')),
      test('gone'),
    );
    after = await uploaded(
      ...['logs in', 'pays', 'ships'].map((name) => test(name, away)),
      test('steady'),
      test('stops', skipped),
      test('slow', '', 2),
      test('quick', '', 1),
      test('broken', failure('out of memory')),
      test('mended'),
      test('new'),
    );
  });
  afterAll(() => service.api.stop());

  async function uploaded(...cases: string[]): Promise<string> {
    const { body } = await uploadForm(service.api, ids, [{ name: 'r.xml', content: suite(...cases) }]);
    await service.cycle.untilRun(body.id, ({ status }) => status !== 'RUNNING');
    return body.id;
  }
  const asked = (more: Record<string, string> = {}) =>
    new URLSearchParams({ first: before, second: after, ...more }).toString();
  const compare = (more?: Record<string, string>) =>
    service.api.call<RunComparison & ErrorBody>('GET', `/test-runs/comparison?${asked(more)}`);
  const testsOf = async (group: string, more: Record<string, string> = {}) =>
    (await service.api.call<ComparedTestsPage>('GET', `/test-runs/comparison/tests?${asked({ group, ...more })}`)).body;
  const query = (tql: string, as?: Parameters<typeof service.api.call>[2]) =>
    service.api.call<TqlAnswer & ErrorBody>('POST', '/tql', { ...as, body: { tql } });
  const namesFound = async (tql: string) => (await query(tql)).body.results.map(({ name }) => name);

  it('puts each test into one group', async () => {
    const { body } = await compare();
    expect(body).toMatchObject({
      counts: {
        newlyFailing: 3,
        stillFailing: 1,
        fixed: 1,
        flakyInOne: 0,
        notRun: 1,
        added: 1,
        removed: 1,
        slower: 1,
        faster: 1,
        unchanged: 1,
      },
      tests: { first: 10, second: 10 },
      sameError: 3,
      slowerMs: 1900,
      fasterMs: 2000,
    });
  });

  it('has one row for tests that newly fail of one error, and all of them by the problem', async () => {
    const { tests, total } = await testsOf('newlyFailing', { folded: 'true' });
    expect({ total, alike: tests.map(({ alike }) => alike) }).toEqual({ total: 1, alike: [2] });
    const problemId = tests[0]?.second?.problemId ?? '';
    const rest = await testsOf('newlyFailing', { problemId, offset: '1', limit: '1' });
    expect(rest).toMatchObject({ total: 3, tests: [{ first: { status: 'PASS' }, second: { status: 'FAIL' } }] });
  });

  it('tells errors apart, and leads to the test in both runs', async () => {
    const { tests } = await testsOf('stillFailing');
    expect(tests).toMatchObject([{ name: 'broken', sameError: false, first: { error: 'no stock' } }]);
    const { testKey } = tests[0]?.first ?? { testKey: '' };
    expect((await service.api.call('GET', `/test-runs/${before}/results/${testKey}`)).status).toBe(200);
  });

  it('counts and lists only what matches a query in one of the runs', async () => {
    const tql = 'error ~ "ECONNREFUSED" or name = mended';
    expect((await compare({ tql })).body).toMatchObject({
      counts: { newlyFailing: 3, fixed: 1, unchanged: 0, added: 0 },
      tests: { first: 4, second: 4 },
    });
    expect((await testsOf('added', { tql })).total).toBe(0);
  });

  it('says what is wrong with a query, and refuses an order', async () => {
    expect(await compare({ tql: 'status fail' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'tql', message: expect.stringMatching(/at character 8/) }] },
    });
    expect((await compare({ tql: 'flaky limit 3' })).status).toBe(400);
  });

  it('is refused between projects, and hidden from others', async () => {
    const { api } = service;
    const body = { name: 'Bank', key: 'bank', gitUrl: '/repositories/bank', testingFramework: 'Playwright' };
    const { id: projectId } = await api.done<{ id: string }>('POST', '/projects', { body });
    const file = { name: 'r.xml', content: suite(test('lends')) };
    const { body: other } = await uploadForm(api, { ...ids, projectId }, [file]);
    expect(await compare({ second: other.id })).toMatchObject({
      status: 409,
      body: { code: 'testRun.otherProject', message: 'Test runs are from different projects' },
    });
    const as = await api.newAccount('stranger');
    expect((await api.call('GET', `/test-runs/comparison?${asked()}`, { as })).status).toBe(404);
    expect((await query('status = fail', { as })).body).toMatchObject({ results: [], searchedRuns: 0 });
  });

  it('takes copies of a test together, and follows a run that goes on', async () => {
    const { api, agent, cycle } = service;
    const run = async (copies: number) => {
      const id = await cycle.newRun({ copies });
      await cycle.setUp([listedTest('test1')]);
      return id;
    };
    const single = await run(1);
    const work = await cycle.takeWork();
    await agent.events(work, 1, [testFinished('test1'), unitCompleted]);
    await cycle.untilRun(single, ({ status }) => status === 'PASS');
    const copied = await run(2);
    const between = () => api.call<RunComparison>('GET', `/test-runs/comparison?first=${single}&second=${copied}`);
    await cycle.untilRun(copied, ({ totalCount }) => totalCount === 2);
    expect((await between()).body.counts).toMatchObject({ notRun: 1, newlyFailing: 0 });
    for (const status of ['PASS', 'FAIL'] as const) {
      const copy = await cycle.takeWork();
      await agent.events(copy, 1, [testFinished('test1', { status }), unitCompleted]);
    }
    await cycle.untilRun(copied, ({ status }) => status === 'FAIL');
    expect((await between()).body).toMatchObject({ counts: { newlyFailing: 1, notRun: 0 }, tests: { second: 1 } });
  });

  it('finds results of every run by a query', async () => {
    expect(await namesFound('project = SHOP and status = fail and error ~ stock')).toEqual(['broken', 'mended']);
    expect(await namesFound('project = shop and name in (quick, slow) order by duration desc limit 3')).toEqual([
      'quick',
      'slow',
      'quick',
    ]);
    const { body } = await query('name = steady and environment = test');
    expect(body).toMatchObject({ complete: true, results: [{ project: 'Shop', status: 'PASS' }, { status: 'PASS' }] });
    // The newest run first.
    expect(body.results.map(({ testRunId }) => testRunId)).toEqual([after, before]);
  });

  it('reads only runs that can have a match', async () => {
    const { body: all } = await query('order by name');
    const { body: some } = await query(`run = ${all.results[0]?.run} and status = pass`);
    expect(some.searchedRuns).toBe(1);
    expect((await query('branch = nowhere')).body).toMatchObject({ results: [], searchedRuns: 0, searchedResults: 0 });
  });

  it('says where a query cannot be read', async () => {
    expect(await query('status = broken')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'tql', message: 'Expected a status at character 10, found "broken"' }] },
    });
  });
});
