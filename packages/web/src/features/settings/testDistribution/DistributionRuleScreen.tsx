import { useParams } from 'react-router';
import { useMay } from '../../../connection/currentUser.ts';
import { useListTestDistributionRulesQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { ScreenHead } from '../../../ui/ScreenHead.tsx';
import { DistributionRuleEditor } from './DistributionRuleEditor.tsx';

/** A test distribution rule, or the form of a new one. */
export function DistributionRuleScreen() {
  const { ruleId } = useParams();
  const mayWrite = useMay('testDistribution.write');
  const query = useListTestDistributionRulesQuery();
  const path = useAccountPath();
  if (!mayWrite) return <EmptyState title="Only administrators change test distribution rules" />;
  const headOf = (title: string) => (
    <ScreenHead
      title={title}
      documentTitle={title}
      back={{ to: path('settings/test-distribution-settings'), label: 'Test Distribution' }}
    />
  );
  return (
    <Loaded
      query={query}
      failed="The rule could not be loaded"
      head={headOf('Test distribution rule')}
      isEmpty={() => false}
      skeleton={<RowsSkeleton rows={4} />}
    >
      {(rules) => {
        const rule = rules.find(({ id }) => id === ruleId);
        if (ruleId !== undefined && !rule) {
          return <EmptyState title="This test distribution rule does not exist" why="It may have been deleted." />;
        }
        const title = rule ? `Test distribution rule ${rule.orderToApply}` : 'New test distribution rule';
        return (
          <>
            {headOf(title)}
            <DistributionRuleEditor key={rule?.id} rule={rule ?? null} rules={rules} />
          </>
        );
      }}
    </Loaded>
  );
}
