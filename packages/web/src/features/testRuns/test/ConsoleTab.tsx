import type { TestAttemptView, TestResultView, TestRunView } from '@assay/contract';
import { useState } from 'react';
import { AnsiText } from '../../../ui/AnsiText.tsx';
import { expiryText } from '../expiry/expiryText.ts';
import { AttemptsTable } from './AttemptsTable.tsx';
import { CodeSection } from './CodeSection.tsx';
import styles from './ConsoleTab.module.css';
import { ErrorBlock } from './ErrorBlock.tsx';
import { FailingSince } from './FailingSince.tsx';
import { FilesSection } from './FilesSection.tsx';
import { FirstScreenshot } from './FirstScreenshot.tsx';
import { framesOf } from './framesOf.ts';
import { StackBlock } from './StackBlock.tsx';

/**
 * What happened: error, stack trace and output of one attempt.
 * @param isNarrow next to the tree, where the error comes first; on its own page a test has the steps above it
 */
export function ConsoleTab({
  test,
  run,
  isNarrow = false,
}: {
  test: TestResultView;
  run: Pick<TestRunView, 'projectId' | 'commit'>;
  isNarrow?: boolean;
}) {
  const [picked, setPicked] = useState<number | null>(null);
  const attempts = test.attemptsDetail;
  const attempt = attempts.find((other) => other.attempt === picked) ?? attempts.at(-1);
  const hasTable = attempts.length > 1 || attempts.some(({ steps }) => steps.length > 0);
  const table = hasTable && <AttemptsTable attempts={attempts} picked={attempt} onPick={setPicked} />;
  return (
    <div className={styles.console}>
      {isNarrow && <FailingSince test={test} />}
      {isNarrow && attempt && <AttemptError attempt={attempt} />}
      {table}
      {attempt && <Expired test={test} />}
      {!isNarrow && attempt && <AttemptError attempt={attempt} />}
      {attempt ? (
        <Attempt attempt={attempt} run={run} isWhole={test.expired.details === null} />
      ) : (
        <p className={styles.quiet}>{quietText(test)}</p>
      )}
    </div>
  );
}

function AttemptError({ attempt: { status, error } }: { attempt: TestAttemptView }) {
  if (!error) return null;
  const title = status === 'IGNORED' ? 'Reason' : 'Error';
  return (
    <section aria-label={title}>
      <h3 className={styles.heading}>{title}</h3>
      <ErrorBlock error={error} />
    </section>
  );
}

/** What is not there any longer, where it would have been. */
function Expired({ test: { expired } }: { test: TestResultView }) {
  const { details, attachments } = expired;
  return (
    <>
      {details && <p className={styles.quiet}>{expiryText('Output and stack traces', details)}</p>}
      {attachments && <p className={styles.quiet}>{expiryText('Screenshots, videos and files', attachments)}</p>}
    </>
  );
}

/** @param isWhole whether everything that the test printed is kept */
function Attempt({
  attempt,
  run,
  isWhole,
}: {
  attempt: TestAttemptView;
  run: Pick<TestRunView, 'projectId' | 'commit'>;
  isWhole: boolean;
}) {
  const nothing =
    !attempt.error && !attempt.stackTrace && !attempt.output && !attempt.processOutput && attempt.steps.length === 0;
  const isIgnored = attempt.status === 'IGNORED';
  const frames = attempt.stackTrace && !isIgnored ? framesOf(attempt.stackTrace, attempt.error) : '';
  return (
    <>
      <CodeSection key={attempt.attempt} frames={attempt.codeFrames} run={run} />
      {attempt.status === 'FAIL' && <FirstScreenshot attempt={attempt} />}
      {frames && (
        <section aria-label="Stack trace">
          <h3 className={styles.heading}>Stack trace</h3>
          <StackBlock stack={frames} />
        </section>
      )}
      {attempt.output && (
        <section aria-label="Output">
          <h3 className={styles.heading}>Output</h3>
          <AnsiText text={attempt.output} />
        </section>
      )}
      {attempt.processOutput && (
        <section aria-label="Process output">
          <h3 className={styles.heading}>Process output</h3>
          <AnsiText text={attempt.processOutput} />
        </section>
      )}
      {nothing && isWhole && <p className={styles.quiet}>This test printed nothing.</p>}
      <FilesSection files={attempt.files} />
    </>
  );
}

function quietText(test: TestResultView): string {
  if (test.status === 'PENDING') return 'This test has not started yet.';
  if (test.status === 'RUNNING') return 'This test is running; what it prints is shown once it ends.';
  if (test.status === 'IGNORED') return 'This test was ignored by its framework.';
  return 'This test was not run.';
}
