import type { ProjectView } from '@assay/contract';
import { Tabs } from '@mantine/core';
import { useNavigate, useParams } from 'react-router';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { ScreenHead } from '../../ui/ScreenHead.tsx';
import { BuildsTab } from './BuildsTab.tsx';
import { ProjectSettingsTab } from './ProjectSettingsTab.tsx';
import { useListProjectsQuery } from './projectsApi.ts';
import { QuarantinedTestsTab } from './QuarantinedTestsTab.tsx';

/** A project, addressed by its key. */
export function ProjectScreen() {
  const { projectKey, tab } = useParams();
  const query = useListProjectsQuery();
  return (
    <Loaded query={query} failed="The project could not be loaded" skeleton={<RowsSkeleton rows={4} />}>
      {(projects) => {
        const project = projects.find((other) => other.key === projectKey);
        if (!project) return <EmptyState title="This project does not exist" why="It may have been deleted." />;
        return <LoadedProject project={project} tab={tab} />;
      }}
    </Loaded>
  );
}

function LoadedProject({ project, tab }: { project: ProjectView; tab: string | undefined }) {
  const path = useAccountPath();
  const navigate = useNavigate();
  const tabs = project.hasBuildArtifacts
    ? ['builds', 'quarantined-tests', 'settings']
    : ['quarantined-tests', 'settings'];
  return (
    <>
      <ScreenHead
        title={project.name}
        documentTitle={project.name}
        back={{ to: path('projects'), label: 'Projects' }}
      />
      <Tabs
        value={tabs.find((known) => known === tab) ?? tabs[0]}
        onChange={(next) => next && void navigate(path(`projects/${project.key}/${next}`))}
        keepMounted={false}
      >
        <Tabs.List mb={16}>
          {project.hasBuildArtifacts && <Tabs.Tab value="builds">Builds</Tabs.Tab>}
          <Tabs.Tab value="quarantined-tests">Quarantined Tests</Tabs.Tab>
          <Tabs.Tab value="settings">Settings</Tabs.Tab>
        </Tabs.List>
        {project.hasBuildArtifacts && (
          <Tabs.Panel value="builds">
            <BuildsTab project={project} />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="quarantined-tests">
          <QuarantinedTestsTab project={project} />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <ProjectSettingsTab key={project.id} project={project} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
