import type { ReleaseView } from '@assay/contract';
import { Link } from 'react-router';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import list from '../../ui/list.module.css';
import styles from './releases.module.css';

/** Digits of a commit that are shown. */
const shownDigits = 8;

/** What a release ships: each project with its commit. */
export function ShippedVersions({ ships }: Pick<ReleaseView, 'ships'>) {
  const path = useAccountPath();
  return (
    <section className={`${list.list} ${styles.rail}`} aria-label="Ships">
      <h2 className={styles.groupTitle}>Ships</h2>
      <ul className={styles.versions}>
        {ships.map(({ projectId, projectName, projectKey, commit }) => (
          <li key={projectId} className={styles.versionRow}>
            <Link className={styles.wrapped} to={path(`projects/${projectKey}`)}>
              {projectName}
            </Link>
            <span className={`mono ${styles.note}`} title={commit}>
              {commit.slice(0, shownDigits)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
