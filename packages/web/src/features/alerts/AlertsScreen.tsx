import type { AlertView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useRef } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { useMay } from '../../connection/currentUser.ts';
import { useListAlertsQuery } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { usePolling } from '../../connection/usePolling.ts';
import { Boundary } from '../../ui/boundary/Boundary.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { ScreenHead } from '../../ui/ScreenHead.tsx';
import { useRowKeys } from '../../ui/useRowKeys.ts';
import { AlertEditor } from './AlertEditor.tsx';
import { AlertRow } from './AlertRow.tsx';
import styles from './alerts.module.css';

const pollingSeconds = 60;

/** Who is told what of test runs: a list, and beside it the alert that is open. */
export function AlertsScreen() {
  const query = useListAlertsQuery();
  usePolling(query.refetch, pollingSeconds);
  const mayWrite = useMay('alert.write');
  const path = useAccountPath();
  const { alertId } = useParams();
  const isNew = useLocation().pathname === path('alerts/new');
  const add = mayWrite && !isNew && (
    <Button component={Link} to={path('alerts/new')} variant="filled">
      New alert
    </Button>
  );
  const isOpen = isNew || alertId !== undefined;
  return (
    <div className={styles.screen} data-open={isOpen}>
      <ScreenHead
        title="Alerts"
        documentTitle={isNew ? 'New alert' : 'Alerts'}
        actions={add}
        {...(isOpen ? { back: { to: path('alerts'), label: 'All alerts' } } : {})}
      />
      <Loaded
        query={query}
        failed="Alerts could not be loaded"
        skeleton={<RowsSkeleton rows={6} height={54} />}
        isEmpty={(alerts) => alerts.length === 0 && !isNew}
        empty={
          <EmptyState
            title="No alerts yet"
            why="An alert tells a channel or a person when test runs fail, are fixed, or are flaky."
            action={add}
          />
        }
        framed
      >
        {(alerts) => <SplitView alerts={alerts} openId={isNew ? 'new' : (alertId ?? null)} />}
      </Loaded>
    </div>
  );
}

function SplitView({ alerts, openId }: { alerts: readonly AlertView[]; openId: string | null }) {
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list);
  const mayWrite = useMay('alert.write');
  const open = alerts.find(({ id }) => id === openId);
  return (
    <div className={styles.split} data-open={openId !== null}>
      {alerts.length > 0 && (
        <Boundary what="The list of alerts">
          <ul ref={list} className={styles.list} aria-label="Alerts">
            {alerts.map((alert) => (
              <AlertRow key={alert.id} alert={alert} isChosen={alert.id === openId} />
            ))}
          </ul>
        </Boundary>
      )}
      {openId !== null && (
        <div className={styles.detail}>
          <Boundary what="The alert">
            {!mayWrite ? (
              <EmptyState title="Only administrators open alerts" />
            ) : open || openId === 'new' ? (
              <AlertEditor key={openId} alert={open ?? null} />
            ) : (
              <EmptyState title="This alert does not exist" why="It may have been deleted." />
            )}
          </Boundary>
        </div>
      )}
    </div>
  );
}
