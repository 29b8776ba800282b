import type { ListedTest } from '@assay/contract';
import { testIdOf, UniqueNames } from '@assay/junit';

/** A test as its framework lists it; `key` is the framework's own name for it, by which it is selected and reported. */
export type FoundTest = { key: string; file: string; name: string; line: number | null; tags: string[] };

const longest = { file: 1000, tags: 100, tag: 200 };

/**
 * Gives each found test its identity. Tests of the same file and name are told apart by ' #2', ' #3' in their order,
 * so that none takes the place of another.
 */
export function identifyTests(found: readonly FoundTest[]): ListedTest[] {
  const names = new UniqueNames();
  return found.map((test) => {
    const file = test.file.slice(0, longest.file);
    const name = names.take(file, test.name);
    const tags = test.tags.slice(0, longest.tags).map((tag) => tag.slice(0, longest.tag));
    return { testId: testIdOf(file, name), file, name, line: test.line, tags, selector: test.key };
  });
}
