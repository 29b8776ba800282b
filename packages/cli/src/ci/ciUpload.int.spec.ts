import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ciJobOfEach, failedTest, pushed } from '../../test/ciJobUnderTest.ts';

describe('an upload of a CI job', () => {
  const job = ciJobOfEach();
  const { gitHub, upload, uploaded, keys, summary, fieldOf } = job;

  it('takes branch, commit, pull request and job from the variables', async () => {
    expect((await upload(gitHub(), '--ci', '--attribute', 'browser=firefox')).code).toBe(1);
    expect(fieldOf('branch')).toBe('feature/one');
    expect(fieldOf('commit')).toBe(pushed);
    expect(fieldOf('attributes')?.split(/\r?\n/)).toEqual(['browser=firefox', 'job=CI / test', 'pull-request=7']);
  });

  it('takes neither where one of them is named, and nothing without --ci', async () => {
    await upload(gitHub(), '--ci', '--branch', 'main');
    expect([fieldOf('branch'), fieldOf('commit')]).toEqual(['main', undefined]);
    job.service.received.length = 0;
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
    writeFileSync(join(job.folder, 'reports/shop.xml'), '<testsuite name="s"><testcase name="other"/></testsuite>');
    await upload(gitHub(), '--ci');
    const [first, again, ...others] = keys();
    expect(again).toBe(first);
    expect(new Set([first, ...others]).size).toBe(3);
  });

  it('annotates the lines of failed tests at GitHub, ten of them, and lists more in the summary', async () => {
    job.tests = Array.from({ length: 12 }, (_, n) => failedTest(`adds, 50%: ${n}`, 'no'));
    const { err } = await upload(gitHub(), '--ci');
    const annotations = err.split('\n').filter((line) => line.startsWith('::error'));
    expect(annotations).toHaveLength(10);
    expect(annotations[0]).toBe(
      '::error file=test/cart.spec.js,line=12,title=test/cart.spec.js › adds%2C 50%25%3A 0::no',
    );
    expect(summary()).toContain('Failed. 20 tests: 8 passed, 12 failed');
    expect(summary()).toContain(`](<${job.service.url}/acme/test-runs/run-1>)`);
    expect(summary().match(/^- /gm)).toHaveLength(12);
  });

  it.each([
    ['outside of the repository', '../../etc/passwd'],
    ['absolute', '/etc/passwd'],
    ['that does not exist', 'shop.Cart'],
    ['with a zero byte', 'test/cart.spec.js\0'],
  ])('does not annotate a file %s', async (_, file) => {
    job.tests = [failedTest('adds', 'no', file)];
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
    job.tests = [failedTest(`adds ${command}`, `${command} expected`), failedTest(command, command)];
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
    job.tests = [failedTest(name, name)];
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
    writeFileSync(join(job.folder, 'summary.md'), 'x'.repeat(1024 * 1024 - 10));
    const { err } = await upload(gitHub(), '--ci');
    expect(summary()).toHaveLength(1024 * 1024 - 10);
    expect(err).toContain('The summary of this step is full.');
  });

  it('writes a report of code quality for GitLab, whose fingerprints are steady and unique', async () => {
    job.tests = [failedTest('adds', 'no'), failedTest('adds', 'no'), failedTest('pays', 'no', 'shop.Pay')];
    const variables = { GITLAB_CI: 'true', CI_PROJECT_DIR: job.folder, CI_JOB_ID: '1' };
    const report = async () => {
      await upload(variables, '--ci', '--code-quality', 'quality.json');
      return JSON.parse(readFileSync(join(job.folder, 'quality.json'), 'utf8'));
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
    job.verdict = { status: 'FAIL', gate: 'met' };
    expect((await upload(gitHub(), '--ci', '--fail-on', failOn)).code).toBe(code);
  });

  it('fails by the gate where another run of the commit failed', async () => {
    job.verdict = { status: 'PASS', gate: 'notMet' };
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
    job.isAway = true;
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
});
