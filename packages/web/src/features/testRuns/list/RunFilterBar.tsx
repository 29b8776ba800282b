import { displayOfStatus, limits, testRunStatuses } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import {
  useListBranchesQuery,
  useListBuildsQuery,
  useListEnvironmentsQuery,
  useListPipelineStagesQuery,
  useListProjectsQuery,
  useListTestSuitesQuery,
} from '../../../connection/serviceHooks.ts';
import { DateFilter } from '../../../ui/DateFilter.tsx';
import { FilterPill } from '../../../ui/FilterPill.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { shapeOfStatus } from '../../../ui/shapeOfRun.ts';
import { areFiltered } from '../../../ui/urlFilters.ts';
import { useReviewers } from '../reviews/useReviewers.ts';
import { RememberedFilters } from './RememberedFilters.tsx';
import styles from './RunFilterBar.module.css';
import { noFilters, type RunFilters, runFilters } from './runFilters.ts';

/** The filters of the list, all kept in the URL. */
export function RunFilterBar({
  filters,
  onChange,
}: {
  filters: RunFilters;
  onChange: (change: Partial<RunFilters>) => void;
}) {
  // What can be chosen is read when somebody is about to choose, or for the names of what is chosen.
  const [asked, setAsked] = useState<readonly (keyof RunFilters)[]>([]);
  const of = (filter: 'project' | 'environment' | 'suite' | 'stage' | 'reviewer') => ({
    skip: !asked.includes(filter) && filters[filter].length === 0,
  });
  const ask = (filter: keyof RunFilters) => () => setAsked((before) => [...new Set([...before, filter])]);
  const { data: projects } = useListProjectsQuery(undefined, of('project'));
  const { data: environments } = useListEnvironmentsQuery(undefined, of('environment'));
  const { data: suites } = useListTestSuitesQuery(undefined, of('suite'));
  const { data: stages } = useListPipelineStagesQuery(undefined, of('stage'));
  const reviewers = useReviewers(of('reviewer'));
  const isFiltered = areFiltered(runFilters, filters);
  const [onlyProject] = filters.project.length === 1 ? filters.project : [];
  const { data: branches } = useListBranchesQuery(
    onlyProject === undefined ? skipToken : { params: { id: onlyProject } },
  );

  const { data: builds } = useListBuildsQuery(
    onlyProject === undefined ? skipToken : { params: { id: onlyProject }, query: { limit: limits.maxPage } },
  );

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is too new for some browsers
    <div className={styles.bar} role="search" aria-label="Filters">
      <DateFilter date={filters.date} onChange={(date) => onChange({ date })} />
      <FilterPill
        label="Project"
        onWanted={ask('project')}
        choices={projects?.map((project) => ({ value: project.id, label: project.name }))}
        picked={filters.project}
        onChange={(project) => onChange({ project })}
      />
      <FilterPill
        label="Branch"
        choices={(branches ?? []).map((branch) => ({ value: branch.name, label: branch.name }))}
        picked={filters.branch}
        onChange={(branch) => onChange({ branch })}
        freeText
        emptyText={onlyProject ? 'No Items Found' : 'Type a branch, or pick one project to see its branches'}
      />
      {(filters.build.length > 0 || (builds && builds.total > 0)) && (
        <FilterPill
          label="Build"
          choices={(builds?.builds ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          picked={filters.build}
          onChange={(build) => onChange({ build })}
        />
      )}
      <FilterPill
        label="Test suite"
        onWanted={ask('suite')}
        choices={suites?.map((suite) => ({ value: suite.id, label: suite.name }))}
        picked={filters.suite}
        onChange={(suite) => onChange({ suite })}
      />
      <FilterPill
        label="Environment"
        onWanted={ask('environment')}
        choices={environments?.map((environment) => ({ value: environment.id, label: environment.name }))}
        picked={filters.environment}
        onChange={(environment) => onChange({ environment })}
      />
      <FilterPill
        label="Pipeline stage"
        onWanted={ask('stage')}
        choices={stages?.map((stage) => ({ value: stage.id, label: stage.name }))}
        picked={filters.stage}
        onChange={(stage) => onChange({ stage })}
      />
      <FilterPill
        label="Status"
        choices={testRunStatuses.map((status) => ({
          value: status,
          label: displayOfStatus(status),
          icon: <StatusShape shape={shapeOfStatus(status)} label="" />,
        }))}
        picked={filters.status}
        onChange={(status) => onChange({ status })}
      />
      <FilterPill
        label="Reviewer"
        onWanted={ask('reviewer')}
        choices={[
          { value: 'me', label: 'Me' },
          { value: 'none', label: 'No reviewer' },
          ...(reviewers ?? []).filter(({ isMe }) => !isMe).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        picked={filters.reviewer}
        onChange={(reviewer) => onChange({ reviewer })}
      />
      <RememberedFilters filters={filters} isFiltered={isFiltered} onPick={onChange} />
      {isFiltered && (
        <UnstyledButton className={styles.clear} onClick={() => onChange(noFilters)}>
          Clear Filters
        </UnstyledButton>
      )}
    </div>
  );
}
