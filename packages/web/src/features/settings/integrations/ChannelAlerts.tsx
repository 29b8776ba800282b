import { type AlertAction, type AlertView, alertActionLabels, alertEventLabels } from '@assay/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useListAlertsQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { FailedPart } from '../../../ui/FailedPart.tsx';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { useSendTest } from '../../../ui/useSendTest.ts';
import styles from './integrations.module.css';

/** The alerts that go by a channel, how their last messages went, and a way to try each. */
export function ChannelAlerts({ action }: { action: AlertAction }) {
  const { data: alerts, error, refetch } = useListAlertsQuery();
  const path = useAccountPath();
  if (alerts === undefined) {
    return error === undefined ? null : <FailedPart what="Its alerts" onRetry={() => void refetch()} />;
  }
  const going = alerts.filter(({ actionType }) => actionType === action);
  if (going.length === 0) {
    return (
      <p className={styles.none}>
        No alert goes there yet.{' '}
        <Link className="link inText" to={path(`alerts/new?action=${action}`)}>
          New alert
        </Link>
      </p>
    );
  }
  return (
    <ul className={styles.alerts} aria-label={`Alerts by ${alertActionLabels[action]}`}>
      {going.map((alert) => (
        <ChannelAlert key={alert.id} alert={alert} />
      ))}
    </ul>
  );
}

function ChannelAlert({ alert }: { alert: AlertView }) {
  const { id, eventType, destination, status } = alert;
  const { isSending, sendTest } = useSendTest(id);
  const path = useAccountPath();
  return (
    <li>
      <LastDelivery alert={alert} />
      <span className={styles.alert}>
        <Link to={path(`alerts/${id}`)}>{destination === '' ? 'the team of the integration' : destination}</Link>
        {alertEventLabels[eventType]}
        {status === 'INACTIVE' && ', off'}
      </span>
      <Button
        size="compact-sm"
        variant="subtle"
        loading={isSending}
        aria-label={`Send test to ${destination}`}
        onClick={() => void sendTest()}
      >
        Send test
      </Button>
    </li>
  );
}

function LastDelivery({ alert: { lastDelivery, inactiveReason } }: { alert: AlertView }) {
  if (lastDelivery === null) return <span className={styles.last}>nothing sent yet</span>;
  const { delivered, at, detail } = lastDelivery;
  return (
    <span className={styles.last} data-failed={!delivered}>
      <StatusShape shape={delivered ? 'pass' : 'fail'} label="" />
      <span>
        {delivered ? 'sent ' : 'not delivered '}
        <RelativeTime time={at} />
        {!delivered && `: ${inactiveReason ?? detail ?? ''}`}
      </span>
    </span>
  );
}
