import type { TestRunFacet } from '@assay/contract';
import { type ComponentProps, useMemo, useState } from 'react';
import { useCountTestRunsQuery } from '../../../connection/serviceHooks.ts';
import { FilterPill } from '../../../ui/FilterPill.tsx';
import { filterQueryOf, type RunFilters } from './runFilters.ts';

/** The filters of the list that are counted, by what the service calls them. */
const filterOf = {
  status: 'status',
  project: 'project',
  branch: 'branch',
  testSuiteId: 'suite',
  environment: 'environment',
  pipelineStage: 'stage',
  reviewerIds: 'reviewer',
  attributes: 'attribute',
} as const satisfies Record<TestRunFacet, keyof RunFilters>;

type Props = Omit<ComponentProps<typeof FilterPill>, 'picked' | 'onChange'> & {
  by: TestRunFacet;
  filters: RunFilters;
  onChange: (change: Partial<RunFilters>) => void;
  /** What the service counts for a choice, where it is not the choice's own value; null: runs without any. */
  countedAs?: (value: string) => string | null | undefined;
  /** Whether what ran is a choice, too. */
  offersCounted?: boolean;
};

/** A filter whose choices say how many runs they leave: of the runs that all other filters leave. */
export function CountedPill({
  by,
  filters,
  onChange,
  countedAs = (value) => value,
  offersCounted = false,
  choices,
  onWanted,
  ...pill
}: Props) {
  const [isWanted, setWanted] = useState(false);
  const own = filterOf[by];
  const query = useMemo(() => ({ by, ...filterQueryOf({ ...filters, [own]: [] }, Date.now()) }), [by, own, filters]);
  const { currentData: counts = [] } = useCountTestRunsQuery({ query }, { skip: !isWanted });
  const countOf = new Map(counts.map(({ value, count }) => [value, count]));
  const known = new Set(choices?.map(({ value }) => value));
  const ran = offersCounted ? counts.flatMap(({ value }) => (value === null || known.has(value) ? [] : [value])) : [];
  const all = choices && [...ran.map((value) => ({ value, label: value })), ...choices];
  return (
    <FilterPill
      {...pill}
      choices={all?.map((choice) => {
        const counted = countedAs(choice.value);
        const count = counted === undefined ? undefined : countOf.get(counted);
        return count === undefined ? choice : { ...choice, count };
      })}
      picked={filters[own]}
      onChange={(picked) => onChange({ [own]: picked })}
      onWanted={() => {
        setWanted(true);
        onWanted?.();
      }}
    />
  );
}
