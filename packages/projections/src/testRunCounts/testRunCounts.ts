import type { AccountId } from '@assay/contract';
import { accountOf, idMadeAt } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

/** How many runs an account has of each day of a month (UTC). */
export type TestRunCountDocument = ReadModelDocument & {
  accountId: AccountId;
  /** `2026-10` */
  month: string;
  /** Of the 1st, the 2nd and so on, by when the runs' ids were made. */
  days: number[];
};

const noRuns: readonly number[] = Array.from({ length: 31 }, () => 0);

/** By which a page of the list far down is found without passing all runs before it. */
export const testRunCounts: Projection<TestRunCountDocument> = {
  name: 'testRunCounts',
  version: 1,
  indexes: [{ accountId: 1, month: -1 }],
  idsOf: (event) =>
    event.type === 'TestRunCreated' ? [`${accountOf(event)}/${monthOf(idMadeAt(event.data.testRunId))}`] : [],
  evolve: (document, event) => {
    if (event.type !== 'TestRunCreated') return document;
    const madeAt = idMadeAt(event.data.testRunId);
    const day = new Date(madeAt).getUTCDate();
    const days = (document?.days ?? noRuns).map((count, index) => (index + 1 === day ? count + 1 : count));
    return { accountId: accountOf(event), month: monthOf(madeAt), days };
  },
  topicsOf: () => [],
};

function monthOf(at: number): string {
  return new Date(at).toISOString().slice(0, 7);
}
