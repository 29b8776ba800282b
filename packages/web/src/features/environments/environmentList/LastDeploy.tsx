import { displayOfRun, type LastDeployView, limits } from '@assay/contract';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { CutInMiddle } from '../../../ui/CutInMiddle.tsx';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { versionOf } from '../../../ui/runSource/runSources.ts';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { shapeOfRun } from '../../../ui/shapeOfRun.ts';
import styles from './environmentList.module.css';

/** What was deployed to an environment last, and how the newest run of it there went; undefined: not loaded yet. */
export function LastDeploy({ last }: { last: LastDeployView | null | undefined }) {
  if (!last) {
    return <div className={`${styles.cell} ${styles.wide} soft`}>{last === null && 'nothing deployed yet'}</div>;
  }
  const { deploy, testRun } = last;
  return (
    <div className={`${styles.cell} ${styles.wide} ${styles.deploy}`}>
      <StatusShape
        shape={testRun ? shapeOfRun(testRun) : 'notRun'}
        label={testRun ? verdictOf(testRun) : 'not tested'}
      />
      <div className={styles.version}>
        <div className={styles.versionName}>
          <span className="truncate" dir="auto">
            {deploy.projectName}
          </span>
          <code title={versionOf(deploy)}>
            <CutInMiddle text={versionOf(deploy).slice(0, limits.branchLength)} />
          </code>
        </div>
        <div className={`${styles.second} truncate`}>
          <RelativeTime time={deploy.createdAt} /> · {testRun ? <Verdict testRun={testRun} /> : 'not tested'}
        </div>
      </div>
    </div>
  );
}

type DeployedRun = NonNullable<LastDeployView['testRun']>;

function Verdict({ testRun }: { testRun: DeployedRun }) {
  const path = useAccountPath();
  return (
    <>
      <Link className={styles.run} to={path(`test-runs/${testRun.id}`)}>
        #{testRun.number}
      </Link>
      {` ${verdictOf(testRun)}`}
    </>
  );
}

function verdictOf(testRun: DeployedRun): string {
  const { status, failCount } = testRun;
  return status === 'FAIL' && failCount > 0 ? `${formatCount(failCount)} failed` : displayOfRun(testRun).toLowerCase();
}
