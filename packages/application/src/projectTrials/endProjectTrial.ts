import { type ProblemPost, type ProjectTrialId, topics } from '@assay/contract';
import { type Operations, type ProjectTrialRow, workIdOf } from '@assay/operations';

type Ending = { operations: Pick<Operations, 'projectTrials' | 'workQueue' | 'changeFeed'> };

/** Ends a trial that may be waiting or worked on: its agent hears of it at its next renewal, and ends what it started. */
export async function endProjectTrial(
  app: Ending,
  id: ProjectTrialId,
  state: 'failed' | 'canceled',
  problem: ProblemPost | null,
): Promise<void> {
  const ended = await app.operations.projectTrials.end(id, state, problem);
  // Also of one that had ended: whoever ended it may have died before this.
  await app.operations.workQueue.cancelRun(workIdOf(id));
  if (ended) await tellOfProjectTrial(app, ended);
}

/** Lets whoever shows the trial read it again. */
export async function tellOfProjectTrial(
  { operations }: { operations: Pick<Operations, 'changeFeed'> },
  { _id, accountId }: Pick<ProjectTrialRow, '_id' | 'accountId'>,
): Promise<void> {
  await operations.changeFeed.publish([{ accountId, topic: topics.projectTrials, ids: [_id], position: null }]);
}
