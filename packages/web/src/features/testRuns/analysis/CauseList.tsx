import type { RootCause, RunAnalysisView } from '@assay/contract';
import { testKeyIn } from '@assay/contract';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { counted, formatCount } from '../../../ui/format/formatNumbers.ts';
import styles from './analysis.module.css';
import { CauseRow } from './CauseRow.tsx';

/** Causes by size, then failures that have none. */
export function CauseList({
  causes,
  analysis,
  chosen,
  list,
  onChoose,
  onStep,
  onOpenTests,
  details,
}: {
  causes: readonly RootCause[];
  analysis: RunAnalysisView;
  chosen: RootCause | null;
  list: Ref<HTMLUListElement>;
  onChoose: (cause: RootCause) => void;
  onStep: (by: number) => void;
  onOpenTests: (cause: RootCause) => void;
  /** The chosen cause, to be shown in its row. */
  details: ReactNode;
}) {
  const { causeCount, isRunning } = analysis;
  function press(event: KeyboardEvent): void {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    onStep(by);
  }
  return (
    <>
      <header className={styles.listHead}>
        <h2>
          Causes <span className="soft tabular">{formatCount(causeCount)}</span>
        </h2>
        <span className="soft">{isRunning ? 'live, sorted when the run ends' : 'most tests first'}</span>
      </header>
      <ul className={styles.causes} aria-label="Causes" ref={list} onKeyDown={press}>
        {causes.map((cause) => (
          <CauseRow
            key={cause.id}
            cause={cause}
            isChosen={cause === chosen}
            onChoose={() => onChoose(cause)}
            onOpenTests={() => onOpenTests(cause)}
          >
            {cause === chosen && details}
          </CauseRow>
        ))}
      </ul>
      <Foot analysis={analysis} />
    </>
  );
}

function Foot({ analysis }: { analysis: RunAnalysisView }) {
  const path = useAccountPath();
  const { testRunId, causeCount, testRunAnalysisRootCauses, flakyCount, flakyCauseCount, isCoarse } = analysis;
  const shown = testRunAnalysisRootCauses.length;
  return (
    <footer className={styles.foot}>
      {causeCount > shown && (
        <p>
          {formatCount(shown)} of {formatCount(causeCount)} causes, the largest ones.
        </p>
      )}
      {isCoarse && <p>Too many different errors: similar ones are not merged.</p>}
      <Unexplained analysis={analysis} />
      {flakyCount > 0 && (
        <p>
          {counted(flakyCount, 'flaky test')} listed separately:{' '}
          <Link className="link inText" to={path(`test-runs/${testRunId}/test-results?status=FLAKY`)}>
            {counted(flakyCauseCount, 'cause')}
          </Link>
        </p>
      )}
      {shown > 0 && (
        <p className={styles.keys}>
          <kbd>Enter</kbd> opens the tests, <kbd>c</kbd> corrects, <kbd>i</kbd> creates an issue.
        </p>
      )}
    </footer>
  );
}

/** Failed tests whose results say no error. */
function Unexplained({ analysis: { testRunId, testRunTestAnalysis: tests } }: { analysis: RunAnalysisView }) {
  const path = useAccountPath();
  if (tests.length === 0) return null;
  return (
    <section className={styles.unexplained} aria-label="Failures without an error message">
      <p>{counted(tests.length, 'failure')} without an error message:</p>
      <ul>
        {tests.map(({ testRunTestId, name, file }) => (
          <li key={testRunTestId}>
            <Link
              className="link"
              to={path(`test-runs/${testRunId}/tests/${testKeyIn(testRunId, testRunTestId)}`)}
              title={file}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
