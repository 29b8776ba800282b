import { type FlakyRules, formFields } from '@assay/contract';
import { boolean, object } from 'yup';
import { wholeNumber } from '../../../ui/form/fieldSchemas.ts';

/** The rules that are numbers; an emptied field is an empty text. */
type NumberRule = Exclude<keyof FlakyRules, 'opinions'>;
export type RulesForm = Record<NumberRule, number | ''> & { opinions: boolean };

/** @returns a number of the form as it is said; of an empty field a gap */
function shown(value: number | ''): string {
  return value === '' ? '…' : String(value);
}

type RuleField = { rule: NumberRule; label: string; suffix: string };

type Group = {
  title: string;
  /** What the rule does with the numbers that are in its fields. */
  about: (rules: RulesForm) => string;
  fields: readonly RuleField[];
  /** Whether it is of what people say, which either counts or does not. */
  opinions?: true;
};

/** What a test is flaky by, the strongest evidence first, and how it recovers. */
export const groups: readonly Group[] = [
  {
    title: 'A: passed and failed on the same commit',
    about: ({ sameCommitDays }) =>
      `A test that passed and failed on the same commit, in attempts, copies or several runs, is flaky for ${shown(sameCommitDays)} days.`,
    fields: [{ rule: 'sameCommitDays', label: 'Counts for', suffix: ' days' }],
  },
  {
    title: 'B: alternates on the default branch',
    about: ({ flips, flipResults, leastPercent, settledResults }) =>
      `A test that switched between passing and failing at least ${shown(flips)} times in its newest ${shown(flipResults)} results in an environment is flaky if its flake rate is above ${shown(leastPercent)}% with 95% confidence. Counting starts over after ${shown(settledResults)} identical results in a row.`,
    fields: [
      { rule: 'flips', label: 'At least', suffix: ' changes' },
      { rule: 'flipResults', label: 'Among the newest', suffix: ' results' },
      {
        rule: 'leastPercent',
        label: 'Minimum flake rate',
        suffix: ' %',
      },
      {
        rule: 'settledResults',
        label: 'Resolved after',
        suffix: ' identical results',
      },
    ],
  },
  {
    title: 'C: marked as known flaky',
    about: ({ opinions }) =>
      opinions
        ? 'A test is flaky when people mark a failure or its problem as known flaky.'
        : 'What people mark as known flaky is not counted.',
    fields: [],
    opinions: true,
  },
  {
    title: 'Recovery',
    about: ({ quietDays, recoveryDays, recoveryResults }) =>
      `Without new evidence a flaky test is recovering after ${shown(quietDays)} days, and recovered after ${shown(recoveryDays)} days or ${shown(recoveryResults)} results.`,
    fields: [
      { rule: 'quietDays', label: 'Recovering after', suffix: ' days' },
      { rule: 'recoveryDays', label: 'Recovered after', suffix: ' days' },
      { rule: 'recoveryResults', label: 'Or after', suffix: ' results' },
    ],
  },
];

const number = (field: Parameters<typeof wholeNumber>[0]) =>
  wholeNumber(field).transform((value: unknown, original: unknown) => (original === '' ? undefined : value));

export const rulesSchema = object({
  sameCommitDays: number(formFields.flakyDays),
  flips: number(formFields.flakyFlips),
  flipResults: number(formFields.flakyResults),
  leastPercent: number(formFields.flakyPercent),
  settledResults: number(formFields.flakySettled),
  opinions: boolean(),
  quietDays: number(formFields.flakyDays),
  recoveryDays: number(formFields.flakyDays),
  recoveryResults: number(formFields.flakyRecovery),
});

/** @returns the rules of a valid form */
export function rulesOf({ opinions, ...numbers }: RulesForm): FlakyRules {
  const values = Object.entries(numbers).map(([rule, value]) => [rule, Number(value)]);
  return { ...(Object.fromEntries(values) as Record<NumberRule, number>), opinions };
}
