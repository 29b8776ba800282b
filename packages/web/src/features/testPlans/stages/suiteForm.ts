import {
  type BuildId,
  defaultSuiteSettings,
  type EnvironmentId,
  formFields,
  messages,
  type ProjectId,
  type ProjectView,
  type TestPlanSuiteSettings,
  type TestSuiteId,
  unknownPlaceholders,
} from '@assay/contract';
import { boolean, object, string } from 'yup';
import { optionalText, requiredText } from '../../../ui/form/fieldSchemas.ts';

/** The form of a suite in a stage: empty texts stand for what is left open. */
export type SuiteForm = {
  projectId: string;
  testSuiteId: string;
  environmentId: string;
  useDynamicEnvironment: boolean;
  dynamicEnvironment: string;
  latestDeploy: boolean;
  buildId: string;
  branch: string;
  commit: string;
};

/** @returns the form of a suite in a stage, or of a new one. */
export function formOfSuite(suite: TestPlanSuiteSettings | null): SuiteForm {
  const settings = { ...defaultSuiteSettings, ...suite };
  return {
    projectId: suite?.projectId ?? '',
    testSuiteId: suite?.testSuiteId ?? '',
    environmentId: settings.environmentId ?? '',
    useDynamicEnvironment: settings.useDynamicEnvironment,
    dynamicEnvironment: settings.dynamicEnvironment ?? '',
    latestDeploy: settings.latestDeploy,
    buildId: settings.buildId ?? '',
    branch: settings.branch ?? '',
    commit: settings.commit ?? '',
  };
}

/** Changing the project clears what belonged to the one before, and takes its default branch. */
export function withProject(form: SuiteForm, project: ProjectView | undefined): SuiteForm {
  const branch = project && asksForBuild(project) ? '' : (project?.defaultBranch ?? '');
  return { ...form, projectId: project?.id ?? '', testSuiteId: '', buildId: '', commit: '', branch };
}

/** @returns whether a suite of the project is run on a build where it is not run on the latest deploy. */
export function asksForBuild({ hasBuildArtifacts }: Pick<ProjectView, 'hasBuildArtifacts'>): boolean {
  return hasBuildArtifacts;
}

/** @param projects to know which of them have builds */
export function suiteFormSchema(projects: readonly ProjectView[]) {
  const needsBuild = (projectId: string) =>
    projects.some((project) => project.id === projectId && asksForBuild(project));
  return object({
    projectId: string().required(messages.blank),
    testSuiteId: string().required(messages.blank),
    useDynamicEnvironment: boolean(),
    environmentId: string().when('useDynamicEnvironment', ([dynamic], of) =>
      dynamic ? of : of.required(messages.selectEnvironment),
    ),
    dynamicEnvironment: optionalText(formFields.dynamicEnvironment)
      .test('placeholders', messages.unknownPlaceholder, (text) => unknownPlaceholders(text ?? '').length === 0)
      .when('useDynamicEnvironment', ([dynamic], of) => (dynamic ? of.required(messages.selectEnvironment) : of)),
    buildId: string().when(['latestDeploy', 'projectId'], ([latestDeploy, projectId], of) =>
      !latestDeploy && needsBuild(projectId) ? of.required(messages.selectBuild) : of,
    ),
    branch: string().when(['latestDeploy', 'projectId'], ([latestDeploy, projectId]) =>
      latestDeploy || needsBuild(projectId)
        ? optionalText(formFields.branch)
        : requiredText({ ...formFields.branch, 'x-texts': { blank: messages.selectBranch } }),
    ),
    commit: optionalText(formFields.ref),
  });
}

/** @returns the settings of a suite: trimmed, with empty texts as null, and without what its version or environment does not use. */
export function suiteSettingsOf(form: SuiteForm): TestPlanSuiteSettings {
  const text = (value: string) => value.trim() || null;
  const { useDynamicEnvironment, latestDeploy } = form;
  const hasBuild = !latestDeploy && form.buildId !== '';
  return {
    projectId: form.projectId as ProjectId,
    testSuiteId: form.testSuiteId as TestSuiteId,
    useDynamicEnvironment,
    environmentId: useDynamicEnvironment ? null : (text(form.environmentId) as EnvironmentId | null),
    dynamicEnvironment: useDynamicEnvironment ? text(form.dynamicEnvironment) : null,
    latestDeploy,
    buildId: hasBuild ? (form.buildId as BuildId) : null,
    branch: latestDeploy || hasBuild ? null : text(form.branch),
    commit: latestDeploy || hasBuild ? null : text(form.commit),
  };
}
