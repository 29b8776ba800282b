import type { ProblemId, TestResultRow, TrackedIssueInShort } from '@assay/contract';
import { stripAnsi } from '../../../ui/stripAnsi.ts';
import type { FileNode } from './resultTree.ts';

/** Tests of a run that failed with the same error. */
export type ErrorCluster = {
  problemId: ProblemId;
  error: string;
  count: number;
  trackedIssues: readonly TrackedIssueInShort[];
};

/** @returns the first line of an error that says something. */
function headline(error: string): string {
  const lines = stripAnsi(error).split('\n');
  return lines.find((line) => line.trim() !== '')?.trim() ?? '';
}

/** @returns the errors that several tests failed with, the most frequent first. */
export function errorClusters(nodes: readonly FileNode[]): ErrorCluster[] {
  const clusters = new Map<ProblemId, { first: TestResultRow; count: number }>();
  for (const { tests } of nodes) {
    for (const test of tests) {
      const problemId = test.testRunAnalysisRootCauseId;
      if (problemId === null || test.status !== 'FAIL' || test.quarantined) continue;
      const known = clusters.get(problemId);
      if (known) known.count += 1;
      else clusters.set(problemId, { first: test, count: 1 });
    }
  }
  return [...clusters]
    .filter(([, { count }]) => count > 1)
    .map(([problemId, { first, count }]) => ({
      problemId,
      error: headline(first.error ?? ''),
      count,
      trackedIssues: first.trackedIssues,
    }))
    .sort((one, other) => other.count - one.count);
}
