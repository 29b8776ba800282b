import { type RefObject, useCallback } from 'react';
import { useShortcut } from './useShortcut.ts';

/**
 * `j` and `k` move the focus through the rows of a list: elements marked `data-row`, which must be focusable. The row
 * itself handles `Enter`.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>): void {
  const move = useCallback(
    (by: number) => {
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      const next = rows[at === -1 ? (by > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + by))];
      next?.focus();
      next?.scrollIntoView({ block: 'nearest' });
    },
    [list],
  );
  useShortcut('j', () => move(1));
  useShortcut('k', () => move(-1));
}
