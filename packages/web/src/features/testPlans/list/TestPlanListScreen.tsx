import { Button } from '@mantine/core';
import { useRef } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../../connection/currentUser.ts';
import { useListTestPlansQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { usePolling } from '../../../connection/usePolling.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { ScreenHead } from '../../../ui/ScreenHead.tsx';
import { useRowKeys } from '../../../ui/useRowKeys.ts';
import { TestPlanTable } from './TestPlanTable.tsx';

const pollingSeconds = 60;

/** The test plans of the account: what each is for, when it last ran and how that ended. */
export function TestPlanListScreen() {
  const query = useListTestPlansQuery();
  usePolling(query.refetch, pollingSeconds);
  const mayWrite = useMay('testPlan.write');
  const path = useAccountPath();
  const area = useRef<HTMLDivElement>(null);
  useRowKeys(area);
  const add = mayWrite && (
    <Button component={Link} to={path('test-plans/new')} variant="filled">
      Add test plan
    </Button>
  );
  return (
    <div ref={area}>
      <ScreenHead title="Test Plans" documentTitle="Test Plans" actions={query.data && query.data.length > 0 && add} />
      <Loaded
        query={query}
        failed="Test plans could not be loaded"
        skeleton={<RowsSkeleton rows={4} height={40} />}
        empty={
          <EmptyState
            title="Add your first test plan"
            why="A plan runs suites of several projects in stages: the next stage starts when all of the one before passes."
            action={add}
          />
        }
        framed
      >
        {(plans) => <TestPlanTable plans={plans} />}
      </Loaded>
    </div>
  );
}
