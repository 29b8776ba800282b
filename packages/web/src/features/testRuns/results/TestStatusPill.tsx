import { FilterPill } from '../../../ui/FilterPill.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { shapeOfStatus, wordOfStatus } from '../status/statusShapes.ts';
import { type FilterStatus, filterStatuses } from './resultTree.ts';

/** The filter for tests by how they came out. */
export function TestStatusPill({
  picked,
  counts = null,
  onChange,
}: {
  picked: readonly FilterStatus[];
  /** Tests of each status; null: they are not counted. */
  counts?: ReadonlyMap<FilterStatus, number> | null;
  onChange: (statuses: FilterStatus[]) => void;
}) {
  return (
    <FilterPill
      label="Status"
      choices={filterStatuses.map((status) => ({
        value: status,
        label: status === 'FLAKY' ? 'FLAKY' : wordOfStatus(status),
        ...(counts && { count: counts.get(status) ?? 0 }),
        icon: <StatusShape shape={status === 'FLAKY' ? 'flaky' : shapeOfStatus(status)} label="" />,
      }))}
      picked={picked}
      onChange={(statuses) => onChange(statuses as FilterStatus[])}
    />
  );
}
