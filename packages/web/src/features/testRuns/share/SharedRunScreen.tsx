import { limits, nothingCouldPassText, type SharedRunView } from '@assay/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { asServiceError } from '../../../connection/serviceError.ts';
import { useGetSharedRunQuery, useListSharedResultsQuery } from '../../../connection/serviceHooks.ts';
import { CutInMiddle } from '../../../ui/CutInMiddle.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Logo } from '../../../ui/Logo.tsx';
import list from '../../../ui/list.module.css';
import { Pager } from '../../../ui/Pager.tsx';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { runSegments } from '../../../ui/runSegments.ts';
import { SegmentedBar } from '../../../ui/SegmentedBar.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { shapeOfRun } from '../../../ui/shapeOfRun.ts';
import { SharedTestRow } from './SharedTestRow.tsx';
import styles from './share.module.css';

/** A test run as a link shows it, read-only, to people who have not signed in. */
export function SharedRunScreen() {
  const token = useLocation().hash.slice(1);
  const query = useGetSharedRunQuery({ query: { token } });
  const refusal = query.isError ? asServiceError(query.error) : null;
  return (
    <main className={styles.page}>
      <header className={styles.top}>
        <Logo size={22} />
        <span>Assay</span>
        {query.currentData && (
          <p className={styles.note}>
            Shared by {query.currentData.accountName} · link expires <RelativeTime time={query.currentData.expiresAt} />
          </p>
        )}
      </header>
      <div className={styles.content}>
        {token === '' || (refusal !== null && refusal.status < 500 && refusal.status !== 429) ? (
          <DeadLink />
        ) : (
          <Loaded query={query} failed="The test run could not be loaded">
            {(run) => <SharedRun run={run} token={token} />}
          </Loaded>
        )}
      </div>
    </main>
  );
}

function DeadLink() {
  return (
    <>
      <h1 className={styles.title}>This link does not work</h1>
      <p className={styles.about}>It may have expired or been revoked. Ask for a new one.</p>
    </>
  );
}

function SharedRun({ run, token }: { run: SharedRunView; token: string }) {
  const title = `${run.projectName} #${run.number}`;
  useEffect(() => {
    document.title = `${title} · Assay`;
  }, [title]);
  const segments = runSegments(run);
  return (
    <>
      <h1 className={styles.title}>
        <StatusShape shape={shapeOfRun(run)} label={run.statusDisplay} size={16} />
        <span className="truncate" dir="auto">
          {run.projectName}
        </span>
        <span className={`${styles.number} tabular`}>#{run.number}</span>
      </h1>
      <ul className={styles.facts} aria-label="About this run">
        <li>
          <strong>{run.statusDisplay}</strong>
        </li>
        {run.nothingCouldPass && <li>{nothingCouldPassText}</li>}
        {run.testSuiteName !== null && <li className="truncate">suite {run.testSuiteName}</li>}
        <li>{run.environmentName}</li>
        <li>
          <CutInMiddle text={run.branch} />
        </li>
        {run.commit && (
          <li>
            <code>{run.commit.slice(0, limits.gitRefLengthOnRun)}</code>
          </li>
        )}
        <li>{run.framework}</li>
        <li>
          <RelativeTime time={run.createdAt} />
        </li>
        {run.calculatedDuration !== null && <li>{formatDuration(run.calculatedDuration)}</li>}
      </ul>
      {run.statusInfo && <pre className={styles.info}>{run.statusInfo}</pre>}
      <SegmentedBar
        segments={segments.filter(({ shape }) => shape !== 'pending')}
        total={Math.max(1, run.testCount)}
        thick
      />
      <ul className={styles.counts} aria-label="Counts">
        {segments
          .filter(({ count }) => count > 0)
          .map(({ shape, label }) => (
            <li key={shape}>
              <StatusShape shape={shape} label="" />
              {label}
            </li>
          ))}
        {run.quarantineTotalCount > 0 && <li>{counted(run.quarantineTotalCount, 'test')} quarantined</li>}
      </ul>
      <FirstFailures run={run} token={token} />
      <AllTests token={token} />
    </>
  );
}

function TestList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={`${list.list} ${styles.tests}`} aria-label={label}>
      {children}
    </ul>
  );
}

function FirstFailures({ run: { firstFailures, failCount }, token }: { run: SharedRunView; token: string }) {
  if (firstFailures.length === 0) return null;
  const isCut = failCount > firstFailures.length;
  return (
    <section>
      <h2 className={styles.heading}>{isCut ? `The first ${firstFailures.length} failed tests` : 'Failed tests'}</h2>
      <TestList label="Failed tests">
        {firstFailures.map((test) => (
          <SharedTestRow key={test.id} token={token} test={{ ...test, status: 'FAIL', flaky: false, duration: null }} />
        ))}
      </TestList>
    </section>
  );
}

function AllTests({ token }: { token: string }) {
  const [page, setPage] = useState(1);
  const size = limits.pageOfSharedResults;
  const query = useListSharedResultsQuery({ query: { token, offset: (page - 1) * size, limit: size } });
  return (
    <section>
      <h2 className={styles.heading}>All tests</h2>
      <Loaded
        query={query}
        failed="The tests could not be loaded"
        isEmpty={({ total }) => total === 0}
        empty={<EmptyState title="No tests yet" />}
        keepsPrevious
        framed
      >
        {({ tests, total }) => (
          <>
            <TestList label="All tests">
              {tests.map((test) => (
                <SharedTestRow key={test.id} token={token} test={test} />
              ))}
            </TestList>
            {total > size && <Pager page={page} size={size} shown={tests.length} total={total} onPage={setPage} />}
          </>
        )}
      </Loaded>
    </section>
  );
}
