import {
  type AccountId,
  type AccountPlan,
  type ApiKeyId,
  hasPlanToSelect,
  keepAll,
  noSsoRoles,
  type Retention,
  type SetupStep,
  type SsoRoles,
  selfHostedPlan,
} from '@assay/contract';
import type { AccountEvent } from '@assay/event-schemas';
import type { Decider } from '../decider.ts';
import { DomainError } from '../domainError.ts';
import {
  type BillingCommand,
  type BillingState,
  decideBilling,
  evolveBilling,
  isSamePlan,
  noBilling,
} from './accountBilling.ts';
import { decideUsage, type RecordedUsage, type RecordUsage } from './accountUsage.ts';

export type AccountState =
  | { exists: false }
  | {
      exists: true;
      accountId: AccountId;
      name: string;
      plan: AccountPlan;
      aiOptOut: boolean;
      twoFactorRequired: boolean;
      /** The steps that are done; null: the account is set up. */
      setup: ReadonlySet<string> | null;
      ssoRoles: SsoRoles;
      retention: Retention;
      billing: BillingState;
      usage: RecordedUsage;
    };

/** `needsSetup`: its first person is led through setting it up. `plan`: the self-hosted one by default. */
export type CreateAccount = {
  type: 'createAccount';
  accountId: AccountId;
  name: string;
  needsSetup?: true;
  plan?: AccountPlan | undefined;
};
export type RenameAccount = { type: 'renameAccount'; name: string };
export type ChangePlan = { type: 'changePlan'; plan: AccountPlan };
export type ChangeAiOptOut = { type: 'changeAiOptOut'; aiOptOut: boolean };
export type ChangeTwoFactorRequirement = { type: 'changeTwoFactorRequirement'; required: boolean };
export type ChangeSsoRoles = { type: 'changeSsoRoles'; ssoRoles: SsoRoles };
export type ChangeRetention = { type: 'changeRetention'; retention: Retention };
export type GenerateApiKey = { type: 'generateApiKey'; accountId: AccountId; apiKeyId: ApiKeyId; end: string };
export type FinishSetupStep = { type: 'finishSetupStep'; step: SetupStep };
export type CompleteSetup = { type: 'completeSetup' };
export type AccountCommand =
  | CreateAccount
  | FinishSetupStep
  | CompleteSetup
  | RenameAccount
  | ChangePlan
  | ChangeAiOptOut
  | ChangeTwoFactorRequirement
  | ChangeSsoRoles
  | ChangeRetention
  | GenerateApiKey
  | RecordUsage
  | BillingCommand;

function isSameRetention(a: Retention, b: Retention): boolean {
  return (Object.keys(a) as (keyof Retention)[]).every((rule) => a[rule] === b[rule]);
}

export const accountDecider: Decider<AccountState, AccountCommand, AccountEvent> = {
  category: 'account',
  initialState: () => ({ exists: false }),
  decide: (command, state) => {
    if (command.type === 'createAccount') {
      const { accountId, name, needsSetup, plan } = command;
      if (state.exists) throw new DomainError('account.exists');
      const started: AccountEvent[] = needsSetup ? [{ type: 'AccountSetupStarted', data: { accountId } }] : [];
      const planned: AccountEvent[] = plan ? [{ type: 'AccountPlanChanged', data: { accountId, plan } }] : [];
      return [{ type: 'AccountCreated', data: { accountId, name } }, ...started, ...planned];
    }
    if (!state.exists) throw new DomainError('account.notFound');
    const { accountId, name: from, plan, setup } = state;
    switch (command.type) {
      case 'finishSetupStep': {
        const { step } = command;
        return setup === null || setup.has(step)
          ? []
          : [{ type: 'AccountSetupStepFinished', data: { accountId, step } }];
      }
      case 'completeSetup': {
        if (setup === null) return [];
        if (hasPlanToSelect(plan) && !setup.has('Payment')) throw new DomainError('account.planMissing');
        return [{ type: 'AccountSetupCompleted', data: { accountId } }];
      }
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
      case 'changeSsoRoles': {
        const { ssoRoles } = command;
        if (JSON.stringify(ssoRoles) === JSON.stringify(state.ssoRoles)) return [];
        return [{ type: 'SsoRolesChanged', data: { accountId, ...ssoRoles } }];
      }
      case 'changeRetention': {
        const { retention: to } = command;
        if (isSameRetention(to, state.retention)) return [];
        return [{ type: 'RetentionChanged', data: { accountId, from: state.retention, to } }];
      }
      case 'generateApiKey': {
        const { apiKeyId, end } = command;
        return [{ type: 'ApiKeyGenerated', data: { accountId, apiKeyId, end } }];
      }
      case 'changePlan': {
        if (isSamePlan(plan, command.plan)) return [];
        return [{ type: 'AccountPlanChanged', data: { accountId, plan: command.plan } }];
      }
      case 'recordUsage':
        return decideUsage(command, state);
      default:
        return decideBilling(command, state);
    }
  },
  evolve: (state, event) => {
    if (event.type === 'AccountCreated') {
      const { accountId, name } = event.data;
      const choices = { plan: selfHostedPlan, aiOptOut: false, twoFactorRequired: false, ssoRoles: noSsoRoles };
      return {
        exists: true,
        accountId,
        name,
        ...choices,
        retention: keepAll,
        setup: null,
        billing: noBilling,
        usage: null,
      };
    }
    if (!state.exists) return state;
    switch (event.type) {
      case 'AccountSetupStarted':
        return { ...state, setup: new Set() };
      case 'AccountSetupStepFinished':
        return { ...state, setup: new Set([...(state.setup ?? []), event.data.step]) };
      case 'AccountSetupCompleted':
        return { ...state, setup: null };
      case 'AccountRenamed':
        return { ...state, name: event.data.name };
      case 'AccountPlanChanged':
        return { ...state, plan: event.data.plan };
      case 'AiOptOutChanged':
        return { ...state, aiOptOut: event.data.aiOptOut };
      case 'TwoFactorRequirementChanged':
        return { ...state, twoFactorRequired: event.data.required };
      case 'SsoRolesChanged': {
        const { sync, rules } = event.data;
        return { ...state, ssoRoles: { sync, rules } };
      }
      case 'RetentionChanged':
        return { ...state, retention: event.data.to };
      case 'TestingMinutesReached': {
        const { month, percent } = event.data;
        return { ...state, usage: { month, percent } };
      }
      default:
        return { ...state, billing: evolveBilling(state.billing, event) };
    }
  },
};
