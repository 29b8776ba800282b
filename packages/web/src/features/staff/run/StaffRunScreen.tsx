import { isFinished, limits, type StaffTestRunDetailView } from '@assay/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useGetStaffTestListResultQuery } from '../../../connection/serviceHooks.ts';
import { CopyableId } from '../../../ui/copy/CopyableId.tsx';
import { formatDuration, formatRunningDuration } from '../../../ui/format/formatDuration.ts';
import { counted, formatCount } from '../../../ui/format/formatNumbers.ts';
import { IconExternalLink, IconFileText, IconListCheck } from '../../../ui/icons/icons.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { runSegments } from '../../../ui/runSegments.ts';
import { durationOfRun } from '../../../ui/runTiming.ts';
import { SegmentedBar } from '../../../ui/SegmentedBar.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { useNow } from '../../../ui/useNow.ts';
import { LogsPanel } from './LogsPanel.tsx';
import { RunnersPanel } from './RunnersPanel.tsx';
import { StaffRunFrame } from './StaffRunFrame.tsx';
import styles from './staffRun.module.css';

/** One run of any account: its runners with commands, and the newest of its logs, test list and failures. */
export function StaffRunScreen() {
  return (
    <StaffRunFrame part={null} actions={(run) => <Actions run={run} />}>
      {(run) => <Overview run={run} />}
    </StaffRunFrame>
  );
}

const pageOf = ({ account, id }: StaffTestRunDetailView) => `/${encodeURIComponent(account.name)}/test-runs/${id}`;

function Actions({ run }: { run: StaffTestRunDetailView }) {
  const path = `/employee/test-runs/${run.id}`;
  return (
    <>
      <Button component={Link} to={`${path}/logs`} leftSection={<IconFileText size={14} stroke={1.75} aria-hidden />}>
        Logs
      </Button>
      <Button
        component={Link}
        to={`${path}/test-list-result`}
        leftSection={<IconListCheck size={14} stroke={1.75} aria-hidden />}
      >
        Test list result
      </Button>
      {/* A page load, so that nothing of one account is left over in the other. */}
      <Button component="a" href={pageOf(run)} leftSection={<IconExternalLink size={14} stroke={1.75} aria-hidden />}>
        Open read-only
      </Button>
    </>
  );
}

function Overview({ run }: { run: StaffTestRunDetailView }) {
  return (
    <>
      <Facts run={run} />
      {run.testCount > 0 && (
        <div className={styles.counts}>
          <SegmentedBar
            thick
            segments={runSegments(run).filter(({ shape }) => shape !== 'pending')}
            total={run.testCount}
          />
        </div>
      )}
      <RunnersPanel run={run} />
      <div className={styles.columns}>
        <LogsPanel run={run} />
        <div>
          <TestList run={run} />
          <Tests run={run} />
        </div>
      </div>
    </>
  );
}

function Facts({ run }: { run: StaffTestRunDetailView }) {
  const running = !isFinished(run.status);
  const now = useNow(running ? 1000 : 3_600_000);
  const took = durationOfRun(run, now);
  const facts = [
    run.testSuiteName && `suite ${run.testSuiteName}`,
    [run.environmentName, run.pipelineStageName].filter(Boolean).join(' · '),
    run.branch,
    run.build && `build ${run.build.name}`,
    run.project.framework,
    `time-outs ${run.testTimeoutSeconds} s, ${run.timeoutMinutes} min`,
    run.copies > 1 && `${run.copies} copies`,
  ];
  return (
    <>
      <ul className={styles.facts} aria-label="About this run">
        <li>
          <strong>{run.statusDisplay}</strong>
        </li>
        {facts.map((fact) => fact && <li key={fact}>{fact}</li>)}
        {run.gitRef && (
          <li>
            <code>{run.gitRef.slice(0, limits.gitRefLengthOnRun)}</code>
          </li>
        )}
        <li>
          created <RelativeTime time={run.createdAt} />
        </li>
        {took !== null && (
          <li className="tabular">
            {running ? formatRunningDuration(took) : formatDuration(took)}
            {run.usualDuration !== null && `, usual ${formatDuration(run.usualDuration)}`}
          </li>
        )}
        <li>
          <CopyableId id={run.id} length={12} />
        </li>
      </ul>
      {run.statusInfo && <p className="soft">{run.statusInfo}</p>}
    </>
  );
}

function TestList({ run }: { run: StaffTestRunDetailView }) {
  const query = useGetStaffTestListResultQuery({ params: { id: run.id }, query: { limit: 1 } });
  return (
    <section className={styles.panel} aria-label="Test list result">
      <div className={styles.panelHead}>
        <h2>Test list result</h2>
        <Link className={`link ${styles.atEnd}`} to={`/employee/test-runs/${run.id}/test-list-result`}>
          Open
        </Link>
      </div>
      <Loaded query={query} failed="The test list could not be loaded" skeleton={<RowsSkeleton rows={3} height={20} />}>
        {({ output, error, filters, testCount, foundCount }) => (
          <dl className={`${styles.rows} tabular`}>
            <dt>Output</dt>
            <dd>{output === '' ? 'none' : counted(output.trimEnd().split('\n').length, 'line')}</dd>
            <dt>Error</dt>
            <dd>{error ?? 'none'}</dd>
            <dt>Filters</dt>
            <dd>{filters.length === 0 ? 'none' : <code>{filters.join(', ')}</code>}</dd>
            <dt>Infos</dt>
            <dd>{testCount === null ? 'no list' : counted(testCount, 'test')}</dd>
            <dt>Unfiltered</dt>
            <dd>{foundCount === null ? 'no list' : counted(foundCount, 'test')}</dd>
          </dl>
        )}
      </Loaded>
    </section>
  );
}

function Tests({ run }: { run: StaffTestRunDetailView }) {
  const { firstFailures, failCount, passCount, remainingTests, testCount } = run;
  const more = failCount - firstFailures.length;
  const rest = [
    more > 0 && `${formatCount(more)} more failed`,
    `${formatCount(passCount)} passed`,
    !isFinished(run.status) && `${formatCount(remainingTests)} to come`,
  ].filter(Boolean);
  return (
    <section className={styles.panel} aria-label="Tests">
      <div className={styles.panelHead}>
        <h2>Tests</h2>
        <span className="soft tabular">
          {formatCount(failCount)} failed of {formatCount(testCount)}
        </span>
      </div>
      <ul className={styles.list}>
        {firstFailures.map(({ testId, file, name }) => (
          <li key={`${testId} ${file}`}>
            <StatusShape shape="fail" label="Failed" />
            <Link className="link truncate" to={`/employee/test-runs/${run.id}/tests/${testId}`} title={file}>
              {name}
            </Link>
          </li>
        ))}
        <li className="soft">
          <span>
            {rest.join(', ')} ·{' '}
            <a className="link inText" href={pageOf(run)}>
              All tests
            </a>
          </span>
        </li>
      </ul>
    </section>
  );
}
