import {
  type AccountId,
  type AccountPlan,
  keepAll,
  letsGo,
  noSsoRoles,
  type Retention,
  type SetupStep,
  type SsoRoles,
  type Subscription,
  selfHostedPlan,
  setupSteps,
  topics,
} from '@assay/contract';
import { accountOf } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type AccountDocument = ReadModelDocument & {
  accountId: AccountId;
  name: string;
  /** Latest last. Pages of the account are found by them as long as no other account has the name. */
  formerNames: string[];
  plan: AccountPlan;
  aiOptOut: boolean;
  /** Whether only people with two-factor sign-in get in. */
  twoFactorRequired: boolean;
  billing: { customerId: string | null; subscription: Subscription | null };
  /** The finished steps of its set-up; null: it is set up. */
  setup: SetupStep[] | null;
  ssoRoles: SsoRoles;
  retention: Retention;
  /** Whether by these rules anything may go. */
  letsGo: boolean;
  testRunCount: number;
  /** Of the account's own stream. */
  revision: number;
};

const ownStream = 'account-';

/** Accounts, with the one count that would otherwise scan a list. */
export const accounts: Projection<AccountDocument> = {
  name: 'accounts',
  version: 9,
  indexes: [{ name: 1 }, { 'billing.customerId': 1 }],
  acrossAccounts: true,
  idsOf: (event) => {
    if (event.type === 'TestRunCreated') return [accountOf(event)];
    return event.stream.startsWith(ownStream) ? [event.stream.slice(ownStream.length)] : [];
  },
  evolve: (document, event) => {
    const { revision } = event;
    if (event.type === 'AccountCreated') {
      const { accountId, name } = event.data;
      const choices = { plan: selfHostedPlan, aiOptOut: false, twoFactorRequired: false, ssoRoles: noSsoRoles };
      const kept = { retention: keepAll, letsGo: false, billing: { customerId: null, subscription: null } };
      return { accountId, name, formerNames: [], ...choices, ...kept, setup: null, testRunCount: 0, revision };
    }
    if (document === null) return null;
    switch (event.type) {
      case 'TestRunCreated':
        return { ...document, testRunCount: document.testRunCount + 1 };
      case 'AccountRenamed': {
        const { from, name } = event.data;
        const others = document.formerNames.filter((former) => former !== from && former !== name);
        return { ...document, name, formerNames: [...others, from], revision };
      }
      case 'AccountSetupStarted':
        return { ...document, setup: [], revision };
      case 'AccountSetupStepFinished': {
        const finished = setupSteps.filter((step) => step === event.data.step || document.setup?.includes(step));
        return { ...document, setup: finished, revision };
      }
      case 'AccountSetupCompleted':
        return { ...document, setup: null, revision };
      case 'AccountPlanChanged':
        return { ...document, plan: event.data.plan, revision };
      case 'AiOptOutChanged':
        return { ...document, aiOptOut: event.data.aiOptOut, revision };
      case 'TwoFactorRequirementChanged':
        return { ...document, twoFactorRequired: event.data.required, revision };
      case 'SsoRolesChanged': {
        const { sync, rules } = event.data;
        return { ...document, ssoRoles: { sync, rules }, revision };
      }
      case 'RetentionChanged': {
        const { to: retention } = event.data;
        return { ...document, retention, letsGo: letsGo(retention), revision };
      }
      case 'BillingCustomerCreated':
        return { ...document, billing: { ...document.billing, customerId: event.data.customerId }, revision };
      case 'SubscriptionChanged':
        return { ...document, billing: { ...document.billing, subscription: event.data.subscription }, revision };
      default:
        return { ...document, revision };
    }
  },
  topicsOf: ({ accountId }, event) => {
    if (event.type === 'TestRunCreated') return [];
    const account = { accountId, topic: topics.account, id: accountId };
    return event.type === 'SubscriptionChanged' ? [account, { ...account, topic: topics.payment }] : [account];
  },
};
