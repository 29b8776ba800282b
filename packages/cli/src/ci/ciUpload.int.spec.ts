import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import { bundled } from '../../../../test/support/bundled.ts';
import { type ReceivingServer, type Reply, receivingServer } from '../../../../test/support/receivingServer.ts';

const script = await bundled('packages/cli/src/main.ts');
const integrations = resolve(import.meta.dirname, '../../../../integrations/ci');
const fileOf = (path: string) => readFileSync(join(integrations, path), 'utf8');
const pushed = 'b'.repeat(40);

const failedTest = (name: string, error: string, file = 'test/cart.spec.js') => ({
  file,
  name,
  error,
  line: 12,
  copy: null,
  status: 'FAIL',
  quarantined: false,
});
const json = (body: unknown, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/json', 'retry-after': '0' },
  body: JSON.stringify(body),
});

type Ended = { code: number | null; out: string; err: string };

describe('an upload of a CI job', () => {
  let service: ReceivingServer;
  let folder: string;
  let tests: unknown[];
  let verdict: { status: string; gate: string };
  let isAway: boolean;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-ci-'));
    mkdirSync(join(folder, 'test'));
    mkdirSync(join(folder, 'reports'));
    writeFileSync(join(folder, 'test/cart.spec.js'), '');
    writeFileSync(join(folder, 'reports/shop.xml'), '<testsuite name="s"><testcase name="t"/></testsuite>');
    writeFileSync(
      join(folder, 'event.json'),
      JSON.stringify({ pull_request: { number: 7, head: { sha: pushed, ref: 'feature/one' } } }),
    );
    tests = [failedTest('adds', 'expected 1 to be 2\n  at cart.spec.js:12')];
    verdict = { status: 'FAIL', gate: 'notMet' };
    isAway = false;
    service = await receivingServer();
    service.reply = answer;
  });
  afterEach(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  /** A fake of the service: what the command line reads of an upload that became a run. */
  function answer({ path, method }: { path: string; method: string }): Reply {
    // Where it lies, as what it was bundled with is next to it.
    if (path === '/assay.mjs') return { status: isAway ? 404 : 200, body: `import '${pathToFileURL(script)}';` };
    if (isAway) return json({ code: 'store.away', message: 'The stores are away.' }, 503);
    if (method === 'POST') {
      const notes = { unreadable: [], duplicates: [], repaired: [], hints: [], leftOut: [] };
      return json({ id: 'run-1', position: '1', repeated: false, ...notes }, 201);
    }
    if (path.includes('/results')) return json({ tests: path.includes('offset=0') ? tests : [] });
    if (path.includes('/gate')) return json({ answer: verdict.gate, reason: 'One run decides', evidence: [] });
    if (path.startsWith('/api/account')) return json({ name: 'acme' });
    const failCount = verdict.status === 'FAIL' ? tests.length : 0;
    const counts = { totalCount: 20, testCount: 20, passCount: 20 - failCount, failCount, flakyCount: 0 };
    const others = { ignoredCount: 0, notRunCount: 0, quarantineTotalCount: 0, remainingTests: 0, runningCount: 0 };
    const run = { id: 'run-1', number: 1, projectId: 'p-1', commit: pushed, branch: 'feature/one', upload: null };
    const { status } = verdict;
    const shown = { status, statusDisplay: status === 'FAIL' ? 'Failed' : 'Passed', statusInfo: null };
    return json({ ...run, ...counts, ...others, ...shown, nothingCouldPass: false });
  }

  const gitHub = (): Record<string, string> => ({
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_EVENT_PATH: join(folder, 'event.json'),
    GITHUB_SHA: 'a'.repeat(40),
    GITHUB_WORKSPACE: folder,
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
    GITHUB_RUN_ID: '4711',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_JOB: 'test',
    GITHUB_WORKFLOW: 'CI',
  });

  /** Runs a program as a CI service does: in the repository's folder, with the variables of the job alone. */
  function run(program: string, args: string[], variables: Record<string, string>): Promise<Ended> {
    const env = { PATH: process.env.PATH, ASSAY_API_KEY: 'key-1', ...variables };
    const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended: Ended = { code: null, out: '', err: '' };
    child.stdout.on('data', (chunk) => {
      ended.out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      ended.err += chunk;
    });
    return new Promise((done) => child.once('close', (code) => done({ ...ended, code })));
  }

  const upload = (variables: Record<string, string>, ...options: string[]) => {
    const args = [script, 'upload', 'reports/*.xml', '--project', 'shop', '--environment', 'ci', ...options];
    return run(process.execPath, args, { ASSAY_URL: service.url, ...variables });
  };
  const uploaded = () => service.received.filter(({ method }) => method === 'POST');
  const keys = () => uploaded().map(({ headers }) => headers['idempotency-key']);
  const summary = () => readFileSync(join(folder, 'summary.md'), 'utf8');
  const fieldOf = (name: string) =>
    new RegExp(`name="${name}"\r\n\r\n(.*?)\r\n--`, 's').exec(uploaded()[0]?.body ?? '')?.[1];

  it('takes branch, commit, pull request and job from the variables', async () => {
    expect((await upload(gitHub(), '--ci', '--attribute', 'browser=firefox')).code).toBe(1);
    expect(fieldOf('branch')).toBe('feature/one');
    expect(fieldOf('commit')).toBe(pushed);
    expect(fieldOf('attributes')?.split(/\r?\n/)).toEqual(['browser=firefox', 'job=CI / test', 'pull-request=7']);
  });

  it('takes neither where one of them is named, and nothing without --ci', async () => {
    await upload(gitHub(), '--ci', '--branch', 'main');
    expect([fieldOf('branch'), fieldOf('commit')]).toEqual(['main', undefined]);
    service.received.length = 0;
    const { err } = await upload(gitHub());
    expect([fieldOf('branch'), fieldOf('commit'), fieldOf('attributes'), err]).toEqual([
      undefined,
      undefined,
      undefined,
      '',
    ]);
  });

  it('is one run for each attempt of a job, however often its step is repeated', async () => {
    await upload(gitHub(), '--ci');
    await upload(gitHub(), '--ci');
    await upload({ ...gitHub(), GITHUB_RUN_ATTEMPT: '2' }, '--ci');
    writeFileSync(join(folder, 'reports/shop.xml'), '<testsuite name="s"><testcase name="other"/></testsuite>');
    await upload(gitHub(), '--ci');
    const [first, again, ...others] = keys();
    expect(again).toBe(first);
    expect(new Set([first, ...others]).size).toBe(3);
  });

  it('annotates the lines of failed tests at GitHub, ten of them, and lists more in the summary', async () => {
    tests = Array.from({ length: 12 }, (_, n) => failedTest(`adds, 50%: ${n}`, 'no'));
    const { err } = await upload(gitHub(), '--ci');
    const annotations = err.split('\n').filter((line) => line.startsWith('::error'));
    expect(annotations).toHaveLength(10);
    expect(annotations[0]).toBe(
      '::error file=test/cart.spec.js,line=12,title=test/cart.spec.js › adds%2C 50%25%3A 0::no',
    );
    expect(summary()).toContain('Failed. 20 tests: 8 passed, 12 failed');
    expect(summary()).toContain(`](<${service.url}/acme/test-runs/run-1>)`);
    expect(summary().match(/^- /gm)).toHaveLength(12);
  });

  it.each([
    ['outside of the repository', '../../etc/passwd'],
    ['absolute', '/etc/passwd'],
    ['that does not exist', 'shop.Cart'],
    ['with a zero byte', 'test/cart.spec.js\0'],
  ])('does not annotate a file %s', async (_, file) => {
    tests = [failedTest('adds', 'no', file)];
    const { err } = await upload(gitHub(), '--ci');
    expect(err).toMatch(/^::error title=/m);
    expect(err).not.toContain('file=');
  });

  it.each([
    '\n::set-output name=x::y',
    '\r::stop-commands::token',
    '##[add-path]/tmp',
    '##vso[task.setvariable variable=PATH]/tmp',
    '\u2028::warning::x',
  ])('runs no command that a test is called: %j', async (command) => {
    tests = [failedTest(`adds ${command}`, `${command} expected`), failedTest(command, command)];
    const { out, err } = await upload(gitHub(), '--ci');
    const commands = `${out}\n${err}`.split(/[\r\n\u2028\u2029]/).filter((line) => /^\s*::|##(?=[a-z]*\[)/i.test(line));
    expect(commands).toHaveLength(2);
    for (const line of commands) expect(line).toMatch(/^::error /);
  });

  it.each([
    '``` </code></details><script>alert(1)</script>',
    '`a` [x](javascript:alert(1)) ![](https://evil.example/pixel)',
    '\n\n# Passed\n\n| a | b |\n|---|---|\n<img src=x>',
    '\\`<b>',
  ])('keeps the summary whole where a test is called %j', async (name) => {
    tests = [failedTest(name, name)];
    await upload(gitHub(), '--ci');
    const [line = ''] = summary()
      .split('\n')
      .filter((each) => each.startsWith('- '));
    const title = /^- (`+) (.*?) \1: (`+) (.*) \3$/.exec(line);
    expect(title).not.toBeNull();
    // What ends a code span is not in it.
    for (const [fence, inside] of [
      [title?.[1], title?.[2]],
      [title?.[3], title?.[4]],
    ]) {
      expect([...(inside ?? '').matchAll(/`+/g)].map(([ticks]) => ticks)).not.toContain(fence);
    }
    expect(summary().match(/^(?:#|\||<)/gm)).toEqual(['#']);
  });

  it('leaves a summary out that would be larger than GitHub takes', async () => {
    writeFileSync(join(folder, 'summary.md'), 'x'.repeat(1024 * 1024 - 10));
    const { err } = await upload(gitHub(), '--ci');
    expect(summary()).toHaveLength(1024 * 1024 - 10);
    expect(err).toContain('The summary of this step is full.');
  });

  it('writes a report of code quality for GitLab, whose fingerprints are steady and unique', async () => {
    tests = [failedTest('adds', 'no'), failedTest('adds', 'no'), failedTest('pays', 'no', 'shop.Pay')];
    const variables = { GITLAB_CI: 'true', CI_PROJECT_DIR: folder, CI_JOB_ID: '1' };
    const report = async () => {
      await upload(variables, '--ci', '--code-quality', 'quality.json');
      return JSON.parse(readFileSync(join(folder, 'quality.json'), 'utf8'));
    };
    const entries = await report();
    expect(entries).toHaveLength(2);
    expect(entries[0]).toMatchObject({
      description: 'test/cart.spec.js › adds: no',
      severity: 'major',
      location: { path: 'test/cart.spec.js', lines: { begin: 12 } },
    });
    expect(entries[0].fingerprint).not.toBe(entries[1].fingerprint);
    expect(await report()).toEqual(entries);
  });

  it.each([
    ['failures', 1],
    ['gate', 0],
    ['never', 0],
  ])('ends by --fail-on %s', async (failOn, code) => {
    verdict = { status: 'FAIL', gate: 'met' };
    expect((await upload(gitHub(), '--ci', '--fail-on', failOn)).code).toBe(code);
  });

  it('fails by the gate where another run of the commit failed', async () => {
    verdict = { status: 'PASS', gate: 'notMet' };
    expect(await upload(gitHub(), '--ci', '--fail-on', 'gate')).toMatchObject({
      code: 1,
      out: expect.stringContaining('Gate of the commit: Closed. One run decides.'),
    });
    expect((await upload({}, '--fail-on', 'gate')).code).toBe(3);
    expect((await upload(gitHub(), '--ci', '--fail-on', 'gate', '--allow-failure')).code).toBe(3);
  });

  it.each([
    [[], 0],
    [['--exit-code', '0'], 0],
    [['--exit-code', '2'], 1],
    [['--exit-code', '2', '--fail-on', 'never'], 0],
    [['--strict'], 4],
  ])('does not fail the job where Assay is away: %j', async (options, code) => {
    isAway = true;
    const ended = await upload(gitHub(), '--ci', ...options);
    expect(ended.code).toBe(code);
    if (code !== 4) expect(ended.err).toMatch(/^::warning title=Assay::The results have no verdict from Assay/m);
    expect(new Set(keys()).size).toBe(1);
  });

  it('does not fail a pull request from a fork, which gets no secrets', async () => {
    const fork = { ...gitHub(), ASSAY_API_KEY: '' };
    const ended = await upload(fork, '--ci');
    expect(ended).toMatchObject({ code: 0, err: expect.stringContaining('no ASSAY_API_KEY') });
    expect((await upload(fork, '--ci', '--strict')).code).toBe(3);
    expect(uploaded()).toEqual([]);
  });

  describe('by what a pipeline includes', () => {
    const inputs = (): Record<string, string> => ({ url: service.url, 'api-key': 'key-1', project: 'shop' });
    type Step = { run: string; env: Record<string, string> };
    type Inputs = Record<string, { default?: unknown }>;

    /** Puts the inputs, or their defaults, where GitHub does. */
    function gitHubStep(given: Record<string, string>): { step: Step; env: Record<string, string> } {
      const action: { inputs: Inputs; runs: { steps: Step[] } } = parse(fileOf('github/action.yml'));
      const [step] = action.runs.steps;
      if (!step) throw new Error('the action has a step');
      const inputOf = (_: string, name: string) => {
        if (name === 'strategy.job-index') return '0';
        if (name === 'toJSON(matrix)') return '{"os":"windows","node":22}';
        const key = name.replace('inputs.', '');
        return given[key] ?? String(action.inputs[key]?.default).replace(/\$\{\{ github\.workspace \}\}/, folder);
      };
      const filled = Object.entries(step.env).map(([name, value]) => [
        name,
        value.replace(/\$\{\{ (.*?) \}\}/g, inputOf),
      ]);
      return { step, env: Object.fromEntries(filled) };
    }
    const action = (given: Record<string, string>) => {
      const { step, env } = gitHubStep(given);
      const GITHUB_ACTION_PATH = join(integrations, 'github');
      return run('bash', ['-e', '-c', step.run], { ...gitHub(), GITHUB_ACTION_PATH, ...env });
    };

    it('is uploaded by the action for GitHub', async () => {
      const files = 'reports/*.xml\n';
      const ended = await action({ ...inputs(), files, attributes: 'browser=firefox\nos=linux\n' });
      expect(ended).toMatchObject({ code: 1, err: expect.stringContaining('::error file=test/cart.spec.js') });
      expect(fieldOf('commit')).toBe(pushed);
      expect(fieldOf('environmentId')).toBe('ci');
      // What is named goes before what the matrix says.
      expect(fieldOf('attributes')).toMatch(/^browser=firefox\r?\nos=linux\r?\nnode=22\r?\njob=/);
    });

    it('reads nothing in an input of the action as a command or an option', async () => {
      const files = '$(touch ran)\n`touch ran`\n--strict';
      const ended = await action({ ...inputs(), files, branch: '"; touch ran; "' });
      expect(ended).toMatchObject({ code: 3, err: expect.stringContaining("There is no file '$(touch ran)'") });
      expect(() => readFileSync(join(folder, 'ran'))).toThrow('ENOENT');
    });

    it.each([
      ['false', '', 0],
      ['false', '1', 1],
      ['true', '', 4],
    ])('warns in the action where not even the command line is served: strict %s', async (strict, exitCode, code) => {
      isAway = true;
      const ended = await action({ ...inputs(), files: 'reports/*.xml', strict, 'exit-code': exitCode });
      expect(ended).toMatchObject({
        code,
        out: expect.stringContaining('::warning title=Assay::Assay cannot be reached'),
      });
    });

    const component = (given: Record<string, string> = {}) => {
      const documents = fileOf('gitlab/templates/upload.yml').split('\n---\n');
      const [spec, jobs] = documents.map((document) => parse(document));
      const all: Record<string, string> = { url: service.url, project: 'shop', files: 'reports/*.xml', ...given };
      const inputOf = (_: string, name: string) => all[name] ?? String(spec.spec.inputs[name].default);
      const [job] = Object.values<{ variables: Record<string, string>; script: string[] }>(jobs);
      if (!job) throw new Error('the component has a job');
      const variables = Object.entries(job.variables).map(([name, value]) => [
        name,
        value.replace(/\$\[\[ inputs\.(.*?) \]\]/g, inputOf),
      ]);
      const env = { GITLAB_CI: 'true', CI_COMMIT_BRANCH: 'feature/one', CI_COMMIT_SHA: pushed, CI_PROJECT_DIR: folder };
      return run('sh', ['-ec', job.script.join('\n')], { ...env, ...Object.fromEntries(variables) });
    };

    it('is uploaded by the component for GitLab', async () => {
      expect((await component()).code).toBe(1);
      expect([fieldOf('branch'), fieldOf('commit')]).toEqual(['feature/one', pushed]);
      expect(JSON.parse(readFileSync(join(folder, 'gl-code-quality-report.json'), 'utf8'))).toHaveLength(1);
    });

    it.each([
      ['false', 0],
      ['true', 4],
    ])('warns in the component where not even the command line is served: strict %s', async (strict, code) => {
      isAway = true;
      const ended = await component({ strict });
      expect(ended).toMatchObject({ code, err: expect.stringContaining('warning: Assay cannot be reached') });
    });

    it('is uploaded by the pipe for Bitbucket', async () => {
      const pipe: { variables: { name: string; default?: string }[] } = parse(fileOf('bitbucket/pipe.yml'));
      const defaults = pipe.variables.flatMap(({ name, default: value }) =>
        value === undefined ? [] : [[name, value.replace(/\$\{BITBUCKET_EXIT_CODE\}/, '1')]],
      );
      const env = { BITBUCKET_PIPELINE_UUID: '{p}', BITBUCKET_BRANCH: 'feature/one', BITBUCKET_COMMIT: pushed };
      const given = { ASSAY_URL: service.url, ASSAY_PROJECT: 'shop', ASSAY_FILES: 'reports/*.xml' };
      const script = fileOf('bitbucket/Dockerfile').match(/^COPY (\S+)/m)?.[1] ?? '';
      const ended = await run('sh', [join(integrations, script)], {
        ...env,
        ...Object.fromEntries(defaults),
        ...given,
      });
      expect(ended.code).toBe(1);
      expect([fieldOf('branch'), fieldOf('commit'), fieldOf('exitCode')]).toEqual(['feature/one', pushed, '1']);
    });
  });
});
