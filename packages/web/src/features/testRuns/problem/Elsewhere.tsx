import { type Occurrence, type TestResultView, testKeyOf } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import styles from './ProblemSection.module.css';

const shownAtFirst = 4;

/** The same failure in other tests and runs. */
export function Elsewhere({ occurrences, test }: { occurrences: readonly Occurrence[]; test: TestResultView }) {
  const path = useAccountPath();
  const [all, setAll] = useState(false);
  const own = testKeyOf(test.testId, test.copy);
  const others = occurrences.filter(({ testRunId, testKey }) => testRunId !== test.testRunId || testKey !== own);
  if (others.length === 0) return null;
  const ofThisRun = (one: Occurrence) => one.testRunId === test.testRunId;
  const sorted = [...others.filter(ofThisRun), ...others.filter((one) => !ofThisRun(one))];
  return (
    <div>
      <h4 className={styles.heading}>
        Same failure elsewhere <span className="soft tabular">{others.length}</span>
      </h4>
      <ul className={styles.elsewhere}>
        {sorted.slice(0, all ? undefined : shownAtFirst).map((one) => (
          <li key={`${one.testRunId}.${one.testKey}`}>
            <Link className="link truncate" dir="auto" to={path(`test-runs/${one.testRunId}/tests/${one.testKey}`)}>
              {one.name}
            </Link>
            <span className={styles.soft}>
              {ofThisRun(one) ? (
                'this run'
              ) : (
                <>
                  #{one.number} · {one.environmentName} · {one.branch} · <RelativeTime time={one.at} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {others.length > shownAtFirst && (
        <UnstyledButton className={`link ${styles.small}`} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${others.length}`}
        </UnstyledButton>
      )}
    </div>
  );
}
