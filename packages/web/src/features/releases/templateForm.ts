import {
  type CriteriaTemplateView,
  type CriterionRule,
  type CriterionRuleKind,
  criterionRuleKinds,
  type EnvironmentId,
  formFields,
  messages,
  type TestPlanId,
  type TestSuiteId,
  type TriedRule,
} from '@assay/contract';
import { object, string } from 'yup';
import { changedFields } from '../../ui/form/changedFields.ts';
import { optionalWholeNumber, requiredText } from '../../ui/form/fieldSchemas.ts';

export const answerers = ['people', 'rule'] as const;

/** Ids and numbers that are not chosen are empty. */
export type TemplateForm = {
  text: string;
  answeredBy: (typeof answerers)[number];
  kind: CriterionRuleKind;
  testSuiteId: string;
  testPlanId: string;
  issueQuery: string;
  environmentId: string;
  maxAgeHours: number | string;
  flakyPassesCount: boolean;
};

export const templateSchema = object({
  text: requiredText(formFields.criterionText),
  answeredBy: string().oneOf(answerers),
  kind: string().oneOf(criterionRuleKinds),
  testPlanId: string().when(['answeredBy', 'kind'], ([answeredBy, kind], plan) =>
    answeredBy === 'rule' && kind === 'planPasses' ? plan.required(messages.selectTestPlan) : plan,
  ),
  issueQuery: string().when(['answeredBy', 'kind'], ([answeredBy, kind], query) =>
    answeredBy === 'rule' && kind === 'noOpenIssues' ? requiredText(formFields.issueQuery) : query,
  ),
  // An emptied number is an empty text.
  maxAgeHours: optionalWholeNumber(formFields.evidenceAgeHours).transform((value, typed) =>
    typed === '' ? undefined : value,
  ),
});

/** @param template null: a new one */
export function formOfTemplate(template: CriteriaTemplateView | null): TemplateForm {
  const rule = template?.rule ?? null;
  return {
    text: template?.text ?? '',
    answeredBy: rule === null ? 'people' : 'rule',
    kind: rule?.kind ?? 'runsPass',
    testSuiteId: rule?.testSuiteId ?? '',
    testPlanId: rule?.testPlanId ?? '',
    issueQuery: rule?.issueQuery ?? '',
    environmentId: rule?.environmentId ?? '',
    maxAgeHours: rule?.maxAgeHours ?? '',
    flakyPassesCount: rule?.flakyPassesCount ?? true,
  };
}

/** @returns the text and the rule of the form */
export function templateOf(form: TemplateForm): { text: string; rule: CriterionRule | null } {
  const { answeredBy, kind, testSuiteId, testPlanId, issueQuery, environmentId, maxAgeHours, flakyPassesCount } = form;
  const ofRuns = kind === 'runsPass' || kind === 'nothingNewlyFlaky';
  // What was chosen for another kind stays in the form, and is not part of the rule.
  const rule: CriterionRule = {
    kind,
    testSuiteId: kind === 'runsPass' ? ((testSuiteId || null) as TestSuiteId | null) : null,
    ...(kind === 'planPasses' && { testPlanId: testPlanId as TestPlanId }),
    ...(kind === 'noOpenIssues' && { issueQuery: issueQuery.trim() }),
    environmentId: ofRuns ? ((environmentId || null) as EnvironmentId | null) : null,
    maxAgeHours: kind === 'noOpenIssues' || maxAgeHours === '' ? null : Number(maxAgeHours),
    ...((kind === 'runsPass' || kind === 'planPasses') && !flakyPassesCount && { flakyPassesCount }),
  };
  return { text: form.text.trim(), rule: answeredBy === 'rule' ? rule : null };
}

/** @returns the rule of the form as a query; null: people answer, or a field is missing or wrong */
export function triedRuleOf(form: TemplateForm): TriedRule | null {
  const { rule } = templateOf(form);
  if (rule === null || !templateSchema.isValidSync({ ...form, text: 'any' })) return null;
  const chosen = Object.entries(rule).filter(([, value]) => value !== null);
  return Object.fromEntries(chosen) as TriedRule;
}

/** @returns the text, and the rule where it is another one */
export function templateChangeOf(form: TemplateForm, before: CriteriaTemplateView) {
  const { text, rule } = templateOf(form);
  return { text, ...changedFields({ rule }, { rule: before.rule }) };
}
