import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestResultView } from '@assay/contract';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { makeRepository, type Repository } from '../support/makeRepository.ts';
import { createEnvironment, createProject, finishedRun, resultsOf, startRun } from '../support/runs.ts';
import { expectOneResultPerAttempt } from './oneResultPerAttempt.ts';

/** One scenario that fails the first time, then waits to be released, and passes. */
const steps = (marks: string) => `
import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Given } from '@cucumber/cucumber';

const marks = ${JSON.stringify(marks)};
Given('it works from the second time on', { timeout: 60_000 }, async () => {
  if (!existsSync(marks + '/tried')) {
    writeFileSync(marks + '/tried', '');
    throw new Error('not the first time');
  }
  writeFileSync(marks + '/again', '');
  while (!existsSync(marks + '/go')) await wait(50);
});
`;

let marks: string;
let repository: Repository;
let installation: Installation;
let caller: Caller;

beforeAll(async () => {
  marks = await mkdtemp(join(tmpdir(), 'assay-marks-'));
  repository = await makeRepository({
    'package.json': JSON.stringify({ name: 'second-time', private: true, type: 'module' }),
    'cucumber.json': JSON.stringify({ default: { import: ['steps/*.js'] } }),
    'steps/steps.js': steps(marks),
    'features/second.feature': 'Feature: Second time\n\n  Scenario: one\n    Given it works from the second time on\n',
  });
  installation = await startInstallation();
  caller = await signIn(installation.url, admin);
});
afterAll(async () => {
  await installation.stop();
  await installation.remove();
  await repository.remove();
  await rm(marks, { recursive: true });
});

describe('an agent that dies between two attempts of a test', () => {
  it('keeps the first result, and the next runner makes the second attempt: the test is flaky', async () => {
    await createEnvironment(caller, { key: 'between', name: 'Between attempts' });
    const project = { name: 'Second time', key: 'second', testingFramework: 'CucumberJS' as const };
    await createProject(caller, {
      ...project,
      defaultBranch: 'main',
      retryFailedTests: true,
      gitUrl: repository.path,
    });
    const id = await startRun(caller, { project: project.key, environment: 'between', runners: 1 });
    const attempts = async () => {
      const [test] = await resultsOf(caller, id);
      if (!test) return [];
      const { attemptsDetail } = await caller.get<TestResultView>(`/test-runs/${id}/results/${test.testId}`);
      return attemptsDetail.map(({ attempt, status }) => `${attempt} ${status}`);
    };
    await eventually(async () => existsSync(join(marks, 'again')) && (await attempts()).includes('1 FAIL'));
    await installation.kill('agent');
    await rm(join(marks, 'again'));
    await eventually(() => existsSync(join(marks, 'again')));
    expect(await attempts()).toContain('1 FAIL');
    await writeFile(join(marks, 'go'), '');
    const run = await finishedRun(caller, id);
    expect(run).toMatchObject({ status: 'PASS', testCount: 1, passCount: 1, flakyCount: 1 });
    expect(await attempts()).toEqual(['1 FAIL', '2 PASS']);
    await expectOneResultPerAttempt(caller, id);
  });
});
