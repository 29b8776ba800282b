import { type AccountId, type AccountPlan, type ApiKeyId, selfHostedPlan } from '@assay/contract';
import type { AccountEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

export type AccountState =
  | { exists: false }
  | {
      exists: true;
      accountId: AccountId;
      name: string;
      plan: AccountPlan;
      aiOptOut: boolean;
      twoFactorRequired: boolean;
    };

export type CreateAccount = { type: 'createAccount'; accountId: AccountId; name: string };
export type RenameAccount = { type: 'renameAccount'; name: string };
export type ChangePlan = { type: 'changePlan'; plan: AccountPlan };
export type ChangeAiOptOut = { type: 'changeAiOptOut'; aiOptOut: boolean };
export type ChangeTwoFactorRequirement = { type: 'changeTwoFactorRequirement'; required: boolean };
export type GenerateApiKey = { type: 'generateApiKey'; accountId: AccountId; apiKeyId: ApiKeyId; end: string };
export type AccountCommand =
  | CreateAccount
  | RenameAccount
  | ChangePlan
  | ChangeAiOptOut
  | ChangeTwoFactorRequirement
  | GenerateApiKey;

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
    const { accountId, name: from, plan } = state;
    switch (command.type) {
      case 'renameAccount': {
        const { name } = command;
        return name === from ? [] : [{ type: 'AccountRenamed', data: { accountId, from, name } }];
      }
      case 'changeAiOptOut': {
        const { aiOptOut } = command;
        return aiOptOut === state.aiOptOut ? [] : [{ type: 'AiOptOutChanged', data: { accountId, aiOptOut } }];
      }
      case 'changeTwoFactorRequirement': {
        const { required } = command;
        if (required === state.twoFactorRequired) return [];
        return [{ type: 'TwoFactorRequirementChanged', data: { accountId, required } }];
      }
      case 'generateApiKey': {
        const { apiKeyId, end } = command;
        return [{ type: 'ApiKeyGenerated', data: { accountId, apiKeyId, end } }];
      }
      case 'changePlan': {
        if (isSamePlan(plan, command.plan)) return [];
        return [{ type: 'AccountPlanChanged', data: { accountId, plan: command.plan } }];
      }
      default:
        return never(command);
    }
  },
  evolve: (state, event) => {
    if (event.type === 'AccountCreated') {
      const { accountId, name } = event.data;
      return { exists: true, accountId, name, plan: selfHostedPlan, aiOptOut: false, twoFactorRequired: false };
    }
    if (!state.exists) return state;
    switch (event.type) {
      case 'AccountRenamed':
        return { ...state, name: event.data.name };
      case 'AccountPlanChanged':
        return { ...state, plan: event.data.plan };
      case 'AiOptOutChanged':
        return { ...state, aiOptOut: event.data.aiOptOut };
      case 'TwoFactorRequirementChanged':
        return { ...state, twoFactorRequired: event.data.required };
      default:
        return state;
    }
  },
};
