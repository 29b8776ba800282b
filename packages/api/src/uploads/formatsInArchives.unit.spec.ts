import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { zipOf } from '../../../../test/support/zipOf.ts';
import { useUploadFolder } from '../../test/useUploadFolder.ts';

const upload = useUploadFolder();

async function read(...files: Parameters<typeof upload.read>) {
  const { results, leftOut, unreadable, duplicates } = await upload.read(...files);
  const tests = results.map(({ file, name: test, attempts, artifacts }) =>
    [file, test, ...attempts.map(({ status }) => status), ...artifacts.map((each) => each.name)].join(' '),
  );
  return { tests: tests.sort(), leftOut, unreadable, duplicates };
}

const allure = (start: number, status: string, more: object = {}) =>
  JSON.stringify({
    uuid: `${start}`,
    historyId: 'a',
    name: 'pays',
    status,
    fullName: 'CartTest#pays',
    start,
    stop: start,
    ...more,
  });
const attachments = [{ name: 'screen', source: 'b-attachment.png', type: 'image/png' }];

it('joins the attempts at a test of Allure that is skipped each time, behind a hook that fails', async () => {
  const { results } = await upload.read(
    ...[10, 20].map((start) => [`${start}-result.json`, allure(start, 'skipped')] as const),
  );
  expect(results.map(({ attempts }) => attempts.map(({ status }) => status))).toEqual([['IGNORED', 'IGNORED']]);
});

it('joins the attempts at a test of Allure in an archive, with what they have attached', async () => {
  const picture = Buffer.from('89504e470d0a1a0a', 'hex');
  const content = zipOf(
    { name: 'allure-results/b-result.json', content: allure(20, 'passed', { attachments }) },
    { name: 'allure-results/a-result.json', content: allure(10, 'broken', { statusDetails: { message: 'no' } }) },
    { name: 'allure-results/c-container.json', content: '{"uuid":"c","children":["10","20"],"befores":[]}' },
    { name: 'allure-results/b-attachment.png', content: picture },
  );
  const { tests, leftOut, unreadable } = await read(['results.zip', content]);
  expect(tests).toEqual(['CartTest pays FAIL PASS b-attachment.png']);
  expect(leftOut).toEqual([]);
  expect(unreadable).toEqual([]);
});

it('finds reports in JSON by their content, and leaves out other JSON', async () => {
  const rspec =
    '{"version":"3.13.0","examples":[{"full_description":"adds","status":"passed","file_path":"./a_spec.rb"}]}';
  const go = '{"Time":"2026-03-02T10:11:12Z","Action":"run","Package":"a.b/c","Test":"TestA"}';
  const content = zipOf(
    { name: 'package.json', content: '{"name":"shop","version":"1.0.0"}' },
    { name: 'out/rspec', content: rspec },
    { name: 'out/go.log', content: `${go}\n${go.replace('run', 'pass')}\n{"Action":"pass","Package":"a.b/c"}\n` },
    { name: 'codeql.sarif', content: '{"version":"2.1.0","runs":[]}' },
  );
  const { tests, leftOut, unreadable } = await read(['results.zip', content]);
  expect(tests).toEqual(['a.b/c TestA PASS', 'a_spec.rb adds PASS']);
  expect(leftOut).toEqual([
    { file: 'codeql.sarif', message: 'this is SARIF: it holds findings about code, and no results of tests' },
  ]);
  expect(unreadable).toEqual([]);
});

it.each([
  ['playwright', 'results.xml', 'results.json'],
  ['mocha', 'results.xml', 'results.json'],
  ['cucumber', 'results.xml', 'messages.ndjson'],
  ['pytest', 'results.xml', 'reportlog.jsonl'],
  ['vitest', 'results.xml', 'results.json'],
  ['robot', 'xunit.xml', 'output.xml'],
  ['eslint', 'results.xml', 'results.json'],
  ['jest-junit', 'results.xml', 'results.json'],
])('counts what %s has written in two formats once, as its JUnit XML has it', async (tool, xml, other) => {
  const fileOf = (name: string) => ({
    name,
    content: readFileSync(join('packages/junit/test/reports', tool, name)),
  });
  const alone = await read(['results.zip', zipOf(fileOf(xml))]);
  const both = await read(['results.zip', zipOf(fileOf(other), fileOf(xml))]);
  expect(both.tests).toEqual(alone.tests);
  expect(both.duplicates).toEqual([{ file: other, of: xml }]);
});

it("counts TestNG's results in both of its formats once, as its JUnit XML has them", async () => {
  const fileOf = (name: string) => ({ name, content: readFileSync(join('packages/junit/test/reports/testng', name)) });
  const junit = ['BrokenSetUpTest', 'BrokenTearDownTest', 'CartTest'].map((name) => fileOf(`TEST-${name}.xml`));
  const alone = await read(['results.zip', zipOf(...junit)]);
  const both = await read(['results.zip', zipOf(fileOf('testng-results.xml'), ...junit)]);
  expect(both.tests).toEqual(alone.tests);
  expect(both.duplicates.map(({ file }) => file)).toEqual(['testng-results.xml']);
});

it('counts reports of two tools that have some titles in common', async () => {
  const mocha = readFileSync('packages/junit/test/reports/mocha/results.json');
  const xml = '<testsuite name="s"><testcase name="adds"/><testcase name="pays"/><testcase name="ships"/></testsuite>';
  const both = await read(['results.zip', zipOf({ name: 'a.xml', content: xml }, { name: 'b.json', content: mocha })]);
  expect(both.tests).toHaveLength(13);
  expect(both.duplicates).toEqual([]);
});

const blobFolder = 'packages/junit/test/reports/playwright-blob';
const shardOf = (number: number) => readFileSync(join(blobFolder, `shard-${number}.jsonl`));

it("reads the blobs of Playwright's shards with what their tests attached", async () => {
  const picture = { name: 'resources/c6f3212f38a2a5427f36f6cee07ad6c350d971d4.png', content: 'PNG' };
  const context = { name: 'resources/16abb2596f7e72e880f1535cdc0e60a20a827d45.md', content: '# Page snapshot' };
  const trace = { name: 'resources/a.zip', content: zipOf({ name: 'test.trace', content: '{}' }) };
  const first = zipOf(picture, context, trace, { name: 'report.jsonl', content: shardOf(1) });
  const second = zipOf({ name: 'report.jsonl', content: shardOf(2) });
  const separate = await read(['report-1.zip', first], ['report-2.zip', second]);
  const packed = zipOf({ name: 'report-1.zip', content: first }, { name: 'report-2.zip', content: second });
  for (const { tests, leftOut, unreadable, duplicates } of [separate, await read(['blob-report.zip', packed])]) {
    expect(tests).toHaveLength(17);
    expect(tests).toContain(
      `cart.spec.ts cart › pays [chromium] FAIL FAIL ${[picture, context].map(({ name }) => basename(name)).join(' ')}`,
    );
    expect(tests.slice(-2)).toEqual([
      'login.setup.ts signs in [setup] #2 PASS',
      'login.setup.ts signs in [setup] PASS',
    ]);
    expect(leftOut).toEqual([{ file: expect.stringMatching(/resources\/a\.zip$/), message: 'it is a recording' }]);
    expect([unreadable, duplicates]).toEqual([[], []]);
  }
});

it('names the settings of jest-junit where tests have numbers, as it did not write their files', async () => {
  const content = readFileSync('packages/junit/test/reports/jest-junit/results.xml', 'utf8');
  const { results, hints } = await upload.read(['results.xml', content]);
  expect(results.map(({ name }) => name)).toEqual(expect.arrayContaining(['cart adds', 'cart adds #2']));
  expect(hints).toEqual([{ file: 'results.xml', message: expect.stringContaining('addFileAttribute=true') }]);
});

it.each([
  [
    'no test of jest-junit has a number',
    (xml: string) => `${xml.slice(0, xml.lastIndexOf('<testsuite '))}</testsuites>`,
  ],
  ['jest-junit wrote the files', (xml: string) => xml.replaceAll('<testcase ', '<testcase file="cart.test.js" ')],
  ['another tool wrote no files', (xml: string) => xml.replace('jest tests', 'all tests')],
])('names no settings where %s', async (_, change) => {
  const content = change(readFileSync('packages/junit/test/reports/jest-junit/results.xml', 'utf8'));
  expect((await upload.read(['results.xml', content])).hints).toEqual([]);
});

/** @returns a report of Mocha's json reporter in which all tests passed */
function mochaJsonOf(titles: readonly string[]): string {
  const rest = { file: 'cart.js', duration: 40, currentRetry: 0, err: {} };
  const tests = titles.map((title) => ({ title, fullTitle: title, ...rest }));
  const stats = { suites: 1, tests: tests.length, passes: tests.length, pending: 0, failures: 0 };
  return JSON.stringify({ stats, tests });
}

describe("blobs of Playwright's shards next to JUnit XML", () => {
  const zipOfShard = (number: number) => zipOf({ name: 'report.jsonl', content: shardOf(number) });
  const blobs: [string, Buffer][] = [
    ['report-1.zip', zipOfShard(1)],
    ['report-2.zip', zipOfShard(2)],
  ];
  const merged = readFileSync(join(blobFolder, 'merged.xml'));

  it('count once where it is the one of all shards', async () => {
    const both = await read(...blobs, ['merged.xml', merged]);
    expect(both.tests).toEqual((await read(['merged.xml', merged])).tests);
    expect(both.duplicates.map(({ of }) => of)).toEqual(['merged.xml', 'merged.xml']);
  });

  it('count where it has other tests', async () => {
    const other = '<testsuite name="s"><testcase name="adds"/><testcase name="pays"/></testsuite>';
    expect((await read(...blobs, ['other.xml', other])).duplicates).toEqual([]);
  });

  it('count once where it has the tests of other shards as well, with the same durations', async () => {
    const alone = await read(['merged.xml', merged]);
    for (const one of blobs) {
      const both = await read(one, ['merged.xml', merged]);
      expect(both.tests).toEqual(alone.tests);
      expect(both.duplicates.map(({ of }) => of)).toEqual(['merged.xml']);
    }
  });

  it('count where its durations are others, and the answer says so', async () => {
    const [, shard] = blobs;
    const later = merged.toString().replace(/ time="[\d.]+"/g, ' time="7.5"');
    if (!shard) throw new Error('there is a second shard');
    const { duplicates, hints, testCount } = await upload.read(shard, ['merged.xml', later]);
    expect([duplicates, testCount]).toEqual([[], 24]);
    expect(hints).toEqual([
      { file: 'report.jsonl', message: expect.stringMatching(/7 tests are in merged\.xml .* both count/) },
    ]);
  });
});

describe('one run in two formats', () => {
  const xmlOf = (name: string, tests: readonly string[]) =>
    `<testsuite name="${name}">${tests.map((test) => `<testcase classname="${name}" name="${test}" time="0.04"/>`)}</testsuite>`;
  const testsOf = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name} pays ${index}`);
  const allureOf = (test: string) => allure(10, 'passed', { uuid: test, historyId: test, name: test, stop: 50 });

  it('counts once where results of Allure and JUnit XML are hundreds of files', async () => {
    const classes = Array.from({ length: 250 }, (_, index) => `Cart${index}`);
    const files = classes.flatMap((name) => {
      const tests = testsOf(name, 2);
      const results = tests.map((test) => ({ name: `${test}-result.json`, content: allureOf(test) }));
      return [{ name: `TEST-${name}.xml`, content: xmlOf(name, tests) }, ...results];
    });
    const { tests, duplicates } = await read(['all.zip', zipOf(...files)]);
    expect([tests.length, duplicates.length]).toEqual([500, 500]);
  });

  it('counts a JSON report of all instead of the JUnit XML of its parts only once', async () => {
    const all = testsOf('Cart', 6);
    const json = mochaJsonOf(all);
    const parts = [all.slice(0, 3), all.slice(3)].map((part, at) => [`${at}.xml`, xmlOf('Cart', part)] as const);
    expect((await upload.read(['all.json', json], ...parts)).testCount).toBe(6);
    expect((await upload.read(['all.json', json], ...parts.slice(1))).testCount).toBe(6);
  });

  it('counts once where both formats are JSON', async () => {
    const all = testsOf('Cart', 6);
    const json = mochaJsonOf(all);
    const results = all.map((test, at) => [`${at}-result.json`, allureOf(test)] as const);
    expect((await upload.read(['all.json', json], ...results)).testCount).toBe(6);
    expect((await upload.read(['all.json', json], ...results.slice(3))).testCount).toBe(6);
  });
});
