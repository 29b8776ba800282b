import type { ProjectTestView, TestSuiteView } from '@assay/contract';

const regexPrefix = 'Regex: ';

/** A filter that is not the name of a known test gets the prefix 'Regex: '. */
export function normalizeFilters(filters: readonly string[], knownNames: ReadonlySet<string>): string[] {
  const normalized = filters.map((filter) => {
    const text = filter.trim();
    return knownNames.has(text) || text.startsWith(regexPrefix) ? text : `${regexPrefix}${text}`;
  });
  return [...new Set(normalized.filter((filter) => filter !== regexPrefix))];
}

/**
 * @param testTags that the project's settings name
 * @returns these tags and those of the project's known tests, and their names, each once and sorted.
 */
export function knownOf(
  tests: readonly ProjectTestView[],
  testTags: readonly string[],
): { tags: string[]; names: string[] } {
  return {
    tags: [...new Set([...testTags, ...tests.flatMap((test) => test.tags)])].sort(),
    names: [...new Set(tests.map((test) => test.name))].sort(),
  };
}

/** @returns which tests a suite selects, in words: its tags and filters; none for all tests. */
export function selectionOf({
  includeTags,
  excludedTags,
  testFilters,
}: Pick<TestSuiteView, 'includeTags' | 'excludedTags' | 'testFilters'>): string[] {
  return [...includeTags, ...excludedTags.map((tag) => `not ${tag}`), ...testFilters];
}
