import type { ProjectView } from '@assay/contract';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDots, IconPlayerPlay } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useIncludes, useMay } from '../../connection/currentUser.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { RunTestsModal } from './runTests/RunTestsModal.tsx';
import { useRunDialog } from './runTests/useRunDialog.ts';
import { useListTestSuitesQuery } from './suites/testSuitesApi.ts';
import { useDeleteProject } from './useDeleteProject.tsx';

/** What can be done with a project: run its tests or a suite, edit or delete it. */
export function ProjectActions({ project }: { project: ProjectView }) {
  const path = useAccountPath();
  const [mayRun, mayWrite] = [useIncludes('ownRunners'), useMay('project.write')];
  const { data: suites = [] } = useListTestSuitesQuery({ query: { projectId: project.id } });
  const { ask } = useRunDialog();
  const askToDelete = useDeleteProject();
  return (
    <>
      {mayWrite && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={30} aria-label={`Actions of ${project.name}`}>
              <IconDots size={16} stroke={1.75} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item component={Link} to={path(`projects/${project.key}/settings`)}>
              Edit
            </Menu.Item>
            <Menu.Item color="red" onClick={() => askToDelete(project)}>
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {mayRun && (
        <>
          <Button.Group>
            <Button variant="filled" leftSection={<IconPlayerPlay size={14} stroke={1.75} />} onClick={() => ask('')}>
              Run Tests
            </Button>
            {suites.length > 0 && (
              <Menu position="bottom-end">
                <Menu.Target>
                  <Button variant="filled" px={8} aria-label="Run a test suite">
                    <IconChevronDown size={14} stroke={2} />
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  {suites.map(({ id, name }) => (
                    <Menu.Item key={id} onClick={() => ask(id)}>
                      {name}
                    </Menu.Item>
                  ))}
                </Menu.Dropdown>
              </Menu>
            )}
          </Button.Group>
          <RunTestsModal project={project} suites={suites} />
        </>
      )}
    </>
  );
}
