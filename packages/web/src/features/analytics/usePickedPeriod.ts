import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { periodNames, periodText } from './periodText.ts';
import { runListQuery } from './statsFilters.ts';
import type { Stats } from './useStats.ts';

type Period = { start: string; end: string };

/**
 * The period under the band over the charts: the newest one that has something, until somebody looks at another.
 * @returns it, how periods are called, and the ways to the runs of one, and to those of all periods
 */
export function usePickedPeriod<Shown extends Period>(
  periods: readonly Shown[],
  hasSome: (period: Shown) => boolean,
  { filters, span }: Stats,
) {
  const { frequency } = span;
  const path = useAccountPath();
  const navigate = useNavigate();
  const [picked, setPicked] = useState<number | null>(null);
  const index = picked !== null && picked < periods.length ? picked : Math.max(0, periods.findLastIndex(hasSome));
  const now = filters.at === '' ? Date.now() : Date.parse(filters.at);
  const textOf = (period: Period) =>
    Date.parse(period.end) > now ? `${periodText(period, frequency)} so far` : periodText(period, frequency);
  const pathOf = ({ start, end }: Period) =>
    path(`test-runs?${runListQuery(filters, { start: Date.parse(start), end: Date.parse(end) })}`);
  const pathOfAll = (statuses: readonly string[] = []) => path(`test-runs?${runListQuery(filters, span, statuses)}`);
  const open = (at: number) => {
    const period = periods[at];
    if (period) void navigate(pathOf(period));
  };
  return {
    index,
    period: periods[index],
    pick: setPicked,
    name: periodNames[frequency],
    textOf,
    pathOf,
    pathOfAll,
    open,
  };
}
