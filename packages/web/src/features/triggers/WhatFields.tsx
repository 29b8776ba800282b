import type { EnvironmentView, ProjectView } from '@assay/contract';
import { limits } from '@assay/contract';
import { Autocomplete } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { useFormikContext } from 'formik';
import { useMaximumRunners } from '../../connection/currentUser.ts';
import {
  useGetLatestDeployQuery,
  useLazyGetLatestDeployQuery,
  useListBranchesQuery,
  useListBuildsQuery,
  useListPipelineStagesQuery,
} from '../../connection/serviceHooks.ts';
import { NumberField, SelectField, TextField } from '../../ui/form/fields.tsx';
import { LabelledSegments } from './LabelledSegments.tsx';
import { fixFields } from './triggerFix.ts';
import { type TriggerForm, withBranch, withEnvironment, withLatestDeploy, withProject } from './triggerForm.ts';
import styles from './triggers.module.css';

type Props = {
  projects: readonly ProjectView[];
  environments: readonly EnvironmentView[];
  disabled: boolean;
};

/** The name, and what is run where, in which version. */
export function WhatFields({ projects, environments, disabled }: Props) {
  const { values, setValues } = useFormikContext<TriggerForm>();
  const maximumRunners = useMaximumRunners();
  const { data: stages = [] } = useListPipelineStagesQuery();
  const [findDeploy] = useLazyGetLatestDeployQuery();

  async function pickEnvironment(environmentId: string | null): Promise<void> {
    if (environmentId === null) return;
    const { pipelineStageId } = environments.find(({ id }) => id === environmentId) ?? {};
    const stage = stages.find(({ id }) => id === pipelineStageId);
    const priority = stage?.testRunPriority ?? limits.priority.default;
    const { projectId } = values;
    const { data } = projectId === '' ? {} : await findDeploy({ query: { projectId, environmentId } });
    await setValues((form) => withEnvironment(form, environmentId, { priority, hasDeploy: data !== undefined }));
  }

  const project = projects.find(({ id }) => id === values.projectId);
  return (
    <>
      <div className={styles.three}>
        <TextField name="name" label="Name" required={values.type !== 'now'} disabled={disabled} data-autofocus />
        <SelectField
          id={fixFields.project}
          name="projectId"
          label="Project"
          placeholder="Pick one"
          required
          searchable={projects.length > 8}
          allowDeselect={false}
          disabled={disabled}
          data={projects.map(({ id, name }) => ({ value: id, label: name }))}
          onPick={(id) =>
            void setValues(
              withProject(
                values,
                projects.find((other) => other.id === id),
                maximumRunners,
              ),
            )
          }
        />
        <SelectField
          id={fixFields.environment}
          name="environmentId"
          label="Environment"
          placeholder="Pick one"
          required
          searchable={environments.length > 8}
          allowDeselect={false}
          disabled={disabled}
          data={environments.map(({ id, name }) => ({ value: id, label: name }))}
          onPick={(id) => void pickEnvironment(id)}
        />
      </div>
      <VersionFields project={project} disabled={disabled} />
      <div className={styles.three}>
        <NumberField
          name="priority"
          label={`Priority, ${limits.priority.min} to ${limits.priority.max}`}
          placeholder="Stage default"
          disabled={disabled}
        />
        <NumberField
          name="maxRunners"
          label={`Runners, 1 to ${maximumRunners}`}
          placeholder={values.testOptionsType === 'suite' ? 'Suite default' : 'Project default'}
          disabled={disabled}
        />
      </div>
    </>
  );
}

/** The latest deploy, or a build, or a branch and commit. */
function VersionFields({ project, disabled }: { project: ProjectView | undefined; disabled: boolean }) {
  const { values, setValues } = useFormikContext<TriggerForm>();
  const { projectId, environmentId, latestDeploy } = values;
  const { error: noDeploy } = useGetLatestDeployQuery(
    latestDeploy && projectId && environmentId ? { query: { projectId, environmentId } } : skipToken,
  );
  const { data: branches = [] } = useListBranchesQuery(
    project?.hasRepo && !latestDeploy ? { params: { id: project.id } } : skipToken,
  );
  const { data: builds } = useListBuildsQuery(
    project?.hasBuildArtifacts && !latestDeploy
      ? { params: { id: project.id }, query: { limit: limits.maxPage } }
      : skipToken,
  );
  return (
    <div className={styles.version}>
      <LabelledSegments
        id={fixFields.version}
        label="Version"
        disabled={disabled}
        value={latestDeploy ? 'deploy' : 'named'}
        onChange={(version) => void setValues(withLatestDeploy(values, version === 'deploy'))}
        data={[
          { value: 'deploy', label: 'Latest deploy' },
          { value: 'named', label: 'A version' },
        ]}
      />
      {latestDeploy && noDeploy !== undefined && (
        <p className={styles.warning} role="status">
          There are currently no deploys of this project to this environment in Assay. Once a deploy is created it will
          be used.
        </p>
      )}
      {!latestDeploy && (
        <div className={styles.three}>
          {project?.hasBuildArtifacts && (
            <SelectField
              name="buildId"
              label="Build"
              placeholder={project.hasRepo ? 'None: the repository' : 'Pick one'}
              required={!project.hasRepo}
              clearable={project.hasRepo}
              searchable
              disabled={disabled}
              data={(builds?.builds ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
          {values.buildId === '' && project?.hasRepo !== false && (
            <>
              <Autocomplete
                name="branch"
                label="Branch"
                placeholder={project?.defaultBranch ?? 'The default branch'}
                data={branches.map(({ name }) => name)}
                limit={50}
                disabled={disabled}
                value={values.branch}
                onChange={(branch) => void setValues(withBranch(values, branch))}
              />
              <TextField name="commit" label="Commit" placeholder="Latest commit" disabled={disabled} />
            </>
          )}
        </div>
      )}
    </div>
  );
}
