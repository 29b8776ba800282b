import type { ErrorBody, ProjectTestView, TestHistory, TestRenames } from '@assay/contract';
import { eventually } from '../../../test/support/eventually.ts';
import { registerAgent } from './agentUnderTest.ts';
import type { ApiUnderTest } from './apiUnderTest.ts';
import { type ReviewedResults, startReviewedResults } from './reviewedResults.ts';
import { runCycle } from './runCycle.ts';
import { uploadForm } from './uploadForm.ts';

const testOf = (place: string, failure?: string) => {
  const [file, name] = place.split(': ');
  const inner = failure === undefined ? '' : `<failure message="${failure}"/>`;
  return `<testcase file="${file}" name="${name}">${inner}</testcase>`;
};
const others = ['x.spec.ts: starts', 'x.spec.ts: ends', 'y.spec.ts: opens', 'y.spec.ts: closes'];

describe('tests with new names', () => {
  let reviewed: ReviewedResults;
  let api: ApiUnderTest;
  let projectId: string;
  beforeAll(async () => {
    reviewed = await startReviewedResults();
    api = reviewed.api;
  });
  afterAll(() => api.stop());
  let projects = 0;
  beforeEach(async () => {
    projects += 1;
    const body = { name: `Shop ${projects}`, key: `shop-${projects}`, testingFramework: 'Playwright' };
    projectId = (await api.done('POST', '/projects', { body })).id;
  });

  const path = () => `/projects/${projectId}/renamed-tests`;
  const renames = async () => (await api.call<TestRenames>('GET', path())).body;
  const decide = (ids: string[], decision: 'JOIN' | 'SEPARATE') =>
    api.done('POST', `${path()}/decisions`, { body: { ids, decision } });
  const uploadCases = async (...cases: string[]) => {
    const content = `<testsuite>${[...others.map((place) => testOf(place)), ...cases].join('')}</testsuite>`;
    return (await uploadForm(api, { ...reviewed.fields, projectId }, [{ name: 'r.xml', content }])).body.id;
  };
  const upload = (...places: string[]) => uploadCases(...places.map((place) => testOf(place)));
  /** The ids that the tests of a run have, by their files and names. */
  const idsIn = async (run: string) => {
    const { tests } = await reviewed.results(run);
    return new Map(tests.map(({ id, file, name }) => [`${file}: ${name}`, id.slice(run.length + 1)]));
  };
  const runsOf = async (testId: string) => {
    const history = await api.call<TestHistory>('GET', `/projects/${projectId}/tests/${testId}/history`);
    return history.body.results.map(({ testRunId }) => testRunId);
  };
  const found = async (kind: 'renamed' | 'suggested') => {
    const tests = await eventually(async () => {
      const listed = (await renames())[kind];
      return listed.length > 0 ? listed : null;
    });
    // What follows from it for the tests themselves.
    await api.caughtUp();
    return tests;
  };
  const quarantined = async () =>
    (await api.call<ProjectTestView[]>('GET', `/projects/${projectId}/quarantined-tests`)).body;

  it('keep identity, history and quarantine when their file moves', async () => {
    const before = await upload('src/cart.spec.ts: adds', 'src/cart.spec.ts: pays');
    const adds = (await idsIn(before)).get('src/cart.spec.ts: adds') ?? '';
    await api.done('PUT', `/projects/${projectId}/tests/${adds}/quarantine`, {
      body: { reason: 'slow' },
    });
    const moved = await upload('test/cart.spec.ts: adds', 'test/cart.spec.ts: pays');
    expect(await found('renamed')).toEqual(
      ['adds', 'pays'].map((name) =>
        expect.objectContaining({
          ...{ file: 'test/cart.spec.ts', name, formerFile: 'src/cart.spec.ts', formerName: name },
          ...{ reason: 'MOVED_FILE', testRunId: moved },
        }),
      ),
    );
    expect(await runsOf(adds)).toEqual([moved, before]);
    expect((await quarantined()).map(({ id, file }) => [id, file])).toEqual([[adds, 'test/cart.spec.ts']]);

    const later = await uploadCases(testOf('test/cart.spec.ts: adds', 'boom'), testOf('test/cart.spec.ts: pays'));
    expect((await idsIn(later)).get('test/cart.spec.ts: adds')).toBe(adds);
    expect(await reviewed.run(later)).toMatchObject({ status: 'PASS' });
    expect(await runsOf(adds)).toEqual([later, moved, before]);
    // From a page of the run that had the new name first, it is the same history.
    const firstId = (await idsIn(moved)).get('test/cart.spec.ts: adds') ?? '';
    expect(await runsOf(firstId)).toEqual([later, moved, before]);
  });

  it('are found in runs that have just ended, not in those of the past that are imported', async () => {
    const dayMs = 86_400_000;
    for (const [days, folder] of [
      [2, 'src'],
      [1, 'old'],
    ] as const) {
      const moved = ['adds', 'pays'].map((name) => `${folder}/cart.spec.ts: ${name}`);
      const content = `<testsuite>${[...others, ...moved].map((place) => testOf(place)).join('')}</testsuite>`;
      const past = { ...reviewed.fields, projectId, ranAt: new Date(Date.now() - days * dayMs).toISOString() };
      expect((await uploadForm(api, past, [{ name: 'r.xml', content }])).status).toBe(201);
    }
    await upload('test/cart.spec.ts: adds', 'test/cart.spec.ts: pays');
    const files = (await found('renamed')).map(({ formerFile, file }) => [formerFile, file]);
    expect(files).toEqual(['adds', 'pays'].map(() => ['old/cart.spec.ts', 'test/cart.spec.ts']));
  });

  it('are two again when a user says so, each with its own results, and stay two', async () => {
    const before = await upload('src/cart.spec.ts: adds');
    const moved = await upload('test/cart.spec.ts: adds');
    const [rename] = await found('renamed');
    const joined = await upload('test/cart.spec.ts: adds');
    await decide([rename?.id ?? ''], 'SEPARATE');
    await api.caughtUp();
    expect(await renames()).toEqual({ suggested: [], renamed: [], renamedCount: 0 });
    expect(await runsOf(rename?.testId ?? '')).toEqual([before]);
    expect(await runsOf(rename?.id ?? '')).toEqual([joined, moved]);
    await upload('src/cart.spec.ts: adds');
    const again = await upload('test/cart.spec.ts: adds');
    expect((await idsIn(again)).get('test/cart.spec.ts: adds')).toBe(rename?.id);
    expect(await renames()).toEqual({ suggested: [], renamed: [], renamedCount: 0 });
  });

  it('are suggested where only a name in a file is new, and joined when a user says so', async () => {
    const before = await upload('cart.spec.ts: adds an item to the cart');
    const renamed = await upload('cart.spec.ts: adds one item to the cart');
    const [suggestion] = await found('suggested');
    expect(suggestion).toMatchObject({ name: 'adds one item to the cart', formerName: 'adds an item to the cart' });
    expect(await runsOf(suggestion?.testId ?? '')).toEqual([before]);
    await decide([suggestion?.id ?? ''], 'JOIN');
    await api.caughtUp();
    expect(await renames()).toMatchObject({ suggested: [], renamed: [{ id: suggestion?.id, reason: 'ACCEPTED' }] });
    expect(await runsOf(suggestion?.testId ?? '')).toEqual([renamed, before]);
  });

  it('are two tests in a run that has both names', async () => {
    await upload('src/cart.spec.ts: adds');
    await upload('test/cart.spec.ts: adds');
    const [rename] = await found('renamed');
    const both = await idsIn(await upload('src/cart.spec.ts: adds', 'test/cart.spec.ts: adds'));
    expect(both.get('src/cart.spec.ts: adds')).toBe(rename?.testId);
    expect(both.get('test/cart.spec.ts: adds')).toBe(rename?.id);
  });

  it('reach the agent that lists the tests', async () => {
    ({ projectId } = reviewed.fields);
    await upload('src/cart.spec.ts: adds');
    await upload('test/cart.spec.ts: adds');
    const [rename] = await found('renamed');
    const agent = await registerAgent(api);
    const cycle = runCycle(api, agent);
    await cycle.newRun();
    const setup = await cycle.setUp();
    expect(setup.renamed).toEqual([{ renamedId: rename?.id, testId: rename?.testId }]);
    expect(await cycle.takeWork()).not.toHaveProperty('renamed');
  });

  it('are decided on by those who may, and only where there is something to decide', async () => {
    await upload('src/cart.spec.ts: adds');
    await upload('test/cart.spec.ts: adds');
    const [rename] = await found('renamed');
    const body = { ids: [rename?.id], decision: 'SEPARATE' };
    const theirs = { as: reviewed.stranger, body };
    expect((await api.call<ErrorBody>('POST', `${path()}/decisions`, theirs)).body.code).toBe('project.notFound');
    expect((await api.call('GET', path(), { as: reviewed.stranger })).status).toBe(404);
    const unknown = await api.call<ErrorBody>('POST', `${path()}/decisions`, {
      body: { ...body, ids: [rename?.id, 'another'] },
    });
    expect(unknown).toMatchObject({ status: 404, body: { code: 'testRename.notFound' } });
    expect((await api.call('POST', `${path()}/decisions`, { body: { ...body, decision: 'MAYBE' } })).status).toBe(400);
    expect((await renames()).renamedCount).toBe(1);
  });
});
