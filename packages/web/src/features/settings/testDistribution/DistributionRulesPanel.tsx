import { type TestDistributionRuleView, testTypeLabels } from '@assay/contract';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { Link } from 'react-router';
import { useListTestDistributionRulesQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { patternsText, scopeText } from '../../../ui/format/distributionRuleText.ts';
import { IconDots } from '../../../ui/icons/icons.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { SortableList } from '../../../ui/SortableList.tsx';
import styles from './testDistribution.module.css';
import { useDeleteRule } from './useDeleteRule.ts';
import { useOrderOfRules } from './useOrderOfRules.ts';

const about = 'A test has the type of its first matching rule. Analytics counts tests by type.';

/** The rules by which tests have a type, put in order by dragging. */
export function DistributionRulesPanel() {
  const query = useListTestDistributionRulesQuery();
  const path = useAccountPath();
  const add = (
    <Button component={Link} to={path('test-distribution-analysis-rule/new')} variant="filled">
      Add rule
    </Button>
  );
  return (
    <section aria-label="Test distribution">
      {query.data !== undefined && query.data.length > 0 && (
        <div className={styles.head}>
          <p className={styles.about}>{about}</p>
          <Button component={Link} to={path('dashboard/analytics/test-distribution')}>
            Analytics
          </Button>
          {add}
        </div>
      )}
      <Loaded
        query={query}
        failed="The rules could not be loaded"
        skeleton={<RowsSkeleton rows={4} height={40} />}
        empty={<EmptyState title="No test distribution rules yet" why={about} action={add} />}
        framed
      >
        {(rules) => <RulesInOrder rules={rules} />}
      </Loaded>
    </section>
  );
}

function RulesInOrder({ rules }: { rules: readonly TestDistributionRuleView[] }) {
  const { inOrder, isSaving, move } = useOrderOfRules(rules);
  const path = useAccountPath();
  const items = inOrder.map((rule) => ({
    ...rule,
    name: `rule ${rule.orderToApply}: ${testTypeLabels[rule.assignedTo]}`,
  }));
  return (
    <SortableList label="Test distribution rules" items={items} isFixed={isSaving} onMove={(ids) => void move(ids)}>
      {(rule) => (
        <>
          <span className={`${styles.place} tabular`}>{rule.orderToApply}</span>
          <Link className={styles.type} to={path(`test-distribution-analysis-rule/${rule.id}`)}>
            {testTypeLabels[rule.assignedTo]}
          </Link>
          <span className={styles.patterns} title={patternsText(rule)}>
            {patternsText(rule)}
          </span>
          <span className={styles.scope}>{scopeText(rule)}</span>
          <RuleMenu rule={rule} />
        </>
      )}
    </SortableList>
  );
}

function RuleMenu({ rule }: { rule: TestDistributionRuleView }) {
  const path = useAccountPath();
  const askToDeleteRule = useDeleteRule();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`Actions of rule ${rule.orderToApply}`}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={path(`test-distribution-analysis-rule/${rule.id}`)}>
          Edit
        </Menu.Item>
        <Menu.Item component={Link} to={path(`dashboard/analytics/test-distribution?rule=${rule.id}`)}>
          Its tests
        </Menu.Item>
        <Menu.Item color="red" onClick={() => askToDeleteRule(rule)}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
