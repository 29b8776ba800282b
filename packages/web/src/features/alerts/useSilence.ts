import type { AlertView } from '@assay/contract';
import { timeOf } from '../../ui/format/formatTime.ts';
import { useNow } from '../../ui/useNow.ts';

/** @returns the silence that an alert is in at the moment; null: none */
export function useSilence({ silence }: AlertView): AlertView['silence'] {
  const now = useNow(30_000);
  return silence !== null && timeOf(silence.until) > now ? silence : null;
}
