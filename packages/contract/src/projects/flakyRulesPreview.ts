import { type Static, Type } from 'typebox';
import { evidenceClasses } from '../analytics/analyticsViews.ts';
import { Nullable, TestId, TestRunId, Time } from '../ids.ts';
import { FlakyRules } from './flakyRules.ts';
import { PreviewedRun, realFailures } from './quarantinePreview.ts';

/** How far rules for flaky tests may be tried back. */
export const flakyRulesDays = ['30', '60', '90'] as const;
export type FlakyRulesDays = (typeof flakyRulesDays)[number];

/** The rules to try; what is left out is as the project has it. */
export const FlakyRulesPreviewQuery = Type.Object({
  days: Type.Optional(Type.Enum([...flakyRulesDays], { description: 'how far it looks back; 30 by default' })),
  ...Type.Partial(FlakyRules).properties,
});
export type FlakyRulesPreviewQuery = Static<typeof FlakyRulesPreviewQuery>;

const count = (description?: string) => Type.Integer({ minimum: 0, ...(description && { description }) });

/** What comes of rules, if each test that they find is quarantined as long as they find it so. */
const outcome = {
  found: count('tests that were flaky or recovering at some time'),
  spared: count('failed runs that would have passed'),
  missed: count('real failures that would have failed no run'),
};
export const FlakyRulesOutcome = Type.Object(outcome);
export type FlakyRulesOutcome = Static<typeof FlakyRulesOutcome>;

/** When a test was found flaky by some rules, and what its quarantine would have come to. */
export const FoundFlaky = Type.Object({
  since: Type.String({ ...Time, description: 'the end of the run that showed it first' }),
  until: Nullable(
    Type.String({ ...Time, description: 'when it had recovered, or was broken, last; null: it is flaky' }),
  ),
  times: count('how many times it was found'),
  days: Type.Number({ minimum: 0, description: 'so long it was flaky or recovering, all together' }),
  evidence: Type.Enum([...evidenceClasses], { description: 'what showed it first' }),
  failures: count('results that failed meanwhile'),
  missed: count('of these, real ones'),
});
export type FoundFlaky = Static<typeof FoundFlaky>;

/** Which rules something follows from: those that the project has, those that are tried, or either. */
export const rulesConcerned = ['NOW', 'TRIED', 'BOTH'] as const;
export type RulesConcerned = (typeof rulesConcerned)[number];
const by = Type.Enum([...rulesConcerned], { description: 'by the rules of the project, by those tried, or by either' });

const namedTest = { testId: TestId, name: Type.String() };

/** Two sets of rules for finding flaky tests, each as it would have judged the runs of a time as they ended. */
export const FlakyRulesPreview = Type.Object({
  start: Time,
  end: Time,
  runs: count('those that passed or failed'),
  failed: count('of these, as they ended'),
  rules: Type.Object({ now: FlakyRules, tried: FlakyRules }),
  now: FlakyRulesOutcome,
  tried: FlakyRulesOutcome,
  tests: Type.Array(
    Type.Object({
      ...namedTest,
      file: Type.String(),
      lastRunId: Nullable(
        Type.Unsafe<TestRunId>({ ...TestRunId, description: 'the newest run of the time that has it' }),
      ),
      now: Nullable(FoundFlaky),
      tried: Nullable(FoundFlaky),
    }),
    { description: 'those that one of both finds, first those that only one does; cut off, `found` counts all' },
  ),
  sparedRuns: Type.Array(Type.Object({ run: PreviewedRun, by, tests: Type.Array(Type.Object(namedTest)) }), {
    description: 'first those that only one of both spares, the newest first; cut off, `spared` counts all',
  }),
  missedFailures: Type.Array(Type.Object({ ...namedTest, run: PreviewedRun, by, why: Type.Enum([...realFailures]) }), {
    description: 'first those that only one of both misses, the newest first; cut off, `missed` counts all',
  }),
  knownFrom: Nullable(
    Type.String({
      ...Time,
      description: 'before then, only the newest hundred results of each test are known; null: all are known',
    }),
  ),
  unseenTests: count('tests that failed and were not looked at, because there are too many'),
  uncompared: count('failures whose errors were not compared, because there are too many'),
});
export type FlakyRulesPreview = Static<typeof FlakyRulesPreview>;
