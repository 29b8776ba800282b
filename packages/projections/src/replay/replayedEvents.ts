import type { DomainEvent } from '@assay/event-schemas';

/** The events that a run consists of. All of them name it by `testRunId`. */
export const replayedEvents: readonly DomainEvent['type'][] = [
  'TestRunCreated',
  'TestRunSubmitted',
  'TestRunSetupStarted',
  'TestListCompleted',
  'TestsListed',
  'TestRunStarted',
  'TestRunTearDownStarted',
  'TestRunFinished',
  'TestRunCanceled',
  'TestRunStatusSet',
  'CopiesDiffered',
  'UploadResumed',
  'TestResultsImported',
  'TestRunnerCreated',
  'TestRunnerExited',
  'WorkUnitsPlanned',
  'WorkUnitClaimed',
  'WorkUnitCompleted',
  'WorkUnitFinished',
  'WorkUnitLost',
  'WorkUnitReplanned',
  'TestDiscovered',
  'TestStarted',
  'TestFinished',
];
