import { limits, type ProjectView } from '@assay/contract';
import { useField } from 'formik';
import { SelectField } from '../../ui/form/fields.tsx';
import { useListBuildsQuery } from './buildsApi.ts';

/** An uploaded build of the project. */
export function BuildField({ name, project }: { name: string; project: ProjectView }) {
  const [{ value }] = useField<string>(name);
  const { data } = useListBuildsQuery({ params: { id: project.id }, query: { limit: limits.maxPage } });
  const chosen = data?.builds.find(({ id }) => id === value);
  const builtFrom = chosen && [chosen.branch, chosen.commit?.slice(0, limits.commitLength)].filter(Boolean).join(', ');
  return (
    <SelectField
      name={name}
      label="Build"
      placeholder="Pick one"
      searchable
      allowDeselect={false}
      data={(data?.builds ?? []).map((build) => ({ value: build.id, label: build.name.slice(0, limits.branchLength) }))}
      description={data?.total === 0 ? "Upload one under the project's builds first." : builtFrom || undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  );
}
