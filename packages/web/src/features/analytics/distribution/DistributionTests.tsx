import { type DistributedTest, limits, type TestDistributionRuleView, testKeyOf } from '@assay/contract';
import { Link } from 'react-router';
import { useListDistributedTestsQuery, useListProjectsQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { ChoicePill } from '../../../ui/ChoicePill.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FilePath } from '../../../ui/FilePath.tsx';
import { patternsText } from '../../../ui/format/distributionRuleText.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import styles from '../analytics.module.css';
import own from './distribution.module.css';
import {
  type DistributionFilters,
  listedType,
  listedTypeLabels,
  requestOfDistribution,
} from './distributionFilters.ts';

type Props = {
  filters: DistributionFilters;
  setFilters: (change: Partial<DistributionFilters>) => void;
  rules: readonly TestDistributionRuleView[];
  /** The day that is today, milliseconds since 1970. */
  today: number;
};

const types = { '': 'All types', ...listedTypeLabels };

/** The tests that are counted, each with the rule that it fell under. */
export function DistributionTests({ filters, setFilters, rules, today }: Props) {
  const path = useAccountPath();
  const { data: projects } = useListProjectsQuery();
  const size = limits.pageOfDistributedTests;
  const type = listedType(filters);
  const tests = useListDistributedTestsQuery({
    query: {
      ...requestOfDistribution(filters, today),
      ...(type && { assignedTo: type }),
      ...(filters.rule && { ruleId: filters.rule as TestDistributionRuleView['id'] }),
      offset: (filters.page - 1) * size,
      limit: size,
    },
  });
  const nameOf = (id: string) => projects?.find((project) => project.id === id)?.name ?? '';
  const ruleText = ({ ruleId }: DistributedTest) => {
    const rule = rules.find(({ id }) => id === ruleId);
    return rule ? `${rule.orderToApply}: ${patternsText(rule)}` : '';
  };
  const picked = rules.find(({ id }) => id === filters.rule);
  const ruleName = picked ? patternsText(picked) : filters.rule === '' ? 'Any rule' : 'A deleted rule';
  const pathOf = ({ projectId, testId, lastTestRunId }: DistributedTest) =>
    path(lastTestRunId === null ? `projects/${projectId}` : `test-runs/${lastTestRunId}/tests/${testKeyOf(testId)}`);
  return (
    <section aria-label="Tests">
      <h2 className={styles.tableTitle}>Tests</h2>
      <div className={styles.bar}>
        <ChoicePill
          label="Type"
          choices={types}
          chosen={(filters.type || '') as keyof typeof types}
          isOn={filters.type !== ''}
          onChange={(picked) => setFilters({ type: picked })}
        />
        <ChoicePill
          label="Rule"
          choices={{ '': 'Any rule', ...Object.fromEntries(rules.map((rule) => [rule.id, patternsText(rule)])) }}
          chosen={filters.rule}
          shown={ruleName}
          isOn={filters.rule !== ''}
          onChange={(rule) => setFilters({ rule })}
        />
      </div>
      <Loaded
        query={tests}
        failed="The tests could not be loaded"
        isEmpty={({ total }) => total === 0}
        empty={<EmptyState title="No Items Found" why="No test of these 91 days matches the filters." />}
        keepsPrevious
      >
        {(page) => (
          <>
            <DataTable
              label="Tests by type"
              rows={page.tests}
              keyOf={({ projectId, testId }) => `${projectId}.${testId}`}
              onOpen={pathOf}
              columns={[
                {
                  key: 'test',
                  title: 'Test',
                  cell: (test) => (
                    <div className={own.test}>
                      <Link to={pathOf(test)} title={test.name} className="truncate">
                        {test.name}
                      </Link>
                      <span className={`${own.below} truncate`}>
                        <FilePath path={test.file} before={[nameOf(test.projectId)]} />
                      </span>
                    </div>
                  ),
                },
                { key: 'type', title: 'Type', cell: ({ assignedTo }) => listedTypeLabels[assignedTo ?? 'NONE'] },
                { key: 'rule', title: 'Rule', shownFrom: 'wide', cell: ruleText },
              ]}
            />
            <Pager
              page={filters.page}
              size={size}
              shown={page.tests.length}
              total={page.total}
              onPage={(next) => setFilters({ page: next })}
            />
          </>
        )}
      </Loaded>
    </section>
  );
}
