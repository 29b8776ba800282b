import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { AssignedRun } from '../src/connection/assignedWork.ts';
import { type AgentBench, openBench } from './agentBench.ts';

const canImport = (name: string) => spawnSync('python3', ['-c', `import ${name}`]).status === 0;
const hasPytest = canImport('pytest');
const hasReruns = hasPytest && canImport('pytest_rerunfailures');

const kinds = `import os, sys, warnings
import pytest

def once(name):
    mark = os.environ["MARKS"] + name
    first = not os.path.exists(mark)
    open(mark, "w").close()
    return first

def test_passes():
    print("to stdout")
    print("to stderr", file=sys.stderr)

@pytest.mark.parametrize("n,word", [(1, "tea"), (2, "a/b::c"), (3, "größe")])
@pytest.mark.rows
def test_row(n, word):
    assert n < 3

class TestCart:
    @pytest.mark.smoke
    def test_total(self):
        assert 2 + 2 == 5, "the sum is wrong"

@pytest.fixture
def broken():
    raise RuntimeError("no database")

@pytest.fixture
def untidy():
    yield
    raise RuntimeError("cannot tidy up")

def test_breaks_in_setup(broken): pass

def test_breaks_in_teardown(untidy): print("went well")

@pytest.mark.skip(reason="not here")
def test_is_skipped(): pass

@pytest.mark.xfail(reason="known bug")
def test_fails_as_expected(): assert False

@pytest.mark.xfail(strict=True, reason="known bug")
def test_passes_unexpectedly(): pass

def test_leaves_a_picture(tmp_path):
    with open("shot.PNG", "wb") as file: file.write(b"\\x89PNG first")
    with open(tmp_path / "shot.jpeg", "wb") as file: file.write(b"second")

def test_overwrites_the_picture():
    with open("shot.PNG", "wb") as file: file.write(b"third")

def test_fails_once():
    assert not once("fails"), "not this time"

def test_dies():
    print("last words", flush=True)
    os._exit(7)
`;
const hanging = 'import time\ndef test_hangs(): time.sleep(1000)\n';
const nested = `import unittest
class TestOld(unittest.TestCase):
    def test_one(self): self.assertEqual(1, 1)
    @unittest.skip("later")
    def test_two(self): pass
`;

const changing = `import time
import pytest
@pytest.mark.parametrize("now", [time.time_ns()])
def test_at(now): pass
`;

(hasPytest ? describe : describe.skip)('pytest tests of every kind (needs python3 with pytest)', () => {
  const bench = openBench();

  async function run(
    files: Record<string, string>,
    run: Partial<AssignedRun> = {},
    settings: Partial<Parameters<AgentBench['order']>[0]> = {},
  ) {
    const variables = [{ key: 'MARKS', value: join(bench.folder, crypto.randomUUID()), encrypted: false, file: false }];
    const project = { gitUrl: bench.repository(files), testingFramework: 'PyTest' as const, ...settings };
    return await bench.outcomeOf(bench.order(project, { variables, ...run }));
  }

  it('gives each its own result, live, with its parameters, its output and its reason', async () => {
    const files = { 'tests/test_kinds.py': kinds, 'tests/deep/test_old.py': nested, 'tests/test_time.py': changing };
    const { finals, statuses, tests, attemptsOf } = await run(files);
    const gone = tests.find(({ file }) => file === 'tests/test_time.py')?.name ?? '';
    expect(statuses).toEqual({
      test_passes: 'PASS',
      'test_row[1-tea]': 'PASS',
      'test_row[2-a/b::c]': 'PASS',
      'test_row[3-gr\\xf6\\xdfe]': 'FAIL',
      'TestCart › test_total': 'FAIL',
      test_breaks_in_setup: 'FAIL',
      test_breaks_in_teardown: 'FAIL',
      test_is_skipped: 'IGNORED',
      test_fails_as_expected: 'IGNORED',
      test_passes_unexpectedly: 'FAIL',
      test_leaves_a_picture: 'PASS',
      test_overwrites_the_picture: 'PASS',
      test_fails_once: 'FAIL',
      test_dies: 'FAIL',
      'TestOld › test_one': 'PASS',
      'TestOld › test_two': 'IGNORED',
      [gone]: 'NOT_RUN',
    });
    expect(finals.get(gone)?.error).toMatch(/pytest found no test of this name.*from one collection to the next/);
    expect(tests.find(({ name }) => name === 'test_row[1-tea]')).toMatchObject({
      file: 'tests/test_kinds.py',
      line: 14,
      tags: ['rows'],
    });
    expect(finals.get('test_passes')?.output).toBe('to stdout\n--- Captured stderr call ---\nto stderr\n');
    expect(finals.get('TestCart › test_total')).toMatchObject({
      error: 'AssertionError: the sum is wrong\nassert (2 + 2) == 5',
      stackTrace: expect.stringContaining('tests/test_kinds.py:22: AssertionError'),
    });
    expect(finals.get('test_breaks_in_setup')?.error).toBe('setup: RuntimeError: no database');
    expect(finals.get('test_breaks_in_teardown')).toMatchObject({
      error: 'teardown: RuntimeError: cannot tidy up',
      output: 'went well\n',
    });
    expect(finals.get('test_is_skipped')?.error).toBe('Skipped: not here');
    expect(attemptsOf('test_dies').map(({ attempt, processOutput }) => [attempt, processOutput])).toEqual([
      [1, expect.stringContaining('test_dies')],
      [2, expect.stringContaining('test_dies')],
    ]);
    const pictures = finals.get('test_leaves_a_picture')?.artifacts ?? [];
    expect(pictures.map(({ kind, name }) => [kind, name])).toEqual([
      ['screenshot', 'shot.PNG'],
      ['screenshot', 'shot.jpeg'],
    ]);
    expect(bench.service.blobs.get(pictures[0]?.blobId ?? '')?.toString('latin1')).toBe('\x89PNG first');
  });

  it('ends a test that hangs', async () => {
    const { finals, statuses } = await run({ 'test_it.py': hanging }, { testTimeoutSeconds: 2 });
    expect(statuses).toEqual({ test_hangs: 'FAIL' });
    expect(finals.get('test_hangs')?.timedOut).toBe(true);
  });

  it('retries a failed test after the others, in a new process, as another attempt', async () => {
    const chosen = ['test_fails_once', 'test_passes', 'TestCart › test_total'];
    const { attemptsOf } = await run({ 'test_kinds.py': kinds }, { retryFailedTests: true, testFilters: chosen });
    const outcomes = (name: string) => attemptsOf(name).map(({ attempt, status, final }) => [attempt, status, final]);
    expect(outcomes('test_fails_once')).toEqual([
      [1, 'FAIL', false],
      [2, 'PASS', true],
    ]);
    expect(outcomes('TestCart › test_total')).toEqual([
      [1, 'FAIL', false],
      [2, 'FAIL', true],
    ]);
    expect(outcomes('test_passes')).toEqual([[1, 'PASS', true]]);
  });

  (hasReruns ? it : it.skip)('takes what a plugin tries again as attempts (needs pytest-rerunfailures)', async () => {
    const flaky = `import pytest
tries = 0
@pytest.mark.flaky(reruns=3)
def test_flaky():
    global tries
    tries += 1
    assert tries == 2
def test_never(): assert False
`;
    const files = { 'test_flaky.py': flaky, 'pytest.ini': '[pytest]\naddopts = --reruns 2\n' };
    const { attemptsOf } = await run(files);
    expect(attemptsOf('test_flaky').map(({ status, final }) => [status, final])).toEqual([
      ['FAIL', false],
      ['PASS', true],
    ]);
    expect(attemptsOf('test_never')).toHaveLength(3);
    // With retries, the run itself tries failed tests again.
    const retried = await run(files, { retryFailedTests: true });
    expect(retried.attemptsOf('test_never')).toHaveLength(2);
  });

  it('runs projects that disable the plugins whose work the agent does', async () => {
    const files = {
      'test_one.py': 'def test_one(): pass\n',
      'pytest.ini': '[pytest]\naddopts = -p no:xdist -p no:rerunfailures\n',
    };
    expect((await run(files, { retryFailedTests: true })).statuses).toEqual({ test_one: 'PASS' });
  });

  it("selects by marks and patterns, with the project's working directory and config file", async () => {
    const files = {
      'app/checks/test_kinds.py': kinds.replaceAll('def test_', 'def check_').replace('TestCart', 'CheckCart'),
      'app/own.ini':
        '[pytest]\npython_files = test_*.py\npython_functions = check_*\npython_classes = Check*\naddopts = -x -q\n',
    };
    const settings = { workingDirectory: 'app', configFile: 'own.ini' };
    const marked = await run(files, { includeTags: ['rows', '@smoke'] }, settings);
    expect(Object.keys(marked.statuses)).toHaveLength(4);
    expect(marked.tests[0]?.file).toBe('checks/test_kinds.py');
    const matching = await run(files, { testFilters: ['Regex: check_row\\[[12]'], excludedTags: ['smoke'] }, settings);
    expect(matching.statuses).toEqual({ 'check_row[1-tea]': 'PASS', 'check_row[2-a/b::c]': 'PASS' });
  });

  it('runs the tests of all other files when one cannot be loaded, and shows that one as failed', async () => {
    const files = {
      'tests/test_good.py': 'def test_one(): pass\n',
      'tests/test_broken.py': 'def test_two(:\n',
      'tests/test_lonely.py': 'import nowhere_to_be_found\ndef test_three(): pass\n',
      'tests/test_elsewhere.py': 'import pytest\npytest.skip("not on this system", allow_module_level=True)\n',
    };
    for (const unitPerFile of [true, false]) {
      bench.service.unitPerFile = unitPerFile;
      const { tests, attempts, problem } = await run(files);
      const outcomes = attempts.map(({ testId, status, error }) => {
        const test = tests.find((each) => each.testId === testId);
        return [test?.file, test?.name, status, error?.split('\n')[0]];
      });
      expect(outcomes.sort()).toEqual([
        ['tests/test_broken.py', 'Loading the file', 'FAIL', expect.stringContaining('test_broken.py", line 1')],
        ['tests/test_elsewhere.py', 'Loading the file', 'IGNORED', 'Skipped: not on this system'],
        ['tests/test_good.py', 'test_one', 'PASS', undefined],
        ['tests/test_lonely.py', 'Loading the file', 'FAIL', expect.stringContaining('nowhere_to_be_found')],
      ]);
      expect(problem).toBeNull();
    }
    bench.service.unitPerFile = true;
  });

  it('runs tests that a class inherits from another file as tests of the file with the class', async () => {
    const files = {
      'tests/__init__.py': '',
      'tests/test_plain.py':
        '\nclass TestPlain:\n    word = "plain"\n    def test_word(self): assert self.word == "plain"\n',
      'tests/test_other.py': `from tests.test_plain import TestPlain as Plain
class TestOther(Plain):
    word = "other"
    def test_own(self): pass
`,
    };
    for (const unitPerFile of [true, false]) {
      bench.service.unitPerFile = unitPerFile;
      const { statuses, tests, problem } = await run(files);
      expect(statuses).toEqual({
        'TestPlain › test_word': 'PASS',
        'TestOther › test_word': 'FAIL',
        'TestOther › test_own': 'PASS',
      });
      expect(problem).toBeNull();
      const places = tests.map(({ file, name, line }) => [file, name, line]).sort();
      expect(places).toEqual([
        ['tests/test_other.py', 'TestOther › test_own', 4],
        ['tests/test_other.py', 'TestOther › test_word', null],
        ['tests/test_plain.py', 'TestPlain › test_word', 4],
      ]);
    }
    bench.service.unitPerFile = true;
  });

  it('imports no file that pytest would not import by itself', async () => {
    const files = {
      'conftest.py': `import ast
import pytest

class Syntax(pytest.Item):
    def runtest(self): ast.parse(self.path.read_text())

class Script(pytest.File):
    def collect(self): yield Syntax.from_parent(self, name="syntax")

def pytest_collect_file(file_path, parent):
    if file_path.suffix == ".py": return Script.from_parent(parent, path=file_path)
`,
      'pytest.ini': '[pytest]\ntestpaths = app tests\n',
      'app/__main__.py': 'raise SystemExit("was run")\n',
      'app/tool.py': 'import nowhere_to_be_found\ndef test_nothing(): pass\n',
      'tests/test_sum.py': 'def test_right(): pass\ndef test_wrong(): assert 1 + 1 == 3\n',
    };
    const { attempts, tests, problem } = await run(files);
    const outcomes = attempts.map(({ testId, status }) => {
      const test = tests.find((each) => each.testId === testId);
      return `${test?.file} ${test?.name} ${status}`;
    });
    expect(outcomes.sort()).toEqual([
      'app/__main__.py syntax PASS',
      'app/tool.py syntax PASS',
      'tests/test_sum.py syntax PASS',
      'tests/test_sum.py test_right PASS',
      'tests/test_sum.py test_wrong FAIL',
    ]);
    expect(problem).toBeNull();
  });

  it('says what cannot be parsed, with the position', async () => {
    const { problem } = await run({ 'test_broken.py': 'import nowhere_to_be_found\ndef test_one(): pass\n' });
    expect(problem).toMatchObject({
      code: 'list.failed',
      message: expect.stringMatching(/test_broken\.py.*nowhere_to_be_found/s),
    });
    expect((await run({ 'README.md': 'no tests yet' })).problem).toMatchObject({ code: 'list.empty' });
  });
});
