import { type Case, type CaseSets, CauseSets, type ReadFailure } from './causeSets.ts';
import type { FailedTest } from './failedTest.ts';
import { byPlace, type Described, describe, type FailureGroup, identified, sortedGroups } from './failureGroup.ts';
import { FailureMemory } from './failureMemory.ts';
import { detailedIdOf } from './fingerprints.ts';
import type { StackFrame } from './stackFrames.ts';

export type GroupedFailures<Failed extends FailedTest = FailedTest> = {
  /** The largest first. */
  groups: readonly FailureGroup<Failed>[];
  /** Failures that say no error. */
  unexplained: readonly Failed[];
  /** There were too many different errors to compare them with each other: equal fingerprints were grouped, no more. */
  isCoarse: boolean;
};

/** Different errors that are compared with each other. */
export const maxDistinctErrors = 2_000;

/**
 * Groups the failures of a run by cause. The order in which they arrive makes no difference.
 * @param failures those of one run, one for each test
 */
export function groupFailures<Failed extends FailedTest>(failures: readonly Failed[]): GroupedFailures<Failed> {
  return new FailureGrouping<Failed>().group(failures);
}

/** The failures of a run as it goes on: a batch costs what it adds, and the groups are those of all failures at once. */
export class FailureGrouping<Failed extends FailedTest = FailedTest> {
  readonly #memory = new FailureMemory();
  #known = new Map<string, Failed>();
  #sets: CaseSets<Failed> = new CauseSets(this.#memory);
  #read: ReadFailure<Failed>[] = [];
  #unexplained: Failed[] = [];
  #templates = new Set<string>();
  #described = new Map<number, KnownDescription<Failed>>();
  #sorted: readonly Described<Failed>[] = [];

  /**
   * @param failures all that the run has by now, with ids of their own: where earlier ones have changed or are gone, all
   *   are grouped again
   */
  group(failures: readonly Failed[]): GroupedFailures<Failed> {
    this.#add(this.#newOf(failures));
    const read = this.#sets.sets().map((cases) => this.#describe(cases));
    this.#described = new Map(read.map((known) => [known.cases[0]?.id ?? 0, known]));
    const described = new Set(read.map((known) => known.described));
    // In their former order first: most of it is still the order.
    const former = this.#sorted.filter((group) => described.has(group));
    this.#sorted = sortedGroups([...new Set([...former, ...described])]);
    return {
      groups: identified(this.#sorted),
      unexplained: [...this.#unexplained].sort(byPlace),
      isCoarse: this.#isCoarse,
    };
  }

  get #isCoarse(): boolean {
    return this.#templates.size > maxDistinctErrors;
  }

  #newOf(failures: readonly Failed[]): readonly Failed[] {
    if (this.#known.size === 0) return failures;
    const added = failures.filter(({ id }) => !this.#known.has(id));
    const isSame = failures.every((failure) => says(this.#known.get(failure.id) ?? failure, failure));
    if (isSame && this.#known.size === failures.length - added.length) return added;
    this.#known = new Map();
    this.#sets = new CauseSets(this.#memory);
    this.#read = [];
    this.#unexplained = [];
    this.#templates = new Set();
    this.#described = new Map();
    return failures;
  }

  #add(failures: readonly Failed[]): void {
    const wasCoarse = this.#isCoarse;
    const added: ReadFailure<Failed>[] = [];
    for (const failure of failures) {
      this.#known.set(failure.id, failure);
      const facts = this.#memory.factsOf(failure);
      if (facts === null) this.#unexplained.push(failure);
      else {
        added.push({ failure, facts });
        this.#templates.add(facts.template);
      }
    }
    for (const read of added) this.#read.push(read);
    if (this.#isCoarse && !wasCoarse) {
      this.#sets = new FingerprintSets();
      this.#described = new Map();
      for (const read of this.#read) this.#sets.add(read);
    } else for (const read of added) this.#sets.add(read);
  }

  #describe(cases: readonly Case<Failed>[]): KnownDescription<Failed> {
    const changes = cases.reduce((sum, each) => sum + each.changes, 0);
    const known = this.#described.get(cases[0]?.id ?? 0);
    const isKnown = known?.changes === changes && known.cases.length === cases.length;
    if (isKnown && known.cases.every((each, index) => each === cases[index])) return known;
    // Sorted runs: sorting them again takes little more than going through them.
    for (const { members } of cases) members.sort(byPlaceOfTest);
    const read = cases.flatMap(({ members }) => members).sort(byPlaceOfTest);
    return { cases, changes, described: describe(read) };
  }
}

/** A group as it was described, and the cases that it had. */
type KnownDescription<Failed extends FailedTest> = {
  cases: readonly Case<Failed>[];
  changes: number;
  described: Described<Failed>;
};

/** Equal fingerprints alone. */
class FingerprintSets<Failed extends FailedTest> implements CaseSets<Failed> {
  readonly #cases = new Map<string, Case<Failed>>();

  add(read: ReadFailure<Failed>): void {
    const key = read.failure.problemId ?? detailedIdOf(read.facts, read.failure);
    const own = this.#cases.get(key) ?? { id: this.#cases.size, members: [], changes: 0 };
    this.#cases.set(key, own);
    own.members.push(read);
    own.changes++;
  }

  sets(): Case<Failed>[][] {
    return [...this.#cases.values()].map((each) => [each]);
  }
}

function byPlaceOfTest(one: ReadFailure<FailedTest>, other: ReadFailure<FailedTest>): number {
  return byPlace(one.failure, other.failure);
}

/** @returns whether two rows of a test say the same of it */
function says(one: FailedTest, other: FailedTest): boolean {
  return (
    one === other ||
    (one.error === other.error &&
      one.problemId === other.problemId &&
      one.runnerId === other.runnerId &&
      one.name === other.name &&
      one.file === other.file &&
      one.stack === other.stack &&
      haveSameFrames(one.frames ?? [], other.frames ?? []))
  );
}

function haveSameFrames(some: readonly StackFrame[], others: readonly StackFrame[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ name, file, line }, index) => {
      const other = others[index];
      return other?.name === name && other.file === file && other.line === line;
    })
  );
}
