import {
  type BuildId,
  type CreateTestRunRequest,
  formFields,
  limits,
  messages,
  type ProjectView,
  type TestSuiteId,
  type TestSuiteView,
} from '@assay/contract';
import { array, boolean, object, string } from 'yup';
import { optionalText, wholeNumber } from '../../../ui/form/fieldSchemas.ts';
import { type Source, sourcesOf } from '../../../ui/runSource/runSources.ts';
import type { Selection } from './matchingTests.ts';

/** The form of a new run. Numbers may be empty texts while being typed. */
export type RunForm = {
  project: string;
  environment: string;
  source: Source;
  buildId: string;
  branch: string;
  ref: string;
  tests: 'all' | 'suite' | 'tags' | 'filters';
  testSuiteId: string;
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
  source: 'branch',
  buildId: '',
  branch: '',
  ref: '',
  tests: 'all',
  testSuiteId: '',
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

/**
 * Changing the project resets the branch, clears build, commit, suite, tags and filters, and fills in the project's
 * defaults.
 */
export function withProject(form: RunForm, project: ProjectView | undefined, maximumRunners: number): RunForm {
  if (!project) return { ...form, project: '' };
  const [source = 'branch'] = sourcesOf(project);
  return {
    ...form,
    ...settingsOf(project, undefined, maximumRunners),
    project: project.key,
    source,
    buildId: '',
    branch: project.defaultBranch,
    ref: '',
    testSuiteId: '',
    includeTags: [],
    excludedTags: [],
    testFilters: [],
    playwrightProject: '',
  };
}

/** Choosing a suite fills in its settings, choosing none those of the project again. */
export function withSuite(
  form: RunForm,
  suite: TestSuiteView | undefined,
  project: ProjectView,
  maximumRunners: number,
): RunForm {
  return {
    ...form,
    ...settingsOf(project, suite, maximumRunners),
    priority: suite?.priority ?? emptyRunForm.priority,
    testSuiteId: suite?.id ?? '',
  };
}

/** How tests run by default: as the suite has it, else the project. */
function settingsOf(project: ProjectView, suite: TestSuiteView | undefined, maximumRunners: number) {
  const { testTimeoutSeconds, timeoutMinutes } = suite?.timeouts ?? {
    testTimeoutSeconds: project.testTimeoutSeconds,
    timeoutMinutes: project.testRunTimeoutMinutes,
  };
  return {
    runners: Math.min(suite?.maxRunners ?? project.defaultMaxRunners, maximumRunners),
    parallelizeByFile: suite?.parallelizeByFile ?? project.defaultToParallelizeByFile,
    testTimeoutSeconds,
    timeoutMinutes,
    retryFailedTests: suite?.retryFailedTests ?? project.retryFailedTests,
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
    source: string(),
    buildId: string().when('source', ([source], build) =>
      source === 'build' ? build.required(messages.selectBuild) : build,
    ),
    branch: optionalText(formFields.branch),
    ref: optionalText(formFields.ref),
    tests: string(),
    testSuiteId: string().when('tests', ([tests], suite) =>
      tests === 'suite' ? suite.required(messages.selectTestSuite) : suite,
    ),
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
    playwrightProject: optionalText(formFields.playwrightProject),
    followTestRun: boolean(),
  });
}

/** @returns the request: trimmed, without what the chosen way of picking tests does not use. */
export function requestOfForm(form: RunForm, project: Pick<ProjectView, 'testingFramework'>): CreateTestRunRequest {
  return {
    project: form.project,
    environment: form.environment,
    ...versionOf(form),
    ...testsOf(form),
    runners: Number(form.runners),
    copies: Number(form.copies),
    parallelizeByFile: form.parallelizeByFile,
    testTimeoutSeconds: Number(form.testTimeoutSeconds),
    timeoutMinutes: Number(form.timeoutMinutes),
    priority: Number(form.priority),
    retryFailedTests: form.retryFailedTests,
    ignoreQuarantine: form.ignoreQuarantine,
    playwrightProject: project.testingFramework === 'Playwright' ? (textOf(form.playwrightProject) ?? null) : null,
  };
}

/** A build, or what is deployed, knows its branch and commit. */
function versionOf({ source, buildId, branch, ref }: RunForm): Partial<CreateTestRunRequest> {
  switch (source) {
    case 'branch':
      return { branch: textOf(branch), ref: textOf(ref) ?? null };
    case 'build':
      return { buildId: buildId as BuildId };
    case 'deploy':
      return { latestDeploy: true };
    default:
      return source satisfies never;
  }
}

/** A suite knows its tests. */
function testsOf(form: RunForm): Partial<CreateTestRunRequest> {
  return form.tests === 'suite' ? { testSuiteId: form.testSuiteId as TestSuiteId } : selectionOfForm(form);
}

/** @returns what the form asks for without a suite. */
export function selectionOfForm({ tests, includeTags, excludedTags, testFilters }: RunForm): Selection {
  return {
    includeTags: tests === 'tags' ? includeTags : [],
    excludedTags: tests === 'tags' ? excludedTags : [],
    testFilters: tests === 'filters' ? testFilters : [],
  };
}

function textOf(value: string): string | undefined {
  return value.trim() === '' ? undefined : value.trim();
}
