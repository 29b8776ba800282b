import type { ComparedResult, ComparedTest, TestRunView } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { FilePath } from '../../../ui/FilePath.tsx';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { stripAnsi } from '../../../ui/stripAnsi.ts';
import { Tag } from '../../../ui/Tag.tsx';
import { shapeOfTest, wordOfTest } from '../status/statusShapes.ts';
import styles from './comparison.module.css';

/** @returns the first line of an error that says something */
function firstLine(error: string): string {
  return (
    stripAnsi(error)
      .split('\n')
      .find((line) => line.trim() !== '') ?? ''
  );
}

/** A test as it was and as it is; each shape leads to the test in its run. */
export function ComparedRow({
  test,
  first,
  second,
  onProblem,
}: {
  test: ComparedTest;
  first: TestRunView;
  second: TestRunView;
  /** Shows all tests with the same error. */
  onProblem: (problemId: string) => void;
}) {
  const path = useAccountPath();
  const newest = test.second ?? test.first;
  const run = test.second ? second : first;
  const problemId = test.second?.problemId;
  if (!newest) return null;
  return (
    <div className={styles.row}>
      <span className={styles.shapes}>
        <ResultLink result={test.first} run={first} />
        <span className={styles.arrow} aria-hidden="true">
          →
        </span>
        <ResultLink result={test.second} run={second} />
      </span>
      <div className={styles.what}>
        <Link data-row className={styles.name} to={path(`test-runs/${run.id}/tests/${newest.testKey}`)}>
          <span className={`truncate ${styles.testName}`} title={test.name}>
            {test.name}
          </span>
          <span className={`soft truncate ${styles.file}`}>
            <FilePath path={test.file} />
          </span>
        </Link>
        {test.second?.error && (
          <code className={`truncate ${styles.error}`} title={stripAnsi(test.second.error)}>
            {firstLine(test.second.error)}
          </code>
        )}
        {test.alike > 0 && problemId && (
          <UnstyledButton className={`link ${styles.alike}`} onClick={() => onProblem(problemId)}>
            {formatCount(test.alike)} more with this error
          </UnstyledButton>
        )}
      </div>
      {newest.quarantined && <Tag tone="ignored">quarantined</Tag>}
      {test.sameError !== null && (
        <Tag tone={test.sameError ? 'plain' : 'fail'}>{test.sameError ? 'same error' : 'other error'}</Tag>
      )}
    </div>
  );
}

function ResultLink({ result, run }: { result: ComparedResult | null; run: TestRunView }) {
  const path = useAccountPath();
  if (!result) {
    return (
      <span className={styles.absent} role="img" aria-label={`Not in #${run.number}`} title={`Not in #${run.number}`}>
        –
      </span>
    );
  }
  const label = `${wordOfTest(result)} in #${run.number}`;
  return (
    <Link className={styles.shape} to={path(`test-runs/${run.id}/tests/${result.testKey}`)} title={label}>
      <StatusShape shape={shapeOfTest(result)} label={label} />
    </Link>
  );
}
