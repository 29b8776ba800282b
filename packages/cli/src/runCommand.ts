import { randomUUID } from 'node:crypto';
import {
  type BuildId,
  type CommandAnswer,
  type CreateTestRunRequest,
  type TestRunView,
  testRunCalls,
} from '@assay/contract';
import { CommandFailure, type ExitCode, exitCodes, usageFailure } from './exitCodes.ts';
import { findTestSuite } from './findNamed.ts';
import { commaList, optionsOnly, readCommand, required, wholeNumber } from './options.ts';
import { countsText, exitCodeOf, failuresOf, jsonOf, linkOf } from './runOutcome.ts';
import { openServiceClient, type ServiceClient } from './serviceClient.ts';

const lookMs = 2_000;
const defaultMinutes = 180;

/** `assay run` */
export async function runCommand(args: string[]): Promise<ExitCode> {
  const read = readCommand('run', args, {
    project: { type: 'string' },
    environment: { type: 'string' },
    branch: { type: 'string' },
    commit: { type: 'string' },
    build: { type: 'string' },
    'latest-deploy': { type: 'boolean', default: false },
    suite: { type: 'string' },
    tags: { type: 'string' },
    'exclude-tags': { type: 'string' },
    filter: { type: 'string', multiple: true },
    runners: { type: 'string' },
    copies: { type: 'string' },
    priority: { type: 'string' },
    'ignore-quarantine': { type: 'boolean' },
    'retry-failed': { type: 'boolean' },
    wait: { type: 'boolean', default: false },
    timeout: { type: 'string' },
  });
  if (!read) return exitCodes.passed;
  const { values, positionals } = read;
  optionsOnly('run', positionals);
  const minutes = wholeNumber('timeout', values.timeout, { min: 1, max: 1440 }) ?? defaultMinutes;
  const project = required('project', values.project);
  const version = (['branch', 'commit', 'build'] as const).find((option) => values[option] !== undefined);
  if (values['latest-deploy'] && version) {
    throw usageFailure(`--latest-deploy says which version is tested: leave out --${version}.`);
  }
  const suiteName = values.suite === undefined ? null : required('suite', values.suite);
  const request: CreateTestRunRequest = {
    project,
    environment: required('environment', values.environment),
    branch: values.branch,
    ref: values.commit,
    buildId: values.build as BuildId | undefined,
    latestDeploy: values['latest-deploy'] || undefined,
    includeTags: commaList(values.tags),
    excludedTags: commaList(values['exclude-tags']),
    testFilters: values.filter,
    runners: wholeNumber('runners', values.runners, { min: 1, max: 1000 }),
    copies: wholeNumber('copies', values.copies, { min: 1, max: 100 }),
    priority: wholeNumber('priority', values.priority, { min: 1, max: 10 }),
    ignoreQuarantine: values['ignore-quarantine'],
    retryFailedTests: values['retry-failed'],
  };
  const client = openServiceClient(values.url, process.env);
  if (suiteName !== null) {
    request.testSuiteId = (await findTestSuite(client, { projectKey: project, nameOrId: suiteName })).id;
  }
  const { id, position } = await client.call(
    testRunCalls.createTestRun,
    { body: request },
    { idempotencyKey: randomUUID() },
  );
  const link = await linkOf(client, id);
  const say = (text: string) => {
    if (!values.json) process.stdout.write(`${text}\n`);
  };
  say(`Test run started: ${link}`);
  const run = values.wait ? await verdictOf(client, { id, position }, minutes, say) : await runOf(client, id, position);
  const exitCode = exitCodeOf(run.status);
  if (values.json) process.stdout.write(`${JSON.stringify(jsonOf(run, link))}\n`);
  if (!values.wait) return exitCodes.passed;
  if (exitCode === null) {
    throw new CommandFailure(exitCodes.stillRunning, `Not finished after ${minutes} minutes; the run goes on: ${link}`);
  }
  say(`${run.statusDisplay}. ${countsText(run)}`);
  if (run.statusInfo) say(run.statusInfo);
  if (!values.json) for (const line of await failuresOf(client, run)) say(line);
  return exitCode;
}

function runOf({ call }: ServiceClient, id: string, minPosition: string): Promise<TestRunView> {
  return call(testRunCalls.getTestRun, { params: { id } }, { minPosition });
}

async function verdictOf(
  client: ServiceClient,
  { id, position }: Pick<CommandAnswer, 'id' | 'position'>,
  minutes: number,
  say: (text: string) => void,
): Promise<TestRunView> {
  const until = Date.now() + minutes * 60_000;
  let told = '';
  for (;;) {
    const run = await runOf(client, id, position);
    const done = run.totalCount - run.remainingTests;
    const now = run.totalCount > 0 ? `${run.statusDisplay}, ${done} of ${run.totalCount} tests` : run.statusDisplay;
    if (exitCodeOf(run.status) !== null) return run;
    if (now !== told) say(now);
    told = now;
    if (Date.now() >= until) return run;
    await pause(Math.min(lookMs, Math.max(0, until - Date.now())));
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
