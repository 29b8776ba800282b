import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountId, BlobId, ProjectId, TestRunId } from '@assay/contract';
import { zipOf } from '../../../../test/support/zipOf.ts';
import { chunkFile, type UploadedResult } from './chunkWriter.ts';
import { readUpload } from './readUpload.ts';

async function read(name: string, content: Buffer | string) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-formats-'));
  try {
    const path = join(folder, 'received');
    writeFileSync(path, content);
    const sha256 = createHash('sha256').update(content).digest('hex') as BlobId;
    const nowhere = { root: null, startedIn: null };
    const of = { accountId: 'acme' as AccountId, testRunId: 'run-1' as TestRunId, projectId: 'shop' as ProjectId };
    const files = [{ name, path, size: content.length, sha256 }];
    const { chunks, leftOut, unreadable, duplicates } = await readUpload({
      ...of,
      ...nowhere,
      folder,
      files,
      quarantined: [],
    });
    const results = chunks.flatMap((_, chunk): UploadedResult[] =>
      JSON.parse(readFileSync(chunkFile(folder, chunk), 'utf8')),
    );
    const tests = results.map(({ file, name: test, attempts, artifacts }) =>
      [file, test, ...attempts.map(({ status }) => status), ...artifacts.map((each) => each.name)].join(' '),
    );
    return { tests: tests.sort(), leftOut, unreadable, duplicates };
  } finally {
    rmSync(folder, { recursive: true });
  }
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

it('joins the attempts at a test of Allure in an archive, with what they have attached', async () => {
  const picture = Buffer.from('89504e470d0a1a0a', 'hex');
  const content = zipOf(
    { name: 'allure-results/b-result.json', content: allure(20, 'passed', { attachments }) },
    { name: 'allure-results/a-result.json', content: allure(10, 'broken', { statusDetails: { message: 'no' } }) },
    { name: 'allure-results/c-container.json', content: '{"uuid":"c","children":["10","20"],"befores":[]}' },
    { name: 'allure-results/b-attachment.png', content: picture },
  );
  const { tests, leftOut, unreadable } = await read('results.zip', content);
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
  const { tests, leftOut, unreadable } = await read('results.zip', content);
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
])('counts what %s has written in two formats once, as its JUnit XML has it', async (tool, xml, other) => {
  const fileOf = (name: string) => ({
    name,
    content: readFileSync(join('packages/junit/test/reports', tool, name)),
  });
  const alone = await read('results.zip', zipOf(fileOf(xml)));
  const both = await read('results.zip', zipOf(fileOf(other), fileOf(xml)));
  expect(both.tests).toEqual(alone.tests);
  expect(both.duplicates).toEqual([{ file: other, of: xml }]);
});

it('counts reports of two tools that have some titles in common', async () => {
  const mocha = readFileSync('packages/junit/test/reports/mocha/results.json');
  const xml = '<testsuite name="s"><testcase name="adds"/><testcase name="pays"/><testcase name="ships"/></testsuite>';
  const both = await read('results.zip', zipOf({ name: 'a.xml', content: xml }, { name: 'b.json', content: mocha }));
  expect(both.tests).toHaveLength(13);
  expect(both.duplicates).toEqual([]);
});
