import type { StaffTestRunDetailView, TestListResult } from '@assay/contract';
import { limits } from '@assay/contract';
import { useState } from 'react';
import { useGetStaffTestListResultQuery } from '../../../connection/serviceHooks.ts';
import { AnsiText } from '../../../ui/AnsiText.tsx';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { StaffRunFrame } from './StaffRunFrame.tsx';
import styles from './staffRun.module.css';

/** What listing the tests of a run wrote, what went wrong, its filters, and the tests with and without them. */
export function StaffTestListScreen() {
  return <StaffRunFrame part="Test list result">{(run) => <TestList run={run} />}</StaffRunFrame>;
}

type Info = TestListResult['infos'][number];
const columns: readonly Column<Info>[] = [
  { key: 'file', title: 'File', cell: ({ file }) => file },
  { key: 'name', title: 'Test', cell: ({ name }) => name },
];
const keyOf = ({ file, name }: Info) => `${file} ${name}`;
const size = limits.maxPage;

function TestList({ run }: { run: StaffTestRunDetailView }) {
  const [page, setPage] = useState(1);
  const query = useGetStaffTestListResultQuery({
    params: { id: run.id },
    query: { offset: (page - 1) * size, limit: size },
  });
  return (
    <Loaded query={query} failed="The test list could not be loaded" keepsPrevious>
      {({ output, error, filters, infos, unfilteredInfos, testCount, foundCount }) => (
        <>
          <h2 className={styles.section}>Output</h2>
          {output === '' ? <p className="soft">No logs to load</p> : <AnsiText text={output} />}
          <h2 className={styles.section}>Error</h2>
          {error === null ? <p className="soft">none</p> : <pre className={styles.block}>{error}</pre>}
          <h2 className={styles.section}>Filters</h2>
          {filters.length === 0 ? (
            <p className="soft">none</p>
          ) : (
            <pre className={styles.block}>{filters.join('\n')}</pre>
          )}
          <Tests title="Infos" count={testCount} infos={infos} />
          <Tests title="Unfiltered infos" count={foundCount} infos={unfilteredInfos ?? []} />
          <Pager
            page={page}
            size={size}
            shown={Math.max(infos.length, unfilteredInfos?.length ?? 0)}
            total={Math.max(testCount ?? 0, foundCount ?? 0)}
            onPage={setPage}
          />
        </>
      )}
    </Loaded>
  );
}

function Tests({ title, count, infos }: { title: string; count: number | null; infos: readonly Info[] }) {
  return (
    <>
      <h2 className={styles.section}>
        {title} <span className="soft tabular">{count === null ? 'no list' : formatCount(count)}</span>
      </h2>
      {infos.length > 0 && <DataTable label={title} columns={columns} rows={infos} keyOf={keyOf} stacks />}
    </>
  );
}
