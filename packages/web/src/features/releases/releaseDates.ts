import type { ReleaseView } from '@assay/contract';

const dayMs = 86_400_000;

/** @returns a calendar day as dates are written elsewhere: `2026-11-26` → `11/26/26` */
export function formatDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${month}/${date}/${year.slice(-2)}`;
}

/** @returns the reader's calendar day at a moment in milliseconds since 1970: `2026-11-26` */
export function dayAt(moment: number): string {
  const at = new Date(moment);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

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
    if (proposed === null) return fact(formatDay(actual), 'released');
    const late = daysBetween(proposed, actual);
    if (late === 0) return fact(formatDay(actual), 'on time');
    return fact(formatDay(actual), late > 0 ? `${days(late)} late` : `${days(-late)} early`);
  }
  if (decision === 'No-Go') {
    return fact('Not released', proposed === null ? '' : `proposed ${formatDay(proposed)}`);
  }
  if (proposed === null) return fact('No date', '');
  if (decision === 'Go') return fact(formatDay(proposed), 'proposed');
  const left = daysBetween(today, proposed);
  if (left === 0) return fact(formatDay(proposed), 'today');
  return left > 0
    ? fact(formatDay(proposed), `in ${days(left)}`)
    : fact(formatDay(proposed), `${days(-left)} overdue`, true);
}
