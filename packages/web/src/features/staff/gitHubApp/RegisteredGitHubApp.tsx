import type { GitHubAppView, RegisteredGitHubAppView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useRemoveGitHubAppMutation } from '../../../connection/serviceHooks.ts';
import { askToDelete } from '../../../ui/askToDelete.ts';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { GitHubAppFacts } from './GitHubAppFacts.tsx';
import styles from './gitHubApp.module.css';

type Props = { registered: RegisteredGitHubAppView; app: GitHubAppView };

/** The app that was registered from here, and how it is removed. */
export function RegisteredGitHubApp({ registered, app }: Props) {
  const { name, appId, settingsUrl, registeredAt, registeredBy } = registered;
  const [remove, { isLoading }] = useRemoveGitHubAppMutation();
  const isUsed = app.configured === null;
  const ask = () =>
    askToDelete({
      name,
      verb: 'Remove',
      follows: `${isUsed ? followsFor(app.connections) : 'It is not used now.'} Assay forgets its keys; at GitHub it stays until its owner deletes it in its settings there.`,
      remove: () => remove({ params: { appId } }),
    });
  return (
    <section aria-label={name}>
      <div className={styles.head}>
        <div className={styles.named}>
          <h2 className={styles.name}>{name}</h2>
          <p className={styles.when}>
            Registered <RelativeTime time={registeredAt} />
            {registeredBy !== null && ` by ${registeredBy}`}
          </p>
        </div>
        <div className={styles.actions}>
          <Button component="a" href={settingsUrl} target="_blank" rel="noreferrer">
            Settings at GitHub
          </Button>
          <Button color="red" variant="subtle" loading={isLoading} onClick={ask}>
            Remove
          </Button>
        </div>
      </div>
      <GitHubAppFacts known={registered} app={app} isUsed={isUsed} />
    </section>
  );
}

function followsFor(connections: number): string {
  if (connections === 0) return 'No account is connected by it.';
  return `${counted(connections, 'account')} cannot use GitHub any more, until they connect it again.`;
}
