import { type AlertView, alertActionLabels } from '@assay/contract';
import { Switch } from '@mantine/core';
import { Link } from 'react-router';
import { useMay } from '../../connection/currentUser.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StatusShape } from '../../ui/StatusShape.tsx';
import { ActionIconOf } from './ActionIconOf.tsx';
import styles from './alerts.module.css';
import { criteriaText, receiverOf, titleOfEvent } from './alertTexts.ts';
import { useAlertStatus } from './useAlertStatus.ts';
import { useSilence } from './useSilence.ts';

/** An alert in the list: what of, where to, how the last message went, and whether it is on. */
export function AlertRow({ alert, isChosen }: { alert: AlertView; isChosen: boolean }) {
  const mayWrite = useMay('alert.write');
  const path = useAccountPath();
  const { isOn, isTurning, turn } = useAlertStatus(alert);
  const silence = useSilence(alert);
  const title = titleOfEvent(alert.eventType);
  const isBroken = alert.inactiveReason !== null || (isOn && alert.lastDelivery?.delivered === false);
  const about = (
    <>
      <span className={styles.title}>{title}</span>
      <span className={styles.criteria}>
        {receiverOf(alert)} · {criteriaText(alert)}
      </span>
      {silence && (
        <span className={styles.criteria}>
          Silent, ends <RelativeTime time={silence.until} />: {silence.reason}
        </span>
      )}
      {alert.inactiveReason !== null && (
        <span className={styles.problem}>
          Inactive since <RelativeTime time={alert.statusSince} />: {alert.inactiveReason}
        </span>
      )}
      {alert.inactiveReason === null && isBroken && (
        <span className={styles.problem}>Not delivered: {alert.lastDelivery?.detail}</span>
      )}
    </>
  );
  return (
    <li className={styles.row} data-broken={isBroken} data-chosen={isChosen} data-off={!isOn}>
      <span className={styles.channel} title={alertActionLabels[alert.actionType]}>
        <ActionIconOf action={alert.actionType} />
      </span>
      {mayWrite ? (
        <Link className={styles.about} to={path(`alerts/${alert.id}`)} aria-current={isChosen || undefined} data-row>
          {about}
        </Link>
      ) : (
        <div className={styles.about}>{about}</div>
      )}
      <LastDelivery alert={alert} />
      {mayWrite && (
        <Switch
          size="sm"
          aria-label={`${title}, ${receiverOf(alert)}: active`}
          checked={isOn}
          disabled={isTurning}
          onChange={(event) => void turn(event.currentTarget.checked)}
        />
      )}
    </li>
  );
}

function LastDelivery({ alert: { lastDelivery, status } }: { alert: AlertView }) {
  if (lastDelivery === null) return <span className={styles.last}>{status === 'ACTIVE' ? 'nothing yet' : 'off'}</span>;
  const { delivered, at, detail } = lastDelivery;
  const code = /^\d{3}\b/.exec(detail ?? '')?.[0];
  return (
    <span className={styles.last} title={detail ?? undefined}>
      <StatusShape shape={delivered ? 'pass' : 'fail'} label={delivered ? 'sent' : 'not sent'} />
      {code ?? <RelativeTime time={at} />}
    </span>
  );
}
