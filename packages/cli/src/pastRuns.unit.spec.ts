import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { findPastRuns } from './pastRuns.ts';

const longAgo = new Date('2000-01-01');
const changed = new Date('2026-03-05T10:00:00Z');
const junit = (timestamp: string) => `<testsuite timestamp="${timestamp}"><testcase name="pays"/></testsuite>`;

describe('past runs', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-past-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function write(name: string, content: string): void {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    utimesSync(path, changed, changed);
  }
  const found = async (since = longAgo) =>
    (await findPastRuns([folder], since)).map(({ ranAt, files, ...run }) => ({
      ...run,
      ranAt: ranAt.toISOString(),
      files: files.map((file) => relative(folder, file)),
    }));

  it.each([
    ['JUnit XML', junit('2026-03-02T10:00:00Z')],
    ['JUnit XML with an offset', junit('2026-03-02T12:00:00+02:00')],
    ['NUnit', '<test-run start-time="2026-03-02 10:00:00Z"><test-case name="pays"/></test-run>'],
    [
      'TestNG',
      '<testng-results><suite name="s" started-at="2026-03-02T10:00:00 UTC"><test started-at="2026-03-02T10:00:00 UTC" name="t"><class name="c"><test-method is-config="true" name="open"/><test-method name="pays"/></class></test></suite></testng-results>',
    ],
    ['Robot Framework', '<robot generator="Robot" generated="2026-03-02T10:00:00Z"><test name="Pays"/></robot>'],
  ])('are at the time that reports say: %s', async (_, report) => {
    write('report.xml', report);
    const run = { isTimeOfFile: false, results: 1, ranAt: '2026-03-02T10:00:00.000Z', files: ['report.xml'] };
    expect(await found()).toEqual([run]);
  });

  it('are at the time of this machine where reports say no time zone', async () => {
    write('report.xml', junit('2026-03-02T10:00:00'));
    expect((await found())[0]?.ranAt).toBe(new Date(2026, 2, 2, 10).toISOString());
  });

  it.each([
    ['a report without a time', 'report.xml', '<testsuite><testcase name="pays"/></testsuite>', 1],
    ['a report whose time is unreadable', 'report.xml', junit('on Monday, early'), 1],
    ['an archive', 'results.tar.gz', 'packed', null],
  ])('are at the time of their files: %s', async (_, name, content, results) => {
    write(name, content);
    expect(await found()).toEqual([{ isTimeOfFile: true, results, ranAt: changed.toISOString(), files: [name] }]);
  });

  it('are what a folder has within an hour, each night by itself, and each archive, the oldest first', async () => {
    write('nights/2.xml', junit('2026-03-03T02:00:00Z'));
    write('nights/1a.xml', junit('2026-03-02T02:30:00Z'));
    write('nights/1b.xml', junit('2026-03-02T02:00:00Z'));
    write('other/1.xml', junit('2026-03-02T02:00:00Z'));
    write('other/pom.xml', '<project/>');
    write('a.zip', 'packed');
    write('b.zip', 'packed');
    const runs = [['nights/1a.xml', 'nights/1b.xml'], ['other/1.xml'], ['nights/2.xml'], ['a.zip'], ['b.zip']];
    expect((await found()).map(({ files }) => files)).toEqual(runs);
    expect((await found(new Date('2026-03-03T02:00:00Z'))).map(({ files }) => files)).toEqual(runs.slice(2));
  });

  it('are found in reports of any length', async () => {
    const cases = Array.from({ length: 20_000 }, (_, number) => `<testcase classname="Cart" name="pays ${number}"/>`);
    write('report.xml', `<testsuite timestamp="2026-03-02T10:00:00Z">${cases.join('\n')}</testsuite>`);
    expect((await found())[0]?.results).toBe(20_000);
  });
});
