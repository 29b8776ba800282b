import { randomUUID } from 'node:crypto';
import { type BuildId, type CreateTestRunRequest, limits, testRunCalls } from '@assay/contract';
import { type ExitCode, exitCodes, usageFailure } from './exitCodes.ts';
import { findTestSuite } from './findNamed.ts';
import { commaList, oneOf, optionsOnly, readCommand, required, wholeNumber } from './options.ts';
import { jsonLine } from './printable.ts';
import { jsonOf, linkOf } from './runOutcome.ts';
import { defaultMinutes, runOf, speaker, tellVerdict } from './runVerdict.ts';
import { openServiceClient } from './serviceClient.ts';

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
    'no-retry-failed': { type: 'boolean' },
    'parallelize-by': { type: 'string' },
    'test-timeout': { type: 'string' },
    'run-timeout': { type: 'string' },
    'playwright-project': { type: 'string' },
    attribute: { type: 'string', multiple: true },
    wait: { type: 'boolean', default: false },
    timeout: { type: 'string' },
  });
  if (!read) return exitCodes.passed;
  const { values, positionals } = read;
  optionsOnly('run', positionals);
  const minutes = wholeNumber('timeout', values.timeout, limits.testRunTimeoutMinutes) ?? defaultMinutes;
  const project = required('project', values.project);
  const version = (['branch', 'commit', 'build'] as const).find((option) => values[option] !== undefined);
  if (values['latest-deploy'] && version) {
    throw usageFailure(`--latest-deploy says which version is tested: leave out --${version}.`);
  }
  if (values['retry-failed'] && values['no-retry-failed']) {
    throw usageFailure('--retry-failed and --no-retry-failed exclude each other.');
  }
  const parallelizeBy = oneOf('parallelize-by', values['parallelize-by'], ['file', 'test']);
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
    copies: wholeNumber('copies', values.copies, limits.copies),
    priority: wholeNumber('priority', values.priority, limits.priority),
    ignoreQuarantine: values['ignore-quarantine'],
    retryFailedTests: values['no-retry-failed'] ? false : values['retry-failed'],
    parallelizeByFile: parallelizeBy === undefined ? undefined : parallelizeBy === 'file',
    testTimeoutSeconds: wholeNumber('test-timeout', values['test-timeout'], limits.testTimeoutSeconds),
    timeoutMinutes: wholeNumber('run-timeout', values['run-timeout'], limits.testRunTimeoutMinutes),
    playwrightProject: values['playwright-project'],
    attributes: values.attribute,
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
  speaker(values.json)(`Test run started: ${link}`);
  const started = { id, minPosition: position };
  if (values.wait) return tellVerdict(client, started, { minutes, json: values.json });
  if (values.json) process.stdout.write(jsonLine(await jsonOf(client, await runOf(client, started), link)));
  return exitCodes.passed;
}
