import { limits, type TestRunView } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { CutInMiddle } from '../../../ui/CutInMiddle.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { RunScore } from '../list/RunScore.tsx';
import { CommitInfoModal } from '../run/CommitInfoModal.tsx';
import styles from './comparison.module.css';
import { differencesOf } from './differences.ts';
import { RunSelect } from './RunSelect.tsx';

type Query = { currentData?: TestRunView; isError: boolean; error?: unknown; refetch: () => unknown };

/** One of the runs: which it is, and what is to be known of it; what differs from the other is bold. */
export function RunPanel({
  place,
  testRunId,
  query,
  besides,
  onPick,
}: {
  place: 'first' | 'second';
  testRunId: string;
  query: Query;
  besides: TestRunView | undefined;
  onPick: (testRunId: string) => void;
}) {
  const { currentData: run, isError, error, refetch } = query;
  const label = place === 'first' ? 'Run before' : 'Run after';
  return (
    <section className={styles.head} aria-label={place === 'first' ? 'Before' : 'After'}>
      <div className={styles.chosen}>
        <span className={styles.mark} data-place={place} aria-hidden="true" />
        <RunSelect label={label} value={testRunId} run={run} besides={besides} onPick={onPick} />
      </div>
      {run && <RunFactsLine run={run} besides={besides} />}
      {isError && testRunId !== '' && (
        <ErrorState title="This run could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
    </section>
  );
}

function RunFactsLine({ run, besides }: { run: TestRunView; besides: TestRunView | undefined }) {
  const path = useAccountPath();
  const [commitOpened, commit] = useDisclosure(false);
  const differing = new Set(besides ? differencesOf(run, besides).map(({ name }) => name) : []);
  const bold = (name: string) => (differing.has(name) ? styles.differs : undefined);
  return (
    <div className={styles.about}>
      <ul className={styles.facts}>
        <li>
          <Link className="link" to={path(`test-runs/${run.id}`)}>
            Open run
          </Link>
        </li>
        <li className={`${styles.branch} ${bold('branch') ?? ''}`}>
          <CutInMiddle text={run.branch} />
        </li>
        {run.gitRef && (
          <li className={bold('commit')}>
            <code>{run.gitRef.slice(0, limits.commitLength)}</code>
            {run.commit && run.upload === null && (
              <>
                {' '}
                <UnstyledButton className="link" fz={12} onClick={commit.open}>
                  Commit Info
                </UnstyledButton>
                <CommitInfoModal
                  projectId={run.projectId}
                  commit={run.commit}
                  opened={commitOpened}
                  onClose={commit.close}
                />
              </>
            )}
          </li>
        )}
        {run.build && <li className={bold('build')}>build {run.build.name}</li>}
        <li className={bold('environment')}>{run.environmentName}</li>
        <li className={bold('framework')}>{run.project.framework}</li>
        {run.copies > 1 && <li className={bold('copies')}>{run.copies} copies</li>}
        <li>
          <RelativeTime time={run.createdAt} />
        </li>
        {run.calculatedDuration !== null && <li className="tabular">{formatDuration(run.calculatedDuration)}</li>}
      </ul>
      <div className={styles.score}>
        <RunScore run={run} />
      </div>
    </div>
  );
}
