import type { AccountId } from '@assay/contract';
import type { AccountEvent } from '@assay/event-schemas';
import type { Decider } from '../decider.ts';
import { DomainError } from '../domainError.ts';

export type AccountState = { exists: boolean };
export type CreateAccount = { type: 'createAccount'; accountId: AccountId; name: string };

export type GenerateApiKey = { type: 'generateApiKey'; accountId: AccountId; apiKeyId: string; end: string };

export const accountDecider: Decider<AccountState, CreateAccount | GenerateApiKey, AccountEvent> = {
  category: 'account',
  initialState: () => ({ exists: false }),
  decide: (command, state) => {
    if (command.type === 'generateApiKey') {
      if (!state.exists) throw new DomainError('account.notFound');
      const { accountId, apiKeyId, end } = command;
      return [{ type: 'ApiKeyGenerated', data: { accountId, apiKeyId, end } }];
    }
    const { accountId, name } = command;
    if (state.exists) throw new DomainError('account.exists');
    return [{ type: 'AccountCreated', data: { accountId, name } }];
  },
  evolve: () => ({ exists: true }),
};
