export { problemIdOf } from './fingerprint.ts';
export { type FailedTest, type FailureGroup, type GroupedFailures, groupFailures } from './groupFailures.ts';
export { type RunInWhole, wholeRunSignals } from './wholeRunSignals.ts';
