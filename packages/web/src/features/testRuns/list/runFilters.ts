import { limits } from '@assay/contract';
import { daysOf } from '../../../ui/dayRange.ts';
import { manyTexts, oneText, pageNumber, type UrlFilters } from '../../../ui/urlFilters.ts';

/** The filters of the list. Lists hold ids, names or statuses; the date is a named span or a range of days. */
export type RunFilters = {
  date: string;
  project: string[];
  branch: string[];
  build: string[];
  suite: string[];
  environment: string[];
  stage: string[];
  status: string[];
  /** Ids of users, 'me' or 'none'. */
  reviewer: string[];
  page: number;
};

export const spans = { today: 'Today', last7: 'Last 7 days', last30: 'Last 30 days', last90: 'Last 90 days' } as const;
export type Span = keyof typeof spans;

export const noFilters: RunFilters = {
  date: '',
  project: [],
  branch: [],
  build: [],
  suite: [],
  environment: [],
  stage: [],
  status: [],
  reviewer: [],
  page: 1,
};

/** The filters as kept in the URL. */
export const runFilters: UrlFilters<RunFilters> = {
  date: oneText('date', (date) => isSpan(date) || daysOf(date) !== null),
  project: manyTexts('project'),
  branch: manyTexts('branch'),
  build: manyTexts('build'),
  suite: manyTexts('suite'),
  environment: manyTexts('environment'),
  stage: manyTexts('stage'),
  status: manyTexts('status'),
  reviewer: manyTexts('reviewer'),
  page: pageNumber('page'),
};

/**
 * @param now milliseconds; named spans begin at local midnight
 * @returns the query of the request: comma lists, and the date as 'from,to' in ISO
 */
export function queryOfFilters(filters: RunFilters, now: number) {
  return {
    offset: (filters.page - 1) * limits.pageOfTestRuns,
    limit: limits.pageOfTestRuns,
    status: filters.status.join(','),
    environment: filters.environment.join(','),
    project: filters.project.join(','),
    branch: filters.branch.join(','),
    build: filters.build.join(','),
    testSuiteId: filters.suite.join(','),
    pipelineStage: filters.stage.join(','),
    reviewerIds: filters.reviewer.join(','),
    date: dateRange(filters.date, now),
  };
}

function isSpan(date: string): date is Span {
  return Object.hasOwn(spans, date);
}

function dateRange(date: string, now: number): string {
  if (isSpan(date)) {
    const from = new Date(now);
    from.setHours(0, 0, 0, 0);
    from.setDate(from.getDate() - { today: 0, last7: 6, last30: 29, last90: 89 }[date]);
    const to = new Date(now);
    to.setHours(23, 59, 59, 999);
    return `${from.toISOString()},${to.toISOString()}`;
  }
  const days = daysOf(date);
  if (!days) return '';
  return `${new Date(`${days.from}T00:00:00`).toISOString()},${new Date(`${days.to}T23:59:59.999`).toISOString()}`;
}
