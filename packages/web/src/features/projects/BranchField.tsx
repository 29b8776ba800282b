import type { ProjectView } from '@assay/contract';
import { useListBranchesQuery } from '../../connection/serviceHooks.ts';
import { AutocompleteField } from '../../ui/form/fields.tsx';

/** A branch: suggested from the repository, but any may be typed, because a repository may not answer. */
export function BranchField({ name, project, required }: { name: string; project: ProjectView; required?: boolean }) {
  const { data } = useListBranchesQuery({ params: { id: project.id } }, { skip: !project.hasRepo });
  return (
    <AutocompleteField
      name={name}
      label="Branch"
      required={required}
      placeholder={required ? project.defaultBranch : 'Optional'}
      data={(data ?? []).map((branch) => branch.name)}
      limit={50}
    />
  );
}
