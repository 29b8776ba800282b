import type { StaffHeaderData, StaffMonth } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useGetStaffHeaderQuery } from '../../../connection/serviceHooks.ts';
import { CopyableId } from '../../../ui/copy/CopyableId.tsx';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { formatSpan, timeOf } from '../../../ui/format/formatTime.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useNow } from '../../../ui/useNow.ts';
import { planText } from '../planText.ts';
import styles from './staffRuns.module.css';

const refreshEveryMs = 20_000;

/** How the installation is doing and its runs in progress; with an account, what it is and what it ran. */
export function HeaderCards({ accountId, onPick }: { accountId: string; onPick: (accountId: string) => void }) {
  const query = useGetStaffHeaderQuery(
    { query: accountId === '' ? {} : { accountId: accountId as NonNullable<StaffHeaderData['account']>['id'] } },
    { pollingInterval: refreshEveryMs, skipPollingIfUnfocused: true },
  );
  return (
    <Loaded
      query={query}
      failed="How the installation is doing could not be loaded"
      skeleton={<RowsSkeleton rows={3} height={40} />}
      keepsPrevious
      framed={query.data === undefined}
    >
      {(data) => <Cards data={data} onPick={onPick} />}
    </Loaded>
  );
}

function Cards({ data, onPick }: { data: StaffHeaderData; onPick: (accountId: string) => void }) {
  const { account, busiestAccounts } = data;
  return (
    <div className={styles.cards}>
      <SystemCard {...data.system} />
      <RunsCard {...data.testRuns} />
      {account && <AccountCard {...account} />}
      {account && <MonthsCard {...account} />}
      {!account && <BusiestCard accounts={busiestAccounts} onPick={onPick} />}
    </div>
  );
}

function Card({ title, note, children }: { title: string; note: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.card} aria-label={title}>
      <div className={styles.cardHead}>
        <h2 className="truncate">{title}</h2>
        <span>{note}</span>
      </div>
      {children}
    </section>
  );
}

function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={`${styles.facts} tabular`}>
      {facts.map(([name, value]) => [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{value}</dd>])}
    </dl>
  );
}

function SystemCard({ status, version, startedAt, stores, ...system }: StaffHeaderData['system']) {
  const up = useNow(60_000) - timeOf(startedAt);
  const isWell = status === 'ok';
  const lag = system.lagMilliseconds;
  const areAnswering = stores === 'ok' ? 'answering' : <span className={styles.failed}>not answering</span>;
  return (
    <Card
      title="System"
      note={
        <span className={styles.well}>
          <StatusShape shape={isWell ? 'pass' : 'fail'} label="" />
          {isWell ? 'all is well' : 'degraded'}
        </span>
      }
    >
      <Facts
        facts={[
          ['Version', `${version}, up ${formatSpan(Math.max(0, up))}`],
          ['Stores', areAnswering],
          ['Read models', lag === null ? 'unknown' : lag === 0 ? 'up to date' : `${formatDuration(lag)} behind`],
          ['Agents', `${system.runningAgents}, ${system.busyRunners} of ${system.capacity} runners busy`],
        ]}
      />
    </Card>
  );
}

function RunsCard(counts: StaffHeaderData['testRuns']) {
  const { running, submitted, queued, queuedSince, today, usual, setupFailedToday } = counts;
  const now = useNow(20_000);
  return (
    <Card title="Test runs" note="all accounts">
      <Facts
        facts={[
          ['Running', formatCount(running)],
          ['Submitted', formatCount(submitted)],
          [
            'Queued',
            <>
              {formatCount(queued)}
              {queuedSince && (
                <span className="soft"> longest {formatSpan(Math.max(0, now - timeOf(queuedSince)))}</span>
              )}
            </>,
          ],
          [
            'Today',
            <>
              {formatCount(today)}
              {usual !== null && <span className="soft"> of {formatCount(usual)} usual</span>}
            </>,
          ],
          [
            'Set-up failed',
            <>
              <span className={setupFailedToday > 0 ? styles.failed : undefined}>{formatCount(setupFailedToday)}</span>
              <span className="soft"> today</span>
            </>,
          ],
        ]}
      />
    </Card>
  );
}

function AccountCard(account: NonNullable<StaffHeaderData['account']>) {
  const { id, name, people, administrators, testRunCount, runners, maximumRunners } = account;
  return (
    <Card title={name} note={<Tag>{planText(account)}</Tag>}>
      <Facts
        facts={[
          ['Id', <CopyableId key="id" id={id} length={12} />],
          ['People', `${formatCount(people)}, administrators ${formatCount(administrators)}`],
          ['Test runs', formatCount(testRunCount)],
          ['Runners', `${formatCount(runners)} of ${formatCount(maximumRunners)} at most`],
        ]}
      />
    </Card>
  );
}

const shareFailed = ({ failedTests, totalTests }: StaffMonth) => (totalTests === 0 ? 0 : failedTests / totalTests);
const percent = (share: number) => `${(share * 100).toFixed(1)}%`;

type MonthRow = { title: string; of: (month: StaffMonth) => number; text: (value: number) => string };
const months: readonly MonthRow[] = [
  { title: 'Test runs', of: ({ testRuns }) => testRuns, text: formatCount },
  { title: 'Tests', of: ({ totalTests }) => totalTests, text: formatCount },
  { title: 'Testing time', of: ({ totalTestingTime }) => totalTestingTime, text: formatDuration },
  { title: 'Failed', of: shareFailed, text: percent },
];

function MonthsCard({ name, thisMonth, lastMonth }: NonNullable<StaffHeaderData['account']>) {
  return (
    <Card title={`Tests of ${name}`} note="months in UTC">
      <table className={`${styles.months} tabular`}>
        <thead>
          <tr>
            <td />
            <th scope="col" className={styles.monthName}>
              This month
            </th>
            <th scope="col" className={styles.monthName}>
              Last month
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ title, of, text }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              <td className={styles.now}>{text(of(thisMonth))}</td>
              <td>{text(of(lastMonth))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

type Busiest = { accounts: StaffHeaderData['busiestAccounts']; onPick: (accountId: string) => void };

function BusiestCard({ accounts, onPick }: Busiest) {
  return (
    <Card title="Busiest accounts" note="today">
      {accounts.length === 0 && <span className="soft">No test run today</span>}
      <table className={`${styles.months} tabular`}>
        <tbody>
          {accounts.map(({ id, name, testRuns, tests }) => (
            <tr key={id}>
              <th scope="row">
                <UnstyledButton className="link" fz={12} mih={24} onClick={() => onPick(id)}>
                  {name}
                </UnstyledButton>
              </th>
              <td>
                <span className={styles.now}>{formatCount(testRuns)}</span> runs
              </td>
              <td>
                <span className={styles.now}>{formatCount(tests)}</span> tests
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
