import type { ProjectTestView } from '@assay/contract';
import type { RunForm } from './runForm.ts';

const regexPrefix = 'Regex: ';
/** `@smoke` and `smoke` are one tag. */
const bare = (tag: string) => tag.replace(/^@/, '');

/**
 * @param tests that earlier runs of the project had
 * @returns how many of them the form asks for; null where it asks for all, or a pattern cannot be read
 */
export function matchingTests(
  tests: readonly Pick<ProjectTestView, 'file' | 'name' | 'tags'>[],
  { tests: by, includeTags, excludedTags, testFilters }: RunForm,
): number | null {
  if (by === 'tags' && includeTags.length + excludedTags.length > 0) {
    const [included, excluded] = [includeTags, excludedTags].map((tags) => new Set(tags.map(bare)));
    return tests.filter((test) => {
      const tags = test.tags.map(bare);
      return (
        (included?.size === 0 || tags.some((tag) => included?.has(tag))) && !tags.some((tag) => excluded?.has(tag))
      );
    }).length;
  }
  if (by === 'filters' && testFilters.length > 0) {
    const fits = testFilters.map(filterOf);
    return fits.includes(null) ? null : tests.filter((test) => fits.some((fit) => fit?.(test))).length;
  }
  return null;
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
