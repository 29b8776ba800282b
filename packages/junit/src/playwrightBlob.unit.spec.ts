import { readFile } from 'node:fs/promises';
import { readReport } from '../test/readReport.ts';
import { readRealReport } from '../test/realReports.ts';

const folder = 'playwright-blob';
const linesIn = async (path: string): Promise<string[]> => (await readRealReport(`${folder}/${path}`)).lines;

// Two shards, written by Playwright 1.65.1, and what its `merge-reports` made of them.
it('reads the blobs of shards as the JSON that Playwright merges them into', async () => {
  const lines = [...(await linesIn('shard-1.jsonl')), ...(await linesIn('shard-2.jsonl'))];
  expect(lines.sort()).toEqual((await linesIn('merged.json')).sort());
  expect(lines).toEqual([
    'cart.spec.ts | cart › adds [chromium] | PASS',
    'cart.spec.ts | cart › fails twice [chromium] | FAIL FAIL | Error: expect(received).toBe(expected) // Object.is equality',
    'cart.spec.ts | cart › flaky [chromium] | FAIL PASS | Error: expect(received).toBe(expected) // Object.is equality',
    'cart.spec.ts | cart › has no van [chromium] | IGNORED | no van',
    'cart.spec.ts | cart › is expected to fail [chromium] | PASS',
    'cart.spec.ts | cart › is skipped [chromium] | IGNORED | skip',
    'cart.spec.ts | cart › later [chromium] | IGNORED | fixme',
    'cart.spec.ts | cart › passes unexpectedly [chromium] | FAIL FAIL | expected to fail, and passed',
    'cart.spec.ts | cart › pays [chromium] | FAIL FAIL | Error: expect(received).toBe(expected) // Object.is equality',
    'cart.spec.ts | cart › prices › of 1 "items" & <more> [chromium] | PASS',
    'cart.spec.ts | cart › prices › of 2 "items" & <more> [chromium] | PASS',
    'cart.spec.ts | cart › times out [chromium] | FAIL FAIL | Test timeout of 200ms exceeded.',
    'hooks.spec.ts | after › runs [chromium] | FAIL FAIL | Error: tear-down failed',
    'hooks.spec.ts | hooks › never runs [chromium] | FAIL FAIL | Error: set-up failed',
    'hooks.spec.ts | hooks › nor this [chromium] | IGNORED | did not run',
    'login.setup.ts | signs in [setup] | PASS',
    'login.setup.ts | signs in [setup] | PASS',
  ]);
});

it('names tests in blobs as the JUnit XML that Playwright merges them into', async () => {
  const names = async (path: string) => (await readRealReport(`${folder}/${path}`)).names;
  const ofShards = [...(await names('shard-1.jsonl')), ...(await names('shard-2.jsonl'))];
  expect(ofShards.sort()).toEqual((await names('merged.xml')).sort());
});

const contentOf = (path: string) => readFile(new URL(`../test/reports/${folder}/${path}`, import.meta.url), 'utf8');

it('has what each attempt printed and attached', async () => {
  const { cases } = await readReport(await contentOf('shard-1.jsonl'));
  const find = (title: string) => cases.find(({ name }) => name.endsWith(title));
  expect(find('adds')).toMatchObject({ output: 'adds one\n', errorOutput: 'and warns\n', attachments: [] });
  expect(find('flaky')).toMatchObject({ output: 'attempt 1\n', outcomes: [{ kind: 'flaky', output: 'attempt 0\n' }] });
  const pictures = find('pays')?.attachments.filter((path) => path.endsWith('.png'));
  expect(pictures).toEqual([
    'resources/c6f3212f38a2a5427f36f6cee07ad6c350d971d4.png',
    'resources/d2ac18ba1731848826765a445fa17b759286400f.png',
  ]);
});

const metadata = { method: 'onBlobReportMetadata', params: { version: 2, userAgent: 'Playwright/1.65.1' } };
const configured = { method: 'onConfigure', params: { config: { rootDir: '/builds/shop/tests' } } };
const project = (suite: object) => ({
  method: 'onProject',
  params: { project: { name: '', suites: [{ title: 'a.spec.ts', location: { file: 'a.spec.ts' }, ...suite }] } },
});
const ended = (testId: string, status: string) => ({
  method: 'onTestEnd',
  params: { test: { testId, expectedStatus: 'passed' }, result: { id: testId, status, duration: 1, errors: [] } },
});
const end = (status: string) => ({ method: 'onEnd', params: { result: { status } } });
const read = async (...events: object[]) => {
  const { cases } = await readReport(
    [metadata, configured, ...events].map((event) => JSON.stringify(event)).join('\n'),
  );
  return cases.map(({ name, file, outcomes }) => [name, file, ...outcomes.map(({ kind, message }) => [kind, message])]);
};
const adds = { testId: '1', title: 'adds', retries: 0 };

it.each(['failed', 'timedout', 'interrupted'])('fails a run that ended as %s without a failed test', async (status) => {
  expect(await read(project({ entries: [adds] }), ended('1', 'passed'), end(status))).toEqual([
    ['adds', null],
    ['(outside of any test)', null, ['error', `the run ended as '${status}', and no test in the report failed`]],
  ]);
});

it('names the file that could not be loaded, and fails once', async () => {
  const location = { file: '/builds/shop/tests/b.spec.ts', line: 1, column: 1 };
  const error = { method: 'onError', params: { error: { message: 'no such module', location } } };
  expect(await read(error, end('failed'))).toEqual([
    ['(outside of any test)', 'b.spec.ts', ['error', 'no such module']],
  ]);
});

it('fails a report that ends early, and ignores tests that did not run', async () => {
  expect(await read(project({ entries: [adds] }))).toEqual([
    ['adds', null, ['skipped', 'did not run']],
    ['(outside of any test)', null, ['error', 'the report ends before the test run has finished']],
  ]);
});

it('reads suites of earlier versions of Playwright, on Windows too', async () => {
  const suites = [{ title: '', suites: [], tests: [adds] }];
  const file = { title: 'shop\\a.spec.ts', location: { file: 'shop\\a.spec.ts' }, suites, tests: [] };
  const { cases } = await readReport(
    [metadata, project(file), ended('1', 'passed'), end('passed')].map((event) => JSON.stringify(event)).join('\n'),
  );
  expect(cases.map(({ name, classname }) => [name, classname])).toEqual([['adds', 'shop/a.spec.ts']]);
});
