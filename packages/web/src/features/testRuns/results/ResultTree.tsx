import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { FileRow } from './FileRow.tsx';
import styles from './ResultTree.module.css';
import type { TreeRow } from './resultTree.ts';
import { keyOfRow } from './runResults.ts';
import { rowIdOf, TestRow } from './TestRow.tsx';

const rowHeight = 32;

/**
 * The rows of the tree, rendering only those in view. The tree has the focus and moves the selection, also on to
 * other pages.
 */
export function ResultTree({
  rows,
  walked,
  page,
  chosen,
  latest,
  checked,
  testTimeoutSeconds,
  selectable,
  marksNew,
  onChoose,
  onOpen,
  fileOfChosen,
  onToggle,
  onExpand,
  onCheck,
  onAtTop,
  onPointed,
}: {
  rows: readonly TreeRow[];
  /** Those that keys move through: of all pages. */
  walked: readonly TreeRow[];
  page: number;
  chosen: string | null;
  /** What keys count from: the choice, which the page may not show yet. */
  latest: RefObject<string | null>;
  checked: ReadonlySet<string>;
  testTimeoutSeconds: number;
  selectable: boolean;
  marksNew: boolean;
  onChoose: (testKey: string) => void;
  onOpen: (testKey: string) => void;
  fileOfChosen: string | null;
  onToggle: (file: string) => void;
  onExpand: (file: string, expanded: boolean) => void;
  onCheck: (testKey: string) => void;
  /** Told whether the first row is in view. */
  onAtTop: (isAtTop: boolean) => void;
  /** Told whether the pointer is on the rows. */
  onPointed: (isPointed: boolean) => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 16,
    initialRect: { width: 600, height: 640 },
    getItemKey: (index) => keyOf(rows[index], index),
  });

  // Scrolls to the selection when it moves, but not when rows move under it, so as not to disturb reading.
  const latestRows = useRef(rows);
  const firstChoice = useRef(true);
  const shownPage = useRef(page);
  useEffect(() => {
    latestRows.current = rows;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer is another one on every render
  useEffect(() => {
    const at = latestRows.current.findIndex((row) => row.kind === 'test' && keyOfRow(row.test) === chosen);
    if (at !== -1) virtual.scrollToIndex(at, { align: firstChoice.current ? 'center' : 'auto' });
    else if (shownPage.current !== page) virtual.scrollToIndex(0);
    firstChoice.current = false;
    shownPage.current = page;
  }, [chosen, page]);

  function pressed(event: KeyboardEvent): void {
    const at = latest.current;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      const next = nextTest(walked, at, by);
      if (next) onChoose(next);
    } else if ((event.key === 'ArrowLeft' || event.key === 'ArrowRight') && fileOfChosen !== null) {
      event.preventDefault();
      onExpand(fileOfChosen, event.key === 'ArrowRight');
    } else if (event.key === 'Enter' && at !== null) {
      onOpen(at);
    } else if (event.key === ' ' && at !== null && selectable && event.target === event.currentTarget) {
      event.preventDefault();
      onCheck(at);
    }
  }

  return (
    <div
      ref={scroller}
      className={styles.scroller}
      role="tree"
      aria-label="Tests"
      tabIndex={0}
      aria-activedescendant={chosen === null ? undefined : rowIdOf(chosen)}
      onKeyDown={pressed}
      onPointerEnter={() => onPointed(true)}
      onPointerLeave={() => onPointed(false)}
      onScroll={({ currentTarget }) => onAtTop(currentTarget.scrollTop < rowHeight)}
    >
      <div className={styles.inner} style={{ height: virtual.getTotalSize() }} role="presentation">
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          return (
            <div
              key={item.key}
              className={styles.slot}
              style={{ transform: `translateY(${item.start}px)` }}
              role="presentation"
            >
              {row.kind === 'file' ? (
                <FileRow node={row.node} above={row.above} expanded={row.expanded} onToggle={onToggle} />
              ) : (
                <TestRow
                  test={row.test}
                  above={nameOf(rows[item.index - 1])}
                  chosen={keyOfRow(row.test) === chosen}
                  checked={checked.has(keyOfRow(row.test))}
                  testTimeoutSeconds={testTimeoutSeconds}
                  selectable={selectable}
                  marksNew={marksNew}
                  onChoose={onChoose}
                  onOpen={onOpen}
                  onCheck={onCheck}
                />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function nameOf(row: TreeRow | undefined): string | null {
  return row?.kind === 'test' ? row.test.name : null;
}

function keyOf(row: TreeRow | undefined, index: number): string | number {
  if (!row) return index;
  return row.kind === 'file' ? `file ${row.node.file}` : keyOfRow(row.test);
}

/**
 * @returns the id of the next (by 1) or previous (by -1) test after the chosen one that passes `wanted`; from no
 * choice, the first or last; null at the end
 */
export function nextTest(
  rows: readonly TreeRow[],
  chosen: string | null,
  by: 1 | -1 | number,
  wanted: (row: Extract<TreeRow, { kind: 'test' }>) => boolean = () => true,
): string | null {
  const at = chosen === null ? -1 : rows.findIndex((row) => row.kind === 'test' && keyOfRow(row.test) === chosen);
  const start = at === -1 ? (by > 0 ? 0 : rows.length - 1) : at + by;
  for (let index = start; index >= 0 && index < rows.length; index += by) {
    const row = rows[index];
    if (row?.kind === 'test' && wanted(row)) return keyOfRow(row.test);
  }
  return null;
}
