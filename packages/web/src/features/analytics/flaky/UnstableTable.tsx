import { testKeyOf, type UnstableTest } from '@assay/contract';
import { Link } from 'react-router';
import { useListProjectsQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { FilePath } from '../../../ui/FilePath.tsx';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { counted, formatCount, formatShare } from '../../../ui/format/formatNumbers.ts';
import { formatSpan, timeOf } from '../../../ui/format/formatTime.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { useNow } from '../../../ui/useNow.ts';
import styles from './flaky.module.css';
import { Interval } from './Interval.tsx';
import { OwnerCell } from './OwnerCell.tsx';
import { StateMenu } from './StateMenu.tsx';
import { Trend } from './Trend.tsx';
import type { TestOwners } from './useTestOwners.ts';

type Props = {
  label: string;
  /** The surest first. */
  tests: readonly UnstableTest[];
  /** Of the first one shown. */
  firstRank: number;
  owners: TestOwners;
};

/** Tests with what is known against them; each leads to its newest result. */
export function UnstableTable({ label, tests, firstRank, owners }: Props) {
  const path = useAccountPath();
  const now = useNow(60_000);
  const { data: projects } = useListProjectsQuery();
  const projectName = (id: string) => projects?.find((project) => project.id === id)?.name ?? '';
  const pathOf = ({ lastRunId, testId }: UnstableTest) => path(`test-runs/${lastRunId}/tests/${testKeyOf(testId)}`);
  const age = (time: string) => formatSpan(Math.max(0, now - timeOf(time)));
  const columns: Column<UnstableTest>[] = [
    {
      key: 'rank',
      title: '#',
      numeric: true,
      shownFrom: 'wide',
      cell: (test) => <span className="soft">{firstRank + tests.indexOf(test)}</span>,
    },
    {
      key: 'test',
      title: 'Test',
      cell: (test) => (
        <div className={styles.test}>
          <Link to={pathOf(test)} title={test.name} dir="auto">
            {test.name}
          </Link>
          <span className={styles.below}>
            <FilePath path={test.file} before={[projectName(test.projectId)]} />
          </span>
        </div>
      ),
    },
    {
      key: 'evidence',
      title: 'Evidence',
      cell: (test) => (
        <div className={`${styles.evidence} tabular`}>
          <span>
            {test.evidence && <abbr title={classTexts[test.evidence]}>{test.evidence}</abbr>} {evidenceText(test)}
          </span>
          <span className={styles.below}>
            <Interval least={test.lowerBound} seen={test.seen / Math.max(1, test.of)} state={test.state} />
            <span title="Lowest likely flake rate (95% confidence)">
              ≥ {formatShare(Math.round(test.lowerBound * 100), 100)} of {formatCount(test.of)}
            </span>
          </span>
        </div>
      ),
    },
    {
      key: 'trend',
      title: 'Trend',
      shownFrom: 'widest',
      cell: ({ trend, state }) => <Trend counts={trend} state={state} />,
    },
    {
      key: 'cost',
      title: 'Cost',
      numeric: true,
      shownFrom: 'wide',
      cell: ({ retryMs, runsBlocked, retries }) => (
        <>
          {retryMs > 0 ? formatDuration(retryMs) : <span className="soft">–</span>}
          <span className={styles.below}>
            {formatCount(runsBlocked)} blocked · {counted(retries, 'retry', 'retries')}
          </span>
        </>
      ),
    },
    {
      key: 'last',
      title: 'Last seen',
      numeric: true,
      shownFrom: 'wide',
      cell: ({ firstAt, lastAt }) => (
        <span className={styles.once}>
          <RelativeTime time={lastAt} />
          <span className={styles.below}>for {age(firstAt)}</span>
        </span>
      ),
    },
    {
      key: 'owner',
      title: 'Owner',
      shownFrom: 'widest',
      cell: (test) => <OwnerCell found={owners.of(test)} />,
    },
    {
      key: 'state',
      title: 'State',
      cell: (test) => <StateMenu test={test} now={now} path={pathOf(test)} />,
    },
  ];
  return (
    <DataTable
      label={label}
      rows={tests}
      keyOf={({ projectId, testId }) => `${projectId}.${testId}`}
      onOpen={pathOf}
      columns={columns}
    />
  );
}

const classTexts = {
  A: 'Passed and failed on the same commit: the strongest evidence',
  B: 'Flipped between passed and failed on the default branch',
  C: 'Users marked its failures as known flaky: the weakest evidence',
} as const;

function evidenceText({ evidence, seen }: UnstableTest): string {
  if (evidence === 'A') return `${formatCount(seen)} × on the same commit`;
  if (evidence === 'B') return `${counted(seen, 'flip')} on the default branch`;
  return evidence === 'C' ? `${counted(seen, 'failure')} marked flaky` : counted(seen, 'failure');
}
