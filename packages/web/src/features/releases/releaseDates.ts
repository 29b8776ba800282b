import type { ReleaseView } from '@assay/contract';
import { formatCalendarDay } from '../../ui/format/formatTime.ts';

const dayMs = 86_400_000;

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`);

type Dated = Pick<ReleaseView, 'proposedReleaseDate' | 'actualReleaseDate' | 'decision'>;

/** What a list says about the dates of a release. */
export type DateFacts = { date: string; note: string; isOverdue: boolean };

/**
 * @param today the reader's calendar day
 * @returns the date that matters: the proposed one until the decision, then the actual one where there is one
 */
export function dateFactsOf(
  { proposedReleaseDate: proposed, actualReleaseDate: actual, decision }: Dated,
  today: string,
): DateFacts {
  const fact = (date: string, note: string, isOverdue = false) => ({ date, note, isOverdue });
  if (actual !== null) {
    if (proposed === null) return fact(formatCalendarDay(actual), 'released');
    const late = daysBetween(proposed, actual);
    if (late === 0) return fact(formatCalendarDay(actual), 'on time');
    return fact(formatCalendarDay(actual), late > 0 ? `${days(late)} late` : `${days(-late)} early`);
  }
  if (decision === 'No-Go') {
    return fact('Not released', proposed === null ? '' : `proposed ${formatCalendarDay(proposed)}`);
  }
  if (proposed === null) return fact('No date', '');
  if (decision === 'Go') return fact(formatCalendarDay(proposed), 'proposed');
  const left = daysBetween(today, proposed);
  if (left === 0) return fact(formatCalendarDay(proposed), 'today');
  return left > 0
    ? fact(formatCalendarDay(proposed), `in ${days(left)}`)
    : fact(formatCalendarDay(proposed), `${days(-left)} overdue`, true);
}
