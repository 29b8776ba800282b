import type { NoticeView } from '@assay/contract';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import list from '../../../ui/list.module.css';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { shapeOfRun } from '../../../ui/shapeOfRun.ts';
import styles from './MyWorkScreen.module.css';

/** Runs that somebody was told of and has not opened since. */
export function ToldSection({
  id,
  title,
  tab,
  notices,
}: {
  id: string;
  title: string;
  /** Of the run's page. */
  tab: string;
  notices: readonly NoticeView[];
}) {
  const path = useAccountPath();
  if (notices.length === 0) return null;
  return (
    <section className={`${list.list} ${styles.section}`} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>
          {title} <span className="soft tabular">{formatCount(notices.length)}</span>
        </h2>
        <span className={styles.rule}>leaves this list when it is opened</span>
      </header>
      <ul className={styles.items}>
        {notices.map(({ id: noticeId, testRunId, run, by, reason, at }) => (
          <li key={noticeId} className={styles.told}>
            <Link className={styles.link} data-row to={path(`test-runs/${testRunId}/${tab}`)}>
              <StatusShape shape={shapeOfRun(run)} label="Test run" />
              <span className={styles.what}>
                <strong className="truncate">
                  {run.projectName} #{run.number}
                </strong>
                <span className={`${styles.meta} truncate`}>{run.branch}</span>
              </span>
            </Link>
            <span className={styles.given}>
              <RelativeTime time={at} />
              <span className={`${styles.meta} truncate`}>
                {reason === 'mentioned' ? `by ${by?.fullName ?? 'CI'}` : `${formatCount(run.failCount)} failed`}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
