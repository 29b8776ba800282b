import type { AccountId } from '@assay/contract';
import { accountOf } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type AccountDocument = ReadModelDocument & { accountId: AccountId; name: string; testRunCount: number };

/** Accounts, with the one count that would otherwise scan a list. */
export const accounts: Projection<AccountDocument> = {
  name: 'accounts',
  version: 1,
  indexes: [{ name: 1 }],
  idsOf: (event) => {
    if (event.type === 'AccountCreated') return [event.data.accountId];
    return event.type === 'TestRunCreated' ? [accountOf(event)] : [];
  },
  evolve: (document, event) => {
    if (event.type === 'AccountCreated') {
      const { accountId, name } = event.data;
      return { accountId, name, testRunCount: 0 };
    }
    return document && { ...document, testRunCount: document.testRunCount + 1 };
  },
  topicsOf: () => [],
};
