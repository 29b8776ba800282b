import { type Static, Type } from 'typebox';
import { formFields } from '../formFields.ts';
import { EnvironmentId, Nullable, TestPlanId, TestSuiteId } from '../ids.ts';

/**
 * - `runsPass`: runs of the shipped versions passed, judged as by `GET /projects/:id/gate`.
 * - `planPasses`: the newest run of a test plan on the shipped versions passed as a whole.
 * - `nothingNewlyFlaky`: the shipped versions ran, and no test of their projects has become flaky since the last Go
 *   that shipped the project, save for quarantined ones.
 * - `noOpenIssues`: a query of Jira finds issues, and none of them is open.
 */
export const criterionRuleKinds = ['runsPass', 'planPasses', 'nothingNewlyFlaky', 'noOpenIssues'] as const;
export type CriterionRuleKind = (typeof criterionRuleKinds)[number];

/** What answers a criterion in place of people. */
export const CriterionRule = Type.Object(
  {
    kind: Type.Enum(criterionRuleKinds),
    testSuiteId: Nullable(
      Type.Unsafe<TestSuiteId>({
        ...TestSuiteId,
        description: 'of a shipped project; null: whatever ran of each version. Only of `runsPass`',
      }),
    ),
    testPlanId: Type.Optional(
      Nullable(Type.Unsafe<TestPlanId>({ ...TestPlanId, description: 'of `planPasses`, and only there' })),
    ),
    issueQuery: Type.Optional(
      Nullable(
        Type.String({
          ...formFields.issueQuery,
          description: 'JQL, in which {release} is the title of the release; of `noOpenIssues`, and only there',
        }),
      ),
    ),
    environmentId: Nullable(
      Type.Unsafe<EnvironmentId>({
        ...EnvironmentId,
        description: 'null: runs in any count. Not of `planPasses` and `noOpenIssues`',
      }),
    ),
    maxAgeHours: Nullable(
      Type.Integer({ ...formFields.evidenceAgeHours, description: 'evidence that ended longer ago does not count' }),
    ),
    flakyPassesCount: Type.Optional(
      Type.Boolean({
        description:
          'false: tests that passed only after a retry, or in a rerun, have not passed. Omitted: they have. Only of `runsPass` and `planPasses`',
      }),
    ),
  },
  { additionalProperties: false },
);
export type CriterionRule = Static<typeof CriterionRule>;

/** @returns the rule with all its fields; those that it lacks have their defaults */
export function completeRule(rule: CriterionRule): Required<CriterionRule> {
  return { testPlanId: null, issueQuery: null, flakyPassesCount: true, ...rule };
}

/** @returns the rule that an event has: those of earlier releases of Assay may have none */
export function recordedRule(rule: object | null | undefined): CriterionRule | null {
  return (rule ?? null) as CriterionRule | null;
}
