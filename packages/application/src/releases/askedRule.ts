import type { CriterionAnswer, ReleaseId, ShippedVersion } from '@assay/contract';
import type { RuleReads } from './ruleReads.ts';

export const hourMs = 3_600_000;

/** What is in use in the account, to which rules refer. */
export type Known = {
  suites: Awaited<ReturnType<RuleReads['testSuites']>>;
  environmentIds: ReadonlySet<string>;
  projectNameOf: ReadonlyMap<string, string>;
};

/** The release that a rule is asked about. */
export type RuledRelease = { id: ReleaseId; title: string; ships: readonly ShippedVersion[] };

/** What a rule is asked about. */
export type Asked = {
  reads: RuleReads;
  known: Known;
  release: RuledRelease;
  /** In milliseconds since 1970. */
  now: number;
};

/** @returns the answer of a rule without evidence */
export function unanswered(reason: string): CriterionAnswer {
  return { answer: 'noEvidence', reason, evidence: [], position: null };
}
