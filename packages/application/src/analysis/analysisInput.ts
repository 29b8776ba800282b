import {
  type AccountId,
  type CauseExamples,
  counted,
  type RootCause,
  type RunOfCause,
  type TestRunId,
  type TestRunView,
} from '@assay/contract';
import type { Operations } from '@assay/operations';
import type { FoundRunAnalysis, ReadModels } from '@assay/projections';
import { readTestTexts } from '../testRuns/testDetails.ts';
import { analyzedCauses } from './analysisModel.ts';

type Deps = { readModels: Pick<ReadModels, 'of'>; operations: { blobs: Pick<Operations['blobs'], 'read'> } };

/** The end of a test's output, which may be long. */
const outputLines = 200;
/** The maximum length of one text; below the model's own limits. */
const textLength = 64_000;

function tail(text: string): string {
  return text.split('\n').slice(-outputLines).join('\n').slice(-textLength);
}

function runText({ number, branch, commit }: RunOfCause): string {
  return `run #${number} of ${branch}${commit === null ? '' : ` at ${commit.slice(0, 10)}`}`;
}

function factsOfCause({ testCount, frame, firstSeen, isNew, seenBefore, kind, kindBy }: RootCause): string[] {
  return [
    `${counted(testCount, 'test')} failed of it`,
    ...(frame ? [`${counted(frame.testCount, 'test')} failed in ${frame.text}`] : []),
    ...(isNew ? ['first seen in this run'] : firstSeen ? [`first seen in ${runText(firstSeen)}`] : []),
    ...(seenBefore ? [`seen in ${counted(seenBefore.runCount, 'run')} before`] : []),
    ...(kindBy === 'PEOPLE' ? [`people said that it is of the kind ${kind}`] : []),
  ];
}

function factsOfRun(run: TestRunView, { failedCount, flakyCount, wholeRun }: FoundRunAnalysis): string[] {
  return [
    `${counted(run.testCount, 'test')}: ${run.passCount} passed, ${failedCount} failed, ${flakyCount} flaky`,
    `branch ${run.branch}${run.commit === null ? '' : ` at ${run.commit.slice(0, 10)}`}`,
    ...wholeRun.map(({ title, description }) => `${title}: ${description}`),
  ];
}

/** Two tests with different errors say more than two alike. */
function representatives({ affectedTestRunTestAnalysis: tests }: RootCause): string[] {
  const [first] = tests;
  const last = tests.length > 1 ? tests.at(-1) : undefined;
  return [first, last].flatMap((test) => test?.testRunTestId ?? []);
}

async function examplesOf(
  { readModels, operations }: Deps,
  accountId: AccountId,
  testRunId: TestRunId,
  cause: RootCause,
): Promise<CauseExamples['examples']> {
  const found = await readModels.of(accountId).failedAttempts(testRunId, representatives(cause));
  const read = await Promise.all(
    found.map(async ({ testId, name, file, attempt, error, details }, place) => {
      const texts = details === null ? null : await readTestTexts(operations.blobs, details, testId, attempt);
      const whole = [texts?.error ?? error, texts?.stackTrace].filter((part) => part).join('\n');
      const output = place === 0 ? (texts?.output ?? null) : null;
      const of = `${file}: ${name}`;
      return [
        ...(whole === '' ? [] : [{ source: `error of ${of}`, text: whole.slice(0, textLength) }]),
        ...(output ? [{ source: `output of ${of}`, text: tail(output) }] : []),
      ];
    }),
  );
  return read.flat();
}

/** The input of a model about a run. */
export type AnalysisInput = { causes: CauseExamples[]; facts: string[] };

/**
 * @param run the analyzed run
 * @param causes the first causes, about which the model is asked
 * @returns facts and examples of each cause, not masked yet
 */
export async function analysisInput(
  deps: Deps,
  accountId: AccountId,
  run: TestRunView,
  found: FoundRunAnalysis,
  causes: readonly RootCause[] = found.testRunAnalysisRootCauses,
): Promise<AnalysisInput> {
  const asked = causes.slice(0, analyzedCauses);
  const given: CauseExamples[] = [];
  for (const cause of asked) {
    given.push({
      rootCauseId: cause.id,
      name: cause.name,
      template: cause.description,
      testCount: cause.testCount,
      facts: factsOfCause(cause),
      examples: await examplesOf(deps, accountId, run.id, cause),
    });
  }
  return { causes: given, facts: factsOfRun(run, found) };
}
