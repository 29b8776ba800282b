import { isSshUrl } from '@assay/contract';
import { Button } from '@mantine/core';
import { useMay } from '../../../connection/currentUser.ts';
import { useListDeployKeysQuery, useMakeDeployKeyMutation } from '../../../connection/serviceHooks.ts';
import { CopyableText } from '../../../ui/copy/CopyableText.tsx';
import { failureText } from '../../../ui/showFailure.ts';
import styles from './deployKeys.module.css';

/** The key by which a repository is read by ssh: made here, and added to the repository by whoever may. */
export function DeployKey({ gitUrl }: { gitUrl: string }) {
  const isShown = useMay('deployKey.write') && isSshUrl(gitUrl);
  const { data: keys } = useListDeployKeysQuery(undefined, { skip: !isShown });
  const [make, { isLoading, error }] = useMakeDeployKeyMutation();
  if (!isShown || !keys) return null;
  const key = keys.find((one) => one.gitUrl === gitUrl);
  if (!key) {
    return (
      <div className={styles.key}>
        <p className={styles.about}>
          A private repository is read by ssh with a deploy key, which reads this repository alone.
        </p>
        <Button size="compact-sm" loading={isLoading} onClick={() => void make({ body: { gitUrl } })}>
          Make deploy key
        </Button>
        {error && (
          <p className={styles.failure} role="alert">
            {failureText(error)}
          </p>
        )}
      </div>
    );
  }
  return (
    <section className={styles.key} aria-label="Deploy key">
      <p className={styles.about}>
        Add this key to the repository, for reading only: <b>Settings › Deploy keys</b> at GitHub,{' '}
        <b>Settings › Repository › Deploy keys</b> at GitLab, <b>Repository settings › Access keys</b> at Bitbucket.
        Assay and its agents read it from then on.
      </p>
      <CopyableText text={key.publicKey} label="Copy key" />
    </section>
  );
}
