import type { TestDistributionAnalysis } from '@assay/contract';
import { Button, UnstyledButton } from '@mantine/core';
import { IconDownload, IconLink } from '@tabler/icons-react';
import { ChoicePill } from '../../../ui/ChoicePill.tsx';
import { useCopy } from '../../../ui/copy/useCopy.ts';
import { csvOf } from '../../../ui/csv.ts';
import { FilterPill } from '../../../ui/FilterPill.tsx';
import { saveFile } from '../../../ui/saveFile.ts';
import { filtersToUrl } from '../../../ui/urlFilters.ts';
import { useListProjectsQuery } from '../../projects/projectsApi.ts';
import styles from '../analytics.module.css';
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
  const { copied, copy } = useCopy(async () => {
    const { origin, pathname, search } = window.location;
    const from = filters.from || firstDayOf(Date.now());
    return `${origin}${pathname}?${filtersToUrl(distributionFilters, { ...filters, from }, new URLSearchParams(search))}`;
  });
  const choices = { '': 'Last 91 days', ...(filters.from && { [filters.from]: `91 days from ${filters.from}` }) };
  const isFiltered = filters.project.length > 0 || filters.from !== '';
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is too new for some browsers
    <div className={styles.bar} role="search" aria-label="Filters">
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
      <span className={styles.export}>
        <Button variant="default" size="xs" leftSection={<IconLink size={14} stroke={1.75} />} onClick={copy}>
          {copied ? 'Copied' : 'Copy link'}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} stroke={1.75} />}
          disabled={analysis === undefined}
          onClick={() => analysis && saveFile('test-distribution.csv', fileOf(analysis), 'text/csv;charset=utf-8')}
        >
          CSV
        </Button>
      </span>
    </div>
  );
}

function fileOf(analysis: TestDistributionAnalysis): string {
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
