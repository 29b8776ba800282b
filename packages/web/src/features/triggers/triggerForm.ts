import {
  anyProject,
  type BuildId,
  cronProblem,
  defaultTriggerSettings,
  type EnvironmentId,
  formFields,
  isOnDeploy,
  isScheduled,
  messages,
  type ProjectId,
  type ProjectView,
  startsTestPlan,
  type TestPlanId,
  type TestSuiteId,
  type TriggerRequest,
  type TriggerSettings,
  type TriggerType,
  type TriggerView,
} from '@assay/contract';
import { array, object, string } from 'yup';
import { optionalText, optionalWholeNumber, wholeNumber } from '../../ui/form/fieldSchemas.ts';

/** The form of a trigger: empty texts stand for what is left open. */
export type TriggerForm = {
  name: string;
  type: TriggerType;
  projectId: string;
  environmentId: string;
  testOptionsType: TriggerSettings['testOptionsType'];
  testSuiteId: string;
  testPlanId: string;
  includeTags: string[];
  excludedTags: string[];
  testFilters: string[];
  latestDeploy: boolean;
  buildId: string;
  branch: string;
  commit: string;
  maxRunners: number | '';
  priority: number | '';
  retryFailedTests: boolean;
  cron: string;
  timeZone: string;
  deployedProjectIds: string[];
  settleSeconds: number | '';
  overlap: TriggerSettings['overlap'];
  catchUpMinutes: number | '';
};

/** @returns the form of a trigger, or of a new one. */
export function formOfTrigger(trigger: TriggerView | null): TriggerForm {
  const settings = trigger ?? { ...defaultTriggerSettings, type: 'interval' as const };
  return {
    name: trigger?.name ?? '',
    type: settings.type,
    projectId: settings.projectId ?? '',
    environmentId: settings.environmentId ?? '',
    testOptionsType: settings.testOptionsType,
    testSuiteId: settings.testSuiteId ?? '',
    testPlanId: settings.testPlanId ?? '',
    includeTags: settings.includeTags,
    excludedTags: settings.excludedTags,
    testFilters: settings.testFilters,
    latestDeploy: settings.latestDeploy,
    buildId: settings.buildId ?? '',
    branch: settings.branch ?? '',
    commit: settings.commit ?? '',
    maxRunners: settings.maxRunners ?? '',
    priority: settings.priority ?? '',
    retryFailedTests: settings.retryFailedTests ?? false,
    cron: settings.cron ?? '',
    timeZone: settings.timeZone ?? '',
    deployedProjectIds: settings.deployedProjectIds,
    settleSeconds: settings.settleSeconds,
    overlap: settings.overlap,
    catchUpMinutes: settings.catchUpMinutes,
  };
}

/**
 * Changing the type clears the schedule, has deploys of the current project start a trigger on deploy, and clears the
 * test plan where none is started.
 */
export function withType(form: TriggerForm, type: TriggerType): TriggerForm {
  const ofProject = form.projectId === '' ? [] : [form.projectId];
  return {
    ...form,
    type,
    cron: '',
    timeZone: '',
    deployedProjectIds: isOnDeploy(type) ? ofProject : [],
    testPlanId: startsTestPlan(type) ? form.testPlanId : '',
  };
}

/** @returns the form of a trigger that starts a test plan, or tests, as it does now. */
export function withWhat(form: TriggerForm, what: 'tests' | 'testPlan'): TriggerForm {
  const onDeploy = isOnDeploy(form.type);
  if (what === 'tests') return withType(form, onDeploy ? 'deploy' : 'interval');
  return withType(form, onDeploy ? 'testPlanDeploy' : 'testPlanInterval');
}

/** Changing the project resets the branch, clears commit, build, tags and filters, and fills in its defaults. */
export function withProject(form: TriggerForm, project: ProjectView | undefined, maximumRunners: number): TriggerForm {
  if (!project) return { ...form, projectId: '' };
  return {
    ...form,
    projectId: project.id,
    branch: project.defaultBranch,
    commit: '',
    buildId: '',
    testSuiteId: '',
    includeTags: [],
    excludedTags: [],
    testFilters: [],
    maxRunners: Math.min(project.defaultMaxRunners, maximumRunners),
    retryFailedTests: project.retryFailedTests,
    deployedProjectIds: isOnDeploy(form.type) ? [project.id] : [],
  };
}

/**
 * Changing the environment takes the priority of its stage, and the latest deploy if there is one.
 * @param priority of the stage
 */
export function withEnvironment(
  form: TriggerForm,
  environmentId: string,
  { priority, hasDeploy }: { priority: number; hasDeploy: boolean },
): TriggerForm {
  return withLatestDeploy({ ...form, environmentId, priority }, hasDeploy);
}

/** Changing the branch clears the commit. */
export function withBranch(form: TriggerForm, branch: string): TriggerForm {
  return { ...form, branch, commit: '' };
}

/** Turning the latest deploy on or off clears the commit. */
export function withLatestDeploy(form: TriggerForm, latestDeploy: boolean): TriggerForm {
  return { ...form, latestDeploy, commit: '' };
}

/** A suite has its own number of runners. */
export function withSuite(form: TriggerForm, testSuiteId: string): TriggerForm {
  return { ...form, testSuiteId, maxRunners: '' };
}

/**
 * @param maximumRunners the account's maximum
 * @param now for the times of the schedule
 */
export function triggerFormSchema(maximumRunners: number, now: () => Date) {
  return object({
    name: optionalText(formFields.triggerName).when('type', ([type], schema) =>
      type === 'now' ? schema : schema.required(messages.specifyName),
    ),
    projectId: string().when('type', ([type], schema) =>
      startsTestPlan(type) ? schema : schema.required(messages.blank),
    ),
    environmentId: string().when('type', ([type], schema) =>
      startsTestPlan(type) ? schema : schema.required(messages.selectEnvironment),
    ),
    testPlanId: string().when('type', ([type], schema) =>
      startsTestPlan(type) ? schema.required(messages.selectTestPlan) : schema,
    ),
    testSuiteId: string().when(['testOptionsType', 'type'], ([tests, type], schema) =>
      tests === 'suite' && !startsTestPlan(type) ? schema.required(messages.selectTestSuite) : schema,
    ),
    branch: optionalText(formFields.branch),
    commit: optionalText(formFields.ref),
    maxRunners: optionalWholeNumber(formFields.runners, maximumRunners),
    priority: optionalWholeNumber(formFields.priority),
    settleSeconds: wholeNumber(formFields.settleSeconds),
    catchUpMinutes: wholeNumber(formFields.catchUpMinutes),
    cron: string().test({
      test: (cron, { parent, createError }) => {
        const { type, timeZone } = parent as TriggerForm;
        if (!isScheduled(type)) return true;
        const problem = cronProblem({ cron: cron ?? '', timeZone: timeZone || null }, now());
        return problem ? createError({ path: problem.field, message: problem.message }) : true;
      },
    }),
    deployedProjectIds: array(string()).when('type', ([type], schema) =>
      isOnDeploy(type) ? schema.min(1, messages.selectOneProject) : schema,
    ),
  });
}

/** Choosing any project stands for each of them. */
export function deployedOf(picked: string[], before: readonly string[]): string[] {
  if (!picked.includes(anyProject)) return picked;
  return before.includes(anyProject) && picked.length > 1 ? picked.filter((id) => id !== anyProject) : [anyProject];
}

/** @returns the request for a trigger: trimmed, with empty fields as null. What its type does not use, the service drops. */
export function triggerRequestOf(form: TriggerForm, before: TriggerView | null): TriggerRequest {
  const text = (value: string) => value.trim() || null;
  const number = (value: number | '') => (value === '' ? null : Number(value));
  return {
    ...keptOf(before),
    ...(form.name.trim() === '' ? {} : { name: form.name.trim() }),
    type: form.type,
    projectId: text(form.projectId) as ProjectId | null,
    environmentId: text(form.environmentId) as EnvironmentId | null,
    testOptionsType: form.testOptionsType,
    testSuiteId: text(form.testSuiteId) as TestSuiteId | null,
    testPlanId: text(form.testPlanId) as TestPlanId | null,
    includeTags: form.includeTags,
    excludedTags: form.excludedTags,
    testFilters: form.testFilters,
    latestDeploy: form.latestDeploy,
    buildId: text(form.buildId) as BuildId | null,
    branch: text(form.branch),
    commit: text(form.commit),
    maxRunners: number(form.maxRunners),
    priority: number(form.priority),
    retryFailedTests: form.retryFailedTests,
    cron: text(form.cron),
    timeZone: text(form.timeZone),
    deployedProjectIds: form.deployedProjectIds as ProjectId[],
    settleSeconds: Number(form.settleSeconds),
    overlap: form.overlap,
    catchUpMinutes: Number(form.catchUpMinutes),
  };
}

/** What the form does not show stays as it is. */
function keptOf(before: TriggerView | null): Partial<TriggerRequest> {
  if (before === null) return {};
  const { copies, defaultToParallelizeByFile, testTimeoutSeconds, timeoutMinutes, ignoreQuarantine } = before;
  const { playwrightProject } = before;
  return {
    copies,
    defaultToParallelizeByFile,
    testTimeoutSeconds,
    timeoutMinutes,
    ignoreQuarantine,
    playwrightProject,
  };
}
