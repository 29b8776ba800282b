import type { DeployView } from '@assay/contract';
import { asServiceError } from '../../connection/serviceError.ts';
import { RelativeTime } from '../RelativeTime.tsx';
import styles from './runSource.module.css';
import { versionOf } from './runSources.ts';

/** What a run of the latest deploy would test; or that there is none, so that no such run can be started. */
export function LatestDeployNote({
  query: { currentData: deploy, error },
}: {
  query: { currentData?: DeployView | undefined; error?: unknown };
}) {
  const failure = asServiceError(error);
  if (failure?.status === 404) {
    return (
      <p className={styles.warning} role="status">
        There are currently no deploys of this project to this environment in Assay, so you must select a specific
        version to run.
      </p>
    );
  }
  if (failure && !deploy) {
    return (
      <p className={styles.warning} role="status">
        The latest deploy could not be loaded: {failure.message}
      </p>
    );
  }
  if (!deploy) return <p className={styles.hint}>What was last deployed of the project in the environment.</p>;
  return (
    <p className={styles.hint} role="status">
      <span className="mono">{versionOf(deploy)}</span>, deployed <RelativeTime time={deploy.createdAt} />
    </p>
  );
}
