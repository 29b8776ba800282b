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
    title: 'A: passed and failed on one commit',
    about: 'In attempts at one test, in copies of it, or in several runs of a commit.',
    fields: [{ rule: 'sameCommitDays', label: 'Counts for', suffix: ' days' }],
  },
  {
    title: 'B: goes back and forth on the default branch',
    about: 'One failure and its repair are no evidence: only changes between passing and failing that come again.',
    fields: [
      { rule: 'flips', label: 'At least', suffix: ' changes' },
      { rule: 'flipResults', label: 'Among the newest', suffix: ' results', description: 'Of each environment' },
      {
        rule: 'leastPercent',
        label: 'Likely share above',
        suffix: ' %',
        description: 'Its lower bound, with 95 % certainty',
      },
      {
        rule: 'settledResults',
        label: 'Settled after',
        suffix: ' equal results',
        description: 'A new count begins after them',
      },
    ],
  },
  {
    title: 'C: failures that people call known flaky',
    about: 'In a review of one, or of the problem behind them: the weakest evidence.',
    fields: [],
    opinions: true,
  },
  {
    title: 'Recovery',
    about: 'Without evidence a flaky test recovers first, and is not flaky any more when it has.',
    fields: [
      { rule: 'quietDays', label: 'Recovers after', suffix: ' days' },
      { rule: 'recoveryDays', label: 'Has recovered after', suffix: ' days' },
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
