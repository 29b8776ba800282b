import type { DeployKeyView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useDeleteDeployKeyMutation, useListDeployKeysQuery } from '../../../connection/serviceHooks.ts';
import { askToDelete } from '../../../ui/askToDelete.ts';
import { CopyableText } from '../../../ui/copy/CopyableText.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import styles from './integrations.module.css';

/** The SSH keys of repositories that are read without a service being connected. */
export function DeployKeys() {
  const query = useListDeployKeysQuery();
  return (
    <section className={styles.group} aria-labelledby="deploy-keys">
      <h2 id="deploy-keys" className={styles.title}>
        Deploy keys
      </h2>
      <p className={styles.about}>
        Each reads one repository by ssh. A key is made where a repository is entered by its ssh address.
      </p>
      <Loaded query={query} failed="Deploy keys could not be loaded" skeleton={<RowsSkeleton rows={1} height={72} />}>
        {(keys) =>
          keys.length === 0 ? (
            <p className={styles.none}>There is none yet</p>
          ) : (
            <ul className={styles.cards}>
              {keys.map((key) => (
                <KeyCard key={key.id} deployKey={key} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

function KeyCard({ deployKey: { id, gitUrl, publicKey, createdAt } }: { deployKey: DeployKeyView }) {
  const [remove] = useDeleteDeployKeyMutation();
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <h3>{gitUrl}</h3>
        <span className={styles.connected}>
          made <RelativeTime time={createdAt} />
        </span>
        <span className={styles.headActions}>
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`Delete the key of ${gitUrl}`}
            onClick={() =>
              askToDelete({
                name: 'deploy key',
                follows: `${gitUrl} cannot be read by it any more. Delete it at the repository as well.`,
                remove: () => remove({ params: { id } }),
              })
            }
          >
            Delete
          </Button>
        </span>
      </div>
      <CopyableText text={publicKey} label="Copy key" />
    </li>
  );
}
