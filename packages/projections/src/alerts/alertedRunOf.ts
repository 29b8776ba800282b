import type {
  EnvironmentId,
  PipelineStageId,
  ProjectId,
  TestId,
  TestRunId,
  TestRunStatus,
  TestSuiteId,
} from '@assay/contract';
import type { Collections } from '../collections.ts';
import { findImportedTests } from '../importedResults/importedTests.ts';
import type { TestRunSummaryDocument } from '../testRunSummaries/testRunSummaries.ts';

/** A run as alerts look at it. */
export type AlertedRun = {
  testRunId: TestRunId;
  projectId: ProjectId;
  environmentId: EnvironmentId;
  pipelineStageId: PipelineStageId | null;
  testSuiteId: TestSuiteId | null;
  branch: string;
  includeTags: readonly string[];
  status: TestRunStatus;
  passed: number;
  failed: number;
  flaky: number;
  /** The first tests that failed. */
  tests: { testId: TestId; name: string }[];
};

/** Failed tests of a run that alerts look at. */
const maxTests = 500;
/** Tests read at once while those of an upload are searched. */
const importsAtOnce = 1_000;

async function failedTestsOf(
  collections: Collections,
  { testRunId, request, totalCount, totals }: TestRunSummaryDocument,
): Promise<AlertedRun['tests']> {
  if (totals.failed === 0) return [];
  const failed = new Map<TestId, string>();
  if (!request.upload) {
    const filter = { testRunId, status: 'FAIL' as const, quarantined: false };
    const found = collections.testRunTests
      .find(filter, { projection: { testId: 1, name: 1 } })
      .sort({ file: 1, order: 1 });
    for (const { testId, name } of await found.limit(maxTests).toArray()) failed.set(testId, name);
  }
  for (let offset = 0; request.upload && offset < totalCount && failed.size < maxTests; offset += importsAtOnce) {
    const tests = await findImportedTests(collections, testRunId, { offset, limit: importsAtOnce });
    for (const { testId, name, status, quarantined } of tests) {
      if (status === 'FAIL' && !quarantined && failed.size < maxTests) failed.set(testId, name);
    }
  }
  return [...failed].map(([testId, name]) => ({ testId, name }));
}

/** @returns the run as alerts look at it, with the first 500 tests that failed */
export async function alertedRunOf(collections: Collections, run: TestRunSummaryDocument): Promise<AlertedRun> {
  const { testRunId, projectId, environmentId, pipelineStageId, testSuiteId, branch, status, totals } = run;
  const { includeTags } = run.request;
  const { passed, failed, flaky } = totals;
  const ids = { testRunId, projectId, environmentId, pipelineStageId, testSuiteId };
  const tests = await failedTestsOf(collections, run);
  return { ...ids, branch, includeTags, status, passed, failed, flaky, tests };
}
