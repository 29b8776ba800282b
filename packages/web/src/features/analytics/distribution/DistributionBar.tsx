import type { TestDistributionAnalysis } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { useListProjectsQuery } from '../../../connection/serviceHooks.ts';
import { AsOfPill } from '../../../ui/asOf/AsOfPill.tsx';
import { ChoicePill } from '../../../ui/ChoicePill.tsx';
import { csvOf } from '../../../ui/csv.ts';
import { FilterPill } from '../../../ui/FilterPill.tsx';
import { filtersToUrl } from '../../../ui/urlFilters.ts';
import { AsOfNote } from '../AsOfNote.tsx';
import styles from '../analytics.module.css';
import { ExportButtons } from '../ExportButtons.tsx';
import { type DistributionFilters, distributionFilters, firstDayOf } from './distributionFilters.ts';
import { levels } from './distributionLevels.ts';

type Props = {
  filters: DistributionFilters;
  setFilters: (change: Partial<DistributionFilters>) => void;
  /** What is shown; undefined: nothing yet. */
  analysis: TestDistributionAnalysis | undefined;
};

/** Which tests are counted, all of it in the address; and what is shown as a link or a file. */
export function DistributionBar({ filters, setFilters, analysis }: Props) {
  const { data: projects } = useListProjectsQuery();
  const permanentQuery = () => {
    const from = filters.from || firstDayOf(filters.at === '' ? Date.now() : Date.parse(filters.at));
    return filtersToUrl(distributionFilters, { ...filters, from }, new URLSearchParams(window.location.search));
  };
  const onMoment = (at: string) => setFilters({ at, page: 1 });
  const choices = { '': 'Last 91 days', ...(filters.from && { [filters.from]: `91 days from ${filters.from}` }) };
  const isFiltered = filters.project.length > 0 || filters.from !== '';
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: <search> is too new for some browsers */}
      <div className={styles.bar} role="search" aria-label="Filters">
        <AsOfPill at={filters.at} onChange={onMoment} />
        <ChoicePill
          label="Quarter"
          choices={choices as Record<string, string>}
          chosen={filters.from}
          onChange={(from) => setFilters({ from })}
        />
        <FilterPill
          label="Project"
          choices={(projects ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          picked={filters.project}
          onChange={(project) => setFilters({ project })}
        />
        {isFiltered && (
          <UnstyledButton className={styles.clear} onClick={() => setFilters({ project: [], from: '' })}>
            Clear Filters
          </UnstyledButton>
        )}
        <ExportButtons
          query={permanentQuery}
          csv={analysis ? () => ({ name: 'test-distribution.csv', text: textOf(analysis) }) : null}
        />
      </div>
      <AsOfNote
        at={filters.at}
        onChange={onMoment}
        ofToday="So are the rules, and what a test leads to. Days are whole ones (UTC): tests that were run later on that day count, too."
      />
    </>
  );
}

function textOf(analysis: TestDistributionAnalysis): string {
  return csvOf(
    [
      { title: 'Start', value: ({ start }: TestDistributionAnalysis['lastQuarter']) => start },
      { title: 'End', value: ({ end }) => end },
      ...levels.map(({ key, label }) => ({
        title: label,
        value: (counts: TestDistributionAnalysis['lastQuarter']) => counts[key],
      })),
      { title: 'No rule', value: ({ unmatchedTestCount }) => unmatchedTestCount },
    ],
    [analysis, analysis.lastQuarter],
  );
}
