import { limits, type ProjectView, type TestRunView } from '@assay/contract';
import { Link } from 'react-router';
import { useListDeploysQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { CutInMiddle } from '../../../ui/CutInMiddle.tsx';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { versionOf } from '../../../ui/runSource/runSources.ts';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { shapeOfRun } from '../../../ui/shapeOfRun.ts';
import { latestDeploys } from '../deploys/latestDeploys.ts';
import styles from './home.module.css';
import { Panel } from './Panel.tsx';

/** What is deployed to each environment now, and how the newest run of it went. */
export function LatestDeploys({ project, runs }: { project: ProjectView; runs: readonly TestRunView[] }) {
  const path = useAccountPath();
  const { data } = useListDeploysQuery({ params: { id: project.id }, query: { limit: limits.maxPage } });
  if (!data || data.total === 0) return null;
  return (
    <Panel
      title="Latest deploys"
      aside={
        <Link className="link tabular" to={path(`projects/${project.key}/deployments`)}>
          All {formatCount(data.total)}
        </Link>
      }
    >
      <ul className={styles.rows} aria-label="Latest deploys">
        {latestDeploys(data.deploys).map((deploy) => {
          const run = runs.find(({ deployId }) => deployId === deploy.id);
          return (
            <li key={deploy.id} className={styles.deploy}>
              <StatusShape shape={run ? shapeOfRun(run) : 'notRun'} label={run ? run.statusDisplay : 'Not tested'} />
              <strong className="truncate" dir="auto">
                {deploy.environment.name}
              </strong>
              <code className={styles.branch}>
                <CutInMiddle text={versionOf(deploy).slice(0, limits.branchLength)} />
              </code>
              {run ? (
                <Link className="link tabular" to={path(`test-runs/${run.id}`)}>
                  #{run.number}
                </Link>
              ) : (
                <span className="soft">not tested</span>
              )}
              <span className={`${styles.time} soft`}>
                <RelativeTime time={deploy.createdAt} />
              </span>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
