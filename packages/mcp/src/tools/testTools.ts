import { projectCalls, type TestAttemptView, type TestResultView, testRunCalls } from '@assay/contract';
import { Type } from 'typebox';
import { linksOf, testName } from '../runs.ts';
import { offset, project, test, testRun, tool } from '../tool.ts';
import { name, quoted } from '../untrusted.ts';
import { verdictOnTest } from '../verdictOnTest.ts';

const longestError = 2_000;
const longestStack = 3_000;
const longestOutput = 1_500;

function since({ failingSince, recent }: TestResultView): string {
  if (failingSince !== null) {
    const { number, testRunId, commit, at } = failingSince;
    return `It fails since run #${number} (testRun ${testRunId}, commit ${commit ?? 'unknown'}, ${at}).`;
  }
  const [before] = recent;
  if (!before) return 'No earlier result of it is known.';
  return `In the run before, #${before.number} (testRun ${before.testRunId}, commit ${before.commit ?? 'unknown'}), it was ${before.status}.`;
}

function attemptTexts({ attempt, status, error, stackTrace, output, duration }: TestAttemptView): string[] {
  const parts: [string, string | null, number][] = [
    ['Error', error, longestError],
    ['Stack', stackTrace?.trim() === error?.trim() ? null : stackTrace, longestStack],
    ['Output', output, longestOutput],
  ];
  return [
    `## Attempt ${attempt}: ${status}${duration === null ? '' : ` after ${duration} ms`}`,
    ...parts.flatMap(([title, text, limit]) =>
      text === null || text === '' ? [] : [`${title}:`, quoted(text, limit)],
    ),
  ];
}

export const testTools = [
  tool({
    name: 'test_failure',
    title: 'Failure of one test',
    description: 'The error, stack and output of one test in one run, the last attempt first, and since when it fails.',
    permission: 'testRun.read',
    input: Type.Object({ testRun, test }),
    answer: async ({ testRun: id, test: testId }, service) => {
      const result = await service.ask(testRunCalls.getTestResult, { params: { id, testId } });
      const link = await linksOf(service);
      const { quarantined, attemptsDetail, status } = result;
      return {
        head: [
          `${testName(result)}, test ${result.testId}: ${status}${result.flaky ? ', flaky' : ''}${quarantined ? ', quarantined' : ''}.`,
          ...(status === 'FAIL' ? [since(result)] : []),
          ...attemptsDetail.toReversed().flatMap(attemptTexts),
        ],
        foot: [link(`test-runs/${id}/tests/${result.testId}`)],
      };
    },
  }),
  tool({
    name: 'test_history',
    title: 'History of a test: flaky or broken?',
    description:
      'Whether a test is flaky or broken and since which commit, judged by its results over all runs, and these results, newest first.',
    permission: 'project.read',
    input: Type.Object({ project, test, offset }),
    answer: async ({ project: id, test: testId, offset: from = 0 }, service) => {
      const params = { id, testId };
      const { results, defaultBranch } = await service.ask(projectCalls.getTestHistory, { params });
      const texts = results
        .slice(from)
        .map(({ status, flaky, number, testRunId, at, commit, branch, environmentName }) => {
          const where = `${name(branch)} in ${name(environmentName)}`;
          return `- ${status}${flaky ? ' (flaky)' : ''} at ${at}, run #${number} (testRun ${testRunId}), commit ${commit ?? 'unknown'}, ${where}`;
        });
      return {
        head: [verdictOnTest(results, defaultBranch)],
        rows: { noun: 'result', texts, offset: from, total: results.length },
      };
    },
  }),
  tool({
    name: 'find_tests',
    title: 'Find tests',
    description:
      "A project's tests whose name contains a text, or that are in given files, with their latest results. For tests that touch a file of the product, look for the names of what it exports.",
    permission: 'project.read',
    input: Type.Object({
      project,
      text: Type.Optional(
        Type.String({ minLength: 1, maxLength: 300, description: 'part of a name or tag, in any case' }),
      ),
      files: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
          minItems: 1,
          maxItems: 100,
          description: 'paths of test files, or their ends',
        }),
      ),
      offset,
    }),
    answer: async ({ project: id, text, files, offset: from = 0 }, service) => {
      const tests = await service.ask(projectCalls.listProjectTests, { params: { id } });
      const wanted = text?.toLowerCase();
      const fits = (one: (typeof tests)[number]) =>
        (wanted === undefined || [one.name, ...one.tags].some((each) => each.toLowerCase().includes(wanted))) &&
        (files === undefined || files.some((file) => isSameFile(one.file, file)));
      const found = tests.filter(fits);
      const texts = found.slice(from).map((one) => {
        const recent = one.recent.map(({ status, flaky }) => (flaky ? 'FLAKY' : status)).join(' ');
        const quarantine = one.quarantined ? `; quarantined: ${name(one.quarantineReason ?? 'no reason given')}` : '';
        return `- ${testName(one)}, test ${one.id}: ${recent || 'no results'} (newest first)${quarantine}`;
      });
      return { head: [], rows: { noun: 'test', texts, offset: from, total: found.length } };
    },
  }),
];

/** A repository's paths may be longer than those of a report, or shorter. */
function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => `/${path.replaceAll('\\', '/').replace(/^(\.?\/)+/, '')}`);
  return a !== undefined && b !== undefined && (a.endsWith(b) || b.endsWith(a));
}
