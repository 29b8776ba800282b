import type { EvidenceClass, FlakyRules } from '@assay/contract';
import type { RunFacts } from '../runStats/runFacts.ts';
import { type Judgement, judgeTest, type PlacedResult } from './judgeTest.ts';

/** A time in which a test was flaky or recovering. Milliseconds since 1970; `until` null: it still is. */
export type FlakyTime = { from: number; until: number | null; evidence: EvidenceClass };

/** A result that is known since its run ended. */
export type EndedResult = PlacedResult & { endedAt: number };

type Rules = {
  rules: FlakyRules;
  isDefaultBranch: (run: RunFacts) => boolean;
  /** A test is judged by the runs that were created in so many milliseconds before. */
  windowMs: number;
  /** Until when it is judged, milliseconds since 1970. */
  end: number;
  /** Called for each judgement, before it. */
  onJudge?: () => void;
};

const dayMs = 24 * 3_600_000;

/** @returns when the judgement changes by nothing but time, at the earliest */
function nextChange({ evidence, lastAt }: Judgement, { sameCommitDays, recoveryDays }: FlakyRules): number {
  const days = evidence === 'A' ? Math.min(sameCommitDays, recoveryDays) : recoveryDays;
  return Date.parse(lastAt) + days * dayMs;
}

/**
 * When a test was flaky, as `judgeTest` would have said at each moment, by the results that were known then. It is judged
 * whenever one of its runs ends or is too old, and when a judgement runs out.
 * @param results of one test, oldest first
 */
export function judgeOverTime(
  results: readonly EndedResult[],
  { rules, isDefaultBranch, windowMs, end, onJudge }: Rules,
): FlakyTime[] {
  const found: FlakyTime[] = [];
  let open: FlakyTime | null = null;
  const judgeAt = (moment: number): Judgement | null => {
    onJudge?.();
    const known = results.filter(
      ({ endedAt, run }) => endedAt <= moment && Date.parse(run.createdAt) >= moment - windowMs,
    );
    const judged = judgeTest(known, isDefaultBranch, rules, moment);
    const evidence = judged?.state === 'broken' ? null : (judged?.evidence ?? null);
    if (evidence === null) {
      if (open) found.push({ ...open, until: moment });
      open = null;
      return null;
    }
    open ??= { from: moment, until: null, evidence };
    return judged;
  };
  // Opinions count from when they were given, which may be between two runs.
  const told = results.flatMap(({ calledFlakyAt }) => (calledFlakyAt === undefined ? [] : Date.parse(calledFlakyAt)));
  const ends = results.map(({ endedAt }) => endedAt);
  const old = results.map(({ run }) => Date.parse(run.createdAt) + windowMs + 1);
  const moments = [...new Set([...ends, ...told, ...old])].filter((moment) => moment <= end).sort((a, b) => a - b);
  const firstBad = Math.min(
    ...results.filter(({ result }) => result.status === 'FAIL' || result.flaky).map(({ endedAt }) => endedAt),
  );
  moments.forEach((moment, index) => {
    // Nothing is flaky that has not failed.
    if (moment < firstBad) return;
    const next = Math.min(end, moments[index + 1] ?? end);
    let judged = judgeAt(moment);
    while (judged) {
      const change = nextChange(judged, rules);
      if (change >= next) break;
      // Evidence that is older than its days makes way for another class, or for none.
      judged = judgeAt(Math.max(change, moment + 1));
      if (judged && nextChange(judged, rules) <= change) break;
    }
  });
  return open ? [...found, open] : found;
}
