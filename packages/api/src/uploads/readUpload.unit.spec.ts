import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { type TestRunId, testRunTestIdOf } from '@assay/contract';
import { maxReportBytes } from '@assay/junit';
import { pack } from 'tar-stream';
import { gzipOfZeros } from '../../../../test/support/gzipOfZeros.ts';
import { changeChecksum, zipOf } from '../../../../test/support/zipOf.ts';
import { useUploadFolder } from '../../test/useUploadFolder.ts';
import { chunkFile, type UploadedResult } from './chunkWriter.ts';

const testRunId = 'run-1' as TestRunId;
const suite = (cases: string) => `<testsuite name="s">${cases}</testsuite>`;
const one = suite('<testcase classname="C" name="t" time="1"/>');

function nested(levels: number): Buffer {
  const content = suite('<testcase classname="B" name="deep"/>');
  let packed = zipOf({ name: 'b.xml', content });
  for (let level = 1; level < levels; level += 1) packed = zipOf({ name: 'inner.zip', content: packed });
  return packed;
}

describe('reading an upload', () => {
  const upload = useUploadFolder();
  const { read, readFrom } = upload;

  it('shortens absolute paths by the root that is given, and in JSON by where the upload was started', async () => {
    const file = '/builds/7/shop/test/cart.spec.js';
    const json = JSON.stringify({
      stats: { suites: 1, tests: 1, passes: 1, pending: 0, failures: 0 },
      tests: [{ title: 'adds', fullTitle: 'cart adds', file, duration: 1, currentRetry: 0, err: {} }],
    });
    const xml = `<testsuite name="cart" file="${file}"><testcase name="pays" classname="cart"/></testsuite>`;
    const filesIn = async (folders: Parameters<typeof readFrom>[0], name: string, content: string) =>
      (await readFrom(folders, [name, content])).results.map((result) => result.file);
    const startedIn = '/builds/7/shop';
    expect(await filesIn({ startedIn }, 'r.json', json)).toEqual(['test/cart.spec.js']);
    expect(await filesIn({ startedIn }, 'r.xml', xml)).toEqual([file]);
    for (const root of ['/builds/7/shop', '/builds/7/shop/']) {
      expect(await filesIn({ startedIn: '/tmp', root }, 'r.json', json)).toEqual(['test/cart.spec.js']);
      expect(await filesIn({ root }, 'r.xml', xml)).toEqual(['test/cart.spec.js']);
    }
    expect(await filesIn({}, 'r.json', json)).toEqual([file]);
  });

  it.each<[string, string, Buffer | string, RegExp]>([
    ['nothing', 'r.xml', '', /./],
    ['another XML', 'pom.xml', '<project/>', /its root is <project>/],
    ['a document type', 'r.xml', '<!DOCTYPE x><testsuite/>', /document type/],
    ['an archive of other files', 'a.zip', zipOf({ name: 'readme.md', content: 'x' }), /no report of tests/],
    ['an empty archive', 'a.zip', zipOf(), /a\.zip is an empty archive/],
    ['an empty file', 'r.xml', '', /the file is empty/],
    ['a report without the tests that it counts', 'r.xml', '<testsuite tests="6" failures="1"/>', /declares 6 tests/],
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

  it('unpacks no more of a gigabyte of gzip than one report may have, though it is damaged further on', async () => {
    const bomb = await gzipOfZeros(1024);
    bomb.fill(7, bomb.length - 200, bomb.length - 100);
    await expect(read(['bomb.xml.gz', bomb])).rejects.toThrow(`bomb.xml is too large: one such file may have`);
    const unpacked = readdirSync(upload.path).filter((name) => name.startsWith('unpacked-'));
    expect(unpacked).toHaveLength(1);
    const { size } = statSync(join(upload.path, unpacked[0] ?? ''));
    // The last pieces before the limit may not have been written yet.
    expect(size).toBeLessThanOrEqual(maxReportBytes);
    expect(size).toBeGreaterThan(maxReportBytes / 2);
  });

  it('takes nothing from a report that is not fully readable', async () => {
    const broken = '<testsuite><testcase classname="C" name="before"/><testcase';
    const { results, unreadable } = await read(['a.xml', broken], ['b.xml', one]);
    expect(results.map(({ name }) => name)).toEqual(['t']);
    expect(unreadable).toHaveLength(1);
  });

  const found = ({ results }: { results: UploadedResult[] }) => results.map(({ file, name }) => `${file} ${name}`);
  const host = (name: string, cases: string) => `<testsuite name="s" hostname="${name}">${cases}</testsuite>`;
  const t = '<testcase classname="C" name="t" time="1"/>';

  it('counts a test once that both a report and its aggregate contain, and says so', async () => {
    const all = `<testsuites>${one}${suite('<testcase classname="D" name="u"/>')}</testsuites>`;
    const reading = await read(['TEST-C.xml', one], ['all.xml', all]);
    expect(found(reading)).toEqual(['C t', 'D u']);
    expect(reading.duplicates).toEqual([{ file: 'TEST-C.xml', of: 'all.xml' }]);
  });

  it('counts the same bytes once, in whatever files they are, and says so', async () => {
    const reading = await read(
      ['a.xml', one],
      ['b.xml.gz', gzipSync(one)],
      ['c.zip', zipOf({ name: 'd.xml', content: one })],
    );
    expect([found(reading), reading.testCount]).toEqual([['C t'], 1]);
    expect(reading.duplicates).toEqual([
      { file: 'b.xml', of: 'a.xml' },
      { file: 'd.xml', of: 'a.xml' },
    ]);
  });

  it.each([
    ['on two machines', host('ci-1', t), host('ci-2', t), ['C t', 'C t #2']],
    ['in two packages of a monorepo', suite(t), `${suite(t)}\n`, ['C t', 'C t #2']],
    ['in two browsers', host('chromium', t), host('firefox', t), ['C t [chromium]', 'C t [firefox]']],
    [
      'in suites of which only one test is the same',
      suite(t + t),
      `<testsuites>${one}</testsuites>`,
      ['C t', 'C t #2', 'C t #3'],
    ],
  ])('keeps what was found %s', async (_where, a, b, expected) => {
    const reading = await read(['a.xml', a], ['b.xml', b]);
    expect([found(reading), reading.duplicates]).toEqual([expected, []]);
  });

  it('tells tests of one name apart the same, whichever report comes first', async () => {
    const failing = '<testcase classname="C" name="t"><failure message="no"/></testcase>';
    const a: [string, string] = ['a.xml', host('ci-1', t)];
    const b: [string, string] = ['b.xml', host('ci-2', failing)];
    const statuses = async (...files: [string, string][]) =>
      Object.fromEntries((await read(...files)).results.map(({ name, attempts }) => [name, attempts[0]?.status]));
    expect(await statuses(a, b)).toEqual({ t: 'PASS', 't #2': 'FAIL' });
    expect(await statuses(b, a)).toEqual(await statuses(a, b));
  });

  it('gives no test the name that another one has by itself', async () => {
    const reading = await read(['r.xml', suite(`${t}${t}<testcase classname="C" name="t #2"/>`)]);
    expect(found(reading)).toEqual(['C t', 'C t #3', 'C t #2']);
    expect(new Set(reading.results.map(({ testId }) => testId)).size).toBe(3);
  });

  it('names reports without any test, and counts the others', async () => {
    const reading = await read(['a.xml', one], ['none.xml', '<testsuites/>']);
    expect(reading).toMatchObject({ testCount: 1, unreadable: [], leftOut: [{ file: 'none.xml' }] });
  });

  it('names the files that were repaired', async () => {
    const reading = await read(['a.xml', suite('<testcase classname="C" name="vector<int>"/>')], ['b.xml', one]);
    expect(found(reading)).toEqual(['C vector<int>', 'C t']);
    expect(reading.repaired).toEqual([{ file: 'a.xml', message: expect.stringMatching(/a < that is not/) }]);
  });

  it('reads TRX beside JUnit XML, in an archive too', async () => {
    const trx = '<TestRun><Results><UnitTestResult testName="A.B.c" outcome="Failed"/></Results></TestRun>';
    const reading = await read(['a.xml', one], ['b.zip', zipOf({ name: 'out/b.trx', content: trx })]);
    expect(reading.results.map(({ attempts }) => attempts[0]?.status)).toEqual(['PASS', 'FAIL']);
  });

  it('takes nothing from an archive that is damaged further on', async () => {
    const two = zipOf({ name: 'a.xml', content: suite(t) }, { name: 'b.xml', content: suite(t + t) });
    const last = two.lastIndexOf('PK\x01\x02', undefined, 'latin1') + 16;
    two.writeUInt32LE(~two.readUInt32LE(last) >>> 0, last);
    const reading = await read(['r.zip', two], ['again.xml', suite(t)]);
    expect([found(reading), reading.duplicates]).toEqual([['C t'], []]);
    expect(reading.unreadable).toMatchObject([
      { file: 'r.zip', message: expect.stringMatching(/'b\.xml' is damaged/) },
    ]);
  });

  it('keeps what a suite printed with its failed tests, or else with its first one', async () => {
    const failing = '<testcase classname="C" name="f"><failure message="no"/><system-out>own</system-out></testcase>';
    const printed = '<system-out>of the suite</system-out>';
    const texts = (): { output: string | null }[] => Object.values(JSON.parse(upload.detailsOf()));
    const { results } = await read(['r.xml', suite(`${t}${failing}${printed}`)]);
    expect(texts()).toMatchObject([
      { output: expect.stringMatching(/^own\nPrinted by the suite s.*\nof the suite$/s) },
    ]);
    expect(results.map(({ attempts }) => attempts[0]?.hasDetails)).toEqual([false, true]);
    await read(['r.xml', suite(`${t}<testcase classname="C" name="u"/>${printed}`)]);
    expect(texts()).toMatchObject([{ output: expect.stringContaining('of the suite') }]);
  });

  const failed = '<testcase classname="B" name="broken"><failure message="x"/></testcase>';
  const report = suite(failed);
  const nunit = '<test-run><test-case fullname="B.broken" name="broken" classname="B" result="Failed"/></test-run>';
  it.each<[string, Buffer | string]>([
    ['results.junit', report],
    ['results.tap', '# Subtest: B\n    1..1\n    not ok 1 - broken\nnot ok 1 - B\n1..1\n'],
    ['results.xunit', report],
    ['report', report],
    ['b.xml.1', report],
    ['b.xml~', report],
    ['TestResults.nunit3', nunit],
    ['TEST-b.xml.gz', report],
    ['TEST-b.xml.gz', gzipSync(report)],
    ['RESULTS.XML.GZ', gzipSync(`<?xml version="1.0"?>\n<!-- ${'long '.repeat(2000)} -->${report}`)],
    ['junit.txt', `\ufeff<?xml version="1.0"?>${report}`],
    ['utf16.report', Buffer.from(`\ufeff${report}`, 'utf16le')],
    ['more.zip', zipOf({ name: 'deep/b', content: report })],
    ['more', zipOf({ name: 'again.zip', content: zipOf({ name: 'b.xml.gz', content: gzipSync(report) }) })],
  ])('finds a report called %s in an archive by its content', async (name, content) => {
    const reading = await read(['r.zip', zipOf({ name: 'a.xml', content: one }, { name, content })]);
    expect(reading).toMatchObject({ unreadable: [], leftOut: [], testCount: 2 });
    expect(reading.results.map(({ attempts }) => attempts.at(-1)?.status)).toEqual(['FAIL', 'PASS']);
  });

  it.each([
    ['tar.gz', gzipSync],
    ['tar', (tar: Buffer) => tar],
  ])('reads a %s', async (_, packed) => {
    const tar = pack();
    tar.entry({ name: 'notes.rst' }, 'no report');
    tar.entry({ name: 'deep/a.xml' }, one);
    tar.entry({ name: 'b.zip' }, zipOf({ name: 'b', content: report }));
    tar.finalize();
    const reading = await read(['results.bin', packed(await buffer(tar))]);
    expect(reading.results.map(({ name }) => name)).toEqual(['broken', 't']);
    expect(reading.leftOut).toEqual([{ file: 'notes.rst', message: 'it is not a report of tests' }]);
  });

  it('names what an archive holds besides reports and files that tests may name', async () => {
    const page = { name: 'site/index.html', content: '<!DOCTYPE html><html></html>' };
    const trace = { name: 'trace.zip', content: zipOf({ name: 'test.trace', content: '{}' }) };
    const picture = { name: 'a.png', content: 'PNG' };
    const { leftOut, unreadable } = await read(['r.zip', zipOf({ name: 'a.xml', content: one }, page, trace, picture)]);
    expect(leftOut).toEqual([
      { file: 'site/index.html', message: 'it is not a report of tests' },
      { file: 'trace.zip', message: 'it is a recording' },
    ]);
    expect(unreadable).toEqual([]);
  });

  it.each<[string, Buffer | string, RegExp]>([
    ['a damaged report of another name', '<testsuite><testcase name="t">', /without its end|not closed|end/],
    ['a damaged archive', zipOf({ name: 'b.xml', content: report }).subarray(0, 60), /cannot be read/],
    ['archives nested too deeply', nested(8), /packed more than 4 times/],
  ])('says that it could not read %s in an archive', async (_, content, message) => {
    const { unreadable } = await read(['r.zip', zipOf({ name: 'a.xml', content: one }, { name: 'b', content })]);
    expect(unreadable).toEqual([expect.objectContaining({ message: expect.stringMatching(message) })]);
  });

  it('limits what archives in archives unpack to', async () => {
    const bomb = zipOf({ name: 'b.xml', content: Buffer.alloc(201 * 1024 * 1024, ' ') });
    const reading = read(['r.zip', zipOf({ name: 'a.xml', content: one }, { name: 'b.zip', content: bomb })]);
    await expect(reading).rejects.toThrow(/b\.xml is too large/);
  });

  it('says which file is too large', async () => {
    const large = read(['large.xml.gz', gzipSync(Buffer.alloc(201 * 1024 * 1024, ' '))]);
    await expect(large).rejects.toThrow(/large\.xml is too large/);
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
      expect(readFileSync(chunkFile(upload.path, number)).length).toBeLessThan(200 * 1024);
      expect(Object.keys(JSON.parse(upload.detailsOf(number))).length).toBeGreaterThan(0);
    }
    expect(new Set(results.map(({ testId }) => testRunTestIdOf(testRunId, testId))).size).toBe(2_500);
  });

  it('keeps the tests of a file together, however far apart a report has them', async () => {
    const caseOf = (index: number) => `<testcase classname="C${index % 3}" name="t${index}" time="1"/>`;
    const cases = Array.from({ length: 3_000 }, (_, index) => caseOf(index));
    const { chunks, results } = await read(['r.xml', suite(cases.join(''))]);
    const ofFile = (file: number) => Array.from({ length: 1_000 }, (_, place) => `C${file} t${place * 3 + file}`);
    expect(results.map(({ file, name }) => `${file} ${name}`)).toEqual([...ofFile(0), ...ofFile(1), ...ofFile(2)]);
    const counts = chunks.map(({ totals }) => totals.passed);
    expect(chunks.map(({ offset }) => offset)).toEqual(
      counts.map((_, chunk) => counts.slice(0, chunk).reduce((sum, count) => sum + count, 0)),
    );
  });

  it('truncates long errors between characters, and keeps the full error in the texts', async () => {
    const long = `${'x'.repeat(999)}😀 and more`;
    const { results } = await read(['r.xml', suite(`<testcase name="t"><failure message="${long}"/></testcase>`)]);
    expect(results[0]?.attempts).toEqual([{ status: 'FAIL', durationMs: 0, error: 'x'.repeat(999), hasDetails: true }]);
    expect(upload.detailsOf()).toContain('and more');
  });
});
