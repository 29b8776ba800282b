/** How a filter is kept in the URL: its parameter name and values; none while inactive. */
export type UrlFilter<Value> = {
  param: string;
  read: (texts: readonly string[]) => Value;
  write: (value: Value) => readonly string[];
  /** Its value after another filter changes. */
  afterOthers?: Value;
};

export type UrlFilters<Filters> = { readonly [Name in keyof Filters]: UrlFilter<Filters[Name]> };

/** One text; '' for none. Invalid values are ignored. */
export function oneText(param: string, isValid: (text: string) => boolean = () => true): UrlFilter<string> {
  return {
    param,
    read: ([text = '']) => (isValid(text) ? text : ''),
    write: (text) => (text === '' ? [] : [text]),
  };
}

/** Any number of texts. */
export function manyTexts(param: string): UrlFilter<string[]> {
  return { param, read: (texts) => texts.filter((text) => text !== ''), write: (texts) => texts };
}

/** Any number of the known texts; others are ignored. */
export function manyOf<Text extends string>(param: string, known: readonly Text[]): UrlFilter<readonly Text[]> {
  return {
    param,
    read: (texts) => texts.flatMap((text) => known.find((other) => other === text) ?? []),
    write: (texts) => texts,
  };
}

/** On with this value, off without the parameter. */
export function switchedOn(param: string, on: string): UrlFilter<boolean> {
  return { param, read: (texts) => texts.includes(on), write: (isOn) => (isOn ? [on] : []) };
}

/** The page of a list, from 1; changing a filter returns to the first page. */
export function pageNumber(param: string): UrlFilter<number> {
  return {
    param,
    read: ([text]) => {
      const page = Math.floor(Number(text));
      return Number.isSafeInteger(page) && page >= 1 ? page : 1;
    },
    write: (page) => (page <= 1 ? [] : [String(page)]),
    afterOthers: 1,
  };
}

/** @returns the filters in the query string. */
export function filtersFromUrl<Filters>(url: UrlFilters<Filters>, search: URLSearchParams): Filters {
  const filters: Partial<Filters> = {};
  for (const name in url) filters[name] = url[name].read(search.getAll(url[name].param));
  return filters as Filters;
}

/** @returns the query string with these filters and its other parameters. */
export function filtersToUrl<Filters>(
  url: UrlFilters<Filters>,
  filters: Filters,
  search: URLSearchParams = new URLSearchParams(),
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name in url) {
    const { param, write } = url[name];
    next.delete(param);
    for (const text of write(filters[name])) next.append(param, text);
  }
  return next;
}

/** @returns the filters after some of them have changed. */
export function withChange<Filters>(url: UrlFilters<Filters>, filters: Filters, change: Partial<Filters>): Filters {
  const next = { ...filters };
  for (const name in url) next[name] = url[name].afterOthers ?? next[name];
  return { ...next, ...change };
}

/** @returns whether any filter is active; the page does not count. */
export function areFiltered<Filters>(url: UrlFilters<Filters>, filters: Filters): boolean {
  return filtersToUrl(url, withChange(url, filters, {})).size > 0;
}
