import {
  type CriteriaTemplateView,
  type CriterionRule,
  type EnvironmentId,
  formFields,
  type TestSuiteId,
} from '@assay/contract';
import { object, string } from 'yup';
import { changedFields } from '../../ui/form/changedFields.ts';
import { optionalWholeNumber, requiredText } from '../../ui/form/fieldSchemas.ts';

export const answerers = ['people', 'rule'] as const;

/** Ids and numbers that are not chosen are empty. */
export type TemplateForm = {
  text: string;
  answeredBy: (typeof answerers)[number];
  testSuiteId: string;
  environmentId: string;
  maxAgeHours: number | string;
};

export const templateSchema = object({
  text: requiredText(formFields.criterionText),
  answeredBy: string().oneOf(answerers),
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
    testSuiteId: rule?.testSuiteId ?? '',
    environmentId: rule?.environmentId ?? '',
    maxAgeHours: rule?.maxAgeHours ?? '',
  };
}

/** @returns the text and the rule of the form */
export function templateOf(form: TemplateForm): { text: string; rule: CriterionRule | null } {
  const { answeredBy, testSuiteId, environmentId, maxAgeHours } = form;
  const rule: CriterionRule = {
    kind: 'runsPass',
    testSuiteId: (testSuiteId || null) as TestSuiteId | null,
    environmentId: (environmentId || null) as EnvironmentId | null,
    maxAgeHours: maxAgeHours === '' ? null : Number(maxAgeHours),
  };
  return { text: form.text.trim(), rule: answeredBy === 'rule' ? rule : null };
}

/** @returns the text, and the rule where it is another one */
export function templateChangeOf(form: TemplateForm, before: CriteriaTemplateView) {
  const { text, rule } = templateOf(form);
  return { text, ...changedFields({ rule }, { rule: before.rule }) };
}
