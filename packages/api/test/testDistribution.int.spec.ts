import type {
  DistributedTestPage,
  ProjectId,
  TestDistributionAnalysis,
  TestDistributionRuleView,
  TestSuiteId,
} from '@assay/contract';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { prepareRun } from './prepareRun.ts';
import { uploadForm } from './uploadForm.ts';

const rulesPath = '/test-distribution-analysis-rule';
const analysisPath = '/test-distribution-analysis';
const dayMs = 86_400_000;

const testCase = (file: string, name: string) => `<testcase classname="${file}" file="${file}" name="${name}"/>`;
const report = `<testsuite name="s">${[
  testCase('src/cart.unit.spec.ts', 'adds'),
  testCase('src/cart.unit.spec.ts', 'removes'),
  testCase('src/store.int.spec.ts', 'stores'),
  testCase('journeys/buy.spec.ts', 'buys a book'),
  testCase('journeys/buy.spec.ts', 'pays by card'),
  testCase('misc/odd.ts', 'odd'),
].join('')}</testsuite>`;

describe('test distribution', () => {
  let api: ApiUnderTest;
  let stranger: Person;
  let projectId: ProjectId;
  beforeAll(async () => {
    api = await startApi();
    stranger = await api.newAccount('stranger');
    const run = await prepareRun(api);
    projectId = run.projectId as ProjectId;
    await uploadForm(api, run, [{ name: 'r.xml', content: report }]);
    await api.caughtUp();
  });
  afterAll(() => api.stop());
  afterEach(async () => {
    for (const { id } of await rules()) await api.done('DELETE', `${rulesPath}/${id}`);
  });

  const rule = (orderToApply: number, assignedTo: string, ...includePatterns: string[]) => {
    return { orderToApply, ruleType: 'FILE', assignedTo, includePatterns };
  };
  const add = async (body: object) => (await api.done('POST', rulesPath, { body })).id;
  const rules = async (as?: Person) =>
    (await api.call<TestDistributionRuleView[]>('GET', rulesPath, as ? { as } : {})).body;
  const places = async () => (await rules()).map(({ id, orderToApply }) => [id, orderToApply]);
  const analysis = async () => (await api.call<TestDistributionAnalysis>('GET', analysisPath)).body;
  const tests = async (query = '') =>
    (await api.call<DistributedTestPage>('GET', `${analysisPath}/tests${query}`)).body;
  const countsOf = ({
    unitTestCount,
    integrationTestCount,
    e2eTestCount,
    unmatchedTestCount,
  }: TestDistributionAnalysis) => [unitTestCount, integrationTestCount, e2eTestCount, unmatchedTestCount];

  it('counts each test that was run by the first rule that fits, and names those that none fits', async () => {
    expect(countsOf(await analysis())).toEqual([0, 0, 0, 6]);
    const units = await add(rule(0, 'UNIT', '*.unit.spec.ts'));
    const all = await add(rule(5, 'END_TO_END', 'journeys/*', 'src/*'));
    const integration = await add(rule(3, 'INTEGRATION', '*.int.spec.ts'));
    const found = await analysis();
    expect(countsOf(found)).toEqual([2, 1, 2, 1]);
    expect(found.rules).toEqual([
      { ruleId: units, testCount: 2, lastTestCount: 0 },
      { ruleId: integration, testCount: 1, lastTestCount: 0 },
      { ruleId: all, testCount: 2, lastTestCount: 0 },
    ]);
    expect(countsOf({ ...found, ...found.lastQuarter })).toEqual([0, 0, 0, 0]);
    expect(await tests('?assignedTo=NONE')).toMatchObject({
      total: 1,
      tests: [{ file: 'misc/odd.ts', name: 'odd', assignedTo: null, ruleId: null }],
    });
    expect((await tests(`?ruleId=${all}`)).tests.map(({ name }) => name)).toEqual(['buys a book', 'pays by card']);
    expect(await tests('?offset=1&limit=2')).toMatchObject({ total: 6, tests: [{ name: 'pays by card' }, {}] });
  });

  it('looks at names, tags and suites too, and at the projects that are asked for', async () => {
    const pays = { name: 'Pays', testTimeoutSeconds: 60, timeoutMinutes: 10, testFilters: ['Regex: pays'] };
    const suite = (await api.done('POST', `/projects/${projectId}/test-suites`, { body: pays })).id;
    await add({ ...rule(0, 'UNIT'), testSuiteId: suite });
    await add({ ...rule(1, 'END_TO_END', 'buys *'), ruleType: 'NAME', projectId });
    await add({ ...rule(2, 'INTEGRATION', '@slow'), ruleType: 'TAG' });
    expect(countsOf(await analysis())).toEqual([1, 0, 1, 4]);
    const startTime = new Date(Date.now() - 10 * dayMs).toISOString();
    const asked = async (body: object) => api.call<TestDistributionAnalysis>('POST', analysisPath, { body });
    expect(countsOf((await asked({ startTime, projectId })).body)).toEqual([1, 0, 1, 4]);
    expect(countsOf((await asked({ startTime, projectId: 'other' })).body)).toEqual([0, 0, 0, 0]);
    const later = new Date(Date.now() + 2 * dayMs).toISOString();
    const { body } = await asked({ startTime: later });
    expect([countsOf(body), body.lastQuarter.unmatchedTestCount]).toEqual([[0, 0, 0, 0], 4]);
    for (const longAgo of ['2020-01-01T00:00:00Z', '1970-01-01T00:00:00Z', '0001-01-01T00:00:00Z']) {
      const { status, body: empty } = await asked({ startTime: longAgo });
      expect([status, countsOf(empty), empty.lastQuarter.unmatchedTestCount]).toEqual([200, [0, 0, 0, 0], 0]);
    }
  });

  it('is of any moment of the last 200 days, without what was run later', async () => {
    await add(rule(0, 'UNIT', '*.unit.spec.ts'));
    const ago = (days: number) => new Date(Date.now() - days * dayMs).toISOString();
    const asOf = (at: string) => api.call<TestDistributionAnalysis>('GET', `${analysisPath}?at=${at}`);
    expect(countsOf((await asOf(ago(0))).body)).toEqual([2, 0, 0, 4]);
    const { body } = await asOf(ago(1));
    expect(countsOf(body)).toEqual([0, 0, 0, 0]);
    expect(body.end.slice(0, 10)).toBe(ago(0).slice(0, 10));
    expect((await tests(`?at=${ago(1)}`)).total).toBe(0);
    const asked = { startTime: ago(10), at: ago(1) };
    expect(countsOf((await api.call<TestDistributionAnalysis>('POST', analysisPath, { body: asked })).body)).toEqual([
      0, 0, 0, 0,
    ]);
    expect((await asOf(ago(200))).status).toBe(200);
    for (const [at, message] of [
      [ago(202), 'Must be within the last 200 days'],
      [ago(-1), 'Must not be in the future'],
    ] as const) {
      expect(await asOf(at)).toMatchObject({ status: 400, body: { errors: [{ field: 'at', message }] } });
    }
  });

  it('keeps its rules in one order, in which they make room for one another', async () => {
    const [first, second] = [await add(rule(0, 'UNIT')), await add(rule(1, 'INTEGRATION'))];
    const third = await add(rule(0, 'END_TO_END'));
    expect(await places()).toEqual([
      [third, 0],
      [first, 1],
      [second, 2],
    ]);
    await api.done('PUT', `${rulesPath}/${third}`, { body: rule(2, 'END_TO_END') });
    expect(await places()).toEqual([
      [first, 0],
      [second, 1],
      [third, 2],
    ]);
  });

  it('changes a rule only as somebody saw the rules last', async () => {
    const id = await add(rule(0, 'UNIT'));
    const [seen] = await rules();
    await add(rule(9, 'UNIT'));
    const headers = { 'if-match': seen?.revision ?? '' };
    expect((await api.call('PUT', `${rulesPath}/${id}`, { body: rule(4, 'UNIT'), headers })).status).toBe(412);
    expect(await places()).toContainEqual([id, 0]);
  });

  it.each([
    [{ orderToApply: 31 }, 'orderToApply', 'Must be between 0 and 30'],
    [{ orderToApply: -1 }, 'orderToApply', 'Must be between 0 and 30'],
    [{ projectId: 'nowhere' }, 'projectId', 'There is no such project.'],
    [{ testSuiteId: 'nowhere' as TestSuiteId }, 'testSuiteId', 'There is no such test suite.'],
    [{ includePatterns: [''] }, 'includePatterns.0', "Can't be blank"],
  ])('refuses %j, and changes nothing', async (changed, field, message) => {
    const errors = { status: 400, body: { errors: [{ field, message }] } };
    expect(await api.call('POST', rulesPath, { body: { ...rule(0, 'UNIT'), ...changed } })).toMatchObject(errors);
    expect(await rules()).toEqual([]);
  });

  it('has at most 31 rules, of its own account alone', async () => {
    for (let place = 0; place <= 30; place += 1) await add(rule(place, 'UNIT'));
    const more = await api.call<{ code: string }>('POST', rulesPath, { body: rule(0, 'UNIT') });
    expect([more.status, more.body.code]).toEqual([409, 'testDistribution.tooManyRules']);
    expect(await rules(stranger)).toEqual([]);
    const [theirs] = await rules();
    expect((await api.call('DELETE', `${rulesPath}/${theirs?.id}`, { as: stranger })).status).toBe(404);
  });
});
