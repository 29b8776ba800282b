import type { ProjectTestView, TestSuiteView } from '@assay/contract';

const regexPrefix = 'Regex: ';
/** `@smoke` and `smoke` are one tag. */
const bare = (tag: string) => tag.replace(/^@/, '');

export type Selection = Pick<TestSuiteView, 'includeTags' | 'excludedTags' | 'testFilters'>;

/**
 * @param tests that earlier runs of the project had
 * @returns how many of them have the tags and fit a filter; null where all are asked for, or a pattern cannot be read
 */
export function matchingTests(
  tests: readonly Pick<ProjectTestView, 'file' | 'name' | 'tags'>[],
  { includeTags, excludedTags, testFilters }: Selection,
): number | null {
  if (includeTags.length + excludedTags.length + testFilters.length === 0) return null;
  const [included, excluded] = [includeTags, excludedTags].map((tags) => new Set(tags.map(bare)));
  const fits = testFilters.map(filterOf);
  if (fits.includes(null)) return null;
  return tests.filter((test) => {
    const tags = test.tags.map(bare);
    const isIncluded = included?.size === 0 || tags.some((tag) => included?.has(tag));
    return (
      isIncluded && !tags.some((tag) => excluded?.has(tag)) && (fits.length === 0 || fits.some((fit) => fit?.(test)))
    );
  }).length;
}

function filterOf(filter: string): ((test: Pick<ProjectTestView, 'file' | 'name'>) => boolean) | null {
  if (!filter.startsWith(regexPrefix)) return ({ name }) => name === filter;
  try {
    const pattern = new RegExp(filter.slice(regexPrefix.length));
    return ({ file, name }) => pattern.test(`${file} ${name}`);
  } catch {
    // Agents read patterns by rules of their own, which know a few more.
    return null;
  }
}
