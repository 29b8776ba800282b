import type { RunAnalysisView } from '@assay/contract';

type Quota = RunAnalysisView['quota'];

/** @returns the month of the quota, UTC: `November` */
function monthOf({ resetsAt }: Quota): string {
  const lastMoment = new Date(Date.parse(resetsAt) - 1);
  return lastMoment.toLocaleDateString('en', { month: 'long', timeZone: 'UTC' });
}

/** @returns `7 of 10 analyses left in November`; null where the plan has no limit */
export function quotaText(quota: Quota, what: 'analyses' | 'suggestions'): string | null {
  const { limit, remaining } = quota;
  if (limit === null || remaining === null) return null;
  return `${remaining} of ${limit} ${what} left in ${monthOf(quota)}`;
}

/** @returns when the quota starts over: `12/01/26` */
export function resetText({ resetsAt }: Quota): string {
  const at = new Date(resetsAt);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(at.getUTCMonth() + 1)}/${two(at.getUTCDate())}/${two(at.getUTCFullYear() % 100)}`;
}
