import { hash } from 'node:crypto';
import type { ProblemId, TestId } from '@assay/contract';
import { type FailureFacts, type FailureTexts, readFailure } from './failureFacts.ts';
import { problemIdOf } from './fingerprint.ts';

const idLength = 16;

/** A failure of any run, with what a fingerprint may be made of. */
export type FingerprintedFailure = FailureTexts & { testId: TestId };

export type FingerprintVersion = 1 | 2;

/** The version whose fingerprints are stored, and whose problems people decide about. */
export const decidingFingerprint: FingerprintVersion = 1;

/**
 * All versions. One whose fingerprints were stored never changes: a better one is added, compared over the past, and only
 * then decides. Version 2 has not decided yet: it follows the rules that read failures.
 */
export const fingerprints: Readonly<Record<FingerprintVersion, (failure: FingerprintedFailure) => ProblemId | null>> = {
  1: ({ error, testId }) => problemIdOf(error, testId),
  2: (failure) => {
    const facts = readFailure(failure);
    return facts === null ? null : detailedIdOf(facts, { file: failure.testId, name: '' });
  },
};

/**
 * @param test counts only where the error says no reason and the trace shows no code that other tests reach
 * @returns the fingerprint of version 2: the exception, how values were compared, codes, and the innermost own code
 */
export function detailedIdOf(facts: FailureFacts, test: { file: string; name: string }): ProblemId {
  const { exception, assertion, codes, subject, template, saysNoReason, frame } = facts;
  const parts =
    subject !== null
      ? ['subject', subject]
      : saysNoReason
        ? ['compared', assertion, codes, frame ?? `${test.file}\0${test.name}\0${template}`]
        : ['thrown', exception, codes, template, frame];
  return hash('sha256', parts.map((part) => part ?? '').join('\0'), 'base64url').slice(0, idLength) as ProblemId;
}

/** A problem of one version, and the problems of the other that its failures have. */
export type ChangedProblem = {
  id: ProblemId;
  /** In alphabetical order; up to 20 of `becomesCount`. */
  becomes: ProblemId[];
  becomesCount: number;
  failureCount: number;
  example: string;
};

export type FingerprintDifference = {
  /** Failures with an error. */
  failureCount: number;
  /** Those of problems that are split or merged. */
  changedFailureCount: number;
  /** Problems whose failures stay together, and stay alone. */
  unchangedCount: number;
  splitCount: number;
  mergedCount: number;
  /** Problems of `from` whose failures have several fingerprints of `to`, the largest first; up to 20. */
  split: ChangedProblem[];
  /** Problems of `to` that have failures of several problems of `from`, the largest first; up to 20. */
  merged: ChangedProblem[];
};

const examples = 20;

/**
 * Says what would change if another version decided, so that it can be tried over the past first.
 * @param failures of any runs; one at a time is in memory
 */
export async function compareFingerprints(
  failures: AsyncIterable<FingerprintedFailure> | Iterable<FingerprintedFailure>,
  from: FingerprintVersion,
  to: FingerprintVersion,
): Promise<FingerprintDifference> {
  const [before, after] = [new Map<ProblemId, Tally>(), new Map<ProblemId, Tally>()];
  for await (const failure of failures) {
    const [old, fresh] = [fingerprints[from](failure), fingerprints[to](failure)];
    if (old === null || fresh === null) continue;
    count(before, old, fresh, failure);
    count(after, fresh, old, failure);
  }
  const split = changed(before);
  const merged = changed(after);
  const unchanged = [...before.values()].filter(({ others }) => {
    const [only] = others;
    return others.size === 1 && only !== undefined && after.get(only)?.others.size === 1;
  });
  const failureCount = sum([...before.values()]);
  return {
    failureCount,
    changedFailureCount: failureCount - sum(unchanged),
    unchangedCount: unchanged.length,
    splitCount: split.length,
    mergedCount: merged.length,
    split: split.slice(0, examples),
    merged: merged.slice(0, examples),
  };
}

function sum(tallies: readonly Tally[]): number {
  return tallies.reduce((count, { failureCount }) => count + failureCount, 0);
}

type Tally = { others: Set<ProblemId>; failureCount: number; example: string };

function count(tallies: Map<ProblemId, Tally>, id: ProblemId, other: ProblemId, { error, stack }: FailureTexts): void {
  const example = (error ?? stack ?? '').slice(0, 200);
  const tally = tallies.get(id) ?? { others: new Set(), failureCount: 0, example };
  tallies.set(id, tally);
  tally.others.add(other);
  tally.failureCount++;
  // The smallest text, so that the order of failures makes no difference.
  if (example < tally.example) tally.example = example;
}

function changed(tallies: ReadonlyMap<ProblemId, Tally>): ChangedProblem[] {
  return [...tallies]
    .filter(([, { others }]) => others.size > 1)
    .map(([id, { others, failureCount, example }]) => ({
      id,
      becomes: [...others].sort().slice(0, examples),
      becomesCount: others.size,
      failureCount,
      example,
    }))
    .sort((one, other) => other.failureCount - one.failureCount || (one.id < other.id ? -1 : 1));
}
