import {
  type Frequency,
  frequencies,
  frequenciesOf,
  type StatsQuery,
  type Timeframe,
  timeframes,
} from '@assay/contract';
import { momentInUrl } from '../../ui/asOf/moment.ts';
import { dayRangeOf, daysOf } from '../../ui/dayRange.ts';
import { manyTexts, oneText, type UrlFilters } from '../../ui/urlFilters.ts';

/** Which runs are counted. Lists hold ids or names; the timeframe is a named one or a range of days. */
export type StatsFilters = {
  /** The moment of the past at which everything is counted, ISO 8601; '': now. */
  at: string;
  timeframe: string;
  frequency: string;
  project: string[];
  environment: string[];
  branch: string[];
  stage: string[];
};

export const noStatsFilters: StatsFilters = {
  at: '',
  timeframe: '',
  frequency: '',
  project: [],
  environment: [],
  branch: [],
  stage: [],
};

export const timeframeTexts: Readonly<Record<Timeframe, string>> = {
  Today: 'Today',
  Yesterday: 'Yesterday',
  Last7Days: 'Last 7 days',
  Last30Days: 'Last 30 days',
  Last60Days: 'Last 60 days',
  Last90Days: 'Last 90 days',
};
export const defaultTimeframe: Timeframe = 'Last30Days';

const dayMs = 24 * 3_600_000;
/** As many days as the service counts at once. */
const maxDays = 99;

function isTimeframe(text: string): text is Timeframe {
  return Object.hasOwn(timeframes, text);
}

function rangeOf(timeframe: string): { start: number; end: number; days: number } | null {
  const range = daysOf(timeframe);
  if (!range) return null;
  const start = new Date(`${range.from}T00:00:00`).getTime();
  const last = new Date(`${range.to}T00:00:00`);
  const end = new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1).getTime();
  const days = Math.round((end - start) / dayMs);
  return days <= maxDays ? { start, end, days } : null;
}

/** The filters as kept in the URL. */
export const statsFilters: UrlFilters<StatsFilters> = {
  at: momentInUrl,
  timeframe: oneText('timeframe', (text) => isTimeframe(text) || rangeOf(text) !== null),
  frequency: oneText('frequency', (text) => frequencies.some((frequency) => frequency === text)),
  project: manyTexts('project'),
  environment: manyTexts('environment'),
  branch: manyTexts('branch'),
  stage: manyTexts('stage'),
};

export type StatsSpan = {
  /** Milliseconds since 1970; the end is not included. */
  start: number;
  end: number;
  frequency: Frequency;
  /** Those that suit the span. */
  frequencies: readonly Frequency[];
};

/** @param now milliseconds since 1970; days begin at local midnight, and today counts as the last one */
export function spanOf({ timeframe, frequency }: StatsFilters, now: number): StatsSpan {
  const { start, end, days } =
    rangeOf(timeframe) ?? namedSpan(isTimeframe(timeframe) ? timeframe : defaultTimeframe, now);
  const suitable = frequenciesOf(days);
  const wanted = suitable.find((one) => one === frequency) ?? suitable[0] ?? 'Daily';
  return { start, end, frequency: wanted, frequencies: suitable };
}

function namedSpan(timeframe: Timeframe, now: number) {
  const days = timeframes[timeframe];
  const today = new Date(now);
  const midnight = (back: number) => new Date(today.getFullYear(), today.getMonth(), today.getDate() - back).getTime();
  const last = timeframe === 'Yesterday' ? 0 : -1;
  return { start: midnight(last + days), end: midnight(last), days };
}

/** @returns the query of the request */
export function queryOfStats(filters: StatsFilters, { start, end, frequency }: StatsSpan): StatsQuery {
  return {
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    frequency,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    projectId: filters.project.join(','),
    environmentId: filters.environment.join(','),
    branch: filters.branch.join(','),
    pipelineStageId: filters.stage.join(','),
    ...(filters.at !== '' && { at: filters.at }),
  };
}

/**
 * @param span the days that the runs were created in, whole ones
 * @returns the query of the list of runs with the runs that are counted
 */
export function runListQuery(
  filters: StatsFilters,
  span: { start: number; end: number },
  statuses: readonly string[] = [],
): string {
  const { project, environment, branch, stage } = filters;
  const query = new URLSearchParams({ date: dayRangeOf(span.start, span.end - 1) });
  for (const [param, values] of Object.entries({ project, environment, branch, stage, status: statuses })) {
    for (const value of values) query.append(param, value);
  }
  return query.toString();
}

/** @returns the filters with the days that they mean now, so that a link shows the same on any day */
export function permanent(filters: StatsFilters, { start, end }: StatsSpan): StatsFilters {
  return { ...filters, timeframe: dayRangeOf(start, end - 1) };
}
