import { type AlertCriteria, fitsGlob } from '@assay/contract';
import type { WatchedRun } from '@assay/domain';

/** The properties of a run that are known from its start. */
type RunOfAlert = Pick<WatchedRun, 'projectId' | 'environmentId' | 'branch' | 'testSuiteId'> & {
  pipelineStageId: string | null;
  includeTags: readonly string[];
};

/** @returns whether an alert applies to the run */
export function fitsAlert(criteria: AlertCriteria, run: RunOfAlert): boolean {
  const isWanted = (wanted: string | null, actual: string | null) => wanted === null || wanted === actual;
  return (
    isWanted(criteria.projectId, run.projectId) &&
    isWanted(criteria.environmentId, run.environmentId) &&
    isWanted(criteria.pipelineStageId, run.pipelineStageId) &&
    isWanted(criteria.testSuiteId, run.testSuiteId) &&
    (criteria.branches.length === 0 || criteria.branches.some((glob) => fitsGlob(run.branch, glob))) &&
    (criteria.tags.length === 0 || criteria.tags.some((tag) => run.includeTags.includes(tag)))
  );
}
