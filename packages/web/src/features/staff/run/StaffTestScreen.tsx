import type { StaffTestRunDetailView, TestAttemptView, TestResultView } from '@assay/contract';
import { useParams } from 'react-router';
import { useGetStaffTestQuery } from '../../../connection/serviceHooks.ts';
import { AnsiText } from '../../../ui/AnsiText.tsx';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { runnerName } from '../../../ui/runnerName.ts';
import { stripAnsi } from '../../../ui/stripAnsi.ts';
import { StaffRunFrame } from './StaffRunFrame.tsx';
import styles from './staffRun.module.css';

/** One test of a run with the texts of each of its attempts, without its files. */
export function StaffTestScreen() {
  return <StaffRunFrame part="Test">{(run) => <Test run={run} />}</StaffRunFrame>;
}

function Test({ run }: { run: StaffTestRunDetailView }) {
  const { testId = '' } = useParams();
  const query = useGetStaffTestQuery({ params: { id: run.id, testId } });
  return (
    <Loaded query={query} failed="The test could not be loaded" notFound="This test does not exist">
      {(test) => (
        <>
          <Facts test={test} />
          {[...test.attemptsDetail].reverse().map((attempt) => (
            <Attempt key={attempt.attempt} attempt={attempt} isOnly={test.attemptsDetail.length === 1} />
          ))}
        </>
      )}
    </Loaded>
  );
}

function Facts({ test }: { test: TestResultView }) {
  const { status, file, name, attemptsDetail } = test;
  return (
    <ul className={styles.facts} aria-label="About this test">
      <li>
        <strong>{status}</strong>
      </li>
      <li>
        <strong>{name}</strong>
      </li>
      <li>
        <code>{file}</code>
      </li>
      <li>{attemptsDetail.length === 1 ? '1 attempt' : `${attemptsDetail.length} attempts`}</li>
    </ul>
  );
}

function Attempt({ attempt, isOnly }: { attempt: TestAttemptView; isOnly: boolean }) {
  const { startTime, duration, testRunnerId, error, stackTrace, output, processOutput } = attempt;
  const texts = [
    ['Output', output],
    ['Process output', processOutput],
  ] as const;
  return (
    <section aria-label={`Attempt ${attempt.attempt}`}>
      {!isOnly && (
        <h2 className={styles.section}>
          Attempt {attempt.attempt} <span className="soft">{attempt.status}</span>
        </h2>
      )}
      <ul className={styles.facts} aria-label="About this attempt">
        {startTime && (
          <li>
            started <RelativeTime time={startTime} />
          </li>
        )}
        {duration !== null && <li className="tabular">{formatDuration(duration)}</li>}
        {testRunnerId && <li>on {runnerName(testRunnerId)}</li>}
      </ul>
      {error !== null && <pre className={styles.block}>{stripAnsi(error)}</pre>}
      {stackTrace !== null && (
        <>
          <h3 className={styles.section}>Stack trace</h3>
          <pre className={styles.block}>{stripAnsi(stackTrace)}</pre>
        </>
      )}
      {texts.map(
        ([title, text]) =>
          text !== null &&
          text !== '' && (
            <div key={title}>
              <h3 className={styles.section}>{title}</h3>
              <AnsiText text={text} />
            </div>
          ),
      )}
    </section>
  );
}
