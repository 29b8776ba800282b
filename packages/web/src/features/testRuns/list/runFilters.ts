import { limits, type TestRunOrder, testRunOrders } from '@assay/contract';
import { dateRangeOf, isDateFilter } from '../../../ui/dateSpans.ts';
import { areFiltered, manyTexts, oneText, pageNumber, type UrlFilters } from '../../../ui/urlFilters.ts';

/** The filters of the list. Lists hold ids, names or statuses; the date is a named span or a range of days. */
export type RunFilters = {
  search: string;
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
  /** key=value */
  attribute: string[];
  sort: TestRunOrder;
  page: number;
};

/** What clears the filters; the order stays. */
export const noFilters: Omit<RunFilters, 'sort'> = {
  search: '',
  date: '',
  project: [],
  branch: [],
  build: [],
  suite: [],
  environment: [],
  stage: [],
  status: [],
  reviewer: [],
  attribute: [],
  page: 1,
};

export const newestFirst: TestRunOrder = '-createdAt';

/** The filters as kept in the URL. */
export const runFilters: UrlFilters<RunFilters> = {
  search: oneText('search'),
  date: oneText('date', isDateFilter),
  project: manyTexts('project'),
  branch: manyTexts('branch'),
  build: manyTexts('build'),
  suite: manyTexts('suite'),
  environment: manyTexts('environment'),
  stage: manyTexts('stage'),
  status: manyTexts('status'),
  reviewer: manyTexts('reviewer'),
  attribute: manyTexts('attribute'),
  sort: {
    param: 'sort',
    read: ([text]) => testRunOrders.find((order) => order === text) ?? newestFirst,
    write: (sort) => (sort === newestFirst ? [] : [sort]),
  },
  page: pageNumber('page'),
};

/** @returns whether any filter is active; the order of the list does not count */
export function areNarrowed(filters: RunFilters): boolean {
  return areFiltered(runFilters, { ...filters, sort: newestFirst });
}

/**
 * @param now milliseconds; named spans begin at local midnight
 * @param size runs on a page
 * @returns the query of the request for a page: comma lists, and the date as 'from,to' in ISO
 */
export function queryOfFilters(filters: RunFilters, now: number, size: number = limits.pageOfTestRuns) {
  return {
    offset: (filters.page - 1) * size,
    limit: size,
    ...(filters.sort !== newestFirst && { sort: filters.sort }),
    ...filterQueryOf(filters, now),
  };
}

/** @returns the query without the page, as runs are counted by it; the date as in `queryOfFilters` */
export function filterQueryOf(filters: RunFilters, now: number) {
  return {
    search: filters.search.trim(),
    status: filters.status.join(','),
    environment: filters.environment.join(','),
    project: filters.project.join(','),
    branch: filters.branch.join(','),
    build: filters.build.join(','),
    testSuiteId: filters.suite.join(','),
    pipelineStage: filters.stage.join(','),
    reviewerIds: filters.reviewer.join(','),
    attributes: filters.attribute.join('\n'),
    date: dateRangeOf(filters.date, now),
  };
}
