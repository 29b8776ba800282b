import { type RefObject, useCallback } from 'react';
import { useShortcut } from '../../../ui/useShortcut.ts';

/** Marks what a key of the row presses: `r` its rerun, `a` its reviewer, `c` its place among the picked ones. */
export const rowKeys = { r: { 'data-key': 'r' }, a: { 'data-key': 'a' }, c: { 'data-key': 'c' } } as const;

/** `r`, `a` and `c` press the buttons of the run that is focused, or else pointed at. */
export function useRunKeys(list: RefObject<HTMLElement | null>): void {
  const press = useCallback(
    (key: keyof typeof rowKeys) => {
      const rows = [...(list.current?.querySelectorAll('[data-run]') ?? [])];
      const row = rows.find((one) => one.contains(document.activeElement)) ?? rows.find((one) => one.matches(':hover'));
      row?.querySelector<HTMLElement>(`[data-key="${key}"] button`)?.click();
    },
    [list],
  );
  useShortcut('r', () => press('r'));
  useShortcut('a', () => press('a'));
  useShortcut('c', () => press('c'));
}
