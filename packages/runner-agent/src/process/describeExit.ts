import type { ProcessEnd } from './startProcess.ts';

/** @returns how the process ended, for the brackets in a sentence. */
export function describeExit({ startError, exitCode, signal, cause }: ProcessEnd): string {
  if (startError !== null) return startError;
  if (cause !== undefined && exitCode === null && signal === null) return cause;
  const exit = exitCode === null ? `signal ${signal}` : `exit code ${exitCode}`;
  return cause === undefined ? exit : `${exit}: ${cause}`;
}
