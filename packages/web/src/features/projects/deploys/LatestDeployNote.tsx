import { skipToken } from '@reduxjs/toolkit/query';
import { asServiceError } from '../../../connection/serviceError.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import styles from '../runTests/RunTestsForm.module.css';
import { useGetLatestDeployQuery } from './deploysApi.ts';
import { versionOf } from './latestDeploys.ts';

/** What a run of the latest deploy would test; or that there is none, so that no such run can be started. */
export function LatestDeployNote({
  project,
  environment,
}: {
  project: string;
  /** Key; '' while none is chosen. */
  environment: string;
}) {
  const { currentData: deploy, error } = useGetLatestDeployQuery(
    environment === '' ? skipToken : { query: { projectId: project, environmentId: environment } },
  );
  if (asServiceError(error)?.status === 404) {
    return (
      <p className={styles.warning} role="status">
        There are currently no deploys of this project to this environment in Assay, so you must select a specific
        version to run.
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
