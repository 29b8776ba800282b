import { type AccountId, type AccountPlan, type ApiKeyId, selfHostedPlan } from '@assay/contract';
import type { AccountEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

export type AccountState = { exists: false } | { exists: true; accountId: AccountId; plan: AccountPlan };

export type CreateAccount = { type: 'createAccount'; accountId: AccountId; name: string };
export type ChangePlan = { type: 'changePlan'; plan: AccountPlan };
export type GenerateApiKey = { type: 'generateApiKey'; accountId: AccountId; apiKeyId: ApiKeyId; end: string };
export type AccountCommand = CreateAccount | ChangePlan | GenerateApiKey;

function isSamePlan(a: AccountPlan, b: AccountPlan): boolean {
  return (Object.keys(a) as (keyof AccountPlan)[]).every((field) => String(a[field]) === String(b[field]));
}

export const accountDecider: Decider<AccountState, AccountCommand, AccountEvent> = {
  category: 'account',
  initialState: () => ({ exists: false }),
  decide: (command, state) => {
    if (command.type === 'createAccount') {
      const { accountId, name } = command;
      if (state.exists) throw new DomainError('account.exists');
      return [{ type: 'AccountCreated', data: { accountId, name } }];
    }
    if (!state.exists) throw new DomainError('account.notFound');
    switch (command.type) {
      case 'generateApiKey': {
        const { accountId, apiKeyId, end } = command;
        return [{ type: 'ApiKeyGenerated', data: { accountId, apiKeyId, end } }];
      }
      case 'changePlan': {
        const { accountId, plan } = state;
        if (isSamePlan(plan, command.plan)) return [];
        return [{ type: 'AccountPlanChanged', data: { accountId, plan: command.plan } }];
      }
      default:
        return never(command);
    }
  },
  evolve: (state, event) => {
    if (event.type === 'AccountCreated') {
      return { exists: true, accountId: event.data.accountId, plan: selfHostedPlan };
    }
    if (!state.exists || event.type !== 'AccountPlanChanged') return state;
    return { ...state, plan: event.data.plan };
  },
};
