import { isFinished, messages, type RunComparison, type TestRunView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useCompareTestRunsQuery } from '../../../connection/serviceHooks.ts';
import { useAppDispatch } from '../../../connection/useAppDispatch.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import styles from './comparison.module.css';
import { type Asked, readComparisonsAgain } from './comparisonReads.ts';
import type { ListedGroup } from './comparisonUrl.ts';
import { DifferenceLine } from './DifferenceLine.tsx';
import { GroupCounts } from './GroupCounts.tsx';
import { GroupList } from './GroupList.tsx';
import { GroupSection } from './GroupSection.tsx';
import { groupsOfSides } from './groups.ts';
import { TqlField } from './TqlField.tsx';

export type ReportFilters = { tql: string; show: ListedGroup | ''; problemId: string; page: number };

/** How often a comparison is read again while one of its runs is in progress: each reading goes through all tests. */
const secondsBetweenReadings = 10;

/** Two runs of one project, compared. */
export function ComparisonReport({
  first,
  second,
  filters,
  onChange,
}: {
  first: TestRunView;
  second: TestRunView;
  filters: ReportFilters;
  onChange: (change: Partial<ReportFilters>) => void;
}) {
  const { tql, show, problemId, page } = filters;
  const asked: Asked = { first: first.id, second: second.id, ...(tql === '' ? {} : { tql }) };
  const query = useCompareTestRunsQuery({ query: asked });
  useReadAgain([first, second]);
  const clear = <Button onClick={() => onChange({ tql: '', show: '', problemId: '' })}>Clear Filters</Button>;
  return (
    <>
      <DifferenceLine first={first} second={second} comparison={query.currentData} />
      <TqlField tql={tql} onChange={(text) => onChange({ tql: text })} />
      <Loaded
        query={query}
        failed="The runs could not be compared"
        skeleton={<RowsSkeleton rows={8} height={36} />}
        isEmpty={({ tests }) => tests.first + tests.second === 0}
        empty={
          <EmptyState
            title={messages.noTestsToCompare}
            why={tql === '' ? 'Neither run has any test yet.' : 'No test of either run matches the query.'}
            action={tql !== '' && clear}
          />
        }
      >
        {(comparison) => (
          <>
            <GroupCounts
              counts={comparison.counts}
              show={show}
              onShow={(group) => onChange({ show: group, problemId: '' })}
            />
            {show === '' ? (
              <Sides first={first} second={second} asked={asked} comparison={comparison} onChange={onChange} />
            ) : (
              <GroupList
                key={`${show} ${problemId} ${tql} ${first.id} ${second.id}`}
                group={show}
                count={comparison.counts[show]}
                problemId={problemId}
                first={first}
                second={second}
                asked={asked}
                page={page}
                onPage={(to) => onChange({ page: to })}
                onShow={(problem) => onChange({ problemId: problem })}
                onClose={() => onChange({ show: '', problemId: '' })}
              />
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

function Sides({
  first,
  second,
  asked,
  comparison,
  onChange,
}: {
  first: TestRunView;
  second: TestRunView;
  asked: Asked;
  comparison: RunComparison;
  onChange: (change: Partial<ReportFilters>) => void;
}) {
  return (
    <div className={styles.sides}>
      {groupsOfSides.map((groups) => (
        <div key={groups.join()} className={styles.side}>
          {groups.map((group) => (
            <GroupSection
              key={group}
              group={group}
              first={first}
              second={second}
              asked={asked}
              comparison={comparison}
              onShow={(problemId) => onChange({ show: group, problemId })}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Reads the comparison again from time to time while a run goes on, and once more when it has ended. */
function useReadAgain(runs: readonly [TestRunView, TestRunView]): void {
  const dispatch = useAppDispatch();
  const isOver = runs.every(({ status }) => isFinished(status));
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => dispatch(readComparisonsAgain()), secondsBetweenReadings * 1000);
    // The last results may be newer than the last reading.
    return () => {
      clearInterval(timer);
      dispatch(readComparisonsAgain());
    };
  }, [dispatch, isOver]);
}
