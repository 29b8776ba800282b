import type { IssueTracker, TrackerUser } from '@assay/contract';
import { useField } from 'formik';
import { useState } from 'react';
import { useGetIssueMetadataQuery } from '../../../connection/serviceHooks.ts';
import { SelectField } from '../../../ui/form/fields.tsx';
import { useSettled } from '../../../ui/useSettled.ts';

export type AtProject = { projectId: string; provider: IssueTracker };

type Props = {
  name: string;
  label: string;
  people: readonly TrackerUser[];
  me: TrackerUser | null;
  /** The name of who is chosen, who may not be among those that were found. */
  chosen?: string;
  of: AtProject;
  onName?: (name: string) => void;
  disabled?: boolean;
  placeholder?: string;
  description?: string;
};

const searchDelayMs = 250;

/** A user of the tracker, searched there: only the first fifty are known here. */
export function UserSelect({ name, people, me, chosen, of, onName, ...props }: Props) {
  const [{ value }] = useField<string>(name);
  const [search, setSearch] = useState('');
  const settled = useSettled(search.trim(), searchDelayMs);
  const all = [...(me ? [me] : []), ...people];
  const isKnown = all.some(({ displayName }) => displayName === settled) || settled === chosen;
  const { currentData: found } = useGetIssueMetadataQuery(
    { query: { jiraProjectId: of.projectId, userQuery: settled, provider: of.provider } },
    { skip: settled === '' || isKnown || of.projectId === '' },
  );
  const named = new Map(
    [...all, ...(found?.users ?? [])].map(({ accountId, displayName }) => [accountId, displayName]),
  );
  if (value && chosen) named.set(value, chosen);
  return (
    <SelectField
      {...props}
      name={name}
      data={[...named].map(([id, label]) => ({ value: id, label }))}
      onPick={(id) => onName?.(named.get(id ?? '') ?? '')}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage="No user found"
      allowDeselect={false}
      required
    />
  );
}
