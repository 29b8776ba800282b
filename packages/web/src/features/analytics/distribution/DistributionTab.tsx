import type { TestDistributionAnalysis, TestDistributionRuleView } from '@assay/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useMay } from '../../../connection/currentUser.ts';
import {
  useAnalyzeTestDistributionQuery,
  useListTestDistributionRulesQuery,
} from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { DataTable } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { patternsText } from '../../../ui/format/distributionRuleText.ts';
import { counted, formatCount } from '../../../ui/format/formatNumbers.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { useNow } from '../../../ui/useNow.ts';
import { useUrlFilters } from '../../../ui/useUrlFilters.ts';
import styles from '../analytics.module.css';
import { TableBehind } from '../TableBehind.tsx';
import { DistributionBar } from './DistributionBar.tsx';
import { DistributionTests } from './DistributionTests.tsx';
import own from './distribution.module.css';
import {
  type DistributionFilters,
  distributionFilters,
  type ListedType,
  listedTypeLabels,
  requestOfDistribution,
} from './distributionFilters.ts';
import { largestLevel, levels, sortedOf } from './distributionLevels.ts';
import { Pyramid } from './Pyramid.tsx';

const dayMs = 24 * 3_600_000;
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** How many unit, integration and end-to-end tests were run in 91 days, compared with the 91 days before. */
export function DistributionTab() {
  const { filters, setFilters } = useUrlFilters(distributionFilters);
  const today = Math.floor(useNow(60_000) / dayMs) * dayMs;
  const analysis = useAnalyzeTestDistributionQuery({ body: requestOfDistribution(filters, today) });
  const { data: rules = [] } = useListTestDistributionRulesQuery();
  const shown = { filters, setFilters, rules };
  return (
    <>
      <DistributionBar filters={filters} setFilters={setFilters} analysis={analysis.currentData} />
      <Loaded
        query={analysis}
        failed="The statistics could not be loaded"
        skeleton={<RowsSkeleton rows={6} height={60} />}
        isEmpty={(found) => sortedOf(found) + found.unmatchedTestCount + sortedOf(found.lastQuarter) === 0}
        empty={<EmptyState title="No tests were run" why="No test of these projects ran in these 91 days." />}
        keepsPrevious
      >
        {(found) => (
          <>
            <Distribution analysis={found} {...shown} />
            <DistributionTests {...shown} today={today} />
          </>
        )}
      </Loaded>
    </>
  );
}

type Shown = {
  analysis: TestDistributionAnalysis;
  filters: DistributionFilters;
  setFilters: (change: Partial<DistributionFilters>) => void;
  rules: readonly TestDistributionRuleView[];
};

function daysText({ start, end }: { start: string; end: string }): string {
  return `${day.format(new Date(start))} – ${day.format(new Date(Date.parse(end) - 1))}`;
}

function Distribution({ analysis, setFilters, rules }: Shown) {
  const path = useAccountPath();
  const mayWrite = useMay('testDistribution.write');
  const { lastQuarter, unmatchedTestCount } = analysis;
  const most = largestLevel(analysis, lastQuarter);
  return (
    <>
      <section className={styles.panel} aria-label="Test pyramid">
        <div className={styles.panelHead}>
          <h2>Unique tests by type</h2>
          <span className={styles.note}>each counted once, by its first matching rule; all bars have one scale</span>
          {mayWrite && (
            <span className={styles.readout}>
              <Link className="link" to={path('settings/test-distribution-settings')}>
                {rules.length === 0 ? 'Add rules' : counted(rules.length, 'rule')}
              </Link>
            </span>
          )}
        </div>
        <div className={own.pyramids}>
          <Pyramid
            title="These 91 days"
            note={daysText(analysis)}
            counts={analysis}
            most={most}
            onPick={(type) => setFilters({ type, rule: '' })}
          />
          <Pyramid title="Previous 91 days" note={daysText(lastQuarter)} counts={lastQuarter} most={most} />
        </div>
        {unmatchedTestCount > 0 && (
          <p className={`${styles.note} ${own.unmatched}`}>
            <strong>{counted(unmatchedTestCount, 'test')}</strong> match no rule.{' '}
            <Button variant="subtle" size="compact-xs" onClick={() => setFilters({ type: 'NONE', rule: '' })}>
              Show them
            </Button>
          </p>
        )}
      </section>
      <TableBehind>
        <TypesTable analysis={analysis} onPick={(type) => setFilters({ type, rule: '' })} />
        <RulesTable analysis={analysis} rules={rules} onPick={(rule) => setFilters({ rule, type: '' })} />
      </TableBehind>
    </>
  );
}

type TypeRow = { type: ListedType; now: number; before: number };

function TypesTable({ analysis, onPick }: { analysis: TestDistributionAnalysis; onPick: (type: ListedType) => void }) {
  const { lastQuarter } = analysis;
  const rows: TypeRow[] = [
    ...levels.map(({ type, key }) => ({ type, now: analysis[key], before: lastQuarter[key] })),
    { type: 'NONE', now: analysis.unmatchedTestCount, before: lastQuarter.unmatchedTestCount },
  ];
  return (
    <DataTable
      label="Tests per type"
      rows={rows}
      keyOf={({ type }) => type}
      columns={[
        {
          key: 'type',
          title: 'Type',
          cell: ({ type }) => (
            <Button variant="subtle" size="compact-sm" onClick={() => onPick(type)}>
              {listedTypeLabels[type]}
            </Button>
          ),
        },
        ...countColumns<TypeRow>(),
      ]}
    />
  );
}

type RuleRow = { rule: TestDistributionRuleView; now: number; before: number };

function RulesTable({
  analysis,
  rules,
  onPick,
}: {
  analysis: TestDistributionAnalysis;
  rules: readonly TestDistributionRuleView[];
  onPick: (rule: string) => void;
}) {
  const rows = analysis.rules.flatMap(({ ruleId, testCount: now, lastTestCount: before }): RuleRow[] => {
    const rule = rules.find(({ id }) => id === ruleId);
    return rule ? [{ rule, now, before }] : [];
  });
  if (rows.length === 0) return null;
  return (
    <>
      <h2 className={styles.tableTitle}>Rules</h2>
      <DataTable
        label="Tests per rule"
        rows={rows}
        keyOf={({ rule }) => rule.id}
        columns={[
          {
            key: 'rule',
            title: 'Rule',
            cell: ({ rule }) => (
              <Button variant="subtle" size="compact-sm" onClick={() => onPick(rule.id)}>
                {rule.orderToApply}: {patternsText(rule)}
              </Button>
            ),
          },
          { key: 'type', title: 'Type', shownFrom: 'wide', cell: ({ rule }) => listedTypeLabels[rule.assignedTo] },
          ...countColumns<RuleRow>(),
        ]}
      />
    </>
  );
}

function countColumns<Row extends { now: number; before: number }>() {
  return [
    { key: 'now', title: 'These 91 days', numeric: true, cell: ({ now }: Row) => formatCount(now) },
    { key: 'before', title: 'Previous 91 days', numeric: true, cell: ({ before }: Row) => formatCount(before) },
    { key: 'change', title: 'Change', numeric: true, shownFrom: 'wide' as const, cell: changeOf },
  ];
}

function changeOf({ now, before }: { now: number; before: number }): string {
  const change = now - before;
  return change > 0 ? `+${formatCount(change)}` : change < 0 ? `−${formatCount(-change)}` : '–';
}
