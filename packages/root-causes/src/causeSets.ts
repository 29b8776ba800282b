import type { ProblemId } from '@assay/contract';
import { DisjointSets } from './disjointSets.ts';
import type { FailedTest } from './failedTest.ts';
import type { FailureFacts } from './failureFacts.ts';
import type { FailureMemory } from './failureMemory.ts';
import { NearTexts } from './nearTexts.ts';

/** A failure, and what it says. */
export type ReadFailure<Failed extends FailedTest> = { failure: Failed; facts: FailureFacts };

/** Failures that say exactly the same at the same place. `changes`: how often members came or went. */
export type Case<Failed extends FailedTest> = { id: number; members: ReadFailure<Failed>[]; changes: number };

/** Cases with one cause each, of failures that arrive in any order. */
export type CaseSets<Failed extends FailedTest> = {
  add(read: ReadFailure<Failed>): void;
  /** Each set in ascending order of its cases' ids. */
  sets(): Case<Failed>[][];
};

/** A line of code, the tests that have it, and those whose case depends on whether others have it too. */
type Place<Failed extends FailedTest> = { name: string; isShared: boolean; waiting: ReadFailure<Failed>[] };

/**
 * Joins failures with one cause: those that miss the same element or host, assertions at the same place of shared code,
 * and exceptions that say nearly the same. A new failure is compared with what may be near alone.
 */
export class CauseSets<Failed extends FailedTest> implements CaseSets<Failed> {
  readonly #memory: FailureMemory;
  readonly #cases: Case<Failed>[] = [];
  readonly #byKey = new Map<string, Case<Failed>>();
  readonly #near = new DisjointSets();
  readonly #buckets = new Map<string, NearTexts>();
  readonly #places = new Map<string, Place<Failed>>();
  /** Cases of exceptions by what they say: with own code in their traces, and without. */
  readonly #thrown = new Map<string, { framed: number[]; frameless: number[] }>();
  /** Null: failures have moved to other cases since. */
  #fingerprints: SharedFingerprints | null = new SharedFingerprints();

  constructor(memory: FailureMemory) {
    this.#memory = memory;
  }

  add(read: ReadFailure<Failed>): void {
    const { failure, facts } = read;
    const shared = this.#seePlace(read);
    const place = facts.placed ?? (facts.saysNoReason && shared ? facts.place : null);
    const { bucket, isWhole } = bucketOf(facts, failure, place);
    const known = this.#byKey.get(isWhole ? bucket : `${bucket}\0${facts.template}`);
    const own = known ?? this.#newCase(bucket, isWhole, facts, place);
    own.members.push(read);
    own.changes++;
    this.#fingerprints?.add(own.id, failure);
  }

  sets(): Case<Failed>[][] {
    const sets = this.#near.copy();
    this.#joinFrameless(sets);
    for (const [one, other] of this.#sharedFingerprints().pairs) sets.join(one, other);
    const found: Case<Failed>[][] = [];
    for (const ids of sets.sets()) {
      const cases = ids.flatMap((id) => this.#cases[id] ?? []);
      const filled = cases.every(({ members }) => members.length > 0)
        ? cases
        : cases.filter(({ members }) => members.length > 0);
      if (filled.length > 0) found.push(filled);
    }
    return found;
  }

  #newCase(bucket: string, isWhole: boolean, facts: FailureFacts, place: string | null): Case<Failed> {
    const { exception, codes, template } = facts;
    const added: Case<Failed> = { id: this.#near.add(), members: [], changes: 0 };
    this.#cases.push(added);
    this.#byKey.set(isWhole ? bucket : `${bucket}\0${template}`, added);
    if (isWhole) return added;
    const texts = this.#buckets.get(bucket) ?? new NearTexts(place !== null);
    this.#buckets.set(bucket, texts);
    texts.add(added.id, () => this.#memory.shinglesOf(template), this.#near);
    const key = `${exception}\0${codes}\0${template}`;
    const thrown = this.#thrown.get(key) ?? { framed: [], frameless: [] };
    this.#thrown.set(key, thrown);
    (place === null ? thrown.frameless : thrown.framed).push(added.id);
    return added;
  }

  /**
   * A line that several tests have, where traces show a single one, is of a function that they all call. Once a second
   * test has it, failures before it move to the case of the line.
   * @returns whether several tests have the only line of this trace
   */
  #seePlace(read: ReadFailure<Failed>): boolean {
    const { failure, facts } = read;
    if (facts.place === null) return false;
    const place = this.#places.get(facts.place) ?? { name: failure.name, isShared: false, waiting: [] };
    this.#places.set(facts.place, place);
    if (place.isShared) return true;
    if (place.name !== failure.name) {
      place.isShared = true;
      this.#move(place.waiting.splice(0));
      return true;
    }
    if (facts.placed === null && facts.saysNoReason) place.waiting.push(read);
    return false;
  }

  #move(moved: readonly ReadFailure<Failed>[]): void {
    if (moved.length === 0) return;
    const leaving = new Set(moved);
    for (const { failure, facts } of moved) {
      const before = this.#byKey.get(bucketOf(facts, failure, null).bucket);
      if (!before) continue;
      before.members = before.members.filter((member) => !leaving.has(member));
      before.changes++;
    }
    this.#fingerprints = null;
    for (const read of moved) this.add(read);
  }

  #sharedFingerprints(): SharedFingerprints {
    if (this.#fingerprints) return this.#fingerprints;
    const shared = new SharedFingerprints();
    for (const { id, members } of this.#cases) {
      for (const { failure } of members) shared.add(id, failure);
    }
    this.#fingerprints = shared;
    return shared;
  }

  /** A failure whose trace shows no own code has the cause of those with the same error, where that is only one. */
  #joinFrameless(sets: DisjointSets): void {
    for (const { framed, frameless } of this.#thrown.values()) {
      const [first, ...others] = framed;
      if (first === undefined || others.some((other) => this.#near.find(other) !== this.#near.find(first))) continue;
      for (const id of frameless) sets.join(first, id);
    }
  }
}

/** Decisions belong to fingerprints: only stack traces may distinguish failures that have the same one. */
class SharedFingerprints {
  /** Cases that have a fingerprint in common. */
  readonly pairs: [number, number][] = [];
  readonly #cases = new Map<ProblemId, { first: number; others: Set<number> }>();

  add(id: number, { problemId, stack, frames = [] }: FailedTest): void {
    if (problemId === null || stack || frames.length > 0) return;
    const cases = this.#cases.get(problemId);
    if (!cases) this.#cases.set(problemId, { first: id, others: new Set() });
    else if (cases.first !== id && !cases.others.has(id)) {
      cases.others.add(id);
      this.pairs.push([cases.first, id]);
    }
  }
}

/** @returns what must be equal for a common cause, and whether that is all there is to compare */
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
