import type { EndingQuarantine } from '@assay/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useMay } from '../../../connection/currentUser.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { FilePath } from '../../../ui/FilePath.tsx';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { formatExactTime } from '../../../ui/format/formatTime.ts';
import { daysLeft, extensionDays } from '../../../ui/format/quarantineEnd.ts';
import list from '../../../ui/list.module.css';
import { useQuarantine } from '../../../ui/quarantine/useQuarantine.ts';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import styles from './MyWorkScreen.module.css';

/** The person's quarantines that end soon: extended or released in place. */
export function EndingSection({ quarantines }: { quarantines: readonly EndingQuarantine[] }) {
  if (quarantines.length === 0) return null;
  return (
    <section className={`${list.list} ${styles.section}`} aria-labelledby="ending">
      <header className={styles.head}>
        <h2 id="ending">
          Expiring <span className="soft tabular">{formatCount(quarantines.length)}</span>
        </h2>
        <span className={styles.rule}>after its end a quarantined test fails its runs again</span>
      </header>
      <ul className={styles.items}>
        {quarantines.map((quarantine) => (
          <EndingRow key={`${quarantine.projectId}.${quarantine.testId}`} quarantine={quarantine} />
        ))}
      </ul>
    </section>
  );
}

function EndingRow({ quarantine }: { quarantine: EndingQuarantine }) {
  const { projectId, projectName, testId, testRunId, file, name, reason, until, by } = quarantine;
  const path = useAccountPath();
  const may = useMay('test.quarantine');
  const { extend, release, extending, releasing } = useQuarantine(projectId, testId);
  const to = testRunId ? `test-runs/${testRunId}/tests/${testId}` : `projects/${projectId}/quarantined-tests`;
  return (
    <li className={styles.row}>
      <Link className={styles.link} data-row to={path(to)}>
        <StatusShape shape="ignored" label="Quarantined" />
        <span className={styles.what}>
          <strong className="truncate" title={name} dir="auto">
            {name}
          </strong>
          <span className={`${styles.meta} truncate`}>
            <FilePath path={file} before={[projectName]} after={reason} />
          </span>
        </span>
      </Link>
      <span className={styles.acts}>
        {may && (
          <>
            <Button
              size="compact-xs"
              loading={extending}
              onClick={() => void extend(until)}
              aria-label={`Extend by ${extensionDays} days: ${name}`}
            >
              Extend by {extensionDays} days
            </Button>
            <Button
              size="compact-xs"
              variant="subtle"
              loading={releasing}
              onClick={() => void release()}
              aria-label={`Dequarantine ${name}`}
            >
              Dequarantine
            </Button>
          </>
        )}
      </span>
      <span className={styles.given}>
        <span title={formatExactTime(until)} data-look="soon">
          {daysLeft(until, Date.now())}
        </span>
        <span className={`${styles.meta} truncate`}>by {by?.fullName ?? 'Assay'}</span>
      </span>
    </li>
  );
}
