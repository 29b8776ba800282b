import type { FlakyTestInfo } from '@assay/contract';
import type { AccountReads, PeriodsQuery } from '@assay/projections';

/** @returns the flaky and broken tests; those of the past as they were judged then */
export function readFlakyTests(
  models: Pick<AccountReads, 'flakyTestInfo'>,
  query: PeriodsQuery,
): Promise<FlakyTestInfo> {
  return models.flakyTestInfo(query, new Date(Math.min(query.end, query.at ?? Date.now())));
}
