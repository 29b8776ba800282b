import { DisjointSets } from '../src/disjointSets.ts';
import type { FailedTest } from '../src/failedTest.ts';
import { type FailureFacts, readFailure } from '../src/failureFacts.ts';
import { detailedIdOf } from '../src/fingerprints.ts';
import { maxDistinctErrors } from '../src/groupFailures.ts';
import { isNear, shinglesOf } from '../src/similarity.ts';

type Read = { failure: FailedTest; facts: FailureFacts };

/** Failures that say exactly the same at the same place. */
type Case = { bucket: string; template: string; frame: string | null; exception: string; members: number[] };

/**
 * The rules of the grouping as they are written down: all failures at once, and each text compared with each other one.
 * @returns the ids of the tests of each cause, in alphabetical order
 */
export function allPairs(failures: readonly FailedTest[]): string[][] {
  const read = failures.flatMap((failure) => {
    const facts = readFailure(failure);
    return facts === null ? [] : [{ failure, facts }];
  });
  const sets = new DisjointSets(read.length);
  if (new Set(read.map(({ facts }) => facts.template)).size > maxDistinctErrors) {
    joinEqual(
      read.map(({ failure, facts }) => failure.problemId ?? detailedIdOf(facts, failure)),
      sets,
    );
  } else {
    const cases = casesOf(read);
    for (const { members } of cases) for (const member of members) sets.join(members[0] ?? member, member);
    joinNear(cases, sets);
    joinFrameless(cases, sets);
    joinEqual(
      read.map(({ failure: { problemId, stack, frames = [] } }) => (stack || frames.length > 0 ? null : problemId)),
      sets,
    );
  }
  return sets
    .sets()
    .map((set) => set.flatMap((index) => read[index]?.failure.id ?? []).sort())
    .sort((one, other) => ((one[0] ?? '') < (other[0] ?? '') ? -1 : 1));
}

/** Decisions belong to fingerprints: only stack traces may distinguish failures that have the same one. */
function joinEqual(keys: readonly (string | null)[], sets: DisjointSets): void {
  const first = new Map<string, number>();
  keys.forEach((key, index) => {
    if (key === null) return;
    sets.join(first.get(key) ?? index, index);
    if (!first.has(key)) first.set(key, index);
  });
}

function casesOf(read: readonly Read[]): Case[] {
  const shared = sharedPlaces(read);
  const cases = new Map<string, Case>();
  read.forEach(({ failure, facts }, index) => {
    const isShared = facts.saysNoReason && facts.place !== null && shared.has(facts.place);
    const place = facts.placed ?? (isShared ? facts.place : null);
    const { bucket, isWhole } = bucketOf(facts, failure, place);
    const key = isWhole ? bucket : `${bucket}\0${facts.template}`;
    const known = cases.get(key);
    if (known) known.members.push(index);
    else {
      const exception = isWhole ? '' : `${facts.exception}\0${facts.codes}\0${facts.template}`;
      cases.set(key, { bucket, template: isWhole ? '' : facts.template, frame: place, exception, members: [index] });
    }
  });
  return [...cases.values()];
}

/** Lines that several tests have, where traces show a single one: a function that they all call. */
function sharedPlaces(read: readonly Read[]): Set<string> {
  const tests = new Map<string, Set<string>>();
  for (const { failure, facts } of read) {
    if (facts.place === null) continue;
    const names = tests.get(facts.place) ?? new Set<string>();
    tests.set(facts.place, names.add(failure.name));
  }
  return new Set([...tests].filter(([, names]) => names.size > 1).map(([place]) => place));
}

/**
 * @returns what must be equal for a common cause, and whether that is all there is to compare
 */
function bucketOf(
  { subject, codes, assertion, exception, saysNoReason }: FailureFacts,
  { file, name }: FailedTest,
  place: string | null,
): { bucket: string; isWhole: boolean } {
  if (subject !== null) return { bucket: `subject\0${subject}`, isWhole: true };
  if (saysNoReason) {
    if (place === null) return { bucket: `test\0${file}\0${name}`, isWhole: true };
    return { bucket: `place\0${assertion}\0${codes}\0${place}`, isWhole: true };
  }
  return { bucket: `exception\0${exception}\0${codes}\0${place}`, isWhole: false };
}

function joinNear(cases: readonly Case[], sets: DisjointSets): void {
  const buckets = new Map<string, Case[]>();
  for (const one of cases) {
    const bucket = buckets.get(one.bucket);
    if (bucket) bucket.push(one);
    else buckets.set(one.bucket, [one]);
  }
  for (const bucket of buckets.values()) {
    if (bucket.length === 1) continue;
    for (const [index, one] of bucket.entries()) {
      for (const other of bucket.slice(index + 1)) {
        const [first, second] = [one.members[0] ?? 0, other.members[0] ?? 0];
        if (sets.find(first) === sets.find(second)) continue;
        const near = isNear(shinglesOf(one.template), shinglesOf(other.template), one.frame !== null);
        if (near) sets.join(first, second);
      }
    }
  }
}

/** A failure whose trace shows no own code has the cause of those with the same error, where that is only one. */
function joinFrameless(cases: readonly Case[], sets: DisjointSets): void {
  const framed = new Map<string, Set<number>>();
  for (const { frame, exception, members } of cases) {
    if (frame === null || exception === '') continue;
    framed.set(exception, (framed.get(exception) ?? new Set()).add(sets.find(members[0] ?? 0)));
  }
  for (const { frame, exception, members } of cases) {
    const [only, ...others] = [...(frame === null ? (framed.get(exception) ?? []) : [])];
    if (only !== undefined && others.length === 0) sets.join(only, members[0] ?? 0);
  }
}
