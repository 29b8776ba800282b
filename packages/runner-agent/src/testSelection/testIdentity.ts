import { createHash } from 'node:crypto';
import type { ListedTest, TestId } from '@assay/contract';

/** A test as its framework lists it; `key` is the framework's own name for it, by which it is selected and reported. */
export type FoundTest = { key: string; file: string; name: string; line: number | null; tags: string[] };

const idLength = 16;
const longest = { file: 1000, name: 2000, tags: 100, tag: 200 };

/** @returns the stable identity of a test: the same file and name give the same id in every run, on every machine. */
export function testIdOf(file: string, name: string): TestId {
  const hash = createHash('sha256').update(`${file}\0${name}`).digest('base64url');
  return hash.slice(0, idLength) as TestId;
}

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

/** Hands out names that are unique within their file. */
export class UniqueNames {
  readonly #taken = new Set<string>();

  take(file: string, wanted: string): string {
    const base = wanted.slice(0, longest.name - 8);
    let name = base;
    for (let count = 2; this.#taken.has(`${file}\0${name}`); count += 1) name = `${base} #${count}`;
    this.#taken.add(`${file}\0${name}`);
    return name;
  }
}
