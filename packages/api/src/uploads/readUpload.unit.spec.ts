import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type ProjectId, type TestRunId, testRunTestIdOf } from '@assay/contract';
import { changeChecksum, zipOf } from '../../../../test/support/zipOf.ts';
import { chunkFile, detailsFile, type UploadedResult } from './chunkWriter.ts';
import { readUpload } from './readUpload.ts';

const testRunId = 'run-1' as TestRunId;
const suite = (cases: string) => `<testsuite name="s">${cases}</testsuite>`;
const one = suite('<testcase classname="C" name="t" time="1"/>');

describe('reading an upload', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-upload-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function read(...files: [name: string, content: Buffer | string][]) {
    const received = files.map(([name, content], index) => {
      const path = join(folder, `received-${index}`);
      writeFileSync(path, content);
      return { name, path, size: content.length };
    });
    const order = { folder, files: received, testRunId, projectId: 'shop' as ProjectId, quarantined: [] };
    const reading = await readUpload(order);
    const results: UploadedResult[] = reading.chunks.flatMap((_, chunk) =>
      JSON.parse(readFileSync(chunkFile(folder, chunk), 'utf8')),
    );
    return { ...reading, results };
  }

  it.each<[string, string, Buffer | string, RegExp]>([
    ['nothing', 'r.xml', '', /./],
    ['another XML', 'pom.xml', '<project/>', /its root is <project>/],
    ['a document type', 'r.xml', '<!DOCTYPE x><testsuite/>', /document type/],
    ['an archive of other files', 'a.zip', zipOf({ name: 'readme.md', content: 'x' }), /no XML file/],
    ['an archive that leads out', 'a.zip', zipOf({ name: '../../e.xml', content: one }), /invalid relative path/],
    ['an archive with a whole path', 'a.zip', zipOf({ name: '/etc/e.xml', content: one }), /absolute path/],
    ['half an archive', 'a.zip', zipOf({ name: 'r.xml', content: one }).subarray(0, 60), /archive cannot be read/],
    [
      'an archive with a damaged entry',
      'a.zip',
      changeChecksum(zipOf({ name: 'r.xml', content: one }, { name: 'good.xml', content: one })),
      /cannot be read: 'r\.xml' is damaged/,
    ],
    ['damaged gzip', 'r.xml.gz', gzipSync(one).fill(7, 12, 30), /archive cannot be read/],
  ])('refuses %s, and says why', async (_what, name, content, message) => {
    const { testCount, readable, unreadable } = await read([name, content]);
    expect({ testCount, readable }).toEqual({ testCount: 0, readable: 0 });
    expect(unreadable).toEqual([expect.objectContaining({ file: name, message: expect.stringMatching(message) })]);
  });

  it('takes nothing from a report that is not fully readable', async () => {
    const broken = '<testsuite><testcase classname="C" name="before"/><testcase';
    const { results, unreadable } = await read(['a.xml', broken], ['b.xml', one]);
    expect(results.map(({ name }) => name)).toEqual(['t']);
    expect(unreadable).toHaveLength(1);
  });

  it('counts a test once that both a report and its aggregate contain', async () => {
    const all = `<testsuites>${one}${suite('<testcase classname="D" name="u"/>')}</testsuites>`;
    const { results } = await read(['TEST-C.xml', one], ['all.xml', all]);
    expect(results.map(({ file, name }) => `${file} ${name}`)).toEqual(['C t', 'D u']);
  });

  it('cuts results into chunks that fit one event, each with its own totals and texts', async () => {
    const cases = Array.from(
      { length: 2_500 },
      (_, index) =>
        `<testcase classname="C" name="t${index}"><failure message="${'x'.repeat(300)}">${index}</failure></testcase>`,
    );
    const { chunks, results } = await read(['r.xml', suite(cases.join(''))]);
    expect(results).toHaveLength(2_500);
    expect(chunks.length).toBeGreaterThan(2);
    expect(chunks.reduce((sum, { totals }) => sum + totals.failed, 0)).toBe(2_500);
    for (const number of chunks.keys()) {
      expect(readFileSync(chunkFile(folder, number)).length).toBeLessThan(200 * 1024);
      expect(Object.keys(JSON.parse(readFileSync(detailsFile(folder, number), 'utf8'))).length).toBeGreaterThan(0);
    }
    expect(new Set(results.map(({ testId }) => testRunTestIdOf(testRunId, testId))).size).toBe(2_500);
  });

  it('keeps the tests of a file together, however far apart a report has them', async () => {
    const caseOf = (index: number) => `<testcase classname="C${index % 3}" name="t${index}" time="1"/>`;
    const cases = Array.from({ length: 3_000 }, (_, index) => caseOf(index));
    const { chunks, results } = await read(['r.xml', suite(cases.join(''))]);
    const found = (file: number) => Array.from({ length: 1_000 }, (_, place) => `C${file} t${place * 3 + file}`);
    expect(results.map(({ file, name }) => `${file} ${name}`)).toEqual([...found(0), ...found(1), ...found(2)]);
    const counts = chunks.map(({ totals }) => totals.passed);
    expect(chunks.map(({ offset }) => offset)).toEqual(
      counts.map((_, chunk) => counts.slice(0, chunk).reduce((sum, count) => sum + count, 0)),
    );
  });

  it('truncates long errors between characters, and keeps the full error in the texts', async () => {
    const long = `${'x'.repeat(999)}😀 and more`;
    const { results } = await read(['r.xml', suite(`<testcase name="t"><failure message="${long}"/></testcase>`)]);
    expect(results[0]?.attempts).toEqual([{ status: 'FAIL', durationMs: 0, error: 'x'.repeat(999), hasDetails: true }]);
    expect(readFileSync(detailsFile(folder, 0), 'utf8')).toContain('and more');
  });
});
