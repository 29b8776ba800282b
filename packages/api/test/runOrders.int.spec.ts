import type { ChoiceCounts, ErrorBody, TestRunPage, UserView } from '@assay/contract';
import { uploadForm } from './uploadForm.ts';
import { failed, passed, startUploads, type UploadsUnderTest, xml } from './uploadsUnderTest.ts';

let uploads: UploadsUnderTest;
/** Ids of the runs, oldest first. */
const ids: string[] = [];

beforeAll(async () => {
  uploads = await startUploads();
  const { api } = uploads;
  const upload = async (branch: string, ...cases: string[]) => {
    const { body } = await uploadForm(api, { ...uploads.ids, branch }, [xml(...cases)]);
    ids.push(body.id);
  };
  await upload('main', passed('a'));
  await upload('release/2.9', failed('a'), failed('b'), failed('c'));
  await upload('main', failed('a'), passed('b'));
});
afterAll(() => uploads.api.stop());

/** Not the run that each api under test has. */
const ours = 'branch=main,release/2.9';
const page = async (query: string) => (await uploads.api.call<TestRunPage>('GET', `/test-runs?${ours}&${query}`)).body;
const found = async (query: string) => (await page(query)).testRuns.map(({ id }) => ids.indexOf(id) + 1);
const counts = async (query: string) =>
  (await uploads.api.call<ChoiceCounts>('GET', `/test-runs/counts?${ours}&${query}`)).body.map(({ value, count }) => [
    value,
    count,
  ]);

describe('the list of test runs', () => {
  it.each([
    ['', [3, 2, 1]],
    ['sort=-failCount', [2, 3, 1]],
    ['sort=failCount', [1, 3, 2]],
    ['sort=-calculatedDuration', [2, 3, 1]],
    ['sort=calculatedDuration&status=FAIL', [3, 2]],
  ])('is in the order that %s says', async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  it('has pages in every order, and counts all of them', async () => {
    expect(await found('sort=-failCount&offset=1&limit=1')).toEqual([3]);
    expect(await page('sort=-failCount&offset=1&limit=1')).toMatchObject({ total: 3, totalIsLeast: false });
  });

  it('is searched for words in names, branch and number, within its filters', async () => {
    expect(await found('search=MAIN')).toEqual([3, 1]);
    expect(await found('search=main%20%234')).toEqual([3]);
    expect(await found('search=main&status=PASS')).toEqual([1]);
    expect(await page('search=nowhere')).toMatchObject({ testRuns: [], total: 0 });
  });

  it('has the runs of some ids', async () => {
    expect(await found(`ids=${ids[0]},${ids[2]}`)).toEqual([3, 1]);
    expect(await found(`ids=${ids[0]},${ids[2]}&date=2020-01-01,&sort=failCount`)).toEqual([1, 3]);
  });

  it('refuses an unknown sort order', async () => {
    const { status, body } = await uploads.api.call<ErrorBody>('GET', '/test-runs?sort=branch');
    expect([status, body.code]).toEqual([400, 'request.invalid']);
  });

  it('counts the runs of each choice of a filter, of those that the other filters leave', async () => {
    expect(await counts('by=branch')).toEqual([
      ['main', 2],
      ['release/2.9', 1],
    ]);
    expect(await counts('by=status&search=main')).toEqual([
      ['FAIL', 1],
      ['PASS', 1],
    ]);
    expect(await counts('by=reviewerIds&search=release')).toEqual([[null, 1]]);
    const { body: me } = await uploads.api.call<UserView>('GET', '/users/me');
    const review = { reviewType: 'TEST_RUN', testRunId: ids[1], testRunTestId: null, assigneeUserId: me.id };
    await uploads.api.call('PUT', '/review/user', { body: review });
    await uploads.api.caughtUp();
    expect(await counts('by=reviewerIds&search=release')).toEqual([[me.id, 1]]);
  });
});
