import type { ProjectView } from '@assay/contract';
import { Tabs } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { ScreenHead } from '../../ui/ScreenHead.tsx';
import { TabPanel } from '../../ui/TabPanel.tsx';
import { useRowKeys } from '../../ui/useRowKeys.ts';
import { BuildsTab } from './BuildsTab.tsx';
import { DeploymentsTab } from './deploys/DeploymentsTab.tsx';
import { ProjectFactsLine } from './home/ProjectFactsLine.tsx';
import { ProjectActions } from './ProjectActions.tsx';
import { ProjectIssuesTab } from './ProjectIssuesTab.tsx';
import { ProjectSettingsTab } from './ProjectSettingsTab.tsx';
import { QuarantinedTestsTab } from './QuarantinedTestsTab.tsx';
import { RenamedTestsTab } from './renames/RenamedTestsTab.tsx';
import { TestSuitesTab } from './TestSuitesTab.tsx';
import { WithProject } from './WithProject.tsx';

/** A project, addressed by its key. */
export function ProjectScreen() {
  return <WithProject>{(project) => <LoadedProject key={project.id} project={project} />}</WithProject>;
}

type ProjectTab = { id: string; title: string; content: ReactNode };

function LoadedProject({ project }: { project: ProjectView }) {
  const { tab } = useParams();
  const path = useAccountPath();
  const navigate = useNavigate();
  const area = useRef<HTMLDivElement>(null);
  useRowKeys(area);
  const builds = { id: 'builds', title: 'Builds', content: <BuildsTab project={project} /> };
  const tabs: readonly ProjectTab[] = [
    { id: 'test-suites', title: 'Test Suites', content: <TestSuitesTab project={project} /> },
    ...(project.hasBuildArtifacts ? [builds] : []),
    { id: 'deployments', title: 'Deployments', content: <DeploymentsTab project={project} /> },
    { id: 'settings', title: 'Settings', content: <ProjectSettingsTab project={project} /> },
    { id: 'quarantined-tests', title: 'Quarantined Tests', content: <QuarantinedTestsTab project={project} /> },
    { id: 'renamed-tests', title: 'Renamed Tests', content: <RenamedTestsTab project={project} /> },
    { id: 'issues', title: 'Issues', content: <ProjectIssuesTab project={project} /> },
  ];
  return (
    <div ref={area}>
      <ScreenHead
        title={<span className="truncate">{project.name}</span>}
        documentTitle={project.name}
        back={{ to: path('projects'), label: 'Projects' }}
        actions={<ProjectActions project={project} />}
      />
      <ProjectFactsLine project={project} />
      <Tabs
        value={tabs.find(({ id }) => id === tab)?.id ?? 'test-suites'}
        onChange={(next) => next && void navigate(path(`projects/${project.key}/${next}`))}
        keepMounted={false}
      >
        <Tabs.List mb={16}>
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
    </div>
  );
}
