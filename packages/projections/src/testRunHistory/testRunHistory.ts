import { type AccountId, displayOfStatus, type TestRunId, type TestRunStatus } from '@assay/contract';
import { type Actor, accountOf, type RecordedEvent } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type TestRunHistoryDocument = ReadModelDocument & {
  accountId: AccountId;
  testRunId: TestRunId;
  at: string;
  actor: Actor;
  /** The field that changed, as people call it, and its new value. */
  column: string;
  value: string;
  /** What the run was from then on; null: its status did not change. */
  status: TestRunStatus | null;
};

type Change = Pick<TestRunHistoryDocument, 'column' | 'value' | 'status'>;

function became(status: TestRunStatus): Change {
  return { column: 'Status', value: displayOfStatus(status), status };
}

function changeOf(event: RecordedEvent): Change | null {
  switch (event.type) {
    case 'TestRunCreated':
      return event.data.upload ? { column: 'Status', value: 'Uploaded', status: 'RUNNING' } : became('QUEUED');
    case 'TestRunSubmitted':
      return became('SUBMITTED');
    case 'TestRunSetupStarted':
      return became('SETUP');
    case 'TestRunStarted':
    case 'UploadResumed':
      return became('RUNNING');
    case 'TestRunTearDownStarted':
      return became('TEAR_DOWN');
    case 'TestRunFinished':
      return became(event.data.status);
    case 'TestRunCanceled':
      return became('CANCELED');
    case 'TestRunStatusSet':
      return became(event.data.to);
    case 'WorkUnitReplanned':
      return { column: 'Runner', value: 'A runner was lost; its unfinished tests run again', status: null };
    default:
      return null;
  }
}

/** Who changed what of a run, one row for each change. */
export const testRunHistory: Projection<TestRunHistoryDocument> = {
  name: 'testRunHistory',
  version: 2,
  indexes: [{ testRunId: 1, position: 1 }],
  idsOf: (event) => (changeOf(event) === null ? [] : [event.id]),
  evolve: (_, event) => {
    const change = changeOf(event);
    if (change === null || !('testRunId' in event.data) || event.data.testRunId === null) return null;
    const { actor, occurredAt: at } = event.envelope;
    return { accountId: accountOf(event), testRunId: event.data.testRunId, at, actor, ...change };
  },
  topicsOf: () => [],
};
