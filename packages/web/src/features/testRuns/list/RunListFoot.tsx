import { limits } from '@assay/contract';
import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './TestRunListScreen.module.css';
import { densities, type useRunListDisplay } from './useRunListDisplay.ts';

const nameOf = { comfortable: 'Comfortable', compact: 'Compact' };

/** Below the list: how dense its rows are, how many a page has, and its pages. */
export function RunListFoot({
  display: { size, density, setSize, setDensity },
  onSize,
  children,
}: {
  display: ReturnType<typeof useRunListDisplay>;
  /** The pages are other ones now. */
  onSize: () => void;
  children: ReactNode;
}) {
  return (
    <div className={styles.foot}>
      <SegmentedControl
        className={styles.density}
        size="xs"
        aria-label="Density"
        data={densities.map((value) => ({ value, label: nameOf[value] }))}
        value={density}
        onChange={(picked) => setDensity(picked === 'compact' ? 'compact' : 'comfortable')}
      />
      <span className={styles.size}>
        <span className="soft">Per page</span>
        <SegmentedControl
          size="xs"
          aria-label="Runs per page"
          data={limits.pageSizesOfTestRuns.map(String)}
          value={String(size)}
          onChange={(picked) => {
            setSize(Number(picked));
            onSize();
          }}
        />
      </span>
      {children}
    </div>
  );
}
