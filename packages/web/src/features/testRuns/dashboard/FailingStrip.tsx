import type { FailingSince, RecentRunView } from '@assay/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { formatSpan, timeOf } from '../../../ui/format/formatTime.ts';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { useNow } from '../../../ui/useNow.ts';
import { comparisonPath } from '../comparison/comparisonUrl.ts';
import type { Column } from './columns.ts';
import styles from './dashboard.module.css';

const shownFailures = 3;

type Failure = { environment: string; run: RecentRunView; since: FailingSince | null };

/** What fails in the last stage, where it matters most; nothing while all is well there. */
export function FailingStrip({ stage }: { stage: Column }) {
  const failures: Failure[] = stage.cards.flatMap(({ name, runs }) =>
    runs.latest
      .filter(({ run }) => run.status === 'FAIL')
      .map(({ run, failingSince }) => ({ environment: name, run, since: failingSince })),
  );
  if (failures.length === 0) return null;
  const more = failures.length - shownFailures;
  return (
    <section className={styles.strip} aria-label={`Failing in ${stage.name}`}>
      <ul>
        {failures.slice(0, shownFailures).map((failure) => (
          <FailureLine key={failure.run.id} {...failure} />
        ))}
      </ul>
      {more > 0 && <p className="soft">{formatCount(more)} more</p>}
    </section>
  );
}

function FailureLine({ environment, run, since }: Failure) {
  const path = useAccountPath();
  const now = useNow(30_000);
  const began = since?.first.endTime ?? null;
  return (
    <li className={styles.failure}>
      <StatusShape shape="fail" label="" size={16} />
      <div className={styles.failureText}>
        <p>
          <strong className={styles.failed}>{environment} is failing</strong>
          {began !== null && (
            <>
              {' '}
              <span className={styles.span}>for {formatSpan(now - timeOf(began))}</span>
            </>
          )}
        </p>
        <p className="soft">
          <span className={styles.what}>
            {run.project.name} #{run.number}
          </span>
          {run.failCount > 0 && (
            <>
              {' · '}
              <span className={styles.failed}>
                {formatCount(run.failCount)} of {formatCount(run.testCount)} failed
              </span>
            </>
          )}
          {since && ' · '}
          {since?.lastPass && (
            <Link className="link" to={path(`test-runs/${since.lastPass.id}`)}>
              last pass #{since.lastPass.number}
            </Link>
          )}
          {since && !since.lastPass && 'never passed here'}
        </p>
      </div>
      {since?.lastPass && (
        <Button component={Link} to={path(comparisonPath(since.lastPass.id, run.id))}>
          Compare with #{since.lastPass.number}
        </Button>
      )}
      <Button
        component={Link}
        to={path(`test-runs/${run.id}`)}
        aria-label={`Open run ${run.project.name} #${run.number}`}
      >
        Open run
      </Button>
    </li>
  );
}
