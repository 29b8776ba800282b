import { type RootCause, type RunAnalysisView, type TestRunView, testKeyIn } from '@assay/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { counted, formatCount } from '../../../ui/format/formatNumbers.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { runnerName } from '../../../ui/runnerName.ts';
import styles from './analysis.module.css';
import { causeTestsPath } from './causeTests.ts';
import { IssueMenu } from './IssueMenu.tsx';
import { KindMenu } from './KindMenu.tsx';
import { ModelPart } from './ModelPart.tsx';
import { RunLink, RunMoment } from './RunOfCause.tsx';
import { Template } from './Template.tsx';

const testsNamed = 3;

/** A cause in full: the evidence of the rules, below it what the model says. */
export function CausePanel({
  cause,
  analysis,
  run,
  correcting,
  onCorrecting,
}: {
  cause: RootCause;
  analysis: RunAnalysisView;
  run: TestRunView;
  correcting: boolean;
  onCorrecting: (opened: boolean) => void;
}) {
  return (
    <article className={styles.panel} aria-label={cause.name}>
      <div className={styles.evidence}>
        <header className={styles.panelHead}>
          <h3 className={styles.panelName}>{cause.name}</h3>
          <KindMenu
            cause={cause}
            projectId={run.projectId}
            testRunId={run.id}
            opened={correcting}
            onChange={onCorrecting}
          />
          <IssueMenu testRunId={run.id} cause={cause} />
        </header>
        <Template text={cause.description} />
        <dl className={styles.facts}>
          <CauseFacts cause={cause} run={run} />
        </dl>
        <KindSource cause={cause} />
      </div>
      <ModelPart cause={cause} analysis={analysis} />
    </article>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function CauseFacts({ cause, run }: { cause: RootCause; run: TestRunView }) {
  const { frame, runnerIds, testCount, firstSeen, isNew, seenBefore } = cause;
  const runners = runnerIds.map(runnerName).join(', ');
  return (
    <>
      {(frame !== null || runners !== '') && (
        <Fact name="In common">
          {frame !== null && (
            <>
              <code>{frame.text}</code> in {formatCount(frame.testCount)} of {formatCount(testCount)}
            </>
          )}
          {frame !== null && runners !== '' && ' · '}
          {runners}
        </Fact>
      )}
      {(isNew || firstSeen !== null) && (
        <Fact name="First seen">
          {isNew || firstSeen === null ? (
            'in this run'
          ) : (
            <>
              <RunLink run={firstSeen} /> · <RunMoment run={firstSeen} />
            </>
          )}
        </Fact>
      )}
      <Fact name="Seen before">
        {seenBefore === null ? (
          'no'
        ) : (
          <>
            in {counted(seenBefore.runCount, 'run')}
            {seenBefore.last !== null && (
              <>
                , last <RunLink run={seenBefore.last} /> · <RunMoment run={seenBefore.last} />
              </>
            )}
          </>
        )}
        {cause.note !== null && <span className={styles.note}>{cause.note}</span>}
      </Fact>
      <Fact name="Tests">
        <TestsOfCause cause={cause} run={run} />
      </Fact>
    </>
  );
}

function TestsOfCause({ cause, run }: { cause: RootCause; run: TestRunView }) {
  const path = useAccountPath();
  const named = cause.affectedTestRunTestAnalysis.slice(0, testsNamed);
  const more = cause.testCount - named.length;
  return (
    <>
      {named.map(({ testRunTestId, name }, index) => (
        <span key={testRunTestId}>
          {index > 0 && ', '}
          <Link className="link inText" to={path(`test-runs/${run.id}/tests/${testKeyIn(run.id, testRunTestId)}`)}>
            {name}
          </Link>
        </span>
      ))}
      {named.length > 0 && ', '}
      <Link className="link inText" to={path(causeTestsPath(run.id, cause))}>
        {more > 0 ? `${formatCount(more)} more` : 'show in results'}
      </Link>
    </>
  );
}

/** Who says what kind it is, if it was not the rules. */
function KindSource({ cause: { kindBy, decidedBy, decidedAt } }: { cause: RootCause }) {
  if (kindBy === 'RULES') return null;
  if (kindBy === 'MODEL') return <p className={styles.quiet}>Kind suggested by the model.</p>;
  return (
    <p className={styles.quiet}>
      Kind set by {decidedBy?.fullName ?? 'Assay'}
      {decidedAt !== null && (
        <>
          , <RelativeTime time={decidedAt} />
        </>
      )}
      , for all failures with this cause.
    </p>
  );
}
