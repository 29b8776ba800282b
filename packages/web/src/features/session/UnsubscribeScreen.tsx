import type { MailSubscriptionView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useParams } from 'react-router';
import { asServiceError } from '../../connection/serviceError.ts';
import {
  useGetMailSubscriptionQuery,
  useResubscribeMutation,
  useUnsubscribeMutation,
} from '../../connection/serviceHooks.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import styles from './AuthScreen.module.css';
import { AuthScreen } from './AuthScreen.tsx';

/** Where the link at the end of a mail leads. Nothing changes before somebody says so: programs open links as well. */
export function UnsubscribeScreen() {
  const { token = '' } = useParams();
  const query = useGetMailSubscriptionQuery({ params: { token } });
  const refusal = query.isError ? asServiceError(query.error) : null;
  return (
    <AuthScreen title={query.data?.subscribed === false ? 'Unsubscribed' : 'Unsubscribe'}>
      {refusal?.status === 404 ? (
        <p className={styles.failed} role="alert">
          {refusal.message}
        </p>
      ) : (
        <Loaded query={query} failed="The link could not be looked at" skeleton={<RowsSkeleton rows={2} />}>
          {(subscription) => <Choice token={token} subscription={subscription} />}
        </Loaded>
      )}
    </AuthScreen>
  );
}

/** @returns which mail it is, as the rest of a sentence */
function mailText({ kind, accountName, alertEvent }: MailSubscriptionView): string {
  if (kind === 'alert') return `mail of the alert '${alertEvent}' of ${accountName}`;
  return `mail about runs of ${accountName} that you follow or review, and messages that name you`;
}

function Choice({ token, subscription }: { token: string; subscription: MailSubscriptionView }) {
  const [unsubscribe, off] = useUnsubscribeMutation();
  const [resubscribe, on] = useResubscribeMutation();
  const failure = asServiceError(off.error ?? on.error);
  const isBusy = off.isLoading || on.isLoading;
  const { subscribed } = subscription;
  return (
    <>
      <p className={styles.text} role="status">
        {subscribed
          ? `This address gets ${mailText(subscription)}.`
          : `No more ${mailText(subscription)} is sent to you.`}
      </p>
      {failure && (
        <p className={styles.failed} role="alert">
          {failure.message}
        </p>
      )}
      <Button
        variant={subscribed ? 'filled' : 'default'}
        size="sm"
        fullWidth
        className={styles.submit}
        loading={isBusy}
        onClick={() => void (subscribed ? unsubscribe : resubscribe)({ params: { token } })}
      >
        {subscribed ? 'Unsubscribe' : 'Undo: send it again'}
      </Button>
    </>
  );
}
