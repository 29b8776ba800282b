import { limits, type ProjectView } from '@assay/contract';
import { useFormikContext } from 'formik';
import { SelectField } from '../../../ui/form/fields.tsx';
import { useListBuildsQuery } from '../../projects/buildsApi.ts';
import type { RunForm } from './runForm.ts';

/** The build to run from; without one, the project's repository is used if it has one. */
export function BuildField({ project }: { project: ProjectView }) {
  const { values } = useFormikContext<RunForm>();
  const { data } = useListBuildsQuery({ params: { id: project.id }, query: { limit: limits.maxPage } });
  const chosen = data?.builds.find(({ id }) => id === values.buildId);
  const none = data?.total === 0 ? "Upload one under the project's builds first." : undefined;
  const builtOf = chosen && [chosen.branch, chosen.commit?.slice(0, limits.commitLength)].filter(Boolean).join(', ');
  return (
    <SelectField
      name="buildId"
      label="Build"
      placeholder={project.hasRepo ? 'None: the repository' : 'Pick one'}
      required={!project.hasRepo}
      searchable
      clearable={project.hasRepo}
      allowDeselect={project.hasRepo}
      data={(data?.builds ?? []).map(({ id, name }) => ({ value: id, label: name.slice(0, limits.branchLength) }))}
      description={none ?? (builtOf || undefined)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  );
}
