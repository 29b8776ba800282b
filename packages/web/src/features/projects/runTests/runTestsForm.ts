import {
  type BuildId,
  type CreateTestRunRequest,
  formFields,
  messages,
  type ProjectView,
  type TestSuiteId,
} from '@assay/contract';
import { object, string } from 'yup';
import { optionalText } from '../../../ui/form/fieldSchemas.ts';
import { type Source, sourcesOf } from '../../../ui/runSource/runSources.ts';

export type RunTestsForm = { environment: string; source: Source; branch: string; ref: string; buildId: string };

/**
 * @param environment key of the one to begin with; '' for none
 * @param buildId the build to begin with, if it is to be one
 */
export function formOfRunTests(project: ProjectView, environment: string, buildId?: BuildId): RunTestsForm {
  const [usual = 'branch'] = sourcesOf(project);
  const source = buildId === undefined ? usual : 'build';
  return { environment, source, branch: project.defaultBranch, ref: '', buildId: buildId ?? '' };
}

export const runTestsFormSchema = object({
  environment: string().required(messages.selectEnvironment),
  source: string(),
  branch: optionalText(formFields.branch).when('source', ([source], branch) =>
    source === 'branch' ? branch.required(messages.selectBranch) : branch,
  ),
  ref: optionalText(formFields.ref),
  buildId: string().when('source', ([source], build) =>
    source === 'build' ? build.required(messages.selectBuild) : build,
  ),
});

/** @returns the request for a run of a project's tests, or of a suite's; all else is as the suite or project has it. */
export function runTestsRequestOf(
  form: RunTestsForm,
  project: Pick<ProjectView, 'key'>,
  testSuiteId: TestSuiteId | null,
): CreateTestRunRequest {
  const { source, environment } = form;
  const asked = { project: project.key, environment, testSuiteId };
  switch (source) {
    case 'branch':
      return { ...asked, branch: form.branch.trim(), ref: form.ref.trim() || null };
    case 'deploy':
      return { ...asked, latestDeploy: true };
    case 'build':
      return { ...asked, buildId: form.buildId as BuildId };
    default:
      return source satisfies never;
  }
}
