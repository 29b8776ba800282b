import { includes } from '@assay/contract';
import { Tooltip, UnstyledButton } from '@mantine/core';
import { Link } from 'react-router';
import { useGetAccountQuery } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { useRunningCount } from '../../features/testRuns/useRunningCount.ts';
import type { Area } from '../../ui/Area.ts';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconLock } from '../../ui/icons/icons.ts';
import { openPlanDialog } from '../../ui/openPlanDialog.tsx';
import { useShownAreas } from '../useShownAreas.ts';
import styles from './LeftNavigation.module.css';
import { useTargetPath } from './useTargetPath.ts';

/** The areas of the account; folded, only their icons. Without `onFold` it cannot be folded (the drawer). */
export function LeftNavigation({ folded, onFold }: { folded: boolean; onFold?: () => void }) {
  const path = useAccountPath();
  const areas = useShownAreas();
  const running = useRunningCount();
  const { data: account } = useGetAccountQuery();
  const target = useTargetPath();
  // An area may be below another one, as releases are below the dashboard.
  const above = areas.filter(({ path: area }) => target === path(area) || target.startsWith(`${path(area)}/`));
  const current = above.reduce((longest, { path: area }) => (area.length > longest.length ? area : longest), '');
  return (
    <nav className={styles.navigation} data-folded={folded} data-drawer={onFold === undefined} aria-label="Main">
      <ul className={styles.list}>
        {areas.map((shown) => {
          const { path: area, label, icon: Icon, feature } = shown;
          const isLacking = feature !== undefined && account !== undefined && !includes(account, feature);
          const here = area === current;
          const badge = area === 'test-runs' && running > 0 ? running : null;
          return (
            <li key={area}>
              <Tooltip label={label} position="right" disabled={!folded}>
                <Link
                  to={path(area)}
                  className={here ? `${styles.entry} ${styles.active}` : styles.entry}
                  aria-current={here ? 'page' : undefined}
                  aria-label={folded ? label : undefined}
                  aria-description={isLacking ? 'not in your plan' : undefined}
                  onPointerEnter={() => prefetch(shown)}
                  onFocus={() => prefetch(shown)}
                  onClick={(event) => {
                    if (!isLacking) return;
                    event.preventDefault();
                    openPlanDialog(label);
                  }}
                >
                  <Icon size={16} stroke={1.75} className={styles.icon} aria-hidden="true" />
                  {!folded && <span className={styles.label}>{label}</span>}
                  {isLacking && !folded && (
                    <IconLock size={14} stroke={1.75} className={styles.lock} aria-hidden="true" />
                  )}
                  {badge !== null && (
                    <span className={`${styles.badge} tabular`} title={`${badge} in progress`}>
                      {badge}
                    </span>
                  )}
                </Link>
              </Tooltip>
            </li>
          );
        })}
      </ul>
      {onFold && (
        <UnstyledButton
          className={styles.fold}
          onClick={onFold}
          aria-label={folded ? 'Expand navigation' : 'Collapse navigation'}
          aria-expanded={!folded}
        >
          {folded ? (
            <IconLayoutSidebarLeftExpand size={16} stroke={1.75} />
          ) : (
            <IconLayoutSidebarLeftCollapse size={16} stroke={1.75} />
          )}
          {!folded && <span>Collapse</span>}
        </UnstyledButton>
      )}
    </nav>
  );
}

function prefetch(area: Area): void {
  area.load?.().catch(() => {
    // Opening the area loads it again, and shows what fails then.
  });
}
