import { type IssueTracker, issueTrackerNames, type TrackerProject } from '@assay/contract';
import { Select, type SelectProps } from '@mantine/core';
import { useField, useFormikContext } from 'formik';
import { useRef, useState } from 'react';
import { useListTrackerProjectsQuery } from '../../../connection/serviceHooks.ts';
import { FailedPart } from '../../../ui/FailedPart.tsx';
import { IconCheck, IconSearch } from '../../../ui/icons/icons.ts';
import { failureText } from '../../../ui/showFailure.ts';
import { useSettled } from '../../../ui/useSettled.ts';
import styles from './createIssue.module.css';
import type { ChosenProject, IssueForm } from './issueForm.ts';
import { useFirstFocus } from './useFirstFocus.ts';

const searchDelayMs = 250;

function labelOf({ key, name }: Pick<TrackerProject, 'key' | 'name'>): string {
  return key === name ? name : `${name} (${key})`;
}

/** Where the issue is created, found by part of its key or name. */
export function ProjectField({
  provider,
  isFirst,
  onChoose,
}: {
  provider: IssueTracker;
  /** Whether nothing above it is to be done first. */
  isFirst: boolean;
  onChoose: (project: ChosenProject) => void;
}) {
  const { values, submitCount } = useFormikContext<IssueForm>();
  const [, { error: refusal }] = useField<string>('projectId');
  const { projectId, projectName } = values;
  const input = useRef<HTMLInputElement>(null);
  useFirstFocus(input, isFirst);
  const [search, setSearch] = useState(projectName);
  const settled = useSettled(search, searchDelayMs);
  const query = settled.trim() === projectName ? '' : settled.trim();
  const {
    data: found = [],
    error,
    isFetching,
    refetch,
  } = useListTrackerProjectsQuery({
    query: { query: query || undefined, provider },
  });
  const chosen = { value: projectId, label: projectName };
  const others = found.filter(({ id }) => id !== projectId).map((one) => ({ value: one.id, label: labelOf(one) }));
  const isSearching = isFetching || settled !== search;
  const what = provider === 'GitHub' ? 'Repository' : 'Project';

  const renderOption: SelectProps['renderOption'] = ({ option, checked }) => {
    const project = found.find(({ id }) => id === option.value);
    return (
      <>
        {project && project.key !== project.name && <code className={styles.projectKey}>{project.key}</code>}
        <span className={styles.projectName}>{project?.name ?? option.label}</span>
        {checked && <IconCheck size={14} stroke={1.75} aria-hidden />}
      </>
    );
  };
  return (
    <>
      <Select
        ref={input}
        name="projectId"
        label={what}
        required
        placeholder={`Search in ${issueTrackerNames[provider]}`}
        leftSection={<IconSearch size={14} stroke={1.75} />}
        data={projectId === '' ? others : [chosen, ...others]}
        value={projectId || null}
        onChange={(id, option) => id !== null && onChoose({ id, name: option.label })}
        searchable
        openOnFocus={false}
        searchValue={search}
        onSearchChange={setSearch}
        filter={({ options }) => options}
        renderOption={renderOption}
        nothingFoundMessage={isSearching ? 'Searching …' : `No ${what.toLowerCase()} found`}
        allowDeselect={false}
        error={submitCount > 0 ? refusal : undefined}
      />
      {error !== undefined && (
        <>
          <p className={styles.hint}>{failureText(error)}</p>
          <FailedPart what={`${what} list`} onRetry={() => void refetch()} />
        </>
      )}
    </>
  );
}
