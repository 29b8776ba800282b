import { createHash } from 'node:crypto';
import { type AccountId, type EnvironmentId, type Position, requestedTestsText, type TestRunId } from '@assay/contract';
import { accountOf, type RecordedEvent } from '@assay/event-log';
import type { TestRunCreated } from '@assay/event-schemas';

/** A run that runners of ours are to carry out and that has not ended. Uploaded runs are none: nothing runs for them. */
export type OpenRun = {
  testRunId: TestRunId;
  accountId: AccountId;
  environmentId: EnvironmentId;
  priority: number;
  createdAt: string;
  /** Of the event that created it. */
  position: Position;
  /** It waits to be admitted. */
  queued: boolean;
  /** When its set-up began; null until then. */
  startedAt: string | null;
  timeoutMinutes: number;
  /** Equal for runs that ask for the same. Null for a rerun: it looks into what an earlier run found. */
  asksFor: string | null;
};

/** The events that open, change and close a run. */
export const openRunEvents = [
  'TestRunCreated',
  'TestRunSubmitted',
  'TestRunSetupStarted',
  'TestRunCanceled',
  'TestRunFinished',
] as const;

/** The commit is left out: of runs that ask for the same, it is the newer one that matters. */
function asksFor(request: TestRunCreated): string | null {
  if (request.rerunOf) return null;
  // Filters can be long, and many runs may be open.
  return createHash('sha256')
    .update(JSON.stringify([requestedTestsText(request), request.branch]))
    .digest('base64url');
}

/** @returns the run after the event; null when it is not open. Events that were applied before change nothing in the end. */
export function openRunAfter(run: OpenRun | null, event: RecordedEvent): OpenRun | null {
  switch (event.type) {
    case 'TestRunCreated': {
      const { testRunId, environmentId, priority, timeoutMinutes, upload } = event.data;
      if (upload) return null;
      return {
        testRunId,
        accountId: accountOf(event),
        environmentId,
        priority,
        createdAt: event.envelope.occurredAt,
        position: event.position,
        queued: true,
        startedAt: null,
        timeoutMinutes,
        asksFor: asksFor(event.data),
      };
    }
    case 'TestRunSubmitted':
      return run && { ...run, queued: false };
    case 'TestRunSetupStarted':
      return run && { ...run, queued: false, startedAt: event.envelope.occurredAt };
    case 'TestRunCanceled':
    case 'TestRunFinished':
      return null;
    default:
      return run;
  }
}
