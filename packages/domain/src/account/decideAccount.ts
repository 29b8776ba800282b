import type { AccountId } from '@assay/contract';
import type { AccountEvent } from '@assay/event-schemas';
import type { Decider } from '../decider.ts';
import { DomainError } from '../domainError.ts';

export type AccountState = { exists: boolean };
export type CreateAccount = { type: 'createAccount'; accountId: AccountId; name: string };

export const accountDecider: Decider<AccountState, CreateAccount, AccountEvent> = {
  category: 'account',
  initialState: () => ({ exists: false }),
  decide: ({ accountId, name }, state) => {
    if (state.exists) throw new DomainError('account.exists');
    return [{ type: 'AccountCreated', data: { accountId, name } }];
  },
  evolve: () => ({ exists: true }),
};
