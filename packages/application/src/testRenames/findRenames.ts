import type { SuggestedRename } from '@assay/domain';
import type { RunsToCompare, TestOfRun } from '@assay/projections';
import { alikeness } from './alikeness.ts';
import { byFile } from './byFile.ts';
import { movedFiles } from './movedFiles.ts';
import { wordsOf } from './wordsOf.ts';

/** What of two runs is one test under two names. `similar` is for people to decide. */
export type FoundRenames = {
  movedFile: SuggestedRename[];
  rewrittenNames: SuggestedRename[];
  similar: SuggestedRename[];
};

/** A run with fewer of the earlier tests than this share is a part of them: what it lacks has not gone. */
const wholeFrom = 0.8;
/** A tool has changed how it names tests where this share of the new ones has the words of missing ones. */
const rewrittenFrom = 0.9;
/** … and at least this number does. */
const rewrittenTests = 3;
/** Names in one file that are so much alike may be one test's. */
const similarFrom = 0.6;
/** Times as long as before that a test may take and still be the same. */
const sameDuration = 4;
/** Milliseconds below which durations say nothing. */
const shortMs = 200;
/** Tests of one file that are compared each with each. */
const comparedInFile = 200;

/** @returns what is one test under two names, each test once */
export function findRenames({ added, missing, kept, keptFiles }: RunsToCompare): FoundRenames {
  const none: FoundRenames = { movedFile: [], rewrittenNames: [], similar: [] };
  if (added.length === 0 || missing.length === 0) return none;
  const open = { added: new Set(added), missing: new Set(missing) };
  const join = (pairs: [TestOfRun, TestOfRun][]) => {
    for (const [from, to] of pairs) {
      open.missing.delete(from);
      open.added.delete(to);
    }
    return pairs.map(([from, to]) => renameOf(from, to));
  };

  const files = movedFiles(missing, added, keptFiles);
  const movedFile = join(files.sure.flatMap(({ pairs }) => pairs));
  const rewrittenNames = join(rewritten([...open.missing], [...open.added]));
  const before = kept + missing.length;
  if (kept + movedFile.length + rewrittenNames.length < before * wholeFrom) return none;

  const formerFiles = new Map(files.sure.map(({ from, to }) => [to, from]));
  const similar = join([
    ...files.likely.flatMap(({ pairs }) => pairs.filter(([from, to]) => open.missing.has(from) && open.added.has(to))),
    ...similarInFiles([...open.missing], [...open.added], formerFiles),
  ]);
  return { movedFile, rewrittenNames, similar };
}

function renameOf(from: TestOfRun, to: TestOfRun): SuggestedRename {
  return {
    testId: from.testId,
    renamedId: to.testId,
    file: to.file,
    name: to.name,
    formerFile: from.file,
    formerName: from.name,
  };
}

/**
 * Another version of a tool writes other files and names for all tests. Their words stay: with the file or without it, as
 * some versions put the outermost suite there.
 */
function rewritten(missing: TestOfRun[], added: TestOfRun[]): [TestOfRun, TestOfRun][] {
  const keys = [
    ({ file, name }: TestOfRun) => wordsOf(`${file.replace(/:\d+$/, '')} ${name}`),
    ({ name }: TestOfRun) => wordsOf(name),
  ];
  const byKeys = (tests: TestOfRun[]) => keys.map((keyOf) => onlyOnes(tests, keyOf));
  const [former, latter] = [byKeys(missing), byKeys(added)];
  let best: [TestOfRun, TestOfRun][] = [];
  for (const ofMissing of former) {
    for (const ofAdded of latter) {
      const pairs = [...ofAdded].flatMap(([key, to]): [TestOfRun, TestOfRun][] => {
        const from = ofMissing.get(key);
        return from ? [[from, to]] : [];
      });
      if (pairs.length > best.length) best = pairs;
    }
  }
  return best.length >= rewrittenTests && best.length >= added.length * rewrittenFrom ? best : [];
}

/** @returns the tests by key, without those that share theirs. */
function onlyOnes(tests: readonly TestOfRun[], keyOf: (test: TestOfRun) => string): Map<string, TestOfRun> {
  const found = new Map<string, TestOfRun | null>();
  for (const test of tests) {
    const key = keyOf(test);
    found.set(key, found.has(key) ? null : test);
  }
  return new Map([...found].flatMap(([key, test]) => (test ? [[key, test] as const] : [])));
}

/** Tests of one file, or of one that has moved, whose names are more like each other than like any other one's. */
function similarInFiles(
  missing: readonly TestOfRun[],
  added: readonly TestOfRun[],
  formerFiles: ReadonlyMap<string, string>,
): [TestOfRun, TestOfRun][] {
  const former = byFile(missing);
  const found: [TestOfRun, TestOfRun][] = [];
  for (const [file, tests] of byFile(added)) {
    const candidates = former.get(formerFiles.get(file) ?? file) ?? [];
    if (candidates.length > comparedInFile || tests.length > comparedInFile) continue;
    const scores = candidates.map((from) => tests.map((to) => alikenessOf(from, to)));
    for (const [row, from] of candidates.entries()) {
      const column = indexOfBest(scores[row] ?? []);
      const to = tests[column];
      if (to && indexOfBest(scores.map((ofRow) => ofRow[column] ?? 0)) === row) found.push([from, to]);
    }
  }
  return found;
}

function alikenessOf(from: TestOfRun, to: TestOfRun): number {
  const alike = alikeness(from.name, to.name);
  return alike >= similarFrom && lastsAlike(from, to) ? alike : 0;
}

function lastsAlike({ durationMs: before }: TestOfRun, { durationMs: after }: TestOfRun): boolean {
  if (before === null || after === null) return true;
  const [less, more] = before < after ? [before, after] : [after, before];
  return more < shortMs || more <= less * sameDuration;
}

/** @returns the index of the only greatest number above 0; -1 where no number is */
function indexOfBest(numbers: readonly number[]): number {
  const best = Math.max(0, ...numbers);
  if (best === 0) return -1;
  const at = numbers.indexOf(best);
  return numbers.includes(best, at + 1) ? -1 : at;
}
