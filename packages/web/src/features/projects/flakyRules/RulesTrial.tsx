import { daysJudged, type FlakyRulesPreview, type RulesConcerned } from '@assay/contract';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FilePath } from '../../../ui/FilePath.tsx';
import { counted, formatCount } from '../../../ui/format/formatNumbers.ts';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { FailedBy } from '../quarantine/FailedBy.tsx';
import { PreviewedRunLink } from '../quarantine/PreviewedRunLink.tsx';
import { PreviewedTestLink } from '../quarantine/PreviewedTestLink.tsx';
import { PreviewLimits } from '../quarantine/PreviewLimits.tsx';
import { PreviewTable } from '../quarantine/PreviewTable.tsx';
import quarantine from '../quarantine/quarantinePreview.module.css';
import { WhyReal } from '../quarantine/WhyReal.tsx';
import { FoundFlakyText } from './FoundFlakyText.tsx';
import styles from './flakyRules.module.css';
import type { TrialState } from './useRulesTrial.ts';

/** What came of trying rules, or how far it is. */
export function RulesTrial({ state }: { state: TrialState }) {
  switch (state.kind) {
    case 'open':
      return null;
    case 'trying':
      return (
        <div
          role="status"
          aria-label="Trying the rules on past runs"
          className={state.before ? styles.stale : undefined}
        >
          {state.before ? (
            <Found found={state.before.found} days={state.before.days} />
          ) : (
            <RowsSkeleton rows={4} height={48} />
          )}
        </div>
      );
    case 'failed':
      return <EmptyState title="The rules could not be tried" why={state.text} />;
    case 'found':
      return <Found found={state.found} days={state.days} />;
  }
}

type Row = { name: string; now: number; tried: number };

const columns: readonly Column<Row>[] = [
  { key: 'name', title: '', cell: ({ name }) => name },
  { key: 'now', title: 'As they are', numeric: true, cell: ({ now }) => formatCount(now) },
  { key: 'tried', title: 'As tried', numeric: true, cell: ({ tried }) => formatCount(tried) },
  {
    key: 'change',
    title: 'Change',
    numeric: true,
    cell: ({ now, tried }) => (tried === now ? <span className="soft">–</span> : signed(tried - now)),
  },
];

function signed(change: number): string {
  return change > 0 ? `+${formatCount(change)}` : `−${formatCount(-change)}`;
}

const byTexts: Readonly<Record<RulesConcerned, string>> = {
  NOW: 'the rules as they are',
  TRIED: 'those tried',
  BOTH: 'both',
};

function Found({ found, days }: { found: FlakyRulesPreview; days: string }) {
  const { now, tried } = found;
  if (found.runs === 0) {
    return (
      <EmptyState
        title={`No runs in the last ${days} days`}
        why="Rules are tried on runs that passed or failed, and there are none in this time."
      />
    );
  }
  const rows: Row[] = [
    { name: 'Tests found flaky', now: now.found, tried: tried.found },
    {
      name: `Of ${counted(found.failed, 'failed run')}, would have passed`,
      now: now.spared,
      tried: tried.spared,
    },
    { name: 'Real failures, would have been missed', now: now.missed, tried: tried.missed },
  ];
  return (
    <section aria-labelledby="trial" className={styles.trial}>
      <h2 id="trial">
        On {counted(found.runs, 'run')} of the last {days} days
      </h2>
      <DataTable label="Both rules" columns={columns} rows={rows} keyOf={({ name }) => name} />
      <PreviewLimits preview={found} />
      <PreviewTable
        title="Tests found flaky"
        about="Those that only one set finds come first."
        none="Neither set of rules would have found a flaky test."
        total={Math.max(found.tests.length, now.found, tried.found)}
        named="first"
        rows={found.tests}
        keyOf={({ testId }) => testId}
        columns={[
          {
            key: 'test',
            title: 'Test',
            cell: (test) => (
              <div className={quarantine.twoLines}>
                {test.lastRunId === null ? test.name : <PreviewedTestLink test={test} in={test.lastRunId} />}
                <span className={quarantine.below}>
                  <FilePath path={test.file} />
                </span>
              </div>
            ),
          },
          { key: 'now', title: 'As the rules are', cell: (test) => <FoundFlakyText found={test.now} /> },
          { key: 'tried', title: 'As tried', cell: (test) => <FoundFlakyText found={test.tried} /> },
        ]}
      />
      <PreviewTable
        title="Failed runs that would have passed"
        about="They failed by nothing but tests that were flaky then. Those that only one set spares come first."
        none="Neither set of rules would have spared a run."
        total={Math.max(found.sparedRuns.length, now.spared, tried.spared)}
        named="first"
        rows={found.sparedRuns}
        keyOf={({ run }) => run.testRunId}
        columns={[
          { key: 'run', title: 'Run', cell: ({ run }) => <PreviewedRunLink run={run} /> },
          { key: 'by', title: 'With', cell: ({ by }) => byTexts[by] },
          {
            key: 'tests',
            title: 'Failed by',
            cell: ({ run, tests }) => <FailedBy testRunId={run.testRunId} tests={tests} />,
          },
        ]}
      />
      <PreviewTable
        title="Real failures that would have been missed"
        about="They were no flakiness, as is known by now, and would have failed no run."
        none="As far as is known by now, neither set of rules would have missed a real failure."
        total={Math.max(found.missedFailures.length, now.missed, tried.missed)}
        named="first"
        rows={found.missedFailures}
        keyOf={({ run, testId }) => `${run.testRunId} ${testId}`}
        columns={[
          {
            key: 'test',
            title: 'Test',
            cell: (failure) => <PreviewedTestLink test={failure} in={failure.run.testRunId} />,
          },
          { key: 'run', title: 'Run', cell: ({ run }) => <PreviewedRunLink run={run} /> },
          { key: 'by', title: 'With', cell: ({ by }) => byTexts[by] },
          {
            key: 'why',
            title: 'Why it was real',
            cell: ({ why }) => <WhyReal why={why} />,
          },
        ]}
      />
      <details className={quarantine.rules}>
        <summary>How this is counted</summary>
        <ul>
          <li>
            Each test is judged whenever one of its runs ended, by what was known then: the runs of the {daysJudged}{' '}
            days before, and its newest hundred results.
          </li>
          <li>
            Finding a test flaky quarantines nothing by itself. Counted is what would have been, had each test been
            quarantined as long as it was flaky or recovering.
          </li>
          <li>
            Verdicts are those that the runs ended with; runs that ignore quarantine stay as they are. A single failure
            is never called real.
          </li>
        </ul>
      </details>
    </section>
  );
}
