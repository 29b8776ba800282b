import { type AccountId, type ExpiredDetails, nothingExpired, type TestRunId, topics } from '@assay/contract';
import { accountOf } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type ExpiredDetailsDocument = ReadModelDocument &
  ExpiredDetails & { accountId: AccountId; testRunId: TestRunId };

/** What is not kept any longer of runs; those that have everything have no document. */
export const expiredDetails: Projection<ExpiredDetailsDocument> = {
  name: 'expiredDetails',
  version: 1,
  indexes: [],
  idsOf: (event) => (event.type === 'TestRunDetailsExpired' ? [event.data.testRunId] : []),
  evolve: (document, event) => {
    if (event.type !== 'TestRunDetailsExpired') return document;
    const { testRunId, kind, bytes, rule, keptDays, maximumMegabytes } = event.data;
    const at = event.envelope.occurredAt;
    const before = document ?? { ...nothingExpired, accountId: accountOf(event), testRunId };
    return { ...before, [kind]: { at, bytes, rule, keptDays, maximumMegabytes } };
  },
  topicsOf: ({ accountId, testRunId }) => [{ accountId, topic: topics.testRun(testRunId), id: testRunId }],
};
