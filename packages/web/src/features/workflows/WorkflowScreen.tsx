import type { WorkflowDetailView } from '@assay/contract';
import { Button, Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { useGetWorkflowQuery } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { ScreenHead } from '../../ui/ScreenHead.tsx';
import { TabPanel } from '../../ui/TabPanel.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { StepsTab } from './diagram/StepsTab.tsx';
import { WorkflowSettings } from './WorkflowSettings.tsx';

/** A quality workflow: its steps as a diagram, and its settings. */
export function WorkflowScreen() {
  const { workflowId = '' } = useParams();
  const query = useGetWorkflowQuery({ params: { id: workflowId } });
  const path = useAccountPath();
  return (
    <Loaded
      query={query}
      failed="The workflow could not be loaded"
      notFound="This workflow does not exist"
      wayOut={
        <Button component={Link} to={path('workflows')}>
          Quality Workflows
        </Button>
      }
      head={<ScreenHead title="Workflow" documentTitle="Workflow" />}
      skeleton={<RowsSkeleton rows={4} height={72} />}
    >
      {(workflow) => <LoadedWorkflow key={workflow.id} workflow={workflow} />}
    </Loaded>
  );
}

function LoadedWorkflow({ workflow }: { workflow: WorkflowDetailView }) {
  const { tab } = useParams();
  const path = useAccountPath();
  const navigate = useNavigate();
  const tabs: readonly { id: string; title: string; content: ReactNode }[] = [
    { id: 'steps', title: 'Steps', content: <StepsTab workflow={workflow} /> },
    { id: 'settings', title: 'Settings', content: <WorkflowSettings workflow={workflow} /> },
  ];
  return (
    <>
      <ScreenHead
        title={
          <>
            <span className="truncate">{workflow.name}</span>
            {workflow.archived && <Tag>archived</Tag>}
          </>
        }
        documentTitle={workflow.name}
        back={{ to: path('workflows'), label: 'Quality Workflows' }}
      />
      <Tabs
        value={tabs.find(({ id }) => id === tab)?.id ?? 'steps'}
        onChange={(next) => next && void navigate(path(`workflows/${workflow.id}/${next}`))}
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
    </>
  );
}
