import { noTotals } from '@assay/contract';
import type { RunFacts } from './runFacts.ts';

/**
 * A run as it stood at a moment of the past: with the verdict that it had then, and in progress when it ended later.
 * @param at milliseconds since 1970
 * @returns null when it was not created by then
 */
export function stoodAt(run: RunFacts, at: number): RunFacts | null {
  const moment = new Date(at).toISOString();
  if (run.createdAt > moment) return null;
  const earlier = run.earlier.filter(({ until }) => until <= moment);
  const { until: _until, ...end } = run.earlier.find((one) => one.until > moment) ?? { ...run, until: '' };
  if (end.endedAt !== null && end.endedAt <= moment) return { ...run, ...end, earlier };
  const startedAt = run.startedAt !== null && run.startedAt <= moment ? run.startedAt : null;
  return {
    ...run,
    status: startedAt === null ? 'QUEUED' : 'RUNNING',
    startedAt,
    endedAt: null,
    durationMs: null,
    totals: noTotals,
    retries: 0,
    retryMs: 0,
    earlier,
  };
}
