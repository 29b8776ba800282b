import { type TestRunStatus, testRunStatuses } from '@assay/contract';
import { isDateFilter } from '../../../ui/dateSpans.ts';
import { manyOf, oneText, pageNumber, type UrlFilters } from '../../../ui/urlFilters.ts';

export type StaffRunFilters = { status: readonly TestRunStatus[]; account: string; date: string; page: number };

/** The filters of the staff's search of runs, as kept in the URL. */
export const staffRunFilters: UrlFilters<StaffRunFilters> = {
  status: manyOf('status', testRunStatuses),
  account: oneText('account'),
  date: oneText('date', isDateFilter),
  page: pageNumber('page'),
};

export const noStaffRunFilters: StaffRunFilters = { status: [], account: '', date: '', page: 1 };
