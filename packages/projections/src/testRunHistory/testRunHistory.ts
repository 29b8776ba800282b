import { type AccountId, displayOfStatus, type TestRunId } from '@assay/contract';
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
};

function changeOf(event: RecordedEvent): { column: string; value: string } | null {
  switch (event.type) {
    case 'TestRunCreated':
      return { column: 'Status', value: event.data.upload ? 'Uploaded' : displayOfStatus('QUEUED') };
    case 'TestRunSubmitted':
      return { column: 'Status', value: displayOfStatus('SUBMITTED') };
    case 'TestRunSetupStarted':
      return { column: 'Status', value: displayOfStatus('SETUP') };
    case 'TestRunStarted':
    case 'UploadResumed':
      return { column: 'Status', value: displayOfStatus('RUNNING') };
    case 'TestRunTearDownStarted':
      return { column: 'Status', value: displayOfStatus('TEAR_DOWN') };
    case 'TestRunFinished':
      return { column: 'Status', value: displayOfStatus(event.data.status) };
    case 'TestRunCanceled':
      return { column: 'Status', value: displayOfStatus('CANCELED') };
    case 'TestRunStatusSet':
      return { column: 'Status', value: displayOfStatus(event.data.to) };
    case 'WorkUnitReplanned':
      return { column: 'Runner', value: 'A runner was lost; its unfinished tests run again' };
    default:
      return null;
  }
}

/** Who changed what of a run, one row for each change. */
export const testRunHistory: Projection<TestRunHistoryDocument> = {
  name: 'testRunHistory',
  version: 1,
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
