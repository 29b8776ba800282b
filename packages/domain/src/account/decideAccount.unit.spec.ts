import { type AccountId, type ApiKeyId, keepAll, selfHostedPlan } from '@assay/contract';
import type { AccountEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { accountDecider } from './decideAccount.ts';

const accountId = 'acme' as AccountId;
const created: AccountEvent = { type: 'AccountCreated', data: { accountId, name: 'acme' } };
const plan = { ...selfHostedPlan, tier: 2, flags: [] };
const changed: AccountEvent = { type: 'AccountPlanChanged', data: { accountId, plan } };
const account = (...events: AccountEvent[]) => given(accountDecider, ...events);

describe('an account', () => {
  it('is created once', () => {
    const create = { type: 'createAccount' as const, accountId, name: 'acme' };
    account().when(create).gives(created);
    account(created).when(create).refuses('account.exists');
  });

  it('includes everything until it gets another plan', () => {
    account(created).when({ type: 'changePlan', plan: selfHostedPlan }).gives();
    account(created).when({ type: 'changePlan', plan }).gives(changed);
    account(created, changed).when({ type: 'changePlan', plan }).gives();
    account(created, changed)
      .when({ type: 'changePlan', plan: selfHostedPlan })
      .gives({ type: 'AccountPlanChanged', data: { accountId, plan: selfHostedPlan } });
  });

  it('that somebody makes for themselves is set up step by step, once', () => {
    const create = { type: 'createAccount' as const, accountId, name: 'acme', needsSetup: true as const };
    const started: AccountEvent = { type: 'AccountSetupStarted', data: { accountId } };
    account().when(create).gives(created, started);
    const finish = { type: 'finishSetupStep' as const, step: 'Connect' as const };
    const finished: AccountEvent = { type: 'AccountSetupStepFinished', data: { accountId, step: 'Connect' } };
    account(created, started).when(finish).gives(finished);
    account(created, started, finished).when(finish).gives();
    const complete = { type: 'completeSetup' as const };
    const completed: AccountEvent = { type: 'AccountSetupCompleted', data: { accountId } };
    account(created, started, finished).when(complete).gives(completed);
    account(created, started, completed).when(complete).gives();
    account(created, started, completed).when(finish).gives();
  });

  it('that was made otherwise counts as set up', () => {
    account(created).when({ type: 'finishSetupStep', step: 'Connect' }).gives();
    account(created).when({ type: 'completeSetup' }).gives();
  });

  it('selects its plan before it is set up, unless the plan includes everything', () => {
    const before: AccountEvent[] = [created, { type: 'AccountSetupStarted', data: { accountId } }, changed];
    account(...before)
      .when({ type: 'completeSetup' })
      .refuses('account.planMissing');
    account(...before, { type: 'AccountSetupStepFinished', data: { accountId, step: 'Payment' } })
      .when({ type: 'completeSetup' })
      .gives({ type: 'AccountSetupCompleted', data: { accountId } });
  });

  it('is renamed, which tells the name before', () => {
    const renamed: AccountEvent = { type: 'AccountRenamed', data: { accountId, from: 'acme', name: 'Acme Corp' } };
    account(created).when({ type: 'renameAccount', name: 'Acme Corp' }).gives(renamed);
    account(created).when({ type: 'renameAccount', name: 'acme' }).gives();
    const back: AccountEvent = { type: 'AccountRenamed', data: { accountId, from: 'Acme Corp', name: 'acme' } };
    account(created, renamed).when({ type: 'renameAccount', name: 'acme' }).gives(back);
  });

  it('opts out of analysis by AI, and in again', () => {
    const change = (aiOptOut: boolean) => ({ type: 'changeAiOptOut' as const, aiOptOut });
    const out: AccountEvent = { type: 'AiOptOutChanged', data: { accountId, aiOptOut: true } };
    account(created).when(change(false)).gives();
    account(created).when(change(true)).gives(out);
    account(created, out)
      .when(change(false))
      .gives({ type: 'AiOptOutChanged', data: { accountId, aiOptOut: false } });
  });

  it('asks for two-factor sign-in, and no longer', () => {
    const change = (required: boolean) => ({ type: 'changeTwoFactorRequirement' as const, required });
    const changed = (required: boolean): AccountEvent => ({
      type: 'TwoFactorRequirementChanged',
      data: { accountId, required },
    });
    account(created).when(change(false)).gives();
    account(created).when(change(true)).gives(changed(true));
    account(created, changed(true)).when(change(true)).gives();
    account(created, changed(true)).when(change(false)).gives(changed(false));
  });

  it('keeps everything until it says otherwise, and tells what it said before', () => {
    const retention = { ...keepAll, logsDays: 30 };
    const changed: AccountEvent = { type: 'RetentionChanged', data: { accountId, from: keepAll, to: retention } };
    account(created).when({ type: 'changeRetention', retention: keepAll }).gives();
    account(created).when({ type: 'changeRetention', retention }).gives(changed);
    account(created, changed)
      .when({ type: 'changeRetention', retention: { ...retention } })
      .gives();
    account(created, changed)
      .when({ type: 'changeRetention', retention: keepAll })
      .gives({ type: 'RetentionChanged', data: { accountId, from: retention, to: keepAll } });
  });

  it('has neither a plan nor a key before it exists', () => {
    account().when({ type: 'changePlan', plan }).refuses('account.notFound');
    account()
      .when({ type: 'generateApiKey', accountId, apiKeyId: 'k' as ApiKeyId, end: 'abcd' })
      .refuses('account.notFound');
  });
});
