import { type ChangeSincePass, pollSeconds, type TestAnalysisView, type TestResultView } from '@assay/contract';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { usePolling } from '../../../connection/usePolling.ts';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { RunLink, RunMoment } from '../analysis/RunOfCause.tsx';
import { WholeRunSignals } from '../analysis/WholeRunSignals.tsx';
import { comparisonPath } from '../comparison/comparisonUrl.ts';
import { Changes } from './Changes.tsx';
import { FixedBefore } from './FixedBefore.tsx';
import { Suggestion } from './Suggestion.tsx';
import styles from './troubleshooting.module.css';
import { useSuggestion } from './useSuggestion.ts';
import { useTestAnalysis } from './useTestAnalysis.ts';

export { TroubleshootingRail } from './TroubleshootingRail.tsx';

/**
 * Why the test failed: its cause, what changed since it passed, and a suggestion, which opening the tab requests.
 * @param hasRail whether the page has a rail, which shows how the failure was fixed before
 */
export function TroubleshootingTab({ test, hasRail }: { test: TestResultView; hasRail: boolean }) {
  const query = useTestAnalysis(test);
  return (
    <Loaded query={query} failed="The analysis could not be loaded" skeleton={<RowsSkeleton rows={5} height={32} />}>
      {(analysis) => <Analysis analysis={analysis} test={test} hasRail={hasRail} onPoll={query.refetch} />}
    </Loaded>
  );
}

function Analysis({
  analysis,
  test,
  hasRail,
  onPoll,
}: {
  analysis: TestAnalysisView;
  test: TestResultView;
  hasRail: boolean;
  onPoll: () => unknown;
}) {
  const suggestion = useSuggestion(analysis, test);
  const isAwaited = analysis.status === 'REQUESTED' || suggestion.isSending;
  usePolling(onPoll, isAwaited ? pollSeconds.analysis : null);
  return (
    <div className={styles.tab}>
      <WholeRunSignals signals={analysis.wholeRun} />
      <Sentence analysis={analysis} />
      <Runs analysis={analysis} />
      <Changes analysis={analysis} />
      <Suggestion analysis={analysis} test={test} suggestion={suggestion} />
      {!hasRail && <FixedBefore analysis={analysis} />}
    </div>
  );
}

function Sentence({ analysis: { cause, changes, lastPassed, isFlaky } }: { analysis: TestAnalysisView }) {
  return (
    <div>
      <p className={styles.sentence}>
        {cause && <strong>{cause.name}. </strong>}
        {whatChanged(changes, { hasPassed: lastPassed !== null, isFlaky })}
      </p>
      {cause?.frame && (
        <p className={styles.soft}>
          At <code>{cause.frame.text}</code>
          {cause.seenBefore && `, seen in ${counted(cause.seenBefore.runCount, 'earlier run')}`}
        </p>
      )}
    </div>
  );
}

function whatChanged(
  changes: readonly ChangeSincePass[],
  { hasPassed, isFlaky }: { hasPassed: boolean; isFlaky: boolean },
): string {
  if (!hasPassed) return 'No earlier pass to compare with.';
  if (isFlaky) return 'It passes and fails on the same commit, so changes explain little.';
  const suspects = changes.filter(({ isSuspect }) => isSuspect).length;
  if (suspects > 0) return `${counted(suspects, 'suspect')} among the changes since it passed.`;
  return changes.every(({ kind }) => kind === 'UNCHANGED')
    ? 'Nothing known changed since it passed.'
    : 'No suspect among the changes since it passed.';
}

function Runs({ analysis: { lastPassed, firstFailed } }: { analysis: TestAnalysisView }) {
  const path = useAccountPath();
  if (!lastPassed && !firstFailed) return null;
  return (
    <>
      <ul className={styles.runs}>
        {lastPassed && (
          <li>
            <StatusShape shape="pass" label="" />
            <span>
              last passed <RunLink run={lastPassed} /> · <RunMoment run={lastPassed} />
            </span>
          </li>
        )}
        {firstFailed && (
          <li>
            <StatusShape shape="fail" label="" />
            <span>
              first failed <RunLink run={firstFailed} /> · <RunMoment run={firstFailed} />
            </span>
          </li>
        )}
      </ul>
      {lastPassed && firstFailed && (
        <div className={styles.heading}>
          <h3>What changed between them</h3>
          <span className={styles.soft}>
            suspects first ·{' '}
            <Link className="link inText" to={path(comparisonPath(lastPassed.testRunId, firstFailed.testRunId))}>
              Compare the runs
            </Link>
          </span>
        </div>
      )}
    </>
  );
}
