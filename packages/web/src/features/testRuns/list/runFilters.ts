import { limits } from '@assay/contract';
import { dateRangeOf, isDateFilter } from '../../../ui/dateSpans.ts';
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
  date: oneText('date', isDateFilter),
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
    date: dateRangeOf(filters.date, now),
  };
}
