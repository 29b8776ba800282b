import { UnstyledButton } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { type ReactNode, useState } from 'react';
import { useListBranchesQuery, useListBuildsQuery, useListProjectsQuery } from '../../../connection/serviceHooks.ts';
import { AsOfPill } from '../../../ui/asOf/AsOfPill.tsx';
import { FilterPill } from '../../../ui/FilterPill.tsx';
import { areFiltered } from '../../../ui/urlFilters.ts';
import bar from '../list/RunFilterBar.module.css';
import styles from './dashboard.module.css';
import { type DashboardFilters, dashboardFilters, noDashboardFilters } from './dashboardFilters.ts';
import { SinceFilter } from './SinceFilter.tsx';

type Props = {
  filters: DashboardFilters;
  onChange: (change: Partial<DashboardFilters>) => void;
  /** ISO 8601; '': now. */
  at: string;
  onMoment: (at: string) => void;
  /** What the filtered dashboard comes to, on the right. */
  summary: ReactNode;
};

/** The filters of the dashboard, all kept in the URL. */
export function DashboardFilterBar({ filters, onChange, at, onMoment, summary }: Props) {
  // The projects are read when somebody is about to choose, or for the names of what is chosen.
  const [asked, setAsked] = useState(false);
  const { data: projects } = useListProjectsQuery(undefined, { skip: !asked && filters.project.length === 0 });
  const [onlyProject] = filters.project.length === 1 ? filters.project : [];
  const ofProject = onlyProject === undefined ? skipToken : { params: { id: onlyProject } };
  const { data: branches } = useListBranchesQuery(ofProject);
  const { data: builds } = useListBuildsQuery(ofProject);
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is too new for some browsers
    <div className={bar.bar} role="search" aria-label="Filters">
      <AsOfPill at={at} onChange={onMoment} />
      <SinceFilter since={filters.since} onChange={(since) => onChange({ since })} />
      <FilterPill
        label="Project"
        onWanted={() => setAsked(true)}
        choices={projects?.map(({ id, name }) => ({ value: id, label: name }))}
        picked={filters.project}
        onChange={(project) => onChange({ project, build: [] })}
      />
      <FilterPill
        label="Branch"
        choices={(branches ?? []).map(({ name }) => ({ value: name, label: name }))}
        picked={filters.branch}
        onChange={(branch) => onChange({ branch })}
        freeText
        emptyText={onlyProject ? 'No Items Found' : 'Type a branch, or pick one project to see its branches'}
      />
      <FilterPill
        label="Build"
        choices={(builds?.builds ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        picked={filters.build}
        onChange={(build) => onChange({ build })}
        emptyText={onlyProject ? 'No Items Found' : 'Pick one project to see its builds'}
      />
      {areFiltered(dashboardFilters, filters) && (
        <UnstyledButton className={bar.clear} onClick={() => onChange(noDashboardFilters)}>
          Clear Filters
        </UnstyledButton>
      )}
      <span className={`${styles.summary} tabular`}>{summary}</span>
    </div>
  );
}
