import type { TestPlanDetailView } from '@assay/contract';
import { Button, Tabs } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { useMay } from '../../connection/currentUser.ts';
import { useGetTestPlanQuery } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { usePolling } from '../../connection/usePolling.ts';
import { IconPlayerPlay } from '../../ui/icons/icons.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { ScreenHead } from '../../ui/ScreenHead.tsx';
import { TabPanel } from '../../ui/TabPanel.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { RunPlanModal } from './runs/RunPlanModal.tsx';
import { RunsTab } from './runs/RunsTab.tsx';
import { SettingsTab } from './settings/SettingsTab.tsx';
import { StagesTab } from './stages/StagesTab.tsx';
import styles from './testPlans.module.css';

const pollingSeconds = 60;

/** A test plan: its stages, its settings and its runs. */
export function TestPlanScreen() {
  const { testPlanId = '' } = useParams();
  const query = useGetTestPlanQuery({ params: { id: testPlanId } });
  usePolling(query.refetch, pollingSeconds);
  const path = useAccountPath();
  return (
    <Loaded
      query={query}
      failed="The test plan could not be loaded"
      notFound="This test plan does not exist"
      wayOut={
        <Button component={Link} to={path('test-plans')}>
          Test Plans
        </Button>
      }
      head={<ScreenHead title="Test plan" documentTitle="Test plan" />}
      skeleton={<RowsSkeleton rows={6} height={40} />}
    >
      {(plan) => <LoadedPlan key={plan.id} plan={plan} />}
    </Loaded>
  );
}

type PlanTab = { id: string; title: string; content: ReactNode };

function LoadedPlan({ plan }: { plan: TestPlanDetailView }) {
  const { tab } = useParams();
  const path = useAccountPath();
  const navigate = useNavigate();
  const mayRun = useMay('testPlan.run') && !plan.archived;
  const [toRun, setToRun] = useState<TestPlanDetailView | null>(null);
  const tabs: readonly PlanTab[] = [
    { id: 'stages', title: 'Stages', content: <StagesTab plan={plan} /> },
    { id: 'settings', title: 'Settings', content: <SettingsTab plan={plan} /> },
    { id: 'runs', title: 'Runs', content: <RunsTab plan={plan} onRun={() => setToRun(plan)} /> },
  ];
  return (
    <>
      <ScreenHead
        title={
          <>
            <span className="truncate">{plan.name}</span>
            <code className={styles.key}>{plan.key}</code>
            {plan.archived && <Tag>deleted</Tag>}
            {plan.goal && (
              <span className={`${styles.goal} truncate`} title={plan.goal}>
                {plan.goal}
              </span>
            )}
          </>
        }
        documentTitle={plan.name}
        back={{ to: path('test-plans'), label: 'Test Plans' }}
        actions={
          mayRun && (
            <Button
              variant="filled"
              leftSection={<IconPlayerPlay size={14} stroke={1.75} />}
              disabled={!plan.hasTestSuites}
              title={plan.hasTestSuites ? undefined : 'It has no suites yet'}
              onClick={() => setToRun(plan)}
            >
              Run Test Plan
            </Button>
          )
        }
      />
      <Tabs
        value={tabs.find(({ id }) => id === tab)?.id ?? 'stages'}
        onChange={(next) => next && void navigate(path(`test-plans/${plan.id}/${next}`))}
        keepMounted={false}
      >
        <Tabs.List mb={12}>
          {tabs.map(({ id, title }) => (
            <Tabs.Tab key={id} value={id}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ id, title, content }) => (
          <TabPanel key={id} value={id} title={title}>
            {content}
          </TabPanel>
        ))}
      </Tabs>
      <RunPlanModal plan={toRun} onClose={() => setToRun(null)} />
    </>
  );
}
