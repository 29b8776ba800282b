import { InvalidFields } from '@assay/application';
import {
  limits,
  messages,
  type ProblemId,
  type ReportedRequest,
  type TestId,
  type TestResultRow,
  type TestRunId,
  type TestRunView,
} from '@assay/contract';
import { DomainError } from '@assay/domain';
import type { AccountReads } from '@assay/projections';

/** Failed tests of a run that are reported. */
export type Reported = {
  run: TestRunView;
  /** In the order of the run; of a test with copies each copy. */
  rows: TestResultRow[];
  problemIds: ProblemId[];
  testIds: TestId[];
};

/** @returns the problems of the root cause that a request names */
function problemsIn(rootCauseId: string): ProblemId[] {
  return rootCauseId.split(',') as ProblemId[];
}

function idIn(testRunTestId: string): TestRunId {
  return testRunTestId.slice(0, testRunTestId.indexOf('.')) as TestRunId;
}

async function runIdOf(
  models: AccountReads,
  { testRunId, testRunTestIds, rootCauseId }: ReportedRequest,
): Promise<TestRunId> {
  if (testRunId) return testRunId;
  const [first] = testRunTestIds ?? [];
  if (first !== undefined) return idIn(first);
  if (!rootCauseId) throw new InvalidFields({ field: 'testRunId', message: messages.selectReported });
  const [named] = problemsIn(rootCauseId);
  const latest = named === undefined ? null : await models.latestRunOfRootCause(named);
  if (latest === null) throw new DomainError('problem.notFound');
  return latest;
}

/** @returns the failed tests of a run, read in pages: a run may have as many tests as it likes */
async function failedRows(models: AccountReads, testRunId: TestRunId, wanted: ReadonlySet<string> | null) {
  const rows: TestResultRow[] = [];
  const found = new Set<string>();
  const limit = limits.maxResultsPage;
  for (let offset = 0; ; offset += limit) {
    const page = await models.testResults(testRunId, { offset, limit });
    if (!page) throw new DomainError('testRun.notFound');
    for (const row of page.tests) {
      if (wanted !== null && !wanted.has(row.id)) continue;
      found.add(row.id);
      if (row.status === 'FAIL') rows.push(row);
    }
    if (page.tests.length < limit) return { rows, found };
  }
}

/** @returns all fingerprints that a run has of a root cause: near failures have several */
async function fingerprintsOf(models: AccountReads, testRunId: TestRunId, rootCauseId: string) {
  const named = problemsIn(rootCauseId);
  const { testRunAnalysisRootCauses: causes = [] } = (await models.runAnalysis(testRunId, null)) ?? {};
  const near = causes.filter(({ problemIds }) => problemIds.some((id) => named.includes(id)));
  return new Set<ProblemId | null>([...named, ...near.flatMap(({ problemIds }) => problemIds)]);
}

/**
 * @returns what a request reports, up to as many tests as one issue has
 * @throws DomainError `testRun.notFound`, `problem.notFound`; InvalidFields where nothing of it fails
 */
export async function reportedFailures(models: AccountReads, request: ReportedRequest): Promise<Reported> {
  const { testRunTestIds, rootCauseId } = request;
  const testRunId = await runIdOf(models, request);
  const run = await models.testRun(testRunId);
  if (!run) throw new DomainError('testRun.notFound');
  const wanted = testRunTestIds ? new Set(testRunTestIds) : null;
  const { rows: failed, found } = await failedRows(models, testRunId, wanted);
  if (wanted !== null && found.size < wanted.size) {
    throw new InvalidFields({ field: 'testRunTestIds', message: messages.notOfThisRun });
  }
  if (failed.length === 0) {
    throw wanted === null
      ? new InvalidFields({ field: 'testRunId', message: messages.noFailedTests })
      : new InvalidFields({ field: 'testRunTestIds', message: messages.noneOfThemFails });
  }
  const fingerprints = rootCauseId ? await fingerprintsOf(models, testRunId, rootCauseId) : null;
  const ofCause = fingerprints ? failed.filter((row) => fingerprints.has(row.testRunAnalysisRootCauseId)) : failed;
  if (ofCause.length === 0) {
    throw new InvalidFields({ field: 'rootCauseId', message: messages.noFailureHasRootCause });
  }
  const rows = ofCause.slice(0, limits.issueTests);
  return {
    run,
    rows,
    problemIds: [...new Set(rows.flatMap((row) => row.testRunAnalysisRootCauseId ?? []))],
    testIds: [...new Set(rows.map(({ testId }) => testId))],
  };
}
