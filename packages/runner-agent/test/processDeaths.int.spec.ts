import { join } from 'node:path';
import { openBench } from './agentBench.ts';

const feature = (...scenarios: string[]) =>
  `Feature: Deaths\n${scenarios.map((name) => `  Scenario: ${name}\n    Given ${name}\n`).join('\n')}`;

const steps = `
const { existsSync, writeFileSync } = require('node:fs');
const { Given } = require('@cucumber/cucumber');
const once = (name) => {
  const mark = process.env.MARKS + '-' + name;
  const first = !existsSync(mark);
  writeFileSync(mark, '');
  return first;
};
Given('first', () => console.log('first was here'));
Given('hangs', { timeout: -1 }, () => new Promise((resolve) => setTimeout(resolve, 1e9)));
Given('blocks', () => { for (;;); });
Given('dies always', () => { console.log('last words'); process.exit(0); });
Given('dies once', () => { if (once('dies')) process.kill(process.pid, 'SIGKILL'); });
Given('fails once', () => { if (once('fails')) throw new Error('not this time'); });
Given('fails always', () => { throw new Error('never'); });
Given('last', () => {});
`;

describe('tests that end or block their process', () => {
  const bench = openBench();

  async function run(scenarios: string[], run: { retryFailedTests?: boolean; testTimeoutSeconds?: number } = {}) {
    const files = { 'features/deaths.feature': feature(...scenarios), 'features/steps.js': steps };
    const variables = [{ key: 'MARKS', value: join(bench.folder, crypto.randomUUID()), encrypted: false, file: false }];
    const order = bench.order({ gitUrl: bench.repository(files) }, { ...run, variables });
    const outcome = await bench.outcomeOf(order);
    const [unit] = bench.service.unitsOf(order.testRunId).filter(({ assignment }) => assignment.kind === 'tests');
    return { ...outcome, order, events: unit?.events ?? [] };
  }

  it('a hanging test fails as timed out, and the others run', async () => {
    const { finals, statuses, problem } = await run(['first', 'hangs', 'last'], { testTimeoutSeconds: 2 });
    expect(statuses).toEqual({ first: 'PASS', hangs: 'FAIL', last: 'PASS' });
    expect(finals.get('hangs')).toMatchObject({
      timedOut: true,
      error: 'The test was still running after 2 seconds and was ended.',
    });
    expect(finals.get('hangs')?.durationMs).toBeGreaterThanOrEqual(2000);
    expect(problem).toBeNull();
  });

  it('a test that blocks the event loop is ended as well', async () => {
    const { finals, statuses } = await run(['blocks', 'last'], { testTimeoutSeconds: 2 });
    expect(statuses).toEqual({ blocks: 'FAIL', last: 'PASS' });
    expect(finals.get('blocks')?.timedOut).toBe(true);
  });

  it('a test that crashes its process is retried once and then fails with the last output', async () => {
    const { finals, statuses, attempts, problem } = await run(['first', 'dies always', 'last']);
    expect(statuses).toEqual({ first: 'PASS', 'dies always': 'FAIL', last: 'PASS' });
    expect(finals.get('dies always')).toMatchObject({
      attempt: 2,
      error: 'The test process ended (exit code 0) before this test finished.',
      processOutput: expect.stringContaining('last words'),
    });
    expect(attempts.map(({ final }) => final)).toEqual([true, false, true, true]);
    expect(problem).toMatchObject({ code: 'process.ended', message: expect.stringContaining("'dies always'") });
  });

  it('a process that is killed once costs one attempt of one test', async () => {
    const { finals, statuses, problem } = await run(['dies once', 'last']);
    expect(statuses).toEqual({ 'dies once': 'PASS', last: 'PASS' });
    expect(finals.get('dies once')?.attempt).toBe(2);
    expect(problem).toBeNull();
  });

  it('retries are attempts of the same test, one at most', async () => {
    const { finals, attempts, events } = await run(['fails once', 'fails always', 'first'], { retryFailedTests: true });
    expect(attempts.map(({ attempt, status, final, error }) => [attempt, status, final, error])).toEqual([
      [1, 'FAIL', false, 'Error: not this time'],
      [2, 'PASS', true, null],
      [1, 'FAIL', false, 'Error: never'],
      [2, 'FAIL', true, 'Error: never'],
      [1, 'PASS', true, null],
    ]);
    expect(events.filter(({ type }) => type === 'testStarted')).toHaveLength(5);
    expect(finals.get('first')?.output).toBe('first was here\n');
  });

  it("attempts continue after a lost runner's: only the remaining retry is made", async () => {
    const { order, events: before } = await run(['fails always', 'first'], { retryFailedTests: true });
    const failing = before.flatMap((event) => (event.type === 'testFinished' && !event.final ? [event.testId] : []));
    const [unit] = bench.service.unitsOf(order.testRunId).filter(({ assignment }) => assignment.kind === 'tests');
    const earlierAttempts = failing.map((testId) => ({ testId, attempts: 1 }));
    const again = { attempt: 2, earlierAttempts };
    const lease = bench.service.queueUnit(order, 'tests', 1, unit?.assignment.tests ?? [], again);
    await bench.service.untilRunEnded(order.testRunId);
    const reported = bench.service
      .unit(lease)
      .events.flatMap((event) => (event.type === 'testFinished' ? [event] : []));
    expect(reported.map(({ attempt, status, final }) => [attempt, status, final]).sort()).toEqual([
      [1, 'PASS', true],
      [2, 'FAIL', true],
    ]);
  });

  it('without retries a failed test stays failed', async () => {
    const { attempts } = await run(['fails once']);
    expect(attempts.map(({ attempt, status, final }) => [attempt, status, final])).toEqual([[1, 'FAIL', true]]);
  });
});
