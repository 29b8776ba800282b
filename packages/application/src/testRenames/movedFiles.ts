import type { TestOfRun } from '@assay/projections';
import { byFile } from './byFile.ts';

/** A file that is gone, one that is new, and the tests of one name in both. */
export type MovedFile = { from: string; to: string; pairs: [TestOfRun, TestOfRun][] };

/** The tests of a file by name. */
type Files = ReadonlyMap<string, ReadonlyMap<string, TestOfRun>>;
type Candidate = { file: string; shared: number; endsAlike: number };

/** The share of a file's tests that a moved one has as well. */
const movedFrom = 0.5;
/** Tests of equal names in two files that are no coincidence. */
const sureTests = 3;
/** Base names that many files have. */
const commonBase = /^(index|main|tests?|specs?)\./;
/** A name that more files have says nothing, unless they are called alike as well. */
const filesOfName = 100;
const filesOfBase = 1_000;

/**
 * Finds files that have moved: all their tests are missing, and a file that is new has most of them under the same names,
 * more of them than any other. Of several with as many the one counts whose path ends alike.
 * @param keptFiles files that still have tests of before
 * @returns those that have kept their base name or have several tests as sure, others as likely
 */
export function movedFiles(
  missing: readonly TestOfRun[],
  added: readonly TestOfRun[],
  keptFiles: ReadonlySet<string>,
): { sure: MovedFile[]; likely: MovedFile[] } {
  const gone = filesOf(missing, keptFiles);
  const fresh = filesOf(added, keptFiles);
  const filesWith = indexOf(gone);
  const claims = new Map<string, Candidate[]>();
  for (const [file, tests] of fresh) {
    const from = closest(file, tests, gone, filesWith);
    if (from) claims.set(from.file, [...(claims.get(from.file) ?? []), { ...from, file }]);
  }
  const found: { sure: MovedFile[]; likely: MovedFile[] } = { sure: [], likely: [] };
  for (const [from, claimants] of claims) {
    const best = onlyBest(claimants);
    if (!best) continue;
    const pairs = [...(gone.get(from) ?? [])].flatMap(([name, test]): [TestOfRun, TestOfRun][] => {
      const now = fresh.get(best.file)?.get(name);
      return now ? [[test, now]] : [];
    });
    const isSure = best.endsAlike >= (commonBase.test(baseOf(from)) ? 2 : 1) || best.shared >= sureTests;
    found[isSure ? 'sure' : 'likely'].push({ from, to: best.file, pairs });
  }
  return found;
}

/** @returns a function from a test to the files that may be the one it was in before */
function indexOf(files: Files): (test: TestOfRun) => readonly string[] {
  const byName = new Map<string, string[]>();
  const byBase = new Map<string, string[]>();
  const add = (index: Map<string, string[]>, key: string, file: string) => {
    const others = index.get(key);
    if (others) others.push(file);
    else index.set(key, [file]);
  };
  for (const [file, tests] of files) {
    for (const name of tests.keys()) {
      add(byName, name, file);
      add(byBase, `${baseOf(file)}\0${name}`, file);
    }
  }
  return ({ file, name }) => {
    const named = byName.get(name) ?? [];
    if (named.length <= filesOfName) return named;
    const alike = byBase.get(`${baseOf(file)}\0${name}`) ?? [];
    return alike.length <= filesOfBase ? alike : [];
  };
}

/** The file of before that a new one has the most tests of; null: none, or two of them alike. */
function closest(
  file: string,
  tests: ReadonlyMap<string, TestOfRun>,
  gone: Files,
  filesWith: (test: TestOfRun) => readonly string[],
): Candidate | null {
  const counts = new Map<string, number>();
  for (const test of tests.values()) {
    for (const from of filesWith(test)) counts.set(from, (counts.get(from) ?? 0) + 1);
  }
  const close = [...counts].filter(
    ([from, shared]) => shared >= movedFrom * Math.max(gone.get(from)?.size ?? 0, tests.size),
  );
  return onlyBest(close.map(([from, shared]) => ({ file: from, shared, endsAlike: sameEnd(from, file) })));
}

function filesOf(tests: readonly TestOfRun[], without: ReadonlySet<string>): Files {
  return new Map(
    [...byFile(tests)].flatMap(([file, own]) =>
      without.has(file) ? [] : [[file, new Map(own.map((test) => [test.name, test]))] as const],
    ),
  );
}

/** @returns the one with the most tests, or the path that ends most alike; null: no candidate, or two that are equal. */
function onlyBest(candidates: readonly Candidate[]): Candidate | null {
  const compare = (a: Candidate, b: Candidate) => b.shared - a.shared || b.endsAlike - a.endsAlike;
  const [first, second] = [...candidates].sort(compare);
  if (!first || (second && compare(first, second) === 0)) return null;
  return first;
}

function baseOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}

/** @returns how many parts at the end of two paths are equal */
function sameEnd(one: string, other: string): number {
  const [a, b] = [one.split('/'), other.split('/')];
  let same = 0;
  while (same < a.length && same < b.length && a.at(-1 - same) === b.at(-1 - same)) same += 1;
  return same;
}
