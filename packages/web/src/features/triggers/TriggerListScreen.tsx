import { compareNames, type TriggerView } from '@assay/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useMay } from '../../connection/currentUser.ts';
import { useListTriggersQuery } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { usePolling } from '../../connection/usePolling.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FilterPill } from '../../ui/FilterPill.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { ScreenHead } from '../../ui/ScreenHead.tsx';
import { useUrlFilters } from '../../ui/useUrlFilters.ts';
import { FollowSlots } from './FollowSlots.tsx';
import { TriggerTable } from './TriggerTable.tsx';
import { isBroken, shownTriggers, type TriggerFilters, triggerFilters } from './triggerRows.ts';
import styles from './triggers.module.css';

const pollingSeconds = 60;

/** The triggers of the account: when each last ran, when it is due next, and why one did not run. */
export function TriggerListScreen() {
  const query = useListTriggersQuery();
  usePolling(query.refetch, pollingSeconds);
  const mayWrite = useMay('trigger.write');
  const path = useAccountPath();
  const add = mayWrite && (
    <Button component={Link} to={path('triggers/new')} variant="filled">
      New trigger
    </Button>
  );
  return (
    <>
      <ScreenHead title="Test Triggers" documentTitle="Test Triggers" actions={add} />
      <FollowSlots triggers={query.currentData ?? []} read={query.refetch} />
      <Loaded
        query={query}
        failed="Triggers could not be loaded"
        skeleton={<RowsSkeleton rows={6} height={55} />}
        empty={
          <EmptyState
            title="No triggers yet"
            why="A trigger starts tests by itself: on a schedule, or after each deploy."
            action={add}
          />
        }
        framed
      >
        {(triggers) => <Triggers triggers={triggers} />}
      </Loaded>
    </>
  );
}

function Triggers({ triggers }: { triggers: readonly TriggerView[] }) {
  const { filters, setFilters } = useUrlFilters(triggerFilters);
  const shown = shownTriggers(triggers, filters);
  const broken = triggers.filter(isBroken).length;
  const on = triggers.filter(({ enabled }) => enabled).length;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const pill = (label: string, name: keyof TriggerFilters, thing: 'project' | 'testSuite' | 'environment') => (
    <FilterPill
      label={label}
      choices={choicesOf(triggers, thing)}
      picked={filters[name]}
      onChange={(picked) => setFilters({ [name]: picked })}
    />
  );
  return (
    <>
      <div className={styles.bar}>
        {pill('Project', 'projectIds', 'project')}
        {pill('Suite', 'testSuiteIds', 'testSuite')}
        {pill('Environment', 'environmentIds', 'environment')}
        <span className={styles.told}>
          {broken > 0 && <strong className={styles.broken}>{broken} broken · </strong>}
          {on} on, {triggers.length - on} off · next runs in {timeZone}
        </span>
      </div>
      {shown.length === 0 ? (
        <EmptyState title="No Items Found" why="No trigger fits the filters." />
      ) : (
        <TriggerTable triggers={shown} />
      )}
    </>
  );
}

function choicesOf(triggers: readonly TriggerView[], thing: 'project' | 'testSuite' | 'environment') {
  const names = new Map(
    triggers.flatMap((trigger) => (trigger[thing] ? [[trigger[thing].id, trigger[thing].name]] : [])),
  );
  return [...names]
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => compareNames(one.label, other.label));
}
