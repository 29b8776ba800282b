import type { AlertKind, AlertPreview } from '@assay/contract';
import type { Shape } from '../../ui/StatusShape.tsx';

export const shapeOfKind: Record<AlertKind, Shape> = {
  failed: 'fail',
  failing: 'fail',
  outage: 'fail',
  matched: 'fail',
  flaky: 'flaky',
  fixed: 'pass',
  recovered: 'pass',
  passed: 'pass',
  completed: 'pending',
  analyzed: 'pending',
};

/** What happened on a day of the reader's calendar. */
export type MessageDay = { day: Date; sent: AlertKind[]; heldBack: number };

/** @returns every day of the preview, oldest first */
export function messageDays({ from, to, sent, heldBack }: AlertPreview): MessageDay[] {
  const startOf = (time: string) => {
    const day = new Date(time);
    day.setHours(0, 0, 0, 0);
    return day;
  };
  const days = new Map<number, MessageDay>();
  const last = startOf(to).getTime();
  // By the calendar: days of 23 and 25 hours are days too.
  for (const day = startOf(from); day.getTime() <= last; day.setDate(day.getDate() + 1)) {
    days.set(day.getTime(), { day: new Date(day), sent: [], heldBack: 0 });
  }
  for (const { at, kind } of sent) days.get(startOf(at).getTime())?.sent.push(kind);
  for (const { at } of heldBack) {
    const day = days.get(startOf(at).getTime());
    if (day) day.heldBack += 1;
  }
  return [...days.values()];
}
