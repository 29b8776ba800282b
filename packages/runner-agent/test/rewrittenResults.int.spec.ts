import { readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { openBench } from './agentBench.ts';

type Case = [name: string, status: 'PASS' | 'FAIL' | 'IGNORED'];

const inner = { PASS: '', FAIL: '<failure message="wrong"/>', IGNORED: '<skipped/>' };
let written = 0;

/** @returns JUnit XML whose times differ from those of every other one, as real ones do */
function xmlOf(...cases: Case[]): string {
  const rows = cases.map(([name, status]) => {
    written += 1;
    return `<testcase classname="Cart" name="${name}" time="0.${written + 100}">${inner[status]}</testcase>`;
  });
  return `<testsuite name="Cart">${rows.join('')}</testsuite>`;
}

describe('a result file that is written several times', () => {
  const bench = openBench();

  async function outcomeOf(files: Record<string, string>, testCommand: string) {
    const order = bench.order({
      gitUrl: bench.repository(files),
      testingFramework: 'Other',
      testCommand,
      resultFiles: ['out/*.xml'],
    });
    const { finals, statuses, attempts, problem } = await bench.outcomeOf(order);
    const byTest = Object.fromEntries(
      [...finals].map(([name, { testId }]) => [
        name,
        attempts.filter((each) => each.testId === testId).map(({ status }) => status),
      ]),
    );
    return { statuses, byTest, problem };
  }

  const two = (first: string, second: string) => ({ 'a.xml': first, 'b.xml': second });
  /** Frameworks take longer than `cat` between the end of one and the first result of the next. */
  const by = (write: (from: string) => string) => `node -e "fs.mkdirSync('out')" && ${write('a')} && ${write('b')}`;
  const print = (from: string) => `process.stdout.write(fs.readFileSync('${from}.xml'))`;
  const endLater = "child_process.execFileSync(process.execPath, ['-e', '0'])";
  const copying = by((from) => `node -e "fs.copyFileSync('${from}.xml', 'out/r.xml')"`);
  it.each([
    // The next redirection empties the file as soon as a command has ended, which takes frameworks longer than `node -p`.
    ['by redirections', by((from) => `node -e "${print(from)}; ${endLater}" > out/r.xml`)],
    ['by copies', copying],
    ['by renames over it', by((from) => `node -e "fs.renameSync('${from}.xml', 'out/r.xml')"`)],
  ])('keeps the failures of the first command (%s)', async (_, command) => {
    const { statuses } = await outcomeOf(
      two(xmlOf(['adds', 'FAIL']), xmlOf(['rounds', 'PASS'], ['sums', 'PASS'])),
      command,
    );
    expect(statuses).toEqual({ adds: 'FAIL', rounds: 'PASS', sums: 'PASS' });
  });

  it('keeps the failures of the first command in more files than can be open at once', async () => {
    const writer = `const fs = require('node:fs');
const [name, inside] = process.argv.slice(2);
const write = (file, test, inside) => {
  const row = '<testcase classname="' + name + '" name="' + name + test + '" time="0.5">' + inside + '</testcase>';
  fs.writeFileSync('out/' + file + '.xml', '<testsuite name="' + file + '">' + row + '</testsuite>');
};
fs.mkdirSync('out', { recursive: true });
for (let at = 0; at < 700; at += 1) write(at, at, inside);
write('z', 'Last', '');`;
    const waiter = `const fs = require('node:fs');
const watcher = fs.watch('.', () => fs.existsSync('go') && watcher.close());
if (fs.existsSync('go')) watcher.close();`;
    const order = bench.order({
      gitUrl: bench.repository({ 'writer.cjs': writer, 'waiter.cjs': waiter }),
      testingFramework: 'Other',
      testCommand: `node writer.cjs first '<failure message="wrong"/>' && node waiter.cjs && node writer.cjs then ''`,
      resultFiles: ['out/*.xml'],
    });
    const ended = bench.outcomeOf(order);
    // Files are read in the order of their names, and a passed test is reported at once.
    const readAll = () => bench.finals(order.testRunId).has('firstLast');
    await bench.service.until(readAll, 'the files of the first command to be read');
    const all = readdirSync(bench.workDir, { recursive: true, encoding: 'utf8' });
    const writers = all.filter((path) => basename(path) === 'writer.cjs');
    for (const path of writers) writeFileSync(join(bench.workDir, dirname(path), 'go'), '');
    const { statuses, problem } = await ended;
    const failed = Object.values(statuses).filter((status) => status === 'FAIL');
    expect({ problem, failed: failed.length, all: Object.keys(statuses).length }).toEqual({
      problem: null,
      failed: 700,
      all: 1_402,
    });
  });

  it('has an attempt for each writing of a retry', async () => {
    const files = two(xmlOf(['adds', 'FAIL'], ['rounds', 'PASS']), xmlOf(['adds', 'PASS']));
    const { byTest, problem } = await outcomeOf(files, copying);
    expect(byTest).toEqual({ adds: ['FAIL', 'PASS'], rounds: ['PASS'] });
    expect(problem).toBeNull();
  });

  it('fails where packages of a monorepo have tests of the same name', async () => {
    const files = two(xmlOf(['starts', 'FAIL'], ['adds', 'PASS']), xmlOf(['starts', 'PASS'], ['ships', 'PASS']));
    const { statuses, problem } = await outcomeOf(files, copying);
    expect(statuses).toEqual({ starts: 'FAIL', adds: 'PASS', 'starts #2': 'PASS', ships: 'PASS' });
    expect(problem).toMatchObject({ code: 'results.overwritten', message: expect.stringContaining("'starts'") });
  });

  it('takes a file once that a reporter repeats after each test', async () => {
    const script = `
      const fs = require('fs');
      fs.mkdirSync('out');
      let rows = '';
      for (let n = 1; n <= 40; n += 1) {
        rows += '<testcase classname="Cart" name="t' + n + '" time="0.' + n + '">' + (n % 8 ? '' : '<failure message="wrong"/>') + '</testcase>';
        fs.writeFileSync('out/r.xml', '<testsuite name="Cart" tests="' + n + '" timestamp="' + n + '">' + rows + '</testsuite>');
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      }`;
    const { byTest, problem } = await outcomeOf({ 'write.cjs': script }, 'node write.cjs');
    expect(Object.keys(byTest)).toHaveLength(40);
    expect(Object.values(byTest).filter(({ length }) => length !== 1)).toEqual([]);
    expect(problem).toBeNull();
  });
});
