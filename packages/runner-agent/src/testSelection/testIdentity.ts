import type { ListedTest } from '@assay/contract';
import { firstPart, KeptIdentities, type RenamedIdentity, testIdOf, UniqueNames } from '@assay/junit';

/**
 * A test as its framework lists it; `key` is the framework's own name for it, by which it is selected and reported.
 */
export type FoundTest = {
  key: string;
  file: string;
  name: string;
  line: number | null;
  tags: string[];
  /** The same for tests of a file that the framework can only run together. */
  together?: string | null;
};

const longest = { file: 1000, tags: 100, tag: 200 };

/**
 * Gives each found test its identity. Tests with the same file and name get ' #2', ' #3' in their order, so that each
 * stays distinct; one without a name is called by its place.
 * @param renamed names that belong to tests which had others before
 */
export function identifyTests(found: readonly FoundTest[], renamed: readonly RenamedIdentity[] = []): ListedTest[] {
  const names = new UniqueNames();
  const shared = sharedGroups(found);
  const named = found.map((test) => {
    const file = firstPart(test.file, longest.file);
    const name = names.take(file, nameOf(test));
    return { test, file, name, ownId: testIdOf(file, name) };
  });
  const ownIds = new Set(renamed.length > 0 ? named.map(({ ownId }) => ownId) : []);
  const identities = new KeptIdentities(renamed, (testId) => ownIds.has(testId));
  return named.map(({ test, file, name, ownId }) => {
    const tags = test.tags.slice(0, longest.tags).map((tag) => firstPart(tag, longest.tag));
    const listed = { testId: identities.of(ownId), file, name, line: test.line, tags, selector: test.key };
    const group = groupOf(test);
    return group !== null && shared.has(group) ? { ...listed, together: group } : listed;
  });
}

function nameOf({ file, name, line }: FoundTest): string {
  if (name.trim() !== '') return name;
  return line === null ? file : `${file}:${line}`;
}

/** A short key, however long the framework's own is. */
function groupOf({ file, together }: FoundTest): string | null {
  return together ? testIdOf(file, together) : null;
}

/** A test alone in its group needs no key. */
function sharedGroups(found: readonly FoundTest[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const group of found.map(groupOf)) {
    if (group === null) continue;
    if (seen.has(group)) shared.add(group);
    seen.add(group);
  }
  return shared;
}
