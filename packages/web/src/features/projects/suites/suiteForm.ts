import {
  type CreateTestSuiteRequest,
  formFields,
  limits,
  type ProjectView,
  type TestSuiteType,
  type TestSuiteView,
} from '@assay/contract';
import { array, boolean, object, string } from 'yup';
import {
  optionalText,
  optionalWholeNumber,
  requiredText,
  textList,
  wholeNumber,
} from '../../../ui/form/fieldSchemas.ts';

/** The form of a test suite. Numbers may be empty texts: while being typed, or where the project's or the default counts. */
export type SuiteForm = {
  name: string;
  type: TestSuiteType;
  description: string;
  includeTags: string[];
  excludedTags: string[];
  testFilters: string[];
  maxRunners: number | '';
  priority: number | '';
  testTimeoutSeconds: number | '';
  timeoutMinutes: number | '';
  retryFailedTests: boolean;
  parallelizeByFile: boolean;
};

/** @returns the form of a suite, or of a new one with its project's defaults. */
export function formOfSuite(suite: TestSuiteView | null, project: ProjectView): SuiteForm {
  return {
    name: suite?.name ?? '',
    type: suite?.type ?? 'Other',
    description: suite?.description ?? '',
    includeTags: [...(suite?.includeTags ?? [])],
    excludedTags: [...(suite?.excludedTags ?? [])],
    testFilters: [...(suite?.testFilters ?? [])],
    maxRunners: suite?.maxRunners ?? '',
    priority: suite?.priority ?? '',
    testTimeoutSeconds: suite?.timeouts.testTimeoutSeconds ?? project.testTimeoutSeconds,
    timeoutMinutes: suite?.timeouts.timeoutMinutes ?? project.testRunTimeoutMinutes,
    retryFailedTests: suite?.retryFailedTests ?? project.retryFailedTests,
    parallelizeByFile: suite?.parallelizeByFile ?? project.defaultToParallelizeByFile,
  };
}

/** @param maximumRunners the account's maximum of runners per project */
export function suiteFormSchema(maximumRunners: number) {
  const tags = textList(requiredText(formFields.testTag), limits.testTags);
  return object({
    name: requiredText(formFields.name),
    type: string(),
    description: optionalText(formFields.description),
    includeTags: tags,
    excludedTags: tags,
    testFilters: array(string()),
    maxRunners: optionalWholeNumber(formFields.runners, maximumRunners),
    priority: optionalWholeNumber(formFields.priority),
    testTimeoutSeconds: wholeNumber(formFields.testTimeoutSeconds),
    timeoutMinutes: wholeNumber(formFields.testRunTimeoutMinutes),
    retryFailedTests: boolean(),
    parallelizeByFile: boolean(),
  });
}

/** @returns the request for a suite: trimmed, with empty fields as null. */
export function suiteRequestOf({ maxRunners, priority, ...form }: SuiteForm) {
  const trimmed = (texts: readonly string[]) => texts.map((text) => text.trim());
  return {
    ...form,
    name: form.name.trim(),
    description: form.description.trim() || null,
    includeTags: trimmed(form.includeTags),
    excludedTags: trimmed(form.excludedTags),
    maxRunners: maxRunners === '' ? null : Number(maxRunners),
    priority: priority === '' ? null : Number(priority),
    testTimeoutSeconds: Number(form.testTimeoutSeconds),
    timeoutMinutes: Number(form.timeoutMinutes),
  } satisfies CreateTestSuiteRequest;
}
