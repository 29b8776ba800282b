import type { InsightView } from '@assay/contract';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { prepareRun } from './prepareRun.ts';
import { uploadForm } from './uploadForm.ts';

/** A test that failed, and passed when it was tried again, and is called like HTML. */
const flaky = (name: string) =>
  `<testcase classname="Cart" file="&lt;cart&gt;.js" name="${name}" time="0.5"><flakyFailure message="no"/></testcase>`;
const hostile = '&lt;img src=x onerror=alert(1)&gt; &amp; pays';
const report = `<testsuite name="s">${flaky(hostile)}${flaky('adds')}<testcase classname="Cart" file="cart.js" name="sums" time="1"/></testsuite>`;

describe('insights', () => {
  let api: ApiUnderTest;
  let stranger: Person;
  let grace: Person;
  beforeAll(async () => {
    api = await startApi();
    stranger = await api.newAccount('stranger');
    const run = await prepareRun(api);
    grace = await api.newPerson(api.admin.accountId, 'USER');
    await uploadForm(api, run, [{ name: 'r.xml', content: report }]);
    await api.caughtUp();
  });
  afterAll(() => api.stop());

  const insights = async (as?: Person) => (await api.call<InsightView[]>('GET', '/insight', as ? { as } : {})).body;
  const mark = (body: object, as?: Person) => api.call('PUT', '/insight/mark', { body, ...(as ? { as } : {}) });

  it('tell of new flaky tests, escaped and with a link to the newest result', async () => {
    const found = await insights();
    expect(found.map(({ type, amount, read }) => [type, amount, read])).toEqual([
      ['NEW_FLAKY', 1, false],
      ['NEW_FLAKY', 1, false],
    ]);
    const told = found.find(({ title }) => title.includes('<img'));
    expect(told?.title).toBe('Flaky since this week: Cart › <img src=x onerror=alert(1)> & pays');
    expect(told?.content).toMatch(
      /^<p>Seen to pass and fail without a change <strong>1<\/strong> of 1 times.<\/p><p><code>&lt;cart&gt;.js<\/code> <a href="test-runs\/[^"]+\/tests\/[^"]+">Newest result<\/a>/,
    );
    expect(Date.parse(told?.expiresAt ?? '')).toBeGreaterThan(Date.now());
    expect(await insights(stranger)).toEqual([]);
  });

  it('are read, unread again and not useful for one person alone', async () => {
    const [first, second] = await insights();
    await mark({ insightId: first?.id });
    await api.caughtUp();
    expect((await insights()).map(({ id, read }) => [id, read])).toEqual([
      [second?.id, false],
      [first?.id, true],
    ]);
    expect((await insights(grace)).every(({ read }) => !read)).toBe(true);
    await mark({ insightId: first?.id, read: false });
    await mark({ insightId: second?.id, useful: false }, grace);
    await api.caughtUp();
    expect((await insights()).every(({ read }) => !read)).toBe(true);
    expect((await insights(grace)).map(({ id }) => id)).toEqual([first?.id]);
  });

  it.each([[{ insightId: 'x' }], [{}], [{ insightId: '2026-W48.NEW_FLAKY.0123456789abcdef', read: 'yes' }]])(
    'refuse a mark of %j',
    async (body) => {
      expect((await mark(body)).status).toBe(400);
    },
  );
});
