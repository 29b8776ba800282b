import { runnerNameOf, shortRunnerId } from '@assay/contract';

/** @returns what a runner is called wherever it is shown; the end of its id where that names no place */
export function runnerName(testRunnerId: string): string {
  return runnerNameOf(testRunnerId) ?? shortRunnerId(testRunnerId);
}
