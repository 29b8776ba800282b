import type { PreviewedRun } from '@assay/contract';
import { Link } from 'react-router';
import { useListEnvironmentsQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import styles from './quarantinePreview.module.css';

/** A run by its number, with where and when it ran. */
export function PreviewedRunLink({ run }: { run: PreviewedRun }) {
  const path = useAccountPath();
  const { data: environments } = useListEnvironmentsQuery();
  const environment = environments?.find(({ id }) => id === run.environmentId)?.name;
  return (
    <div className={styles.twoLines}>
      <Link className="link tabular" to={path(`test-runs/${run.testRunId}`)}>
        #{run.number}
      </Link>
      <span className={styles.below}>
        <code>{run.branch}</code>
        {environment && ` · ${environment}`} · <RelativeTime time={run.createdAt} />
      </span>
    </div>
  );
}
