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

  const told = (imported: number, known: number) =>
    `${imported} runs imported, ${known} were imported before, 0 could not be read.\n`;

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

    const said = { runs: 4, results: 5, packed: 0, from: daysAgo(9), to: daysAgo(2), timesOfFiles: 1 };
    const planned = await run('--dry-run', '--json');
    expect([planned.code, JSON.parse(planned.out)]).toEqual([0, said]);
    expect((await run('--dry-run')).out).toBe(
      `4 runs with 5 results, from ${daysAgo(9).slice(0, 10)} to ${daysAgo(2).slice(0, 10)}\n1 of the runs do not say when they ran: they get the time of their files.\n`,
    );
    expect(await runs()).toEqual(before);

    const lately = await run('--since', daysAgo(4).slice(0, 10));
    expect(lately).toEqual({ code: 0, out: told(2, 0), err: expect.stringContaining('1 of 2: ') });
    const all = await run();
    expect(all).toEqual({ code: 0, out: told(2, 2), err: expect.stringMatching(/was imported before\n.*before\n$/) });
    await uploads.api.caughtUp();
    const imported = ([2, 3, 5] as const).map((days) => `${daysAgo(days)} PASS`);
    const now = await runs();
    expect(now).toEqual([...before, ...imported, `${daysAgo(9)} FAIL`]);
    expect((await run()).out).toBe(told(0, 4));
    await uploads.api.caughtUp();
    expect(await runs()).toEqual(now);
  });

  it('are named where a report cannot be read, and the others are imported', async () => {
    write('1/report.xml', `<testsuite name="Cart" timestamp="${daysAgo(8)}"><testcase name="pays"`);
    write('2/report.xml', suiteAt(daysAgo(7), pays()));
    const { code, out, err } = await run('--branch', 'release');
    expect([code, out]).toEqual([1, '1 runs imported, 0 were imported before, 1 could not be read.\n']);
    expect(err).toMatch(/1 of 2: .+, not imported: .+1\/report\.xml: /);
    await uploads.api.caughtUp();
    const { body } = await uploads.api.call<TestRunPage>('GET', '/test-runs');
    expect(body.testRuns.find(({ createdAt }) => createdAt === daysAgo(7))).toMatchObject({ branch: 'release' });
  });

  it('are refused to a key that may not upload', async () => {
    write('1/report.xml', suiteAt(daysAgo(6), pays()));
    const before = await runs();
    const { key } = await uploads.api.done<GenerateApiKeyAnswer>('POST', '/account/api-keys', {
      body: { name: 'reader', scope: 'READ' },
    });
    const reader = commandLine({ script, url: uploads.api.url, key });
    const ids = ['--project', uploads.ids.projectId, '--environment', uploads.ids.environmentId];
    expect(await reader('import', folder, ...ids)).toMatchObject({ code: 5, out: '' });
    await uploads.api.caughtUp();
    expect(await runs()).toEqual(before);
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
