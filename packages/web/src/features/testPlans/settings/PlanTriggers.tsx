import type { TestPlanView, TriggerView } from '@assay/contract';
import { isOnDeploy } from '@assay/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useMay } from '../../../connection/currentUser.ts';
import { useListTriggersQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import styles from './settings.module.css';

/** What starts the plan by itself. */
export function PlanTriggers({ plan }: { plan: Pick<TestPlanView, 'id' | 'archived'> }) {
  const query = useListTriggersQuery();
  const mayWrite = useMay('trigger.write') && !plan.archived;
  const path = useAccountPath();
  return (
    <section className={styles.triggers} aria-label="Triggers">
      <div className={styles.head}>
        <h2 className={styles.title}>Triggers</h2>
        {mayWrite && (
          <Button component={Link} to={path(`triggers/new?testPlan=${plan.id}`)} size="compact-sm">
            New trigger
          </Button>
        )}
      </div>
      <Loaded
        query={query}
        failed="Triggers could not be loaded"
        skeleton={<RowsSkeleton rows={1} height={40} />}
        empty={<p className={styles.none}>Nothing starts it by itself.</p>}
        isEmpty={(triggers) => !triggers.some(({ testPlanId }) => testPlanId === plan.id)}
      >
        {(triggers) => (
          <ul className={styles.list}>
            {triggers.map(
              (trigger) => trigger.testPlanId === plan.id && <PlanTrigger key={trigger.id} trigger={trigger} />,
            )}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

function PlanTrigger({ trigger }: { trigger: TriggerView }) {
  const path = useAccountPath();
  return (
    <li className={styles.trigger}>
      <Link to={path(`triggers/${trigger.id}`)} className={`${styles.name} truncate`}>
        {trigger.name}
      </Link>
      <span className="soft">{whenOf(trigger)}</span>
    </li>
  );
}

function whenOf({ enabled, type, nextRunAt }: TriggerView) {
  if (!enabled) return 'off';
  if (isOnDeploy(type)) return 'on deploy';
  if (nextRunAt === null) return 'no more times';
  return (
    <>
      next run <RelativeTime time={nextRunAt} />
    </>
  );
}
