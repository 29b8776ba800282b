import {
  type BuildId,
  type CreateTestRunRequest,
  formFields,
  limits,
  messages,
  type ProjectView,
} from '@assay/contract';
import { array, boolean, object, string } from 'yup';
import { optionalText, wholeNumber } from '../../../ui/form/fieldSchemas.ts';

/** The form of a new run. Numbers may be empty texts while being typed. */
export type RunForm = {
  project: string;
  environment: string;
  buildId: string;
  branch: string;
  ref: string;
  tests: 'all' | 'tags' | 'filters';
  includeTags: string[];
  excludedTags: string[];
  testFilters: string[];
  runners: number | '';
  copies: number | '';
  parallelizeByFile: boolean;
  testTimeoutSeconds: number | '';
  timeoutMinutes: number | '';
  priority: number | '';
  retryFailedTests: boolean;
  ignoreQuarantine: boolean;
  playwrightProject: string;
  followTestRun: boolean;
};

export const emptyRunForm: RunForm = {
  project: '',
  environment: '',
  buildId: '',
  branch: '',
  ref: '',
  tests: 'all',
  includeTags: [],
  excludedTags: [],
  testFilters: [],
  runners: 1,
  copies: limits.copies.default,
  parallelizeByFile: true,
  testTimeoutSeconds: limits.testTimeoutSeconds.default,
  timeoutMinutes: limits.testRunTimeoutMinutes.default,
  priority: limits.priority.default,
  retryFailedTests: false,
  ignoreQuarantine: false,
  playwrightProject: '',
  followTestRun: true,
};

/** Changing the project resets the branch, clears build, commit, tags and filters, and fills in the project's defaults. */
export function withProject(form: RunForm, project: ProjectView | undefined, maximumRunners: number): RunForm {
  if (!project) return { ...form, project: '' };
  return {
    ...form,
    project: project.key,
    buildId: '',
    branch: project.defaultBranch,
    ref: '',
    includeTags: [],
    excludedTags: [],
    testFilters: [],
    runners: Math.min(project.defaultMaxRunners, maximumRunners),
    parallelizeByFile: project.defaultToParallelizeByFile,
    testTimeoutSeconds: project.testTimeoutSeconds,
    timeoutMinutes: project.testRunTimeoutMinutes,
    retryFailedTests: project.retryFailedTests,
    playwrightProject: '',
  };
}

/** Changing the branch clears the commit. */
export function withBranch(form: RunForm, branch: string): RunForm {
  return { ...form, branch, ref: '' };
}

/** @param maximumRunners the account's maximum */
export function runFormSchema(maximumRunners: number) {
  return object({
    project: string().required(messages.blank),
    environment: string().required(messages.selectEnvironment),
    buildId: string(),
    branch: optionalText(formFields.branch),
    ref: optionalText(formFields.ref),
    tests: string(),
    includeTags: array(string()),
    excludedTags: array(string()),
    testFilters: array(string()),
    runners: wholeNumber(formFields.runners, maximumRunners),
    copies: wholeNumber(formFields.copies),
    parallelizeByFile: boolean(),
    testTimeoutSeconds: wholeNumber(formFields.testTimeoutSeconds),
    timeoutMinutes: wholeNumber(formFields.testRunTimeoutMinutes),
    priority: wholeNumber(formFields.priority),
    retryFailedTests: boolean(),
    ignoreQuarantine: boolean(),
    playwrightProject: string(),
    followTestRun: boolean(),
  });
}

/** @returns the request: trimmed, without what the chosen way of picking tests does not use. */
export function requestOfForm(form: RunForm, project: Pick<ProjectView, 'testingFramework'>): CreateTestRunRequest {
  const text = (value: string) => (value.trim() === '' ? undefined : value.trim());
  return {
    project: form.project,
    environment: form.environment,
    buildId: form.buildId === '' ? null : (form.buildId as BuildId),
    // A build knows what it was built from.
    branch: form.buildId === '' ? text(form.branch) : undefined,
    ref: form.buildId === '' ? (text(form.ref) ?? null) : null,
    includeTags: form.tests === 'tags' ? form.includeTags : [],
    excludedTags: form.tests === 'tags' ? form.excludedTags : [],
    testFilters: form.tests === 'filters' ? form.testFilters : [],
    runners: Number(form.runners),
    copies: Number(form.copies),
    parallelizeByFile: form.parallelizeByFile,
    testTimeoutSeconds: Number(form.testTimeoutSeconds),
    timeoutMinutes: Number(form.timeoutMinutes),
    priority: Number(form.priority),
    retryFailedTests: form.retryFailedTests,
    ignoreQuarantine: form.ignoreQuarantine,
    playwrightProject: project.testingFramework === 'Playwright' ? (text(form.playwrightProject) ?? null) : null,
  };
}
