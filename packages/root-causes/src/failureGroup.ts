import type { CauseKind, ProblemId } from '@assay/contract';
import { nameOfCause } from './causeName.ts';
import type { ReadFailure } from './causeSets.ts';
import type { FailedTest } from './failedTest.ts';
import { detailedIdOf } from './fingerprints.ts';

/** Failed tests with one cause. */
export type FailureGroup<Failed extends FailedTest = FailedTest> = {
  /**
   * Of the fingerprint that most of its tests have; of several, the first in alphabetical order. Where a larger group of
   * the run has all its fingerprints, which happens only with stack traces, it has one of its own.
   */
  id: ProblemId;
  /** All its fingerprints, `id` first. */
  problemIds: readonly ProblemId[];
  name: string;
  /** The error with placeholders for what differs between its tests. */
  template: string;
  kind: CauseKind;
  /** The project's own line of code that most of its tests have in their stack. */
  frame: { text: string; testCount: number } | null;
  /** The host that its tests cannot reach; null: it is another cause, or the errors name no host. */
  unreachableHost: string | null;
  /** By file, name and id. */
  tests: readonly Failed[];
};

/** A group that has no id yet. */
export type Described<Failed extends FailedTest> = {
  group: Omit<FailureGroup<Failed>, 'id' | 'problemIds'>;
  /** The most common first. */
  fingerprints: readonly ProblemId[];
  own: () => ProblemId;
};

/** @param read the failures of the group, in the order of their tests */
export function describe<Failed extends FailedTest>(read: readonly ReadFailure<Failed>[]): Described<Failed> {
  const tests = read.map(({ failure }) => failure);
  const template = mostCommon(read.map(({ facts }) => facts.template))[0]?.value ?? '';
  const typical = read.find(({ facts }) => facts.template === template);
  const kinds = mostCommon(read.map(({ facts }) => facts.kind).filter((kind) => kind !== 'UNKNOWN'));
  const frames = mostCommon(read.map(({ facts }) => facts.displayed).filter((frame) => frame !== null));
  const [frame] = frames;
  const group: Described<Failed>['group'] = {
    tests,
    template,
    kind: kinds.length === 1 ? (kinds[0]?.value ?? 'UNKNOWN') : 'UNKNOWN',
    unreachableHost: typical?.facts.host ?? null,
    frame: frame ? { text: frame.value, testCount: frame.count } : null,
    name: nameOfCause(
      read.map(({ facts }) => facts),
      template,
    ),
  };
  return {
    group,
    fingerprints: mostCommon(read.map(({ failure, facts }) => failure.problemId ?? detailedIdOf(facts, failure))).map(
      ({ value }) => value,
    ),
    own: () => (typical ? detailedIdOf(typical.facts, typical.failure) : ('' as ProblemId)),
  };
}

/** @returns the values by how common they are, equally common ones in alphabetical order */
function mostCommon<Value extends string>(values: readonly Value[]): { value: Value; count: number }[] {
  const [first] = values;
  if (first === undefined) return [];
  if (values.length === 1) return [{ value: first, count: 1 }];
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => other.count - one.count || compare(one.value, other.value));
}

/** @returns the groups by size, the largest first */
export function sortedGroups<Failed extends FailedTest>(described: Described<Failed>[]): Described<Failed>[] {
  return described.sort(
    (one, other) =>
      other.group.tests.length - one.group.tests.length ||
      compare(one.fingerprints[0] ?? '', other.fingerprints[0] ?? '') ||
      byPlace(one.group.tests[0], other.group.tests[0]),
  );
}

/** Gives each group an id that no other one has, the first ones before the others. */
export function identified<Failed extends FailedTest>(sorted: readonly Described<Failed>[]): FailureGroup<Failed>[] {
  const taken = new Set<ProblemId>();
  return sorted.map(({ group, fingerprints, own }) => {
    const id = fingerprints.find((fingerprint) => !taken.has(fingerprint)) ?? own();
    taken.add(id);
    const { name, template, kind, frame, unreachableHost, tests } = group;
    const problemIds = fingerprints.length < 2 && fingerprints[0] === id ? [id] : [...new Set([id, ...fingerprints])];
    return { id, problemIds, name, template, kind, frame, unreachableHost, tests };
  });
}

/** Orders tests by file, name and id. */
export function byPlace(one: FailedTest | undefined, other: FailedTest | undefined): number {
  if (!one || !other) return 0;
  return compare(one.file, other.file) || compare(one.name, other.name) || compare(one.id, other.id);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
