import { limits, type ProjectView } from '@assay/contract';
import { skipToken } from '@reduxjs/toolkit/query';
import { useListBranchesQuery, useListCommitsQuery } from '../../connection/serviceHooks.ts';
import { AutocompleteField } from '../../ui/form/fields.tsx';

/** A commit of a branch: suggested from the repository once the branch is one of its own; any may be typed. */
export function CommitField({ name, project, branch }: { name: string; project: ProjectView; branch: string }) {
  const params = { id: project.id };
  const { data: branches } = useListBranchesQuery({ params }, { skip: !project.hasRepo });
  const isKnown = branches?.some((known) => known.name === branch) ?? false;
  const { currentData } = useListCommitsQuery(isKnown ? { params, query: { branch } } : skipToken);
  const commits = new Map(currentData?.map(({ id, message }) => [id, message.split('\n')[0] ?? '']));
  return (
    <AutocompleteField
      name={name}
      label="Commit"
      placeholder="Latest commit"
      data={[...commits.keys()]}
      renderOption={({ option: { value } }) => (
        <span className="truncate">
          <code>{value.slice(0, limits.commitLength)}</code> <span className="soft">{commits.get(value)}</span>
        </span>
      )}
      limit={30}
    />
  );
}
