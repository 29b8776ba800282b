import type { ErrorBody, IssueKeyView, TestResultsPage } from '@assay/contract';
import { failed, startUploads, type UploadsUnderTest, xml } from './uploadsUnderTest.ts';

describe('issue keys of a test', () => {
  let uploads: UploadsUnderTest;
  let path: string;
  const keys = async () => (await uploads.api.call<IssueKeyView[]>('GET', path)).body;
  const add = (key: unknown) => uploads.api.call<ErrorBody>('POST', path, { body: { key } });
  const remove = (key: string) => uploads.api.call('DELETE', `${path}?${new URLSearchParams({ key })}`);

  beforeAll(async () => {
    uploads = await startUploads();
    const { body } = await uploads.upload(xml(failed('pays')));
    const { tests } = (await uploads.api.call<TestResultsPage>('GET', `/test-runs/${body.id}/results`)).body;
    path = `/projects/${uploads.ids.projectId}/tests/${tests[0]?.testId}/issue-keys`;
  });
  afterAll(() => uploads.api.stop());

  it('are added and removed by hand, and say by whom', async () => {
    expect(await keys()).toEqual([]);
    for (const key of ['SHOP-812', 'northwind/shop#7', 'SHOP-812']) expect((await add(key)).status).toBe(200);
    await uploads.api.caughtUp();
    expect(await keys()).toEqual([
      {
        key: 'SHOP-812',
        addedBy: expect.objectContaining({ id: uploads.api.admin.userId }),
        addedAt: expect.any(String),
      },
      expect.objectContaining({ key: 'northwind/shop#7' }),
    ]);
    expect((await remove('SHOP-812')).status).toBe(200);
    await uploads.api.caughtUp();
    expect((await keys()).map(({ key }) => key)).toEqual(['northwind/shop#7']);
    expect((await remove('SHOP-812')).status).toBe(200);
    expect((await remove('northwind/shop#7')).status).toBe(200);
    await uploads.api.caughtUp();
    expect(await keys()).toEqual([]);
  });

  it.each(['', 'shop-812', 'SHOP', '#7', 'javascript:alert(1)', 7])(
    'are refused unless they are keys: %p',
    async (key) => {
      const { status, body } = await add(key);
      expect({ status, fields: body.errors?.map(({ field }) => field) }).toEqual({ status: 400, fields: ['key'] });
    },
  );

  it('are at most ten', async () => {
    for (let number = 1; number <= 10; number++) await add(`MANY-${number}`);
    expect(await add('MANY-11')).toMatchObject({ status: 409, body: { code: 'projectTest.tooManyIssueKeys' } });
  });

  it('belong to the account of the test', async () => {
    const as = await uploads.api.newAccount('elsewhere');
    expect((await uploads.api.call('GET', path, { as })).status).toBe(404);
    expect((await uploads.api.call('POST', path, { as, body: { key: 'SHOP-1' } })).status).toBe(404);
    expect((await uploads.api.call('DELETE', `${path}?key=SHOP-1`, { as })).status).toBe(404);
    expect((await uploads.api.call('GET', path.replace(/tests\/[^/]+/, 'tests/nowhere'))).status).toBe(404);
  });
});
