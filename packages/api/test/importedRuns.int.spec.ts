import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { GenerateApiKeyAnswer, TestHistory, TestRunPage } from '@assay/contract';
import { bundled } from '../../../test/support/bundled.ts';
import { commandLine } from '../../../test/support/commandLine.ts';
import { uploadForm } from './uploadForm.ts';
import { passed, startUploads, type UploadsUnderTest, xml } from './uploadsUnderTest.ts';

const script = await bundled('packages/cli/src/main.ts');
const dayMs = 86_400_000;
/** As the day before yesterday may be in any time zone. */
const daysAgo = (days: number, hour = 12) => {
  const date = new Date(Date.now() - days * dayMs);
  date.setUTCHours(hour, 0, 0, 0);
  return date.toISOString();
};
const suiteAt = (ranAt: string, ...cases: string[]) =>
  `<testsuite name="Cart" timestamp="${ranAt}">${cases.join('')}</testsuite>`;
const pays = (failure = '') => `<testcase classname="Cart" name="pays" time="0.5">${failure}</testcase>`;

describe('runs of the past', () => {
  let uploads: UploadsUnderTest;
  let folder: string;
  let assay: ReturnType<typeof commandLine>;
  beforeAll(async () => {
    uploads = await startUploads();
    const { key } = await uploads.api.done<GenerateApiKeyAnswer>('POST', '/account/api-keys', {
      body: { name: 'import', scope: 'CI' },
    });
    assay = commandLine({ script, url: uploads.api.url, key });
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-import-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  afterAll(() => uploads.api.stop());

  function write(name: string, content: string): string {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }
  const run = (...options: string[]) =>
    assay('import', folder, '--project', uploads.ids.projectId, '--environment', uploads.ids.environmentId, ...options);
  const runs = async () => {
    const { body } = await uploads.api.call<TestRunPage>('GET', '/test-runs');
    return body.testRuns.map(({ createdAt, status }) => `${createdAt} ${status}`);
  };

  it('become runs at their own times, each once, and the history of their tests', async () => {
    write('1/report.xml', suiteAt(daysAgo(9), pays('<failure message="no"/>')));
    write('2/a.xml', suiteAt(daysAgo(5), pays()));
    write('2/b.xml', suiteAt(daysAgo(5), '<testcase classname="Cart" name="adds"/>'));
    const start = Date.parse(daysAgo(3));
    const result = { uuid: 'a', historyId: 'a', name: 'pays', fullName: 'Cart#pays', status: 'passed', start };
    write('allure-results/a-result.json', JSON.stringify({ ...result, stop: start + 700 }));
    write('allure-results/b-container.json', '{"uuid":"b","children":["a"]}');
    write('old/report.xml', suiteAt(daysAgo(400), pays()));
    const untold = write('untold/report.xml', `<testsuite name="Cart">${pays()}</testsuite>`);
    utimesSync(untold, new Date(daysAgo(2)), new Date(daysAgo(2)));
    const before = await runs();

    const planned = await run('--dry-run');
    expect(planned).toMatchObject({ code: 0, out: expect.stringContaining('4 runs with 5 results, from') });
    expect(planned.out).toContain('1 of the runs do not say when they ran');
    expect(await runs()).toEqual(before);

    const first = await run();
    expect(first).toMatchObject({ code: 0, out: '4 runs imported, 0 were imported before, 0 could not be read.\n' });
    await uploads.api.caughtUp();
    const expected = [
      [2, 'PASS'],
      [3, 'PASS'],
      [5, 'PASS'],
      [9, 'FAIL'],
    ] as const;
    const imported = expected.map(([days, status]) => `${daysAgo(days)} ${status}`);
    expect(await runs()).toEqual(expect.arrayContaining(imported));
    const [, second] = [await run('--since', daysAgo(20).slice(0, 10)), await runs()];
    expect(second).toHaveLength(before.length + 4);
  });

  it('leave later results the newest, and are refused at a time that has not been', async () => {
    const now = await uploads.upload(xml(passed('ships')));
    const past = { ...uploads.ids, ranAt: daysAgo(30) };
    const { status, body } = await uploadForm(uploads.api, past, [xml(passed('ships'))]);
    expect([status, body.repeated]).toEqual([201, false]);
    const again = await uploadForm(uploads.api, past, [xml(passed('ships'))]);
    expect(again.body).toMatchObject({ id: body.id, repeated: true });
    const [test] = await uploads.tests(body.id);
    const history = await uploads.api.done<TestHistory>(
      'GET',
      `/projects/${uploads.ids.projectId}/tests/${test?.testId}/history`,
    );
    expect(history.results.map(({ testRunId }) => testRunId)).toEqual([now.body.id, body.id]);
    for (const ranAt of [new Date(Date.now() + dayMs).toISOString(), 'yesterday', '2026-02-31T10:00:00Z']) {
      const refused = await uploadForm(uploads.api, { ...uploads.ids, ranAt }, [xml(passed('ships'))]);
      expect([ranAt, refused.status, refused.body.errors?.[0]?.field]).toEqual([ranAt, 400, 'ranAt']);
    }
  });
});
