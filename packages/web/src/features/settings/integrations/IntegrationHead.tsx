import type { AuthorizationView } from '@assay/contract';
import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useRevokeAuthorizationMutation } from '../../../connection/serviceHooks.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { showFailure } from '../../../ui/showFailure.ts';
import styles from './integrations.module.css';

type Props = {
  name: string;
  /** Null: it is not. */
  connected: AuthorizationView | null;
  /** What is not done any more then; a sentence. */
  whenDisconnected: string;
  /** Null while a token is entered. */
  onConnect: (() => void) | null;
};

/** A service with what is connected of it, and the buttons that connect and disconnect it. */
export function IntegrationHead({ name, connected, whenDisconnected, onConnect }: Props) {
  const [revoke, { isLoading: isRevoking }] = useRevokeAuthorizationMutation();

  function askToDisconnect({ id }: AuthorizationView): void {
    modals.openConfirmModal({
      title: `Disconnect ${name}?`,
      children: whenDisconnected,
      labels: { confirm: `Disconnect ${name}`, cancel: 'Keep it' },
      confirmProps: { color: 'red', variant: 'filled' },
      onConfirm: async () => {
        const { error } = await revoke({ params: { id } });
        if (error) showFailure(error);
      },
    });
  }
  return (
    <header className={styles.head}>
      <h3>{name}</h3>
      {connected && (
        <span className={styles.connected}>
          {connected.identifier}, connected <RelativeTime time={connected.connectedAt} />
          {connected.means === 'oauth' && ', by signing in there'}
          {connected.means === 'app' && ', by the GitHub App'}
        </span>
      )}
      {onConnect && (
        <span className={styles.headActions}>
          <Button onClick={onConnect}>{buttonOf(connected)}</Button>
          {connected && (
            <Button color="red" variant="subtle" loading={isRevoking} onClick={() => askToDisconnect(connected)}>
              Disconnect
            </Button>
          )}
        </span>
      )}
    </header>
  );
}

function buttonOf(connected: AuthorizationView | null): string {
  if (connected === null) return 'Connect';
  return connected.means === 'token' ? 'Replace token' : 'Use a token';
}
