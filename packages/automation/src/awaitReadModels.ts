import type { RecordedEvent } from '@assay/event-log';
import type { ProjectionTier, ReadModels } from '@assay/projections';

/** Long enough for read models that are merely busy. */
const budgetMs = 10_000;

/**
 * For a reaction that decides by read models: waits until they show everything up to its event; where that belongs to an
 * account, everything of this account.
 * @throws ReadModelsLagging when they take longer than 10 s
 */
export async function awaitReadModels(
  readModels: Pick<ReadModels, 'require'>,
  { envelope, position }: RecordedEvent,
  tier: ProjectionTier = 'prompt',
): Promise<void> {
  await readModels.require({ scope: envelope.accountId ?? 'all', upTo: position, tier }, budgetMs);
}
