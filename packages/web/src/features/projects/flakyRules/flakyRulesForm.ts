import { type FlakyRules, formFields } from '@assay/contract';
import { boolean, object } from 'yup';
import { wholeNumber } from '../../../ui/form/fieldSchemas.ts';

/** The rules that are numbers; an emptied field is an empty text. */
type NumberRule = Exclude<keyof FlakyRules, 'opinions'>;
export type RulesForm = Record<NumberRule, number | ''> & { opinions: boolean };

type RuleField = { rule: NumberRule; label: string; suffix: string; description?: string };

type Group = {
  title: string;
  about: string;
  fields: readonly RuleField[];
  /** Whether it is of what people say, which either counts or does not. */
  opinions?: true;
};

/** What a test is flaky by, the strongest evidence first, and how it recovers. */
export const groups: readonly Group[] = [
  {
    title: 'A: passed and failed on the same commit',
    about: 'Across attempts, copies, or several runs of a commit.',
    fields: [{ rule: 'sameCommitDays', label: 'Counts for', suffix: ' days' }],
  },
  {
    title: 'B: alternates on the default branch',
    about: "A single failure and fix doesn't count; repeated switches between passing and failing do.",
    fields: [
      { rule: 'flips', label: 'At least', suffix: ' changes' },
      { rule: 'flipResults', label: 'Among the newest', suffix: ' results', description: 'Of each environment' },
      {
        rule: 'leastPercent',
        label: 'Minimum flake rate',
        suffix: ' %',
        description: 'Lower bound at 95 % confidence',
      },
      {
        rule: 'settledResults',
        label: 'Resolved after',
        suffix: ' identical results',
        description: 'Counting starts over then',
      },
    ],
  },
  {
    title: 'C: marked as known flaky',
    about: 'By a review of a failure or its problem; the weakest evidence.',
    fields: [],
    opinions: true,
  },
  {
    title: 'Recovery',
    about: 'A flaky test without new evidence is recovering first, then recovered.',
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
