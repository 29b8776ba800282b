import {
  limits,
  type PlanSuiteAttempt,
  passedText,
  scoredCount,
  type TestPlanRunView,
  type TestPlanSuiteResult,
} from '@assay/contract';
import { ActionIcon, Menu, UnstyledButton } from '@mantine/core';
import { Link } from 'react-router';
import { useMay } from '../../../connection/currentUser.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { IconRefresh } from '../../../ui/icons/icons.ts';
import { RunningDuration } from '../../../ui/RunningDuration.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { shapeOfSuite, wordOfSuite } from './planRunShapes.ts';
import styles from './runs.module.css';
import { usePlanRunActions } from './usePlanRunActions.ts';

/** A suite of a run: where and on what it was run, how that went, and its test run. */
export function PlanRunSuite({ run, suite }: { run: TestPlanRunView; suite: TestPlanSuiteResult }) {
  const { status, project, testSuiteName, environment, duration, startedAt, isRunning } = suite;
  return (
    <li className={styles.suite} aria-label={testSuiteName}>
      <span className={styles.suiteShape}>
        <StatusShape shape={shapeOfSuite(status)} label={wordOfSuite(status)} />
      </span>
      <span className={styles.suiteName}>
        <SuiteLink suite={suite}>
          <span className="soft">{project.name} ›</span> <strong>{testSuiteName}</strong>
        </SuiteLink>
        {(status === 'skipped' || status === 'error') && (
          <Tag tone={status === 'error' ? 'fail' : 'plain'}>{wordOfSuite(status)}</Tag>
        )}
        <Attempts attempts={suite.attempts} />
      </span>
      <span className={`${styles.environment} truncate`} title={environment}>
        {environment}
      </span>
      <Version suite={suite} />
      <span className={`${styles.outcome} tabular`}>
        <Outcome suite={suite} />
      </span>
      <span className={`${styles.took} tabular`}>
        {isRunning && startedAt !== null ? (
          <RunningDuration since={startedAt} />
        ) : duration === null || status === 'error' ? (
          '–'
        ) : (
          formatDuration(duration)
        )}
      </span>
      <Rerun run={run} suite={suite} />
    </li>
  );
}

function SuiteLink({ suite, children }: { suite: TestPlanSuiteResult; children: React.ReactNode }) {
  const path = useAccountPath();
  const { testRun, project, testSuiteName } = suite;
  const title = `${project.name} › ${testSuiteName}`;
  if (testRun === null) {
    return (
      <span className="truncate" title={title}>
        {children}
      </span>
    );
  }
  return (
    <Link to={path(`test-runs/${testRun.id}`)} className={`${styles.suiteLink} truncate`} title={title}>
      {children} <span className="soft tabular">#{testRun.number}</span>
    </Link>
  );
}

/** What it was run on; why it could not start stands in its place. */
function Version({ suite: { status, message, build, branch, commit } }: { suite: TestPlanSuiteResult }) {
  if (status === 'error') return <span className={styles.reason}>{message}</span>;
  return (
    <>
      <span className={`${styles.build} truncate`} title={build ?? undefined}>
        {build}
      </span>
      <span className={`${styles.branch} truncate`} title={branch ?? undefined}>
        {branch}
      </span>
      <code className={styles.commit} title={commit ?? undefined}>
        {commit?.slice(0, limits.commitLength)}
      </code>
    </>
  );
}

function Outcome({ suite: { status, counts, testRun, message } }: { suite: TestPlanSuiteResult }) {
  const { passCount, failCount, testCount, remainingTests } = counts;
  if (status === 'error' || status === 'skipped') return null;
  if (status === 'pending') return 'waiting';
  if (testCount === 0 && message === null)
    return <span className="truncate">{testRun?.statusInfo ?? wordOfSuite(status)}</span>;
  if (message !== null && scoredCount(counts) === 0) {
    return (
      <span className="truncate" title={message}>
        {message}
      </span>
    );
  }
  const parts = [
    ...(status === 'running' ? [`${formatCount(testCount - remainingTests)} of ${formatCount(testCount)}`] : []),
    ...(status !== 'running' && passCount > 0 ? [passedText(counts)] : []),
    ...(failCount > 0 ? [<Failed key="failed" count={failCount} />] : []),
    ...(status === 'canceled' ? ['canceled'] : []),
  ];
  return parts.flatMap((part, index) => (index === 0 ? [part] : [' · ', part]));
}

function Failed({ count }: { count: number }) {
  return <span className={styles.failed}>{formatCount(count)} failed</span>;
}

/** How often it was run again; the earlier goes are kept. */
function Attempts({ attempts }: { attempts: readonly PlanSuiteAttempt[] }) {
  const reruns = attempts.length - 1;
  if (reruns < 1) return null;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton
          className={styles.attempts}
          aria-label={`Run again ${reruns} ${reruns === 1 ? 'time' : 'times'}`}
        >
          <Tag>rerun {reruns}×</Tag>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {attempts.map((attempt) => (
          <Attempt key={attempt.attempt} attempt={attempt} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Attempt({ attempt: { status, testRunId, number, message } }: { attempt: PlanSuiteAttempt }) {
  const path = useAccountPath();
  const shape = <StatusShape shape={shapeOfSuite(status)} label="" />;
  const word = message ?? wordOfSuite(status);
  if (testRunId === null || number === null) {
    return (
      <Menu.Item leftSection={shape} component="div">
        {word}
      </Menu.Item>
    );
  }
  return (
    <Menu.Item leftSection={shape} component={Link} to={path(`test-runs/${testRunId}`)}>
      #{number} {word}
    </Menu.Item>
  );
}

function Rerun({ run, suite }: { run: TestPlanRunView; suite: TestPlanSuiteResult }) {
  const mayRun = useMay('testPlan.run');
  const { rerunSuite, busy } = usePlanRunActions(run);
  if (!mayRun || !suite.canRerun) return null;
  return (
    <ActionIcon
      className={styles.rerun}
      aria-label={`Rerun ${suite.testSuiteName}`}
      title="Rerun it on the same version"
      loading={busy}
      onClick={() => void rerunSuite(suite.testPlanSuiteId)}
    >
      <IconRefresh size={14} stroke={1.75} />
    </ActionIcon>
  );
}
