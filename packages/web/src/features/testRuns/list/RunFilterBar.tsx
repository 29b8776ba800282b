import { displayOfStatus, testRunStatuses } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { FilterPill } from '../../../ui/FilterPill.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { shapeOfRun } from '../../../ui/shapeOfRun.ts';
import { areFiltered } from '../../../ui/urlFilters.ts';
import { useListEnvironmentsQuery } from '../../environments/environmentsApi.ts';
import { useListPipelineStagesQuery } from '../../environments/pipelineStages/pipelineStagesApi.ts';
import { useListBranchesQuery, useListProjectsQuery } from '../../projects/projectsApi.ts';
import { useListTestSuitesQuery } from '../../projects/suites/testSuitesApi.ts';
import { useReviewers } from '../reviews/useReviewers.ts';
import { DateFilter } from './DateFilter.tsx';
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
  const { data: projects } = useListProjectsQuery();
  const { data: environments } = useListEnvironmentsQuery();
  const { data: suites } = useListTestSuitesQuery();
  const { data: stages } = useListPipelineStagesQuery();
  const reviewers = useReviewers();
  const isFiltered = areFiltered(runFilters, filters);
  const [onlyProject] = filters.project.length === 1 ? filters.project : [];
  const { data: branches } = useListBranchesQuery(
    onlyProject === undefined ? skipToken : { params: { id: onlyProject } },
  );

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is too new for some browsers
    <div className={styles.bar} role="search" aria-label="Filters">
      <DateFilter date={filters.date} onChange={(date) => onChange({ date })} />
      <FilterPill
        label="Project"
        choices={(projects ?? []).map((project) => ({ value: project.id, label: project.name }))}
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
      <FilterPill
        label="Test suite"
        choices={(suites ?? []).map((suite) => ({ value: suite.id, label: suite.name }))}
        picked={filters.suite}
        onChange={(suite) => onChange({ suite })}
      />
      <FilterPill
        label="Environment"
        choices={(environments ?? []).map((environment) => ({ value: environment.id, label: environment.name }))}
        picked={filters.environment}
        onChange={(environment) => onChange({ environment })}
      />
      <FilterPill
        label="Pipeline stage"
        choices={(stages ?? []).map((stage) => ({ value: stage.id, label: stage.name }))}
        picked={filters.stage}
        onChange={(stage) => onChange({ stage })}
      />
      <FilterPill
        label="Status"
        choices={testRunStatuses.map((status) => ({
          value: status,
          label: displayOfStatus(status),
          icon: <StatusShape shape={shapeOfRun(status)} label="" />,
        }))}
        picked={filters.status}
        onChange={(status) => onChange({ status })}
      />
      <FilterPill
        label="Reviewer"
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
