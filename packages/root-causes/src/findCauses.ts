import { DisjointSets } from './disjointSets.ts';
import type { FailedTest } from './failedTest.ts';
import type { FailureFacts } from './failureFacts.ts';
import type { FailureMemory } from './failureMemory.ts';
import { isNear } from './similarity.ts';

type Read<Failed extends FailedTest> = { failure: Failed; facts: FailureFacts };

/** Failures that say exactly the same at the same place. */
type Case = { bucket: string; template: string; frame: string | null; exception: string; members: number[] };

/**
 * Joins failures with one cause: those that miss the same element or host, assertions at the same place of shared code,
 * and exceptions that say nearly the same.
 * @returns the same sets for any order, each and its members in the order of `read`
 */
export function findCauses<Failed extends FailedTest>(
  read: readonly Read<Failed>[],
  memory: FailureMemory,
): Read<Failed>[][] {
  const sets = new DisjointSets(read.length);
  const cases = casesOf(read);
  for (const { members } of cases) for (const member of members) sets.join(members[0] ?? member, member);
  joinNear(cases, sets, memory);
  joinFrameless(cases, sets);
  joinFingerprints(read, sets);
  return sets.sets().map((set) => set.flatMap((index) => read[index] ?? []));
}

function casesOf(read: readonly Read<FailedTest>[]): Case[] {
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
function sharedPlaces(read: readonly Read<FailedTest>[]): Set<string> {
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

function joinNear(cases: readonly Case[], sets: DisjointSets, memory: FailureMemory): void {
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
        const near = isNear(memory.shinglesOf(one.template), memory.shinglesOf(other.template), one.frame !== null);
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

/** Decisions belong to fingerprints: only stack traces may distinguish failures that have the same one. */
function joinFingerprints(read: readonly Read<FailedTest>[], sets: DisjointSets): void {
  const first = new Map<string, number>();
  read.forEach(({ failure: { problemId, stack, frames = [] } }, index) => {
    if (problemId === null || stack || frames.length > 0) return;
    const known = first.get(problemId);
    if (known === undefined) first.set(problemId, index);
    else sets.join(known, index);
  });
}
