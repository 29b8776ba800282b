import { limits, type ProjectView } from '@assay/contract';
import { skipToken } from '@reduxjs/toolkit/query';
import { useFormikContext } from 'formik';
import { useGetLatestDeployQuery, useListBuildsQuery } from '../../../connection/serviceHooks.ts';
import { BuildSelect } from '../../../ui/runSource/BuildSelect.tsx';
import { LatestDeployNote } from '../../../ui/runSource/LatestDeployNote.tsx';
import { SourceChoice } from '../../../ui/runSource/SourceChoice.tsx';
import type { RunForm } from './runForm.ts';
import { VersionFields } from './VersionFields.tsx';

/** What the run is made from: a branch and commit, a build, or what is deployed. */
export function SourceFields({ project }: { project: ProjectView | undefined }) {
  const { values, setFieldValue } = useFormikContext<RunForm>();
  if (!project) return <VersionFields project={project} />;
  return (
    <>
      <SourceChoice
        project={project}
        value={values.source}
        onChange={(source) => void setFieldValue('source', source)}
      />
      {values.source === 'branch' && project.hasRepo && <VersionFields project={project} />}
      {values.source === 'build' && <Build project={project} />}
      {values.source === 'deploy' && <Deploy project={project} environment={values.environment} />}
    </>
  );
}

function Build({ project }: { project: ProjectView }) {
  const { data } = useListBuildsQuery({ params: { id: project.id }, query: { limit: limits.maxPage } });
  return <BuildSelect name="buildId" page={data} />;
}

function Deploy({ project, environment }: { project: ProjectView; environment: string }) {
  const asked = environment === '' ? skipToken : { query: { projectId: project.id, environmentId: environment } };
  return <LatestDeployNote query={useGetLatestDeployQuery(asked)} />;
}
