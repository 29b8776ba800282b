import { useMantineColorScheme } from '@mantine/core';
import { Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { IconBox, IconMoon, IconPlus, IconSearch, IconUpload } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { useOwnRunners, useUpload } from '../../connection/currentUser.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { useListProjectsQuery } from '../../features/projects/projectsApi.ts';
import { areas } from '../areas.ts';

const iconOf = { size: 16, stroke: 1.75 };

/** ⌘K: goes anywhere, and runs the few actions available everywhere. */
export function CommandPalette() {
  const navigate = useNavigate();
  const path = useAccountPath();
  const mayRun = useOwnRunners();
  const mayUpload = useUpload();
  const { data: projects } = useListProjectsQuery();
  const { colorScheme, setColorScheme } = useMantineColorScheme();

  const actions: SpotlightActionData[] = areas.map(({ path: area, label, icon: Icon }) => ({
    id: area,
    label,
    description: `Go to ${label.toLowerCase()}`,
    leftSection: <Icon {...iconOf} />,
    onClick: () => void navigate(path(area)),
  }));
  if (mayRun) {
    actions.push({
      id: 'new-test-run',
      label: 'New Test Run',
      description: 'Choose what to run, where and how',
      leftSection: <IconPlus {...iconOf} />,
      onClick: () => void navigate(`${path('test-runs')}?new`),
    });
  }
  if (mayUpload) {
    actions.push({
      id: 'upload-test-run',
      label: 'Upload Test Run',
      description: 'Results from elsewhere, as JUnit XML',
      leftSection: <IconUpload {...iconOf} />,
      onClick: () => void navigate(`${path('test-runs')}?upload`),
    });
  }
  const next = colorScheme === 'dark' ? 'light' : 'dark';
  actions.push({
    id: 'theme',
    label: `Use the ${next} theme`,
    description: 'Toggle theme',
    leftSection: <IconMoon {...iconOf} />,
    onClick: () => setColorScheme(next),
  });
  for (const project of projects ?? []) {
    actions.push({
      id: `project-${project.id}`,
      label: project.name,
      description: `Project · ${project.testingFramework}`,
      keywords: [project.key, project.gitUrl ?? ''],
      leftSection: <IconBox {...iconOf} />,
      onClick: () => void navigate(path(`projects/${project.key}`)),
    });
  }
  return (
    <Spotlight
      actions={actions}
      nothingFound="Nothing found"
      highlightQuery
      overlayProps={{ blur: 0, backgroundOpacity: 0.35 }}
      scrollable
      maxHeight={420}
      limit={12}
      shortcut={['mod + K']}
      searchProps={{
        leftSection: <IconSearch {...iconOf} />,
        placeholder: 'Search or jump to…',
        'aria-label': 'Search or jump to',
      }}
    />
  );
}
