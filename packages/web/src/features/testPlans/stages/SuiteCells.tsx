import type { PlanSuiteStatus, TestPlanSuiteView } from '@assay/contract';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { shapeOfSuite, wordOfSuite } from '../runs/planRunShapes.ts';
import { useBoard } from './boardContext.ts';
import styles from './stages.module.css';
import { environmentOf, versionOf } from './stageWords.ts';

type Props = {
  suite: TestPlanSuiteView;
  /** Its place in a Sequential stage. */
  number: number | null;
  isParallel: boolean;
};

/** Its place on the rail, and which suite is run where, on which version. */
export function SuiteCells({ suite, number, isParallel }: Props) {
  const { project, testSuite, problem } = suite;
  const { text, isDynamic } = environmentOf(suite);
  const { source, now, isCommit, isMissing } = versionOf(suite);
  return (
    <>
      <span className={styles.rail}>
        {number !== null && <span className={`${styles.number} tabular`}>{number}</span>}
        {isParallel && <span className={styles.bracket} />}
      </span>
      <span className={`${styles.project} truncate`} title={project.name}>
        {project.name}
      </span>
      <strong className={`${styles.suite} truncate`} title={testSuite.name}>
        {testSuite.name}
      </strong>
      <span className={`${styles.environment} truncate`} title={isDynamic ? `${text}, named when it starts` : text}>
        {isDynamic ? <code>{text}</code> : text}
      </span>
      <span
        className={`${styles.version} truncate`}
        data-problem={isMissing || problem !== null}
        title={problem ?? undefined}
      >
        {(isMissing || problem !== null) && <StatusShape shape="ignored" label={problem ?? 'cannot start now'} />}
        {source}
        {now !== null && <span className={styles.now}> · {isCommit ? <code>{now}</code> : now}</span>}
      </span>
    </>
  );
}

/** How it went the last time in this plan, and how long it usually takes. */
export function SuiteResult({ suite: { lastResult, usualDuration } }: { suite: TestPlanSuiteView }) {
  return (
    <>
      <span className={styles.last}>{lastResult === null ? <NotRun /> : <LastResult last={lastResult} />}</span>
      <span className={`${styles.usual} tabular`}>{usualDuration === null ? '–' : formatDuration(usualDuration)}</span>
    </>
  );
}

function NotRun() {
  return (
    <span className={styles.lastResult}>
      <StatusShape shape="notRun" label="" /> not run
    </span>
  );
}

type Last = { testPlanRunId: string; testRunId: string | null; status: PlanSuiteStatus; at: string };

function LastResult({ last: { testPlanRunId, testRunId, status, at } }: { last: Last }) {
  const { plan } = useBoard();
  const path = useAccountPath();
  const to = testRunId === null ? `test-plans/${plan.id}/runs?run=${testPlanRunId}` : `test-runs/${testRunId}`;
  return (
    <Link to={path(to)} className={styles.lastResult}>
      {status === 'error' ? (
        <Tag tone="fail">{wordOfSuite(status)}</Tag>
      ) : (
        <StatusShape shape={shapeOfSuite(status)} label={wordOfSuite(status)} />
      )}
      <RelativeTime time={at} />
    </Link>
  );
}
