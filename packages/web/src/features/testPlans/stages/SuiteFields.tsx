import { dynamicEnvironmentNames, type EnvironmentView, limits, type ProjectView } from '@assay/contract';
import { SegmentedControl } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { useFormikContext } from 'formik';
import { Link } from 'react-router';
import {
  useGetLatestDeployQuery,
  useListBranchesQuery,
  useListBuildsQuery,
  useListTestSuitesQuery,
} from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { AutocompleteField, SelectField, TextField } from '../../../ui/form/fields.tsx';
import styles from './modals.module.css';
import { asksForBuild, type SuiteForm, withProject } from './suiteForm.ts';

type Props = { projects: readonly ProjectView[]; environments: readonly EnvironmentView[] };

/** Which suite is run, where, and on which version. */
export function SuiteFields({ projects, environments }: Props) {
  const { values } = useFormikContext<SuiteForm>();
  const project = projects.find(({ id }) => id === values.projectId);
  return (
    <>
      <SuiteChoice projects={projects} project={project} />
      <EnvironmentFields environments={environments} />
      <VersionFields project={project} />
    </>
  );
}

function SuiteChoice({ projects, project }: { projects: readonly ProjectView[]; project: ProjectView | undefined }) {
  const { values, setValues } = useFormikContext<SuiteForm>();
  const { data: suites } = useListTestSuitesQuery(project ? { query: { projectId: project.id } } : skipToken);
  const path = useAccountPath();
  const hasNone = project !== undefined && suites?.length === 0;
  return (
    <>
      <div className={styles.pair}>
        <SelectField
          name="projectId"
          label="Project"
          placeholder="Pick one"
          required
          searchable={projects.length > 8}
          allowDeselect={false}
          data={projects.map(({ id, name }) => ({ value: id, label: name }))}
          onPick={(id) => {
            const picked = projects.find((other) => other.id === id);
            void setValues(withProject(values, picked));
          }}
        />
        <SelectField
          name="testSuiteId"
          label="Test Suite"
          placeholder={hasNone ? 'This project has none' : 'Pick one'}
          required
          searchable
          allowDeselect={false}
          disabled={project === undefined}
          data={(suites ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </div>
      {hasNone && (
        <p className={styles.hint}>
          A plan runs test suites.{' '}
          <Link to={path(`projects/${project.key}/test-suites/new`)} className="link">
            Add one to {project.name}
          </Link>
        </p>
      )}
    </>
  );
}

const names = dynamicEnvironmentNames.map((name) => `{${name}}`).join(' and ');

function EnvironmentFields({ environments }: { environments: readonly EnvironmentView[] }) {
  const { values, setFieldValue } = useFormikContext<SuiteForm>();
  return (
    <div className={styles.field}>
      <SegmentedControl
        size="xs"
        aria-label="Where it is run"
        className={styles.fitting}
        value={values.useDynamicEnvironment ? 'dynamic' : 'fixed'}
        onChange={(kind) => void setFieldValue('useDynamicEnvironment', kind === 'dynamic')}
        data={[
          { value: 'fixed', label: 'Environment' },
          { value: 'dynamic', label: 'Dynamic environment' },
        ]}
      />
      {values.useDynamicEnvironment ? (
        <TextField
          name="dynamicEnvironment"
          label="Key of the environment"
          required
          classNames={{ input: 'mono' }}
          placeholder="review-{branch}"
          description={`${names} stand for what is run. It has to be there when the plan is started.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          spellCheck={false}
          autoComplete="off"
        />
      ) : (
        <SelectField
          name="environmentId"
          label="Environment"
          placeholder="Pick one"
          required
          searchable={environments.length > 8}
          allowDeselect={false}
          data={environments.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </div>
  );
}

function VersionFields({ project }: { project: ProjectView | undefined }) {
  const { values, setFieldValue } = useFormikContext<SuiteForm>();
  const { latestDeploy } = values;
  return (
    <div className={styles.field}>
      <SegmentedControl
        size="xs"
        aria-label="Version"
        className={styles.fitting}
        value={latestDeploy ? 'deploy' : 'named'}
        onChange={(version) => void setFieldValue('latestDeploy', version === 'deploy')}
        data={[
          { value: 'named', label: project && asksForBuild(project) ? 'Build' : 'Branch' },
          { value: 'deploy', label: 'Latest deploy' },
        ]}
      />
      {latestDeploy && <LatestDeploy />}
      {!latestDeploy && project && asksForBuild(project) && <Build project={project} />}
      {!latestDeploy && project && !asksForBuild(project) && <BranchAndCommit project={project} />}
    </div>
  );
}

/** What is deployed now; none is no hindrance, as there may be one by the time that the plan runs. */
function LatestDeploy() {
  const { values } = useFormikContext<SuiteForm>();
  const { projectId, environmentId, useDynamicEnvironment } = values;
  const { error } = useGetLatestDeployQuery(
    projectId && environmentId && !useDynamicEnvironment ? { query: { projectId, environmentId } } : skipToken,
  );
  if (error === undefined) return <p className={styles.hint}>What is deployed there when the plan is started.</p>;
  return (
    <p className={styles.warning} role="status">
      There are currently no deploys of this project to this environment in Assay. Once a deploy is created it will be
      used.
    </p>
  );
}

function Build({ project }: { project: ProjectView }) {
  const { data } = useListBuildsQuery({ params: { id: project.id }, query: { limit: limits.maxPage } });
  return (
    <SelectField
      name="buildId"
      label="Build"
      placeholder="Pick one"
      required
      searchable
      allowDeselect={false}
      data={(data?.builds ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      description={data?.total === 0 ? "Upload one under the project's builds first." : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  );
}

function BranchAndCommit({ project }: { project: ProjectView }) {
  const { values, setValues } = useFormikContext<SuiteForm>();
  const { data: branches = [] } = useListBranchesQuery(project.hasRepo ? { params: { id: project.id } } : skipToken);
  return (
    <div className={styles.pair}>
      <AutocompleteField
        name="branch"
        label="Branch"
        required
        placeholder={project.defaultBranch}
        data={branches.map(({ name }) => name)}
        limit={50}
        onPick={(branch) => void setValues({ ...values, branch, commit: '' })}
      />
      <TextField name="commit" label="Commit" placeholder="Latest commit" />
    </div>
  );
}
