import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeRepository, type Repository } from './makeRepository.ts';

const scenario = (name: string, ...steps: string[]) =>
  [`  Scenario: ${name}`, ...steps.map((step, at) => `    ${at === 0 ? 'Given' : 'And'} ${step}`), ''].join('\n');
const quick = (text: string) => `  @quick\n${text}`;
const feature = (name: string, ...scenarios: string[]) => [`Feature: ${name}`, '', ...scenarios].join('\n');

/**
 * The progress of a run's scenarios is marked on disk, because a run whose agent is killed goes on in another process.
 */
const steps = (marks: string) => `
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { After, Before, Given, setDefaultTimeout } from '@cucumber/cucumber';

const marks = ${JSON.stringify(marks)};
const run = process.env.ASSAY_TEST_RUN_ID + '-';
const markOf = (name) => marks + '/' + run + name;
const over = () => readdirSync(marks).filter((name) => name.startsWith(run + 'over-')).length;

setDefaultTimeout(-1);
Before(async () => {
  while (existsSync(marks + '/held') && over() >= 2) await wait(20);
});
After(({ pickle, result }) => {
  if (result.status !== 'FAILED') writeFileSync(markOf('over-' + pickle.name), '');
});

Given('it takes {int} ms', async (milliseconds) => {
  await wait(milliseconds);
});
Given('it works', () => undefined);
Given('it fails', () => {
  throw new Error('This scenario always fails');
});
Given('it works the second time only, {word}', (name) => {
  if (existsSync(markOf(name))) return;
  writeFileSync(markOf(name), '');
  throw new Error('This scenario fails the first time');
});
Given('it is not asked for here', () => 'skipped');
`;

export type SteadyTests = Repository & {
  /** Holds runs at the point where two tests have passed or are skipped and others have begun. */
  hold(): Promise<void>;
  /** Releases held runs. */
  letGo(): Promise<void>;
};

/**
 * A CucumberJS repository with known results: twelve scenarios in four files that take some seconds. Some fail, one is
 * skipped, one passes at its second attempt, and two (one, ten) have the tag @quick.
 */
export async function makeSteadyTests(): Promise<SteadyTests> {
  const marks = await mkdtemp(join(tmpdir(), 'assay-marks-'));
  const repository = await makeRepository({
    'package.json': JSON.stringify({ name: 'steady-tests', private: true, type: 'module' }),
    'cucumber.json': JSON.stringify({ default: { paths: ['features/**/*.feature'], import: ['steps/*.js'] } }),
    'steps/steps.js': steps(marks),
    'features/first.feature': feature(
      'First',
      quick(scenario('one', 'it takes 300 ms', 'it works')),
      scenario('two', 'it takes 700 ms', 'it fails'),
      scenario('three', 'it takes 500 ms', 'it works'),
    ),
    'features/second.feature': feature(
      'Second',
      scenario('four', 'it takes 600 ms', 'it works'),
      scenario('five', 'it takes 200 ms', 'it works the second time only, five'),
      scenario('six', 'it takes 400 ms', 'it works'),
    ),
    'features/third.feature': feature(
      'Third',
      scenario('seven', 'it takes 500 ms', 'it works'),
      scenario('eight', 'it is not asked for here'),
      scenario('nine', 'it takes 800 ms', 'it works'),
    ),
    'features/fourth.feature': feature(
      'Fourth',
      quick(scenario('ten', 'it takes 400 ms', 'it works')),
      scenario('eleven', 'it takes 300 ms', 'it fails'),
      scenario('twelve', 'it takes 600 ms', 'it works'),
    ),
  });
  return {
    ...repository,
    hold: () => writeFile(join(marks, 'held'), ''),
    letGo: () => rm(join(marks, 'held'), { force: true }),
    remove: async () => {
      await repository.remove();
      await rm(marks, { recursive: true });
    },
  };
}

/** The result of each of them, by name. */
export const steadyOutcomes: Record<string, string> = {
  one: 'PASS',
  two: 'FAIL',
  three: 'PASS',
  four: 'PASS',
  five: 'PASS',
  six: 'PASS',
  seven: 'PASS',
  eight: 'IGNORED',
  nine: 'PASS',
  ten: 'PASS',
  eleven: 'FAIL',
  twelve: 'PASS',
};

export const steadyProject = {
  name: 'Steady tests',
  key: 'steady',
  testingFramework: 'CucumberJS' as const,
  defaultBranch: 'main',
  retryFailedTests: true,
};
