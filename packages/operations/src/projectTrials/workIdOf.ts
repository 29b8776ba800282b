import type { ProjectTrialId, TestRunId } from '@assay/contract';

/** @returns the id of a trial as the queue and the agents have it, who take it for that of a run */
export function workIdOf(id: ProjectTrialId): TestRunId {
  const text: string = id;
  return text as TestRunId;
}

/** @returns the trial that such an id may be of */
export function trialIdOf(workId: TestRunId): ProjectTrialId {
  const text: string = workId;
  return text as ProjectTrialId;
}
