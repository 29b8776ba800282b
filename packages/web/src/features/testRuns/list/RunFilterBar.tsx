import { displayOfStatus, limits, testRunStatuses } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { useRef, useState } from 'react';
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
import { SearchField } from '../../../ui/SearchField.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { shapeOfStatus } from '../../../ui/shapeOfRun.ts';
import { useReviewers } from '../reviews/useReviewers.ts';
import { CountedPill } from './CountedPill.tsx';
import { RememberedFilters } from './RememberedFilters.tsx';
import styles from './RunFilterBar.module.css';
import { areNarrowed, noFilters, type RunFilters } from './runFilters.ts';

/** The filters of the list, all kept in the URL. */
export function RunFilterBar({
  filters,
  onChange,
  onSearch,
}: {
  filters: RunFilters;
  onChange: (change: Partial<RunFilters>) => void;
  onSearch: (text: string) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
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
  const isFiltered = areNarrowed(filters);
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
      <SearchField
        className={styles.search}
        aria-label="Search test runs"
        placeholder="Search"
        maxLength={200}
        value={filters.search}
        onSearch={onSearch}
        field={field}
      />
      <DateFilter date={filters.date} onChange={(date) => onChange({ date })} />
      <CountedPill
        label="Project"
        by="project"
        onWanted={ask('project')}
        choices={projects?.map((project) => ({ value: project.id, label: project.name }))}
        filters={filters}
        onChange={onChange}
      />
      <CountedPill
        label="Branch"
        by="branch"
        choices={(branches ?? []).map((branch) => ({ value: branch.name, label: branch.name }))}
        filters={filters}
        onChange={onChange}
        offersCounted
        freeText
        emptyText="Type a branch"
      />
      {(filters.build.length > 0 || (builds && builds.total > 0)) && (
        <FilterPill
          label="Build"
          choices={(builds?.builds ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          picked={filters.build}
          onChange={(build) => onChange({ build })}
        />
      )}
      <CountedPill
        label="Test suite"
        by="testSuiteId"
        onWanted={ask('suite')}
        choices={suites?.map((suite) => ({ value: suite.id, label: suite.name }))}
        filters={filters}
        onChange={onChange}
      />
      <CountedPill
        label="Environment"
        by="environment"
        onWanted={ask('environment')}
        choices={environments?.map((environment) => ({ value: environment.id, label: environment.name }))}
        filters={filters}
        onChange={onChange}
      />
      <CountedPill
        label="Pipeline stage"
        by="pipelineStage"
        onWanted={ask('stage')}
        choices={stages?.map((stage) => ({ value: stage.id, label: stage.name }))}
        filters={filters}
        onChange={onChange}
      />
      <CountedPill
        label="Status"
        by="status"
        choices={testRunStatuses.map((status) => ({
          value: status,
          label: displayOfStatus(status),
          icon: <StatusShape shape={shapeOfStatus(status)} label="" />,
        }))}
        filters={filters}
        onChange={onChange}
      />
      <CountedPill
        label="Reviewer"
        by="reviewerIds"
        countedAs={(value) =>
          value === 'me' ? reviewers?.find(({ isMe }) => isMe)?.id : value === 'none' ? null : value
        }
        onWanted={ask('reviewer')}
        choices={[
          { value: 'me', label: 'Me' },
          { value: 'none', label: 'No reviewer' },
          ...(reviewers ?? []).filter(({ isMe }) => !isMe).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        filters={filters}
        onChange={onChange}
      />
      <CountedPill
        label="Attribute"
        by="attributes"
        choices={filters.attribute.map((value) => ({ value, label: value }))}
        filters={filters}
        onChange={onChange}
        offersCounted
        freeText
        emptyText="Type key=value"
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
