import {
  type DistributionRuleType,
  formFields,
  limits,
  type ProjectId,
  type TestDistributionRuleRequest,
  type TestDistributionRuleView,
  type TestSuiteId,
  type TestType,
} from '@assay/contract';
import { object } from 'yup';
import { requiredText, textList, wholeNumber } from '../../../ui/form/fieldSchemas.ts';

/** The form of a rule: empty texts stand for what is left open. */
export type DistributionRuleForm = {
  orderToApply: number | '';
  ruleType: DistributionRuleType;
  assignedTo: TestType;
  projectId: string;
  testSuiteId: string;
  includePatterns: string[];
};

export const distributionRuleFormSchema = object({
  orderToApply: wholeNumber(formFields.distributionRuleOrder),
  includePatterns: textList(requiredText(formFields.distributionPattern), limits.distributionPatterns),
});

/** @param rules that there are: a new one comes after them, as far as there is room */
export function formOfDistributionRule(
  rule: TestDistributionRuleView | null,
  rules: readonly TestDistributionRuleView[],
): DistributionRuleForm {
  const after = Math.min((rules.at(-1)?.orderToApply ?? -1) + 1, limits.distributionRuleOrder.max);
  return {
    orderToApply: rule?.orderToApply ?? after,
    ruleType: rule?.ruleType ?? 'FILE',
    assignedTo: rule?.assignedTo ?? 'UNIT',
    projectId: rule?.projectId ?? '',
    testSuiteId: rule?.testSuiteId ?? '',
    includePatterns: rule?.includePatterns ?? [],
  };
}

/** @returns the request for a rule, with empty fields as null */
export function distributionRuleRequestOf(form: DistributionRuleForm): TestDistributionRuleRequest {
  const { ruleType, assignedTo, projectId, testSuiteId } = form;
  return {
    orderToApply: Number(form.orderToApply),
    ruleType,
    assignedTo,
    projectId: projectId === '' ? null : (projectId as ProjectId),
    testSuiteId: testSuiteId === '' ? null : (testSuiteId as TestSuiteId),
    includePatterns: [...new Set(form.includePatterns.map((pattern) => pattern.trim()))],
  };
}

/** @returns what is sent to put a rule, as it is, at another place */
export function movedRuleRequest(rule: TestDistributionRuleView, orderToApply: number): TestDistributionRuleRequest {
  const { ruleType, assignedTo, projectId, testSuiteId, includePatterns } = rule;
  return { orderToApply, ruleType, assignedTo, projectId, testSuiteId, includePatterns };
}
