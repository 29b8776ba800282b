import { type AccountView, hasPlanToSelect, includes, monthlyLimitsOf, type PlanFeature } from '@assay/contract';
import { useGetAccountQuery } from '../../../connection/serviceHooks.ts';
import { FactPanel, type Facts } from '../../../ui/FactPanel.tsx';
import form from '../../../ui/form/form.module.css';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PlanTable } from '../../../ui/PlanTable.tsx';
import { AccountNameForm } from './AccountNameForm.tsx';
import { AiOptOut } from './AiOptOut.tsx';
import { TwoFactorRequirement } from './TwoFactorRequirement.tsx';

/** @param limit what the plan includes; null: not known */
function leftText(remaining: number | null, limit: number | null): string {
  if (remaining === null) return 'Unlimited';
  return limit === null ? `${formatCount(remaining)} left` : `${formatCount(remaining)} of ${formatCount(limit)} left`;
}

const told = (account: AccountView, feature: PlanFeature) => (includes(account, feature) ? 'Yes' : 'No');

function factsOf(account: AccountView): Facts {
  return [
    ['Tier', account.legacyPlan ? 'Legacy' : account.currentPlan],
    ['Runs on own runners', told(account, 'ownRunners')],
    ['Upload Test Run', told(account, 'upload')],
    ['Videos of tests', told(account, 'recordings')],
    ['Runners at once', formatCount(account.numberOfRunners)],
    [
      'Testing hours a month',
      account.monthlyExecutionHoursLimit === null ? 'Unlimited' : formatCount(account.monthlyExecutionHoursLimit),
    ],
    ['Runners of a run', formatCount(account.maximumRunnersPerProject)],
    [
      'Test run analyses this month',
      leftText(
        account.monthlyTestRunAnalysisQuotaRemaining,
        monthlyLimitsOf({ ...account, tier: account.currentPlan })?.analysedRuns ?? null,
      ),
    ],
    ['AI suggestions this month', leftText(account.monthlyAiQuotaRemaining, null)],
  ];
}

/** What an administrator may change of the account itself. */
export function AccountPanel() {
  const query = useGetAccountQuery();
  return (
    <Loaded query={query} failed="The account could not be loaded">
      {(account) => (
        <div className={form.form}>
          <AccountNameForm account={account} />
          <TwoFactorRequirement account={account} />
          <AiOptOut account={account} />
          <FactPanel title="Plan" facts={factsOf(account)} />
          {hasPlanToSelect({ tier: account.currentPlan, legacyPlan: account.legacyPlan }) && <PlanTable />}
        </div>
      )}
    </Loaded>
  );
}
