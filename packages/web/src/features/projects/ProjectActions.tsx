import type { ProjectView } from '@assay/contract';
import { Button, Menu } from '@mantine/core';
import { useIncludes, useMay } from '../../connection/currentUser.ts';
import { useListTestSuitesQuery } from '../../connection/serviceHooks.ts';
import { IconChevronDown, IconPlayerPlay } from '../../ui/icons/icons.ts';
import { ProjectMenu } from './ProjectMenu.tsx';
import { RunTestsModal } from './runTests/RunTestsModal.tsx';
import { useRunDialog } from './runTests/useRunDialog.ts';

/** What can be done with a project: run its tests or a suite, edit or delete it. */
export function ProjectActions({ project }: { project: ProjectView }) {
  const [mayRun, mayWrite] = [useIncludes('ownRunners'), useMay('project.write')];
  const { data: suites = [] } = useListTestSuitesQuery({ query: { projectId: project.id } });
  const { ask } = useRunDialog();
  return (
    <>
      {mayWrite && <ProjectMenu project={project} variant="default" size={30} />}
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
