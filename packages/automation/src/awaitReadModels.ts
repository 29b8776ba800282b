import type { RecordedEvent } from '@assay/event-log';
import type { ProjectionTier, ReadModels } from '@assay/projections';

/** Enough for read models that are merely busy. */
const budgetMs = 10_000;

/**
 * For a reaction that reads read models: waits until they include its event and, if it belongs to an account,
 * everything before it in this account.
 * @throws ReadModelsLagging after 10 s
 */
export async function awaitReadModels(
  readModels: Pick<ReadModels, 'require'>,
  { envelope, position }: RecordedEvent,
  tier: ProjectionTier = 'prompt',
): Promise<void> {
  await readModels.require({ scope: envelope.accountId ?? 'all', upTo: position, tier }, budgetMs);
}
