import type { NoticeView } from '@assay/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { Initial } from '../../../ui/Initial.tsx';
import list from '../../../ui/list.module.css';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { shapeOfRun } from '../../../ui/shapeOfRun.ts';
import styles from './MyWorkScreen.module.css';

/** Unread notifications of runs. */
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
        {notices.map((notice) => (
          <ToldRow key={notice.id} notice={notice} to={path(`test-runs/${notice.testRunId}/${tab}`)} />
        ))}
      </ul>
    </section>
  );
}

function ToldRow({ notice: { run, by, reason, at }, to }: { notice: NoticeView; to: string }) {
  const isMention = reason === 'mentioned';
  const person = by?.fullName ?? 'CI';
  const name = `${run.projectName} #${run.number}`;
  return (
    <li className={styles.row}>
      <Link className={styles.link} data-row to={to}>
        {isMention ? <Initial name={person} /> : <StatusShape shape={shapeOfRun(run)} label="Test run" />}
        <span className={styles.what}>
          <strong className="truncate" dir="auto">
            {name}
          </strong>
          <span className={`${styles.meta} truncate`}>
            {isMention ? `${person} mentioned you · ${run.branch}` : run.branch}
          </span>
        </span>
      </Link>
      <span className={styles.recent}>
        {!isMention && <span data-look="fail">{formatCount(run.failCount)} failed</span>}
      </span>
      <span className={styles.status}>
        {isMention && (
          <Button component={Link} to={to} size="compact-xs" aria-label={`Reply in ${name}`}>
            Reply
          </Button>
        )}
      </span>
      <span className={styles.given}>
        <RelativeTime time={at} />
      </span>
    </li>
  );
}
