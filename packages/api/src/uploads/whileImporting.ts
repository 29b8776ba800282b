import type { TestRunId } from '@assay/contract';
import type { Api } from '../api.ts';

const sayMs = 5_000;
/** Long enough for a store that is away for some seconds; an upload whose process was killed is ended after it. */
const heldMs = 20_000;

/**
 * Says, for as long as the work takes, that the run's results are being recorded: where nobody says so, the automation
 * ends the run as cut off.
 */
export async function whileImporting(
  { operations: { uploadImports } }: Pick<Api, 'operations'>,
  testRunId: TestRunId,
  work: () => Promise<void>,
): Promise<void> {
  // Before the run is there, so that there is no moment at which it looks left alone.
  await uploadImports.goesOn(testRunId, heldMs);
  // Should this not get through, the worst is that the run is ended as cut off, and has its verdict a moment later.
  const saying = setInterval(() => void uploadImports.goesOn(testRunId, heldMs).catch(() => undefined), sayMs);
  try {
    await work();
  } finally {
    clearInterval(saying);
    await uploadImports.ended(testRunId).catch(() => undefined);
  }
}
