import { type AccountView, isFreePlan, workflowsFlag } from '@assay/contract';
import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useMay } from '../connection/currentUser.ts';
import {
  useGetAccountQuery,
  useListPlansQuery,
  useListUserRolesQuery,
  useNotifySalesMutation,
} from '../connection/serviceHooks.ts';
import { useAccountPath } from '../connection/useAccountPath.ts';
import { PlanTable } from './PlanTable.tsx';
import { type Plan, wouldInclude } from './planRows.ts';
import { Carousel } from './upsell/Carousel.tsx';
import styles from './upsell/upsell.module.css';
import { type Slide, slides } from './upsell/upsellSlides.ts';

/** What the account lacks, beginning with what was opened. */
function slidesFor(account: AccountView, label: string): readonly Slide[] {
  const own = { ...account, tier: account.currentPlan, features: account.currentPlanFeatures } as AccountView & Plan;
  const lacking = slides.filter(
    ({ feature }) =>
      !wouldInclude(account, own, feature) && (feature !== 'workflows' || account.flags.includes(workflowsFlag)),
  );
  return [...lacking].sort((a, b) => Number(b.label === label) - Number(a.label === label));
}

/** The first names are enough to know who to ask. */
const namedAdministrators = 3;

function useAdministrators(): string {
  const { data: roles = [] } = useListUserRolesQuery();
  const names = roles
    .filter(({ roleType }) => roleType === 'ADMIN')
    .slice(0, namedAdministrators)
    .map(({ user }) => user.fullName);
  if (names.length === 0) return 'Ask an administrator.';
  const [last, ...others] = [...names].reverse();
  const list = others.length === 0 ? last : `${others.reverse().join(', ')} or ${last}`;
  return `Ask ${list}, your administrator${names.length === 1 ? '' : 's'}.`;
}

/** What the plan of the account lacks, and which plans include it. */
export function PlanDialog({ label, onClose }: { label: string; onClose: () => void }) {
  const { data: account } = useGetAccountQuery();
  const { data: plans } = useListPlansQuery();
  const isAdministrator = useMay('account.write');
  if (!account || !plans) return null;
  const isBilled = plans.some(({ monthlyPrice }) => monthlyPrice !== null);
  const shown = slidesFor(account, label);
  const [first] = shown;
  const from = first && plans.find((plan) => wouldInclude(account, plan, first.feature));
  return (
    <>
      <Carousel slides={shown} />
      {!isBilled && (
        <>
          <p>Your plan does not include this. Ask the operator of this installation to change the plan.</p>
          <PlanTable />
        </>
      )}
      {isBilled && (
        <div className={styles.foot}>
          {isAdministrator ? (
            <ForAdministrators from={from?.name} account={account} onClose={onClose} />
          ) : (
            <ForUsers from={from?.name} onClose={onClose} />
          )}
        </div>
      )}
    </>
  );
}

type Foot = { from: string | undefined; onClose: () => void };

function ForAdministrators({ from, account, onClose }: Foot & { account: AccountView }) {
  const { currentPlan: tier, legacyPlan } = account;
  const [notifySales] = useNotifySalesMutation();
  const navigate = useNavigate();
  const path = useAccountPath();
  return (
    <>
      <p className={styles.from}>
        {from && <strong>From {from}.</strong>} Yours is Tier {tier}.
      </p>
      <Button onClick={onClose}>Not now</Button>
      <Button
        variant="filled"
        data-autofocus
        onClick={() => {
          // Plans are shown even if sales cannot be notified.
          if (isFreePlan({ tier, legacyPlan })) void notifySales({});
          onClose();
          void navigate(path('settings/payment'));
        }}
      >
        View Plans & Pricing
      </Button>
    </>
  );
}

function ForUsers({ from, onClose }: Foot) {
  const whom = useAdministrators();
  return (
    <>
      <p className={styles.from}>
        {from && <strong>From {from}.</strong>} {whom}
      </p>
      <Button data-autofocus onClick={onClose}>
        Close
      </Button>
    </>
  );
}
