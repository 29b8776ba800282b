import { type AccountId, isFinished, type Position, type TestRunId } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { runNamesOf } from '../testRunSummaries/testRunView.ts';
import { openReplayFold, type ReplayFold } from './replayFold.ts';

/** What it takes to play a run back from the log. */
export type Replay = {
  createdAt: string;
  finished: boolean;
  /** Up to here the log holds what its runners did; later events are all in the run's own stream. */
  workedUntil: Position;
  /** Of the newest event about the run. */
  last: Position;
  /** @returns the run before its first event */
  open: () => ReplayFold;
};

/** @returns null when the run is not the account's */
export async function findReplay(
  collections: Collections,
  accountId: AccountId,
  testRunId: TestRunId,
): Promise<Replay | null> {
  const [run, detail] = await Promise.all([
    collections.testRunSummaries.findOne({ _id: testRunId, accountId }),
    collections.testRunDetails.findOne({ _id: testRunId, accountId }),
  ]);
  if (!run || !detail) return null;
  const ids = detail.runners.map(({ agentId }) => agentId);
  const [names, agents] = await Promise.all([
    runNamesOf(collections, [run]),
    collections.agents.find({ _id: { $in: ids } }, { projection: { name: 1 } }).toArray(),
  ]);
  const newest = run.position > detail.position ? run : detail;
  const agentNames = new Map(agents.map(({ _id, name }) => [_id, name]));
  return {
    createdAt: run.createdAt,
    finished: isFinished(run.status),
    workedUntil: run.request.upload ? run.position : detail.position,
    last: newest.position,
    open: () => openReplayFold({ run: names, agents: agentNames }),
  };
}
