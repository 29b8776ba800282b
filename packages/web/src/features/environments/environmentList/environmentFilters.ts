import { oneText, pageNumber, type UrlFilters } from '../../../ui/urlFilters.ts';

type EnvironmentFilters = { search: string; page: number };

export const environmentFilters: UrlFilters<EnvironmentFilters> = {
  search: oneText('search'),
  page: pageNumber('page'),
};
