import type { TestRunId } from '@assay/contract';
import type { Api } from '../api.ts';

const sayMs = 5_000;
/** Long enough for a store that is down for some seconds; an upload whose process was killed is ended after it. */
const heldMs = 20_000;

/**
 * Marks the run's results as being recorded while the work lasts; without the mark, the automation ends the run as cut
 * off.
 */
export async function whileImporting<Result>(
  { operations: { uploadImports } }: Pick<Api, 'operations'>,
  testRunId: TestRunId,
  work: () => Promise<Result>,
): Promise<Result> {
  // Before the run exists, so that it never looks abandoned.
  await uploadImports.goesOn(testRunId, heldMs);
  // If this fails, at worst the run is ended as cut off and gets its verdict a moment later.
  const saying = setInterval(() => void uploadImports.goesOn(testRunId, heldMs).catch(() => undefined), sayMs);
  try {
    return await work();
  } finally {
    clearInterval(saying);
    await uploadImports.ended(testRunId).catch(() => undefined);
  }
}
