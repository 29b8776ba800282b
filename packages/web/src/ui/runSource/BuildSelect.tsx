import { type BuildPage, limits } from '@assay/contract';
import { useField } from 'formik';
import { SelectField } from '../form/fields.tsx';

/** One of a project's uploaded builds, and what it was built from. */
export function BuildSelect({ name, page }: { name: string; page: BuildPage | undefined }) {
  const [{ value }] = useField<string>(name);
  const chosen = page?.builds.find(({ id }) => id === value);
  const builtFrom = chosen && [chosen.branch, chosen.commit?.slice(0, limits.commitLength)].filter(Boolean).join(', ');
  return (
    <SelectField
      name={name}
      label="Build"
      placeholder="Pick one"
      searchable
      allowDeselect={false}
      data={(page?.builds ?? []).map((build) => ({ value: build.id, label: build.name.slice(0, limits.branchLength) }))}
      description={page?.total === 0 ? "Upload one under the project's builds first." : builtFrom || undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  );
}
