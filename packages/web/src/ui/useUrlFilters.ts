import { useCallback, useMemo } from 'react';
import { filtersFromUrl, filtersToUrl, type UrlFilters, withChange } from './urlFilters.ts';
import { useAddressSearch } from './useAddressSearch.ts';

/**
 * The filters, search and page of a list, kept in the URL, so that they can be linked to and survive navigation.
 * @param url how each of them is kept; the same object on every render
 * @param options `replace`: a change replaces the last one in the browser's history
 * @returns the filters, the same object until one of them changes; their query string; and a setter
 */
export function useUrlFilters<Filters>(url: UrlFilters<Filters>, { replace = false }: { replace?: boolean } = {}) {
  const { search, changeSearch } = useAddressSearch();
  const query = filtersToUrl(url, filtersFromUrl(url, search)).toString();
  const filters = useMemo(() => filtersFromUrl(url, new URLSearchParams(query)), [url, query]);
  const setFilters = useCallback(
    (change: Partial<Filters>) =>
      changeSearch((before) => filtersToUrl(url, withChange(url, filtersFromUrl(url, before), change), before), {
        replace,
      }),
    [url, changeSearch, replace],
  );
  return { filters, query, setFilters };
}
