export type { FailedTest } from './failedTest.ts';
export { ownFrames } from './failureFacts.ts';
export type { FailureGroup } from './failureGroup.ts';
export { problemIdOf } from './fingerprint.ts';
export {
  compareFingerprints,
  decidingFingerprint,
  type FingerprintDifference,
  type FingerprintedFailure,
  type FingerprintVersion,
  fingerprints,
} from './fingerprints.ts';
export { FailureGrouping, type GroupedFailures, groupFailures } from './groupFailures.ts';
export type { StackFrame } from './stackFrames.ts';
export { type WholeRun, wholeRunSignals } from './wholeRunSignals.ts';
