import type { Frequency } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import type { ReactNode } from 'react';
import {
  useListBranchesQuery,
  useListEnvironmentsQuery,
  useListPipelineStagesQuery,
  useListProjectsQuery,
} from '../../connection/serviceHooks.ts';
import { AsOfPill } from '../../ui/asOf/AsOfPill.tsx';
import { ChoicePill } from '../../ui/ChoicePill.tsx';
import { FilterPill } from '../../ui/FilterPill.tsx';
import { areFiltered, filtersToUrl } from '../../ui/urlFilters.ts';
import { AsOfNote } from './AsOfNote.tsx';
import styles from './analytics.module.css';
import { ExportButtons } from './ExportButtons.tsx';
import { defaultTimeframe, noStatsFilters, permanent, statsFilters, timeframeTexts } from './statsFilters.ts';
import type { Stats } from './useStats.ts';

type Props = {
  stats: Stats;
  /** Whether what is shown is cut into periods. */
  hasPeriods?: boolean;
  /** What is shown as a file: its name and text. Null: nothing to save yet. */
  csv: (() => { name: string; text: string }) | null;
  /** What is not of the moment, where a moment of the past is shown. */
  ofToday?: ReactNode;
};

/** Which runs are counted, all of it in the address; and what is shown as a link or a file. */
export function StatsFilterBar({ stats: { filters, setFilters, span }, hasPeriods = true, csv, ofToday }: Props) {
  const { data: projects } = useListProjectsQuery();
  const { data: environments } = useListEnvironmentsQuery();
  const { data: stages } = useListPipelineStagesQuery();
  const [onlyProject] = filters.project.length === 1 ? filters.project : [];
  const { data: branches } = useListBranchesQuery(
    onlyProject === undefined ? skipToken : { params: { id: onlyProject } },
  );
  const isRange = filters.timeframe.includes('..');
  const choices = { ...(isRange && { [filters.timeframe]: rangeText(filters.timeframe) }), ...timeframeTexts };
  const onMoment = (at: string) => setFilters({ at });
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: <search> is too new for some browsers */}
      <div className={styles.bar} role="search" aria-label="Filters">
        <AsOfPill at={filters.at} onChange={onMoment} />
        <ChoicePill
          label="Timeframe"
          choices={choices}
          chosen={(filters.timeframe || defaultTimeframe) as keyof typeof choices}
          onChange={(timeframe) => setFilters({ timeframe: timeframe === defaultTimeframe ? '' : timeframe })}
        />
        {hasPeriods && (
          <ChoicePill
            label="Frequency"
            choices={Object.fromEntries(span.frequencies.map((one) => [one, one])) as Record<Frequency, string>}
            chosen={span.frequency}
            onChange={(frequency) => setFilters({ frequency: frequency === span.frequencies[0] ? '' : frequency })}
          />
        )}
        <span className={styles.divider} />
        <FilterPill
          label="Project"
          choices={(projects ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          picked={filters.project}
          onChange={(project) => setFilters({ project })}
        />
        <FilterPill
          label="Environment"
          choices={(environments ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          picked={filters.environment}
          onChange={(environment) => setFilters({ environment })}
        />
        <FilterPill
          label="Branch"
          choices={(branches ?? []).map(({ name }) => ({ value: name, label: name }))}
          picked={filters.branch}
          onChange={(branch) => setFilters({ branch })}
          freeText
          emptyText={onlyProject ? 'No Items Found' : 'Type a branch, or pick one project to see its branches'}
        />
        <FilterPill
          label="Pipeline Stage"
          choices={(stages ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          picked={filters.stage}
          onChange={(stage) => setFilters({ stage })}
        />
        {areFiltered(statsFilters, { ...filters, at: '' }) && (
          <UnstyledButton className={styles.clear} onClick={() => setFilters({ ...noStatsFilters, at: filters.at })}>
            Clear Filters
          </UnstyledButton>
        )}
        <ExportButtons
          query={() =>
            filtersToUrl(statsFilters, permanent(filters, span), new URLSearchParams(window.location.search))
          }
          csv={csv}
        />
      </div>
      <AsOfNote at={filters.at} onChange={onMoment} ofToday={ofToday} />
    </>
  );
}

function rangeText(range: string): string {
  const [from, to] = range.split('..');
  return from === to ? `${from}` : `${from} – ${to}`;
}
