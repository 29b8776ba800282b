import {
  analysisCalls,
  type ComparisonGroup,
  comparisonCalls,
  comparisonGroups,
  type RootCause,
  type TestResultRow,
  testRunCalls,
} from '@assay/contract';
import { Type } from 'typebox';
import { failedTestsOf, linksOf, runLines, runOf, testName, wantedRun } from '../runs.ts';
import { offset, project, testRun, tool } from '../tool.ts';
import { name, quoted } from '../untrusted.ts';

const pageOfRuns = 20;
/** Far more than an answer has room for. */
const pageOfTests = 500;
const exampleTests = 3;
const longestError = 1_500;
const groups = comparisonGroups.filter((group) => group !== 'unchanged');

const ofCause = (cause: string) => (row: TestResultRow) => row.testRunAnalysisRootCauseId === cause;

function causeText(cause: RootCause): string {
  const {
    id,
    kind,
    kindBy,
    testCount,
    isNew,
    firstSeen,
    seenBefore,
    frame,
    affectedTestRunTestAnalysis: tests,
  } = cause;
  const since = firstSeen === null ? '' : ` since run #${firstSeen.number} (commit ${firstSeen.commit ?? 'unknown'})`;
  const before = seenBefore === null ? '' : `, seen in ${seenBefore.runCount} runs before`;
  return [
    `## ${testCount} failed of ${name(cause.name)}`,
    `cause ${id}; ${isNew ? 'new in this run' : `not new${since}${before}`}; at fault: ${kind} (according to ${kindBy})`,
    quoted(cause.description, longestError),
    ...(frame === null
      ? []
      : [`Line of the project that ${frame.testCount} of them have in their stack: ${name(frame.text)}`]),
    ...(cause.note === null ? [] : [`Note of a person: ${name(cause.note)}`]),
    ...tests.slice(0, exampleTests).map((one) => `- ${testName(one)}, test ${one.testRunTestId.split('.')[1] ?? ''}`),
  ].join('\n');
}

export const runTools = [
  tool({
    name: 'why_did_tests_fail',
    title: 'Why did tests fail?',
    description:
      'The root causes of the failures of a run, largest first: failures of one cause are one row, with its error, since when it is known and example tests. Begin here.',
    permission: 'testRun.read',
    input: Type.Object({ ...wantedRun, offset }),
    answer: async ({ offset: from = 0, ...wanted }, service) => {
      const run = await runOf(service, wanted);
      const link = await linksOf(service);
      const analysis = await service.ask(analysisCalls.getRunAnalysis, { params: { id: run.id } });
      const causes = analysis.testRunAnalysisRootCauses;
      const silent = analysis.testRunTestAnalysis;
      return {
        head: [
          ...runLines(run, link),
          ...analysis.wholeRun.map(
            ({ title, description }) => `Concerns the whole run: ${name(title)}. ${name(description)}`,
          ),
          ...(analysis.isRunning ? ['The run is still in progress: causes come and grow.'] : []),
          ...(silent.length > 0
            ? [`Failed without an error: ${silent.slice(0, exampleTests).map(testName).join(', ')}`]
            : []),
        ],
        rows: { noun: 'root cause', texts: causes.slice(from).map(causeText), offset: from, total: causes.length },
      };
    },
  }),
  tool({
    name: 'failed_tests',
    title: 'Failed tests of a run',
    description:
      'The tests that failed a run, by file, with the first line of their error and their ids; of one cause only with `cause`.',
    permission: 'testRun.read',
    input: Type.Object({
      ...wantedRun,
      cause: Type.Optional(Type.String({ maxLength: 80, description: 'id of a root cause, from why_did_tests_fail' })),
      offset,
    }),
    answer: async ({ offset: from = 0, cause, ...wanted }, service) => {
      const run = await runOf(service, wanted);
      const fits = cause === undefined ? undefined : ofCause(cause);
      const failed = await failedTestsOf(service, run, from + pageOfTests, fits);
      const texts = failed.slice(from).map((row) => {
        const [error = ''] = (row.error ?? '').split('\n');
        const flags = [row.flaky ? 'flaky' : '', row.timedOut ? 'timed out' : ''].filter(Boolean).join(', ');
        const said = error === '' ? 'no error' : name(error);
        return `- ${testName(row)}, test ${row.testId}${flags && ` (${flags})`}: ${said}`;
      });
      return {
        head: runLines(run, await linksOf(service)),
        rows: { noun: 'failed test', texts, offset: from, total: cause === undefined ? run.failCount : null },
      };
    },
  }),
  tool({
    name: 'find_test_runs',
    title: 'Find test runs',
    description: 'Test runs, newest first: of a project, a branch, an environment or with a status.',
    permission: 'testRun.read',
    input: Type.Object({
      project: Type.Optional(project),
      branch: Type.Optional(Type.String({ minLength: 1, maxLength: 250 })),
      environment: Type.Optional(Type.String({ minLength: 1, maxLength: 60, description: 'its key' })),
      status: Type.Optional(
        Type.Enum(['PASS', 'FAIL', 'CANCELED', 'RUNNING', 'QUEUED'], { description: 'any by default' }),
      ),
      offset,
    }),
    answer: async ({ offset: from = 0, ...filters }, service) => {
      const query = { ...filters, offset: from, limit: pageOfRuns };
      const { testRuns, total } = await service.ask(testRunCalls.listTestRuns, { query });
      const link = await linksOf(service);
      const texts = testRuns.map((run) => `- ${runLines(run, link).join('\n  ')}`);
      return { head: [], rows: { noun: 'test run', texts, offset: from, total } };
    },
  }),
  tool({
    name: 'compare_test_runs',
    title: 'Compare two test runs',
    description:
      'What became of the tests from one run to another of its project: newly failing, still failing, fixed, flaky, slower. Counts first, then the tests of one group.',
    permission: 'testRun.read',
    input: Type.Object({
      first: testRun,
      second: testRun,
      group: Type.Optional(Type.Enum(groups, { description: 'newlyFailing by default' })),
      offset,
    }),
    answer: async ({ first, second, group = 'newlyFailing', offset: from = 0 }, service) => {
      const query = { first, second };
      const [{ counts }, { tests, total }] = await Promise.all([
        service.ask(comparisonCalls.compareTestRuns, { query }),
        service.ask(comparisonCalls.listComparedTests, {
          query: { ...query, group: group as Exclude<ComparisonGroup, 'unchanged'>, offset: from, limit: pageOfTests },
        }),
      ]);
      const texts = tests.map((row) => {
        const [error = ''] = (row.second?.error ?? row.first?.error ?? '').split('\n');
        const statuses = `${row.first?.status ?? 'not there'} → ${row.second?.status ?? 'not there'}`;
        return `- ${testName(row)}, test ${row.testId}: ${statuses}${error === '' ? '' : `, ${name(error)}`}`;
      });
      const summary = comparisonGroups.map((each) => `${each} ${counts[each]}`).join(', ');
      return {
        head: [`Tests by group: ${summary}.`, `Group ${group}:`],
        rows: { noun: 'test', texts, offset: from, total },
      };
    },
  }),
];
