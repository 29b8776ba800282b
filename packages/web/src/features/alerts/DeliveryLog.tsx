import type { AlertDeliveryView, AlertView } from '@assay/contract';
import { Button, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useListAlertDeliveriesQuery, useResendAlertDeliveryMutation } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { usePolling } from '../../connection/usePolling.ts';
import { formatDuration } from '../../ui/format/formatDuration.ts';
import { counted } from '../../ui/format/formatNumbers.ts';
import { formatClockSeconds, timeOf } from '../../ui/format/formatTime.ts';
import { IconChevronDown, IconChevronRight } from '../../ui/icons/icons.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { type Shape, StatusShape } from '../../ui/StatusShape.tsx';
import { showDone } from '../../ui/showDone.ts';
import { showFailure } from '../../ui/showFailure.ts';
import styles from './alerts.module.css';

/** Attempts are no facts of the log, so nobody is told of them. */
const pollingSeconds = 10;
const page = 20;

/** What an alert has sent, newest first. */
export function DeliveryLog({ alert }: { alert: AlertView }) {
  const [shown, setShown] = useState(page);
  const query = useListAlertDeliveriesQuery({ params: { id: alert.id }, query: { limit: Math.min(shown, 100) } });
  const isWaiting = query.currentData?.deliveries.some(({ state }) => state === 'waiting') ?? false;
  usePolling(query.refetch, isWaiting ? pollingSeconds : null);
  const { sentCount, failedCount, heldBackCount } = alert;
  return (
    <section className={styles.log} aria-label="Delivery log">
      <header className={styles.logHead}>
        <h3 className={styles.label}>Delivery log</h3>
        <span className={styles.told}>
          {[
            `${sentCount} sent`,
            ...(failedCount > 0 ? [`${failedCount} not delivered`] : []),
            ...(heldBackCount > 0 ? [`${heldBackCount} held back`] : []),
          ].join(', ')}
        </span>
      </header>
      <Loaded
        query={query}
        failed="The delivery log could not be loaded"
        skeleton={<RowsSkeleton rows={3} height={32} />}
        isEmpty={({ deliveries }) => deliveries.length === 0}
        empty={<p className={styles.nothing}>Nothing was sent in the last 30 days.</p>}
        keepsPrevious
      >
        {({ deliveries, total }) => (
          <>
            <ul className={styles.deliveries}>
              {deliveries.map((delivery) => (
                <Delivery key={delivery.id} alert={alert} delivery={delivery} />
              ))}
            </ul>
            {total > deliveries.length && shown < 100 && (
              <Button size="compact-sm" variant="subtle" onClick={() => setShown(100)}>
                {counted(total - deliveries.length, 'older message')}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

const shapes: Record<AlertDeliveryView['state'], Shape> = {
  waiting: 'running',
  kept: 'notRun',
  done: 'pass',
  refused: 'fail',
  givenUp: 'fail',
};

function outcomeText({ state, tries, nextTryAt }: AlertDeliveryView): string {
  const last = tries.at(-1);
  const count = tries.length;
  const isDoubtful = tries.some(({ cutOff }) => cutOff);
  switch (state) {
    case 'waiting':
      return count === 0 || nextTryAt === null
        ? 'on its way'
        : `try ${count} ${last?.cutOff ? 'was cut off' : 'failed'}, next at ${formatClockSeconds(timeOf(nextTryAt))}`;
    case 'kept':
      return 'nothing is set up to send it';
    case 'done':
      if (isDoubtful) return `sent at try ${count}, perhaps before as well`;
      return count > 1 ? `failed, then sent at try ${count}` : `sent in ${formatDuration(last?.tookMs ?? 0)}`;
    case 'refused':
      return `refused: ${last?.detail ?? ''}`;
    case 'givenUp':
      return `given up after ${counted(count, 'try', 'tries')}`;
  }
}

function Delivery({ alert, delivery }: { alert: AlertView; delivery: AlertDeliveryView }) {
  const [isOpen, setIsOpen] = useState(false);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <li className={styles.delivery}>
      <UnstyledButton className={styles.deliveryRow} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <StatusShape shape={shapes[delivery.state]} label={delivery.state} />
        <span className={styles.when}>
          <RelativeTime time={delivery.createdAt} />
        </span>
        <span className={styles.summary}>{delivery.summary}</span>
        <span className={styles.outcome}>
          {delivery.resendOf && 'resent, '}
          {outcomeText(delivery)}
        </span>
        <Chevron size={14} stroke={1.75} aria-hidden />
      </UnstyledButton>
      {isOpen && <Attempts alert={alert} delivery={delivery} />}
    </li>
  );
}

function shapeOf({ ok, cutOff }: { ok: boolean; cutOff: boolean }): Shape {
  if (ok) return 'pass';
  return cutOff ? 'pending' : 'fail';
}

function Attempts({ alert, delivery }: { alert: AlertView; delivery: AlertDeliveryView }) {
  const [showsPayload, setShowsPayload] = useState(false);
  const [resend, { isLoading }] = useResendAlertDeliveryMutation();
  const path = useAccountPath();

  async function sendAgain(): Promise<void> {
    const { error } = await resend({ params: { id: alert.id, deliveryId: delivery.id } });
    if (error) showFailure(error);
    else showDone('It is on its way once more');
  }

  return (
    <div className={styles.attempts}>
      <ol>
        {delivery.tries.map(({ at, tookMs, ok, detail, cutOff }, index) => (
          <li key={at}>
            <span>{index + 1}</span>
            <StatusShape shape={shapeOf({ ok, cutOff })} label={ok ? 'taken' : cutOff ? 'cut off' : 'failed'} />
            <time className="mono" dateTime={at}>
              {formatClockSeconds(timeOf(at))}
            </time>
            <span className={styles.detailText}>{detail}</span>
            {!cutOff && <span className={styles.outcome}>after {formatDuration(tookMs)}</span>}
          </li>
        ))}
      </ol>
      <div className={styles.attemptActions}>
        <Button
          size="compact-xs"
          variant="subtle"
          aria-pressed={showsPayload}
          onClick={() => setShowsPayload(!showsPayload)}
        >
          Payload
        </Button>
        <Button size="compact-xs" variant="subtle" loading={isLoading} onClick={() => void sendAgain()}>
          Resend
        </Button>
        {delivery.testRunId && <Link to={path(`test-runs/${delivery.testRunId}`)}>Open the test run</Link>}
      </div>
      {showsPayload && <pre className={styles.payload}>{JSON.stringify(delivery.payload, null, 2)}</pre>}
    </div>
  );
}
