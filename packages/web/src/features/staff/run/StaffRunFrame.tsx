import type { StaffTestRunDetailView, TestRunId } from '@assay/contract';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { asServiceError } from '../../../connection/serviceError.ts';
import { useGetMeQuery, useGetStaffTestRunQuery } from '../../../connection/serviceHooks.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { ScreenHead } from '../../../ui/ScreenHead.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { shapeOfRun } from '../../../ui/shapeOfRun.ts';
import { Tag } from '../../../ui/Tag.tsx';
import { StaffAccessLine } from '../access/StaffAccessLine.tsx';
import { StartAccess } from '../access/StartAccess.tsx';
import { StaffOnly } from '../StaffOnly.tsx';
import styles from './staffRun.module.css';

const refreshEveryMs = 5_000;
const search = { to: '/employee/test-run-search', label: 'Staff / Test Run Search' };

type Props = {
  /** The part of the run that is shown; null: its overview. */
  part: string | null;
  actions?: (run: StaffTestRunDetailView) => ReactNode;
  children: (run: StaffTestRunDetailView) => ReactNode;
};

/** A run of any account, to staff: who sees the access is said before any data, which need a reason. */
export function StaffRunFrame(props: Props) {
  return (
    <StaffOnly>
      <Run {...props} />
    </StaffOnly>
  );
}

function Run({ part, actions, children }: Props) {
  const { testRunId = '' } = useParams();
  const { data: me } = useGetMeQuery();
  const query = useGetStaffTestRunQuery(
    { params: { id: testRunId } },
    { pollingInterval: refreshEveryMs, skipPollingIfUnfocused: true },
  );
  const isClosed = asServiceError(query.error)?.code === 'staffAccess.required';
  const head = <ScreenHead back={search} title="Test run" documentTitle="Test run · Staff" />;
  if (isClosed) {
    const of = { testRunId: testRunId as TestRunId };
    return (
      <>
        {head}
        <StartAccess of={of} name="its organization" onStarted={() => void query.refetch()} />
      </>
    );
  }
  return (
    <Loaded
      query={query}
      failed="The test run could not be loaded"
      notFound="This test run does not exist"
      wayOut={
        <Link className="link" to={search.to}>
          Test Run Search
        </Link>
      }
      head={head}
      skeleton={<RowsSkeleton rows={4} />}
    >
      {(run) => {
        const access = me?.staffAccess.find(({ accountId }) => accountId === run.account.id);
        return (
          <>
            <Head run={run} part={part} actions={actions?.(run)} />
            {access && <StaffAccessLine access={access} />}
            {children(run)}
          </>
        );
      }}
    </Loaded>
  );
}

function Head({ run, part, actions }: { run: StaffTestRunDetailView; part: string | null; actions: ReactNode }) {
  const name = `${run.project.name} #${run.number}`;
  const back = part === null ? search : { to: `/employee/test-runs/${run.id}`, label: name };
  return (
    <ScreenHead
      back={back}
      documentTitle={part === null ? `${name} · Staff` : `${part} · ${name}`}
      title={
        <>
          <StatusShape shape={shapeOfRun(run)} label={run.statusDisplay} size={16} />
          <span className="truncate">{part ?? run.project.name}</span>
          {part === null && <span className={`${styles.number} tabular`}>#{run.number}</span>}
          <Tag>{run.account.name}</Tag>
        </>
      }
      actions={actions}
    />
  );
}
