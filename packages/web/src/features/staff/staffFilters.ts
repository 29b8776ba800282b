import { oneText, pageNumber, type UrlFilters } from '../../ui/urlFilters.ts';

export type StaffFilters = { search: string; page: number };

/** Search and page of the staff's lists as kept in the URL. */
export const staffFilters: UrlFilters<StaffFilters> = { search: oneText('search'), page: pageNumber('page') };

/** Rows of a page of these lists. */
export const staffPageSize = 40;

export function pageQueryOf(page: number): { offset: number; limit: number } {
  return { offset: (page - 1) * staffPageSize, limit: staffPageSize };
}
