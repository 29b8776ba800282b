import { type AccountId, type AccountPlan, selfHostedPlan } from '@assay/contract';
import { accountOf } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type AccountDocument = ReadModelDocument & {
  accountId: AccountId;
  name: string;
  plan: AccountPlan;
  testRunCount: number;
};

/** Accounts, with the one count that would otherwise scan a list. */
export const accounts: Projection<AccountDocument> = {
  name: 'accounts',
  version: 2,
  indexes: [{ name: 1 }],
  acrossAccounts: true,
  idsOf: (event) => {
    if (event.type === 'AccountCreated' || event.type === 'AccountPlanChanged') return [event.data.accountId];
    return event.type === 'TestRunCreated' ? [accountOf(event)] : [];
  },
  evolve: (document, event) => {
    if (event.type === 'AccountCreated') {
      const { accountId, name } = event.data;
      return { accountId, name, plan: selfHostedPlan, testRunCount: 0 };
    }
    if (event.type === 'AccountPlanChanged') return document && { ...document, plan: event.data.plan };
    return document && { ...document, testRunCount: document.testRunCount + 1 };
  },
  topicsOf: () => [],
};
