import { type Static, Type } from 'typebox';
import { formFields } from '../formFields.ts';

/** By what the tests of a project are found flaky, and when they are not any more. */
export const FlakyRules = Type.Object(
  {
    sameCommitDays: Type.Integer({
      ...formFields.flakyDays,
      description: 'evidence A: having passed and failed on one commit counts for so many days',
    }),
    flips: Type.Integer({
      ...formFields.flakyFlips,
      description: 'evidence B: so many changes between passing and failing on the default branch',
    }),
    flipResults: Type.Integer({
      ...formFields.flakyResults,
      description: 'among so many of the newest results in an environment',
    }),
    leastPercent: Type.Integer({
      ...formFields.flakyPercent,
      description: 'and the least share of changes that is likely behind them (Wilson, 95 %) is above this',
    }),
    settledResults: Type.Integer({
      ...formFields.flakySettled,
      description: 'so many equal results in a row, and a test does not go back and forth any more',
    }),
    opinions: Type.Boolean({
      description: 'evidence C: failures that people call known flaky, in a review or of their problem, count',
    }),
    quietDays: Type.Integer({
      ...formFields.flakyDays,
      description: 'after so many days without evidence a flaky test is recovering',
    }),
    recoveryDays: Type.Integer({ ...formFields.flakyDays, description: 'after so many it has recovered' }),
    recoveryResults: Type.Integer({
      ...formFields.flakyRecovery,
      description: 'or after so many results without evidence, whichever comes first',
    }),
  },
  { additionalProperties: false, description: 'by what its tests are found flaky' },
);
export type FlakyRules = Static<typeof FlakyRules>;

/** The rules of a new project. */
export const usualFlakyRules: FlakyRules = {
  sameCommitDays: 14,
  flips: 4,
  flipResults: 30,
  leastPercent: 5,
  settledResults: 5,
  opinions: true,
  quietDays: 3,
  recoveryDays: 7,
  recoveryResults: 100,
};

/** Whoever asks without a timeframe has tests judged by the runs of so many days. */
export const daysJudged = 30;
