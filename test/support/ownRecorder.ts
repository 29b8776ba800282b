import { openRecorder, type Recorder } from '@assay/telemetry';

/** Measures as in a process of its own, and keeps nothing. */
export function ownRecorder(): Recorder {
  return openRecorder({ save: () => Promise.resolve(), log: { warn: () => undefined }, isSampled: () => false });
}
